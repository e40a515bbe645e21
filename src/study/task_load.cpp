#include "tether/study/task_load.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <numeric>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tether::study {
namespace {

// scores are written with four digits after the point
constexpr double kScoreRounding = 1e-3;

std::string weight_column(const LoadScale& scale) { return fmt::format("{}_weight", scale.name); }

double required(const core::CsvTable& table, std::size_t row, std::string_view column) {
  const std::size_t at = table.column(column);
  const auto value = table.number(row, at);
  if (!value) table.fail(table.cell(row, at), fmt::format("expected a {}, found nothing", column));
  return *value;
}

LoadRatings ratings(const core::CsvTable& table, std::size_t row) {
  LoadRatings read{};
  for (std::size_t i = 0; i < kLoadScales; ++i) {
    read[i] = required(table, row, kScales[i].name);
    if (!(read[i] >= 0 && read[i] <= kHighestRating)) {
      table.fail(table.cell(row, table.column(kScales[i].name)),
                 fmt::format("a rating is from 0 to 100, found {:g}", read[i]));
    }
  }
  return read;
}

// none where all six are missing
std::optional<LoadWeights> weights(const core::CsvTable& table, std::size_t row) {
  LoadWeights read{};
  std::size_t present = 0;
  for (std::size_t i = 0; i < kLoadScales; ++i) {
    const auto value = table.number(row, table.column(weight_column(kScales[i])));
    if (!value) continue;
    ++present;
    // what is no whole number from 0 to 5 fails below
    read[i] = *value >= 0 && *value <= 5 && *value == std::floor(*value) ? static_cast<int>(*value)
                                                                         : -100;
  }
  if (present == 0) return std::nullopt;
  if (present < kLoadScales || !possible(read)) {
    table.fail(table.cell(row, table.column(weight_column(kScales[0]))),
               "six weights of fifteen choices are whole numbers from 0 to 5 that sum up to 15");
  }
  return read;
}

void check_score(const core::CsvTable& table, std::size_t row, std::string_view column,
                 double score) {
  const double written = required(table, row, column);
  if (std::abs(written - score) <= kScoreRounding) return;
  table.fail(table.cell(row, table.column(column)),
             fmt::format("{:g} is not the score of this row, which is {:.4f}", written, score));
}

void check_columns(const core::CsvTable& table) {
  const auto expected = task_load_columns();
  if (table.names() == expected) return;
  throw core::InputError(
      {.file = table.file(), .line = 1},
      fmt::format("not a table of task loads: its header should be {}", core::csv_line(expected)));
}

std::string row_text(const TaskLoad& load) {
  std::vector<std::string> cells{load.participant, load.condition};
  for (const double rating : load.ratings) cells.push_back(fmt::format("{:g}", rating));
  for (std::size_t i = 0; i < kLoadScales; ++i) {
    cells.push_back(load.weights ? fmt::format("{}", (*load.weights)[i]) : "");
  }
  cells.push_back(load.weights ? fmt::format("{:.4f}", *load.overall()) : "");
  cells.push_back(fmt::format("{:.4f}", load.raw()));
  return core::csv_line(cells);
}

// Open and locked until it goes out of scope. A file that another program took back before the
// lock was had is gone from its directory: then it is made anew.
class LockedFile {
 public:
  explicit LockedFile(const std::filesystem::path& path) : path_(path) {
    do {
      open();
    } while (gone());
  }
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;
  ~LockedFile() { ::close(descriptor_); }

  int descriptor() const noexcept { return descriptor_; }
  off_t size() const {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) throw core::IoError("read", path_.string(), errno);
    return status.st_size;
  }
  // as it was found: of this size, or not there at all
  bool take_back(off_t size) const noexcept {
    if (::ftruncate(descriptor_, size) != 0) return false;
    return !created_ || ::unlink(path_.c_str()) == 0;
  }

 private:
  void open() {
    constexpr int kFlags = O_RDWR | O_APPEND | O_CLOEXEC;
    descriptor_ = ::open(path_.c_str(), kFlags | O_CREAT | O_EXCL, 0644);
    created_ = descriptor_ >= 0;
    if (!created_ && errno == EEXIST) descriptor_ = ::open(path_.c_str(), kFlags | O_CREAT, 0644);
    if (descriptor_ < 0) throw core::IoError("open", path_.string(), errno);
    if (::flock(descriptor_, LOCK_EX) == 0) return;
    const int error = errno;
    ::close(descriptor_);
    throw core::IoError("lock", path_.string(), error);
  }
  bool gone() const noexcept {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0 || status.st_nlink > 0) return false;
    ::close(descriptor_);
    return true;
  }

  std::filesystem::path path_;
  int descriptor_ = -1;
  bool created_ = false;
};

bool ends_in_the_middle_of_a_line(int descriptor, off_t size) {
  char last = '\n';
  return size > 0 && ::pread(descriptor, &last, 1, size - 1) == 1 && last != '\n';
}

}  // namespace

