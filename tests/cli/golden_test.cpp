// Runs the golden tests of tests/skills and tests/cli, a test of its own for each case; UPDATE=1 rewrites
// them.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <regex>
#include <set>
#include <stdexcept>

#include "golden_file.h"
#include "golden_run.h"
#include "tests/support/places.h"

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;

// Tests run as processes side by side; each puts its own case into the file that they share.
void rewrite(const fs::path& path, const GoldenCase& with) {
  const int lock = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  ::flock(lock, LOCK_EX);
  GoldenFile file = read_golden(path);
  for (GoldenCase& one : file.cases)
    if (one.title == with.title) one = with;
  std::ofstream(path, std::ios::binary) << text_of(file);
  ::close(lock);
}

class GoldenTest : public testing::Test {
 public:
  GoldenTest(fs::path path, GoldenCase expected) : path_(std::move(path)), expected_(std::move(expected)) {}

  void TestBody() override {
    const GoldenCase got = run_golden(read_golden(path_), expected_);
    if (const char* update = std::getenv("UPDATE"); update && std::string_view(update) == "1")
      rewrite(path_, got);
    else
      EXPECT_EQ(text_of(expected_), text_of(got)) << "UPDATE=1 accepts what came.";
  }

 private:
  fs::path path_;
  GoldenCase expected_;
};

std::vector<fs::path> test_files() {
  std::vector<fs::path> files;
  for (const char* folder : {"/tests/cli", "/tests/skills"})
    for (const auto& entry : fs::directory_iterator(source_folder().string() + folder))
      if (entry.path().extension() == ".test") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

// A title as the name of a test.
std::string name_of(const std::string& title) {
  std::string name;
  for (const char c : title) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (plain)
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  return name;
}

// Under sanitizers, where each start of the program takes a tenth of a second, one case in four; those with
// many events, which go the way of few, are none of them.
bool is_run(const GoldenCase& one) {
  static const std::regex many("repeat [0-9]{6,}");
  return !NSYS_AI_TEST_SANITIZED ||
         (std::hash<std::string>()(one.title) % 4 == 0 && !std::regex_search(text_of(one), many));
}

void register_tests() {
  for (const fs::path& path : test_files()) {
    const std::string suite = path.parent_path().filename().string() + "_" + path.stem().string();
    std::set<std::string> names;
    for (const GoldenCase& one : read_golden(path).cases) {
      if (!names.insert(name_of(one.title)).second)
        throw std::runtime_error(path.string() + ": two titles are too alike: " + one.title);
      if (!is_run(one)) continue;
      testing::RegisterTest(suite.c_str(), name_of(one.title).c_str(), nullptr, nullptr, path.c_str(), 1,
                            [path, one]() -> GoldenTest* { return new GoldenTest(path, one); });
    }
  }
}

}  // namespace
}  // namespace nsys_ai::test

int main(int count, char** arguments) {
  testing::InitGoogleTest(&count, arguments);
  try {
    nsys_ai::test::register_tests();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "golden_test: %s\n", error.what());
    return 1;
  }
  return RUN_ALL_TESTS();
}
