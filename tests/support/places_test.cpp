// That real captures lie where they are said to lie: suites that are made of them are empty otherwise, and an
// empty suite is right.
#include <gtest/gtest.h>

#include "tests/support/needs_captures.h"
#include "tests/support/places.h"

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;

TEST(RealCaptures, LieInTheirFolderWithWhatIsKnownOfThem) {
  if (!fs::exists(profiles_folder())) GTEST_SKIP() << needs_captures();
  EXPECT_FALSE(captures().empty()) << "There is no capture in " << profiles_folder();
  size_t known = 0;
  for (const fs::path& capture : captures())
    if (fs::exists(profiles_folder() / "truth" / (capture.stem().string() + ".json"))) ++known;
  EXPECT_GT(known, 0u) << "There is no truth of a capture in " << profiles_folder() / "truth";
}

TEST(RealCaptures, AreAskedForByTheNameOfTheFolder) {
  EXPECT_NE(needs_captures().find("NSYS_AI_PROFILES"), std::string::npos) << needs_captures();
}

}  // namespace
}  // namespace nsys_ai::test
