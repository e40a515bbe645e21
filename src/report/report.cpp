#include "tether/report/report.hpp"

#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "pages.hpp"
#include "tether/core/whole_file.hpp"
#include "tether/report/page.hpp"

namespace tether::report {
namespace {

using nlohmann::ordered_json;

// little-endian float32 in base64 (RFC 4648)
std::string encode(const std::vector<float>& values) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((values.size() * 4 + 2) / 3 * 4);
  std::uint32_t bits = 0;  // not yet written, the lowest `pending` of them count
  unsigned pending = 0;
  for (const float value : values) {
    const auto word = std::bit_cast<std::uint32_t>(value);
    for (unsigned shift = 0; shift < 32; shift += 8) {
      bits = (bits << 8U) | ((word >> shift) & 0xFFU);
      pending += 8;
      while (pending >= 6) {
        pending -= 6;
        text += kDigits[(bits >> pending) & 0x3FU];
      }
    }
  }
  if (pending > 0) text += kDigits[(bits << (6 - pending)) & 0x3FU];
  text.append((4 - text.size() % 4) % 4, '=');
  return text;
}

void require_length(const Plot& plot, const PlotSeries& series, std::size_t length) {
  if (series.data.size() == length) return;
  throw std::invalid_argument(fmt::format("plot {}: series \"{}\" has {} values, its axis {}",
                                          plot.id, series.label, series.data.size(), length));
}

ordered_json to_json(const Plot& plot, std::size_t times) {
  ordered_json series_list = ordered_json::array();
  for (const PlotSeries& series : plot.series) {
    require_length(plot, series, plot.x ? plot.x->data.size() : times);
    series_list.push_back(
        {{"label", series.label}, {"role", series.role}, {"data", encode(series.data)}});
  }
  ordered_json limits = ordered_json::array();
  for (const PlotLimit& limit : plot.limits) {
    limits.push_back({{"label", limit.label}, {"value", limit.value}});
  }
  ordered_json json = {{"id", plot.id},
                       {"group", plot.group},
                       {"title", plot.title},
                       {"unit", plot.unit},
                       {"metrics", plot.metrics},
                       {"limits", std::move(limits)},
                       {"draw", plot.bars ? "bars" : "line"},
                       {"series", std::move(series_list)}};
  if (plot.x) {
    json["x"] = {{"label", plot.x->label}, {"unit", plot.x->unit}, {"data", encode(plot.x->data)}};
  }
  return json;
}

ordered_json to_json(const ReportData& data) {
  ordered_json parts = ordered_json::array();
  for (const auto& [part, text] : data.parts) parts.push_back(ordered_json::array({part, text}));
  ordered_json plots = ordered_json::array();
  for (const Plot& plot : data.plots) plots.push_back(to_json(plot, data.time_s.size()));
  ordered_json json = {{"summary", data.summary},         {"title", data.title},
                       {"description", data.description}, {"parts", std::move(parts)},
                       {"left_out", data.left_out},       {"scenario_text", data.scenario_text},
                       {"command", data.command},         {"time_s", encode(data.time_s)},
                       {"plots", std::move(plots)}};
  if (data.drive) json["drive"] = to_json(*data.drive);
  return json;
}

}  // namespace

std::string render_report(const ReportData& data) {
  return fill_page(web::report_template(), "report-data", to_json(data));
}

void write_report(const std::filesystem::path& path, const ReportData& data) {
  core::write_whole(path, render_report(data));
}

}  // namespace tether::report
