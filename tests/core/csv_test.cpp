#include "tether/core/csv.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace tether::core {
namespace {

CsvTable parse(std::string_view text, const CsvLimits& limits = {}) {
  return CsvTable::parse(text, "x.csv", limits);
}

// what the error says that `text` is refused with
std::string refusal(std::string_view text, const CsvLimits& limits = {}) {
  try {
    parse(text, limits);
  } catch (const core::InputError& e) {
    return e.what();
  }
  return "accepted";
}

TEST(CsvTable, ReadsNumbersTextAndMissingValues) {
  const auto table = parse("operator,time,note\n1,43.1,fast\n2,,\n3, +1e-3 ,\"slow, then fast\"\n");
  ASSERT_EQ(table.rows(), 3U);
  EXPECT_EQ(table.names(), (std::vector<std::string>{"operator", "time", "note"}));
  EXPECT_EQ(table.number(0, 1), 43.1);
  EXPECT_EQ(table.number(1, 1), std::nullopt);
  EXPECT_EQ(table.number(2, 1), 1e-3);
  EXPECT_EQ(table.cell(1, 2).text, "");
  EXPECT_EQ(table.cell(2, 2).text, "slow, then fast");
}

TEST(CsvTable, ReadsWhatSpreadsheetsWrite) {
  const auto table = parse("\xEF\xBB\xBF\"\",\"a \"\"b\"\"\"\r\n1,\"two\r\nlines\"\r\n\r\n2,3");
  EXPECT_EQ(table.names(), (std::vector<std::string>{"column 1", "a \"b\""}));
  ASSERT_EQ(table.rows(), 2U);
  EXPECT_EQ(table.cell(0, 1).text, "two\r\nlines");
  EXPECT_EQ(table.number(1, 1), 3);
  EXPECT_EQ(table.cell(1, 0).line, 5);
}

TEST(CsvTable, CountsCharactersNotBytes) {
  const auto table = parse("größe,σ\nµµ,x\n");
  EXPECT_EQ(table.cell(0, 1).column, 4);
}

TEST(CsvTable, SaysTheNearestColumn) {
  const auto table = parse("\ntotal_without,total_with\n");
  EXPECT_EQ(table.column("total_with"), 1U);
  try {
    table.column("totl_with");
    FAIL();
  } catch (const core::InputError& e) {
    EXPECT_STREQ(e.what(), "x.csv:2:1: no column \"totl_with\"; did you mean \"total_with\"?");
  }
}

TEST(CsvTable, SaysWhereANumberIsNone) {
  const auto table = parse("a,b\n1,2\n3,n/a\n4,nan\n5,1e999\n6,0x10\n7,+-1\n");
  const auto said = [&](std::size_t row) -> std::string {
    try {
      table.number(row, 1);
    } catch (const core::InputError& e) {
      return e.what();
    }
    return "accepted";
  };
  EXPECT_EQ(said(1), "x.csv:3:3: expected a number, found \"n/a\"");
  EXPECT_EQ(said(2), "x.csv:4:3: expected a finite number, found \"nan\"");
  EXPECT_EQ(said(3), "x.csv:5:3: expected a finite number, found \"1e999\"");
  EXPECT_EQ(said(4), "x.csv:6:3: expected a number, found \"0x10\"");
  EXPECT_EQ(said(5), "x.csv:7:3: expected a number, found \"+-1\"");
}

TEST(CsvTable, SaysWhereTheTableIsBroken) {
  EXPECT_EQ(refusal(""), "x.csv: empty; expected a header row");
  EXPECT_EQ(refusal("\r\n\n"), "x.csv: empty; expected a header row");
  EXPECT_EQ(refusal("a,b\n1,2\n3\n"),
            "x.csv:3:1: the row ends with cell 1, the header has 2 columns");
  EXPECT_EQ(refusal("a,b\n1,2,3\n"),
            "x.csv:2:5: the row ends with cell 3, the header has 2 columns");
  EXPECT_EQ(refusal("a,b,a\n"), "x.csv:1:5: a second column \"a\"");
  EXPECT_EQ(refusal("a;b\n1,5;2\n"),
            "x.csv:1:1: cells must be separated by commas, found semicolons");
  EXPECT_EQ(refusal("a\tb\n"), "x.csv:1:1: cells must be separated by commas, found tabs");
  EXPECT_EQ(refusal("\"a\nb\"\n"), "x.csv:1:1: the name of a column must stand on one line");
  EXPECT_EQ(refusal("a,b\n1,\"2\n"), "x.csv:2:3: a quote that is never closed");
  EXPECT_EQ(refusal("a,b\n1,\"2\"3\n"), "x.csv:2:6: expected a comma after the closing quote");
  EXPECT_EQ(refusal("a,b\n1,2\"3\n"),
            "x.csv:2:4: a quote within a cell that does not begin with one");
}

TEST(CsvTable, RefusesWhatIsNotText) {
  EXPECT_EQ(refusal(std::string_view("a\0", 2)), "x.csv:1:2: not text: byte 0x00");
  EXPECT_EQ(refusal("a,\x1B[2J\n"), "x.csv:1:3: not text: byte 0x1b");
  EXPECT_EQ(refusal("a\n\"x\rb\"\n"), "x.csv:2:3: not text: byte 0x0d");
  // half a character, a longer form than need be, a surrogate, a control character
  for (const char* bytes :
       {"\xC3", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xC2\x9B", "\xFF"}) {
    EXPECT_EQ(refusal(std::string("a,") + bytes).rfind("x.csv:1:3: not text: byte 0x", 0), 0U);
  }
}

TEST(CsvTable, StopsAtItsLimits) {
  const CsvLimits limits{.bytes = 60, .columns = 3, .cells = 4, .cell_bytes = 5};
  EXPECT_EQ(refusal("a,b,c\n1,2,3\n", limits), "accepted");
  EXPECT_EQ(refusal("a,b,c,d\n", limits), "x.csv:1:6: more than 3 columns");
  EXPECT_EQ(refusal("a,b\n1,2\n3,4\n5,6\n", limits), "x.csv:4:1: more than 4 cells");
  EXPECT_EQ(refusal("a,b\n1,123456\n", limits), "x.csv:2:3: a cell of more than 5 bytes");
  EXPECT_EQ(refusal(std::string(61, 'a'), limits),
            "x.csv: larger than 60 bytes, which is no small table");
  // endless, but read no further than the limit
  EXPECT_THROW(CsvTable::load("/dev/zero"), core::InputError);
}

TEST(CsvTable, SaysWhyAFileCannotBeRead) {
  for (const auto& [file, reason] : {std::pair{"/nonexistent.csv", "No such file or directory"},
                                     std::pair{"/", "Is a directory"}}) {
    try {
      CsvTable::load(file);
      FAIL();
    } catch (const core::InputError& e) {
      EXPECT_EQ(e.what(), std::string(file) + ": cannot be read: " + reason);
    }
  }
}

TEST(Excerpt, StaysOnOneLineAndEndsWithAWholeCharacter) {
  EXPECT_EQ(excerpt("a\r\nb"), "a  b");
  const std::string cut = excerpt(std::string(39, 'x') + "ééé");
  EXPECT_EQ(cut, std::string(39, 'x') + "...");
}

TEST(CsvRow, IsQuotedOnlyWhereItMustBe) {
  std::string text;
  append_csv_row(text, std::vector<std::string>{"a", "b,c", "say \"hi\"", "", "x y"});
  append_csv_row(text, std::vector<std::string>{""});
  EXPECT_EQ(text, "a,\"b,c\",\"say \"\"hi\"\"\",,x y\r\n\"\"\r\n");
}

RC_GTEST_PROP(CsvRow, ReadsBackAsItWasWritten, ()) {
  const std::vector<std::string> names{"w", "x", "y", "z"};
  const auto columns = *rc::gen::inRange<std::size_t>(1, names.size() + 1);
  const auto any_cell =
      rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
                       "a", "1", " ", ",", "\"", "\n", "\r\n", "é", "\t")),
                   [](const std::vector<std::string>& pieces) {
                     std::string cell;
                     for (const std::string& piece : pieces) cell += piece;
                     return cell;
                   });
  const auto rows = *rc::gen::container<std::vector<std::vector<std::string>>>(
      rc::gen::container<std::vector<std::string>>(columns, any_cell));
  std::string text;
  append_csv_row(text, std::span(names).first(columns));
  for (const auto& row : rows) append_csv_row(text, row);
  const auto table = parse(text);
  RC_ASSERT(table.rows() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < columns; ++j) RC_ASSERT(table.cell(i, j).text == rows[i][j]);
  }
}

RC_GTEST_PROP(CsvTable, AnswersAnyBytesWithATableOrAnInputError, ()) {
  const auto text = *rc::gen::container<std::string>(
      rc::gen::oneOf(rc::gen::arbitrary<char>(), rc::gen::element(',', '"', '\n', '\r', '1')));
  try {
    const auto table = parse(text);
    for (std::size_t i = 0; i < table.rows(); ++i) {
      for (std::size_t j = 0; j < table.names().size(); ++j) RC_ASSERT(table.cell(i, j).line > 0);
    }
  } catch (const core::InputError& e) {
    RC_ASSERT(std::string(e.what()).starts_with("x.csv"));
  }
}

}  // namespace
}  // namespace tether::core
