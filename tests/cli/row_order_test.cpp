// What the program says of a profile does not depend on the order of the rows in its tables, but for the
// numbers of rows: exports since 2025.6 promise none.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>
#include <vector>

#include "shell.h"
#include "tests/support/needs_captures.h"
#include "tests/support/places.h"
#include "tests/support/sketch.h"
#include "tests/support/sketch_sqlite.h"

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> each_line(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string quoted(const std::string& name) { return '"' + name + '"'; }

// Writes the rows of each table in another order, with new row ids. A table whose row id is a column keeps
// it.
void shuffle(const fs::path& path) {
  sketch::Database file(path.string());
  for (const std::string& table : each_line(
           file.answer("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"))) {
    const std::string of = "FROM pragma_table_info('" + table + "') WHERE pk > 0 AND upper(type) = 'INTEGER'";
    if (file.answer("SELECT count(*) " + of) != "0") continue;
    file.execute("CREATE TEMP TABLE kept AS SELECT * FROM main." + quoted(table));
    file.execute("DELETE FROM main." + quoted(table));
    file.execute("INSERT INTO main." + quoted(table) +
                 " SELECT * FROM kept ORDER BY rowid * 7919 % 10007, rowid DESC");
    file.execute("DROP TABLE kept");
  }
  file.close();
}

// The text without the numbers of rows.
std::string without_rows(const std::string& text) {
  std::string result;
  for (size_t at = 0; at < text.size(); ++at) {
    result += text[at];
    if (text[at] != ':' || at == 0 || !std::isalpha(static_cast<unsigned char>(text[at - 1]))) continue;
    if (text.substr(0, at).ends_with("gap")) continue;
    size_t end = at + 1;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) ++end;
    if (end == at + 1) continue;
    result += 'N';
    at = end - 1;
  }
  return result;
}

std::vector<std::string> commands(const fs::path& folder) {
  std::vector<std::string> all = {
      "overview P.sqlite --format json",
      "analyze P.sqlite",
      "questions P.sqlite",
      "summary P.sqlite",
      "tree P.sqlite --format json",
      "export P.sqlite --format json --detail full --kinds "
      "calls,copies,counters,idle,iterations,kernels,memsets,nvtx,nvtx_on_gpu,os_calls,"
      "syncs -o -",
      "query P.sqlite 'SELECT * FROM kernel' --format csv",
      "query P.sqlite 'SELECT * FROM nvtx' --format csv",
      "query P.sqlite 'SELECT * FROM stream' --format csv"};
  for (const std::string& line : each_line(run_shell("nsys-ai skill list", folder).output))
    if (const size_t end = line.find(' ');
        end != std::string::npos && end > 0 && std::isalpha(static_cast<unsigned char>(line[0])))
      all.push_back("skill run " + line.substr(0, end) + " P.sqlite --format json");
  return all;
}

// Both profiles are called P.sqlite, each in a folder of its own.
void expect_equal_answers(const TempFolder& folder) {
  const fs::path ordered = folder.path() / "ordered", shuffled = folder.path() / "shuffled";
  const auto plain = [](std::string text, const fs::path& path) {
    for (size_t at = 0; (at = text.find(path.string(), at)) != std::string::npos;)
      text.replace(at, path.string().size(), "FOLDER");
    // The size of the file depends on how its pages are filled.
    constexpr std::string_view kSize = "sqlite, ";
    for (size_t at = 0; (at = text.find(kSize, at)) != std::string::npos;)
      text.erase(at, text.find('B', at) - at);
    // Columns are as wide as the references in them.
    return std::regex_replace(without_rows(text), std::regex("  +"), "  ");
  };
  for (const std::string& command : commands(folder.path())) {
    const ShellRun one = run_shell("nsys-ai " + command, ordered);
    const ShellRun other = run_shell("nsys-ai " + command, shuffled);
    EXPECT_EQ(one.exit_code, other.exit_code) << command;
    const std::vector<std::string> expected = each_line(plain(one.output, ordered));
    const std::vector<std::string> got = each_line(plain(other.output, shuffled));
    const auto differs = std::mismatch(expected.begin(), expected.end(), got.begin(), got.end());
    const auto line = [](const auto& at, const auto& of) {
      return at == of.end() ? "(the end)" : at->substr(0, 400);
    };
    EXPECT_TRUE(differs.first == expected.end() && differs.second == got.end())
        << command << "\n  " << line(differs.first, expected) << "\n  " << line(differs.second, got);
  }
}

// Two threads and two processes, ranges of one extent, kernels that begin at one time, and names that first
// appear in another order than that of the alphabet.
constexpr const char* kAnyOrder = R"sketch(
  device 0 "NVIDIA H200"
  device 1 "NVIDIA H200"
  process 200 "rank 0"
  thread 1 "main"
  thread 2 "other"
  repeat 12 every 1ms as s {
    nvtx "step {s}" 0..900us   "layer 0" 10..400us   "inner" 10..400us
    nvtx thread 2   "other {s}" 0..900us
    osrt thread 1 read 910..950us
    osrt thread 2 poll 910..950us
    api thread 1  cudaStreamSynchronize 800..890us   cudaMalloc 900..905us
    api thread 2  cudaStreamSynchronize 800..890us   cudaFree 900..905us
    gpu 0 stream 9   softmax 100..300us [launch=20..25us]
    gpu 0 stream 7   memcpy_h2d 30..60us [1MB pageable]   memset 60..70us   gemm 100..300us [launch=20..25us thread=2]
    gpu 0 stream 9   "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(x)" 350..500us
    gpu 1 stream 7   gemm 100..300us   attention 350..500us
  }
  nvtx startend  across 1..3ms [end_thread=2]
  nvtx mark      here 2ms
  nvtx mark      there 2ms
  process 300 "rank 1"
  repeat 12 every 1ms { gpu 0 stream 7   softmax 100..300us   gemm 350..500us }
)sketch";

TEST(RowOrder, DoesNotMatterToAnyAnswer) {
  const TempFolder folder;
  for (const char* name : {"ordered", "shuffled"}) {
    fs::create_directory(folder.path() / name);
    sketch::write(kAnyOrder, (folder.path() / name / "P.sqlite").string(), "2026.1");
  }
  shuffle(folder.path() / "shuffled" / "P.sqlite");
  expect_equal_answers(folder);
}

class RowOrderOf : public testing::TestWithParam<fs::path> {};

TEST_P(RowOrderOf, DoesNotMatterToAnyAnswer) {
  if (GetParam().empty()) GTEST_SKIP() << needs_captures();
  const TempFolder folder;
  for (const char* name : {"ordered", "shuffled"}) {
    fs::create_directory(folder.path() / name);
    const fs::path copy = folder.path() / name / "P.sqlite";
    fs::copy_file(GetParam(), copy);
    fs::permissions(copy, fs::perms::owner_write, fs::perm_options::add);
  }
  shuffle(folder.path() / "shuffled" / "P.sqlite");
  expect_equal_answers(folder);
}

std::vector<fs::path> captures_or_none() {
  std::vector<fs::path> found = captures();
  if (found.empty()) found.emplace_back();
  return found;
}

INSTANTIATE_TEST_SUITE_P(RowOrder, RowOrderOf, testing::ValuesIn(captures_or_none()), [](const auto& info) {
  std::string name = info.param.empty() ? "none" : info.param.stem().string();
  std::ranges::replace_if(
      name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
});

}  // namespace
}  // namespace nsys_ai::test