const std::array<LoadScale, kLoadScales> kScales{{
    {"mental", "Mental demand",
     "Thinking, deciding, searching, remembering: how much of it did the task take?", "little",
     "much"},
    {"physical", "Physical demand",
     "Pushing, pulling, turning, holding: how much work was it for the body?", "little", "much"},
    {"temporal", "Temporal demand", "How hurried were you by the pace of the task?", "at leisure",
     "rushed"},
    {"performance", "Performance",
     "How well did you do what was asked, in your own eyes? Mind: a good result is LOW.", "perfect",
     "failed"},
    {"effort", "Effort",
     "How hard did you have to try, in head and body, to do as well as you did?", "hardly",
     "very hard"},
    {"frustration", "Frustration",
     "Were you annoyed, discouraged and tense, or content and at ease?", "at ease", "annoyed"},
}};

std::array<LoadPair, kLoadPairs> load_pairs() {
  std::array<LoadPair, kLoadPairs> pairs{};
  std::size_t at = 0;
  for (std::size_t a = 0; a < kLoadScales; ++a) {
    for (std::size_t b = a + 1; b < kLoadScales; ++b) pairs[at++] = {a, b};
  }
  return pairs;
}

LoadWeights load_weights(const std::array<std::size_t, kLoadPairs>& chosen) {
  LoadWeights weights{};
  for (const std::size_t scale : chosen) ++weights.at(scale);
  return weights;
}

// H.G. Landau's condition for the scores of a tournament, 1953
bool possible(const LoadWeights& weights) noexcept {
  LoadWeights sorted = weights;
  std::sort(sorted.begin(), sorted.end());
  int sum = 0;
  for (int k = 1; k <= static_cast<int>(kLoadScales); ++k) {
    sum += sorted[static_cast<std::size_t>(k - 1)];
    if (sum < k * (k - 1) / 2) return false;
  }
  return sum == static_cast<int>(kLoadPairs);
}

std::optional<double> TaskLoad::overall() const noexcept {
  if (!weights) return std::nullopt;
  double sum = 0;
  for (std::size_t i = 0; i < kLoadScales; ++i) sum += (*weights)[i] * ratings[i];
  return sum / static_cast<double>(kLoadPairs);
}

double TaskLoad::raw() const noexcept {
  return std::accumulate(ratings.begin(), ratings.end(), 0.0) / static_cast<double>(kLoadScales);
}

std::vector<std::string> task_load_columns() {
  std::vector<std::string> columns{"participant", "condition"};
  for (const LoadScale& scale : kScales) columns.emplace_back(scale.name);
  for (const LoadScale& scale : kScales) columns.push_back(weight_column(scale));
  columns.insert(columns.end(), {"overall", "raw"});
  return columns;
}

std::vector<TaskLoad> task_loads(const core::CsvTable& table) {
  check_columns(table);
  std::vector<TaskLoad> loads;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    TaskLoad load{table.cell(row, 0).text, table.cell(row, 1).text, ratings(table, row),
                  weights(table, row)};
    for (const std::size_t column : {0U, 1U}) {
      if (table.cell(row, column).text.empty()) {
        table.fail(table.cell(row, column),
                   fmt::format("expected a {}, found nothing", table.names()[column]));
      }
    }
    if (load.weights) check_score(table, row, "overall", *load.overall());
    check_score(table, row, "raw", load.raw());
    loads.push_back(std::move(load));
  }
  return loads;
}

void check_task_load_file(const std::filesystem::path& path) {
  struct stat status {};
  const bool present = ::stat(path.c_str(), &status) == 0;
  if (!present && errno != ENOENT) throw core::IoError("open", path.string(), errno);
  const auto directory = path.has_parent_path() ? path.parent_path() : ".";
  const bool writable =
      present ? ::faccessat(AT_FDCWD, path.c_str(), R_OK | W_OK, AT_EACCESS) == 0
              : ::faccessat(AT_FDCWD, directory.c_str(), W_OK | X_OK, AT_EACCESS) == 0;
  if (!writable) throw core::IoError("write", path.string(), errno);
  if (!present || (S_ISREG(status.st_mode) && status.st_size == 0)) return;
  check_columns(core::CsvTable::load(path.string()));
}

void append_task_load(const std::filesystem::path& path, const TaskLoad& load) {
  const LockedFile file(path);
  check_task_load_file(path);
  const off_t before = file.size();
  std::string text;
  if (before == 0) text = core::csv_line(task_load_columns()) + '\n';
  if (ends_in_the_middle_of_a_line(file.descriptor(), before)) text = '\n';
  text += row_text(load) + '\n';
  errno = 0;
  const bool whole =
      ::write(file.descriptor(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (whole && ::fsync(file.descriptor()) == 0) return;
  const int error = errno == 0 ? ENOSPC : errno;
  // half a row is worse than none
  if (!file.take_back(before)) {
    throw core::IoError("take half a row back from", path.string(), errno);
  }
  throw core::IoError("write", path.string(), error);
}

}  // namespace tether::study
