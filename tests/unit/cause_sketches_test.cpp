// Runs into which one cause of the book was put: it is found there, first and alone (tests/causes/README.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "knowledge/book.h"
#include "skills/findings.h"
#include "tests/support/places.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::test {
namespace {

// What every run can be said to consist of; it stands beside the causes.
const std::set<std::string> kDescriptions = {"bound-by-kernels", "dominant-family", "hot-kernel",
                                             "missing-nvtx", "stream-serialisation"};

struct CauseSketch {
  std::string file;
  std::string title;
  std::string cause;  // `none` for a run in which nothing is wrong
  std::optional<Interval> window;
  std::string text;
};
void PrintTo(const CauseSketch& of, std::ostream* out) { *out << of.file << ": " << of.title; }

// Of `trim 0.1 0.4`, in seconds.
Interval window_of(const std::string& line) {
  std::istringstream in(line.substr(5));
  double from = 0, to = 0;
  in >> from >> to;
  return {static_cast<int64_t>(from * 1e9), static_cast<int64_t>(to * 1e9)};
}

std::vector<CauseSketch> sketches_in(const std::filesystem::path& path) {
  std::vector<CauseSketch> found;
  std::istringstream in(bytes_of(path));
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("== ")) {
      const size_t arrow = line.find(" => ");
      found.push_back({path.stem().string(),
                       line.substr(3, arrow == std::string::npos ? arrow : arrow - 3),
                       arrow == std::string::npos ? path.stem().string() : line.substr(arrow + 4),
                       {},
                       ""});
    } else if (line.starts_with("trim ")) {
      found.back().window = window_of(line);
    } else if (!found.empty()) {
      found.back().text += line + "\n";
    }
  }
  return found;
}

std::vector<CauseSketch> all_sketches() {
  std::vector<CauseSketch> all;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "tests/causes"))
    if (entry.path().extension() == ".sketches")
      for (CauseSketch& of : sketches_in(entry.path())) all.push_back(std::move(of));
  std::sort(all.begin(), all.end(), [](const CauseSketch& a, const CauseSketch& b) {
    return std::tie(a.file, a.title) < std::tie(b.file, b.title);
  });
  return all;
}

std::string name_of_sketch(const testing::TestParamInfo<CauseSketch>& of) {
  std::string name = of.param.file + "_" + of.param.title;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
}

class CauseOf : public testing::TestWithParam<CauseSketch> {};

TEST_P(CauseOf, IsFoundWhereItWasPutAndAlone) {
  const CauseSketch& sketch = GetParam();
  const TemporaryFolder folder;
  sketch::write(sketch.text, (folder / "run.sqlite").string());
  const auto profile = load_profile((folder / "run.sqlite").string(), Work{});
  ASSERT_TRUE(profile) << profile.error().message;
  const auto scope = Scope::make(**profile, {{}, sketch.window, {}, {}});
  ASSERT_TRUE(scope) << scope.error().message;
  const auto found = findings_in(**profile, *scope, {});
  ASSERT_TRUE(found) << found.error().message;
  std::string told;  // all of it, for who reads a failure
  std::vector<std::string> causes;
  std::set<std::string> warnings;
  for (const Finding& of : found->findings) {
    told += std::string(name_of(of.severity)) + " " + of.key + ": " + of.title + "\n";
    if (!kDescriptions.contains(of.key) || of.key == sketch.cause) causes.push_back(of.key);
    if (of.severity != Severity::information) warnings.insert(of.key);
    // A value that a page asks for and the answer lacks is shown as a dash.
    for (const std::string& text : {of.title, of.detail}) {
      EXPECT_EQ(text.find(" - "), std::string::npos) << text;
      EXPECT_EQ(text.find('{'), std::string::npos) << text;
    }
  }
  warnings.erase(sketch.cause);
  EXPECT_TRUE(warnings.empty()) << told;
  if (sketch.cause == "none") return;
  ASSERT_FALSE(causes.empty()) << told;
  if (kDescriptions.contains(sketch.cause)) {
    EXPECT_NE(std::find(causes.begin(), causes.end(), sketch.cause), causes.end()) << told;
    return;
  }
  EXPECT_EQ(causes.front(), sketch.cause) << told;
  // What the run consists of is no first finding beside a cause that costs much.
  const auto of = std::ranges::find(found->findings, sketch.cause, &Finding::key);
  const bool must_lead = of != found->findings.end() && is_warning(of->severity);
  EXPECT_EQ(must_lead ? found->findings.front().key : sketch.cause, sketch.cause) << told;
}

INSTANTIATE_TEST_SUITE_P(Sketches, CauseOf, testing::ValuesIn(all_sketches()), name_of_sketch);

TEST(CauseSketches, AreFiveForEachPageOfTheBook) {
  std::map<std::string, int> counts;
  for (const CauseSketch& of : all_sketches()) ++counts[of.file];
  for (const Cause& cause : root_cause_book()) EXPECT_GE(counts[cause.key], 5) << cause.key;
}

}  // namespace
}  // namespace nsys_ai::test
