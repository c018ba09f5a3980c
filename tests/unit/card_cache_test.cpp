// Cards that are kept, of several profiles at once.
#include "features/documents/card_cache.h"

#include <gtest/gtest.h>

#include "profile/load/load.h"
#include "tests/support/sketch.h"
#include "tests/unit/profile_file.h"
#include "view/targets/card.h"

namespace nsys_ai::test {
namespace {

ProfilePtr loaded_at(const std::filesystem::path& path, const std::string& sketch) {
  sketch::write(sketch, path.string());
  return *load_profile(path);
}

TEST(CardCache, SaysTheSameAgainAndOfEachProfileItsOwn) {
  const TemporaryFolder folder;
  const ProfilePtr one = loaded_at(folder / "one.sqlite", "gpu 0 stream 7   gemm 0..100us\n");
  const ProfilePtr other = loaded_at(folder / "other.sqlite", "gpu 0 stream 7   softmax 0..30us\n");
  CardCache cache;
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(cache.card(one, "kernel:1"), card(*one, "kernel:1"));
    EXPECT_EQ(cache.card(one, "device:0"), card(*one, "device:0"));
    EXPECT_EQ(cache.card(other, "kernel:1"), card(*other, "kernel:1"));
    EXPECT_EQ(cache.card(one, "kernel:99"), std::nullopt);
  }
  EXPECT_NE(cache.card(one, "kernel:1"), cache.card(other, "kernel:1"));
}

}  // namespace
}  // namespace nsys_ai::test
