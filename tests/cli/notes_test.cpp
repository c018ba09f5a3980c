// Every command says what of a profile was not read: of a file that is damaged, and of one that does not fit
// into memory.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <vector>

#include "shell.h"
#include "tests/support/sketch.h"
#include "tests/support/sketch_sqlite.h"

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSketch = R"sketch(
  device 0 "NVIDIA H200"
  thread 1 "main"
  repeat 120000 every 10us as s {
    nvtx "step {s}" 0..9us
    gpu 0 stream 7   gemm 1..5us
  }
  gpu 0 stream 7  memcpy_h2d 6..7us [1MB pageable]   memset 7..8us   "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(x)" 8..9us
)sketch";

// By the name that `nsys-ai --help` lists; none for what does not answer about a profile's events. P stands
// for the profile.
const std::map<std::string, std::vector<std::string>>& command_lines() {
  static const std::map<std::string, std::vector<std::string>> lines = {
      {"analyze", {"analyze P", "analyze P --format json", "analyze P --format markdown"}},
      {"annotate", {"annotate map P", "annotate map P --format json"}},
      {"ask", {"ask P 'how many kernels'", "ask P 'how many kernels' --format json"}},
      {"baseline", {"baseline set base P"}},
      {"bookmark", {}},
      {"capture", {}},
      {"check", {"check P --against whole.sqlite", "check P --against whole.sqlite --format json"}},
      {"completion", {}},
      {"diff",
       {"diff P whole.sqlite", "diff P whole.sqlite --format json", "diff P whole.sqlite --format markdown"}},
      {"doctor", {}},
      {"eval", {}},
      {"explain", {"explain P kernel:1", "explain P kernel:1 --format json"}},
      {"export",
       {"export P -o trace", "export P -o trace.json --format json", "export P -o - | grep -a left"}},
      {"export-csv", {"export-csv P -o rows.csv", "export-csv P -o - > rows.csv", "export-csv P -o rows/"}},
      {"export-json", {"export-json P -o -", "export-json P -o - --lines > rows.jsonl"}},
      {"history", {}},
      {"flame", {"flame P --of nvtx", "flame P --of nvtx --format json", "flame P --of nvtx --format csv"}},
      {"info", {"info P", "info P --format json"}},
      {"iters", {"iters P", "iters P --format json"}},
      {"knowledge", {}},
      {"manual", {}},
      {"markdown", {"markdown P"}},
      {"mcp", {}},
      {"model", {}},
      {"nccl", {"nccl P"}},
      {"ncu", {"ncu P kernel:1"}},
      {"open", {"open P", "P"}},
      {"overlap", {"overlap P"}},
      {"overview", {"overview P", "overview P --format json"}},
      {"query",
       {"query P 'SELECT count(*) FROM nvtx'", "query P 'SELECT count(nvtx) FROM kernel' --format json",
        "query P 'SELECT count(nvtx) FROM kernel' --format csv",
        "query P 'SELECT count(nvtx) FROM kernel' --format markdown"}},
      {"questions", {"questions P", "questions P --format json"}},
      {"ranks", {"ranks P", "ranks P --format json"}},
      {"report", {"report P --out R | cat - R/report.md", "report P --out R | cat - R/report.json"}},
      {"schema", {"schema P", "schema P --table NVTX_EVENTS", "schema P --html -"}},
      {"search", {"search P '*'", "search P '*' --format json", "search P '*' --instances"}},
      {"self-check", {"self-check P"}},
      {"serve", {}},
      {"skill",
       {"skill run kernel_instances P", "skill run kernel_instances P --format json",
        "skill run kernel_instances P --format csv", "skill run nvtx_summary P"}},
      {"summary", {"summary P"}},
      // On a terminal alone.
      {"suggest", {"suggest P", "suggest P --format json"}},
      {"timeline", {}},
      {"tree", {"tree P", "tree P --format json", "tree P --format csv"}},
      {"tui", {}},
      {"viewer", {"viewer P -o report.html"}},
      {"web", {}},
  };
  return lines;
}

class EveryCommand : public testing::Test {
 protected:
  EveryCommand() { sketch::write(kSketch, (folder_.path() / "whole.sqlite").string()); }

