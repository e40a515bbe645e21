#include "tether/study/report.hpp"

#include <bit>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "report_page.hpp"
#include <fmt/format.h>

#include "tether/core/error.hpp"

namespace tether::study {
namespace {

using nlohmann::ordered_json;

// where the template expects the data
constexpr std::string_view kSlot = R"(<script type="application/json" id="report-data">)";

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
  ordered_json json = {{"id", plot.id},
                       {"group", plot.group},
                       {"title", plot.title},
                       {"unit", plot.unit},
                       {"metrics", plot.metrics},
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
  return {{"summary", data.summary},
          {"title", data.title},
          {"description", data.description},
          {"parts", std::move(parts)},
          {"scenario_text", data.scenario_text},
          {"command", data.command},
          {"time_s", encode(data.time_s)},
          {"plots", std::move(plots)}};
}

// JSON that may stand inside a script element: "</script>" and "<!--" cannot occur in it
std::string script_text(const ordered_json& json) {
  // a text that is not UTF-8 must not cost the user the report
  const std::string plain = json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  std::string safe;
  safe.reserve(plain.size());
  for (const char c : plain) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

}  // namespace

std::string render_report(const ReportData& data) {
  const std::string_view page = web::report_template();
  const std::size_t slot = page.find(kSlot);
  if (slot == std::string_view::npos) {
    throw std::logic_error("the report page has no place for its data");
  }
  const std::size_t at = slot + kSlot.size();
  std::string html(page.substr(0, at));
  html += script_text(to_json(data));
  html += page.substr(at);
  return html;
}

void write_report(const std::filesystem::path& path, const ReportData& data) {
  const std::string html = render_report(data);
  std::filesystem::path unfinished = path;
  unfinished += ".unfinished";

  errno = 0;
  std::ofstream file(unfinished, std::ios::binary | std::ios::trunc);
  file.write(html.data(), static_cast<std::streamsize>(html.size()));
  file.close();
  const int write_error = errno;
  std::error_code rename_error;
  if (file) std::filesystem::rename(unfinished, path, rename_error);
  if (file && !rename_error) return;

  std::error_code ignored;
  std::filesystem::remove(unfinished, ignored);
  throw core::IoError("write", path.string(), file ? rename_error.value() : write_error);
}

}  // namespace tether::study