  // What it printed, on one line.
  std::string printed(const std::string& command) const {
    return std::regex_replace(run_shell("nsys-ai " + command, folder_.path()).output, std::regex("\\s+"),
                              " ");
  }
  // Under the first of the limits, if any, that leaves room for a part of the profile: what the program
  // itself takes differs by machine.
  void expect_notes(const std::string& profile, const std::vector<const char*>& limits = {}) const {
    for (const auto& [name, lines] : command_lines())
      for (std::string line : lines) {
        line.replace(line.starts_with("P") ? 0 : line.find(" P") + 1, 1, profile);
        const size_t pipe = std::min(line.find_first_of("|>"), line.size());
        if (line.starts_with("self-check") && !limits.empty()) continue;
        std::string text = limits.empty() ? printed(line) : "";
        for (const char* limit : limits) {
          std::string limited = line;
          limited.insert(pipe, fmt::format(" --memory-limit {} ", limit));
          text = printed(limited);
          if (text.find(" of memory, and ") == std::string::npos) break;
        }
        EXPECT_TRUE(text.find(" left out") != std::string::npos) << line << "\n" << text.substr(0, 2000);
      }
  }
  fs::path folder() const { return folder_.path(); }

 private:
  TempFolder folder_;
};

TEST_F(EveryCommand, IsListedHere) {
  std::istringstream help(run_shell("nsys-ai --help", folder()).output);
  std::vector<std::string> listed;
  for (std::string line; std::getline(help, line);) {
    std::smatch match;
    if (std::regex_search(line, match, std::regex("^  ([a-z][a-z-]+) {2,}[A-Z]"))) listed.push_back(match[1]);
  }
  EXPECT_GT(listed.size(), 15u);
  for (const std::string& name : listed)
    EXPECT_EQ(command_lines().count(name), 1u) << name << ": say how it answers about a profile";
}

TEST_F(EveryCommand, SaysWhatDamageLeavesOut) {
  fs::copy_file(folder() / "whole.sqlite", folder() / "damaged.sqlite");
  sketch::Database file((folder() / "damaged.sqlite").string());
  std::fstream bytes(folder() / "damaged.sqlite", std::ios::binary | std::ios::in | std::ios::out);
  for (const char* table : {"CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_MEMCPY",
                            "CUPTI_ACTIVITY_KIND_MEMSET", "CUPTI_ACTIVITY_KIND_RUNTIME", "NVTX_EVENTS"}) {
    size_t page = std::stoul(
        file.answer("SELECT rootpage FROM sqlite_master WHERE name = '" + std::string(table) + "'"));
    const auto at = [&](size_t offset) {
      bytes.seekg(static_cast<std::streamoff>((page - 1) * 4096 + offset));
      return static_cast<size_t>(bytes.get());
    };
    while (at(0) == 5) page = at(8) << 24 | at(9) << 16 | at(10) << 8 | at(11);
    bytes.seekp(static_cast<std::streamoff>((page - 1) * 4096));
    bytes.write("no page", 7);
  }
  bytes.close();
  expect_notes("damaged.sqlite");
}

// What has no rows left is not what the capture never had.
TEST_F(EveryCommand, SaysWhereDamageLeavesNothing) {
  fs::copy_file(folder() / "whole.sqlite", folder() / "damaged.sqlite");
  sketch::Database file((folder() / "damaged.sqlite").string());
  const size_t page =
      std::stoul(file.answer("SELECT rootpage FROM sqlite_master WHERE name = 'NVTX_EVENTS'"));
  std::fstream bytes(folder() / "damaged.sqlite", std::ios::binary | std::ios::in | std::ios::out);
  bytes.seekp(static_cast<std::streamoff>((page - 1) * 4096));
  bytes.write("no page", 7);
  bytes.close();
  for (const char* command :
       {"ask damaged.sqlite 'how many NVTX ranges'", "info damaged.sqlite", "markdown damaged.sqlite",
        "overview damaged.sqlite", "query damaged.sqlite 'SELECT count(*) FROM nvtx'",
        "search damaged.sqlite step", "skill run nvtx_summary damaged.sqlite", "tree damaged.sqlite"}) {
    const std::string text = printed(command);
    EXPECT_NE(text.find("reading stopped after 0 rows"), std::string::npos) << command << "\n" << text;
  }
}

TEST_F(EveryCommand, SaysWhatALimitOfMemoryLeavesOut) {
  if (NSYS_AI_TEST_SANITIZED) GTEST_SKIP() << "A sanitizer takes more memory than the profile.";
  expect_notes("whole.sqlite", {"12MB", "14MB", "16MB", "18MB"});
}

}  // namespace
}  // namespace nsys_ai::test
