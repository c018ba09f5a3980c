// What is made of a profile and kept beside its columns: believed when it is what was written, made in the
// background, and given up when nobody needs it.
#include "profile/cache/kept_part.h"

#include <gmock/gmock.h>

#include <atomic>
#include <thread>

#include "profile/cache/column_cache_writer.h"
#include "tests/unit/cached_columns.h"

namespace nsys_ai::test {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

namespace fs = std::filesystem;

using KeptParts = KeptColumns;

// Whatever it means.
const CachedPart kPart{CacheFolder::kTimeline, 3};
const std::vector<uint8_t> kMade = {1, 2, 3, 250, 0, 7};

fs::path part_file(const std::vector<std::string>& names, const fs::path& folder) {
  for (const std::string& name : names)
    if (name.ends_with(CacheFolder::kTimeline)) return folder / name;
  return {};
}

TEST_F(KeptParts, KeepWhatIsMadeOfAProfileBesideIt) {
  const auto path = written(kSketches[0]);
  const ProfilePtr profile = opened(path);
  EXPECT_EQ(load_part(*profile, kPart), std::nullopt);
  ASSERT_TRUE(cache().store_part(*profile, kPart, kMade, {}));
  EXPECT_EQ(load_part(*profile, kPart), kMade);
  EXPECT_EQ(load_part(*opened(path), kPart), kMade);
  EXPECT_FALSE(cache().store_part(*profile, kPart, kMade, {})) << "it is there already";
  EXPECT_EQ(load_part(**load_profile(path), kPart), std::nullopt) << "opened without a cache";
  remove_part(*profile, kPart);
  EXPECT_THAT(cached(), IsEmpty());
}

TEST_F(KeptParts, BelieveNoPartThatIsNotWhatWasWritten) {
  const auto path = written(kSketches[0]);
  const ProfilePtr profile = opened(path);
  const auto whole = [&] {
    EXPECT_TRUE(cache().store_part(*profile, kPart, kMade, {}));
    return bytes_of(part_file(cached(), cache_folder()));
  }();
  const fs::path file = part_file(cached(), cache_folder());
  const auto expect_useless = [&](const std::string& bytes) {
    write_bytes(file, bytes);
    EXPECT_EQ(load_part(*profile, kPart), std::nullopt);
    EXPECT_FALSE(fs::exists(file));
  };
  for (size_t size = 0; size < whole.size(); ++size) expect_useless(whole.substr(0, size));
  expect_useless(whole + '\0');
  for (size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 1 << at % 8);
    expect_useless(damaged);
  }
  write_bytes(file, whole);
  EXPECT_EQ(load_part(*profile, {kPart.suffix, 4}), std::nullopt) << "of another version";
  EXPECT_FALSE(fs::exists(file));
  write_bytes(file, whole);
  const ProfilePtr other = opened(written(kSketches[1]));
  EXPECT_EQ(load_part(*other, kPart), std::nullopt) << "of another profile";
  change(path, "PRAGMA user_version=7");
  EXPECT_EQ(load_part(*opened(path), kPart), std::nullopt) << "of another state";
}

TEST_F(KeptParts, GiveRoomToPartsAsToColumns) {
  const auto path = written(kSketches[0]);
  const ProfilePtr profile = opened(path);
  settings.limit = 10;
  EXPECT_TRUE(cache().store_part(*profile, kPart, kMade, {}));
  settings.limit = 5;
  remove_part(*profile, kPart);
  EXPECT_FALSE(cache().store_part(*profile, kPart, kMade, {}));
  settings.limit = 1'000'000;
  EXPECT_TRUE(cache().store_part(*profile, kPart, kMade, {}));
  const CacheFolder shared(settings, free_bytes);
  shared.make_room(1'000'000, 0, Evictable::columns);
  EXPECT_THAT(cached(), IsEmpty());
}

TEST_F(KeptParts, MakePartsInTheBackgroundAndStopWhenNobodyNeedsThem) {
  const auto path = written(kSketches[0]);
  std::atomic<int> made = 0, stopped = 0;
  const PartToCache quick{kPart, [&](const Profile&, const Work&) -> Result<std::vector<uint8_t>> {
                           ++made;
                           return kMade;
                         }};
  const PartToCache endless{kPart, [&](const Profile&, const Work& work) -> Result<std::vector<uint8_t>> {
                             while (!work.cancel.cancelled())
                               std::this_thread::sleep_for(std::chrono::milliseconds(1));
                             ++stopped;
                             return cancelled();
                           }};
  ColumnCacheWriter keeper(cache());
  const ProfilePtr profile = opened(path);
  keeper.keep(profile);
  keeper.store_part(profile, quick);
  keeper.finish({}, std::chrono::seconds(20));
  EXPECT_EQ(made, 1);
  EXPECT_EQ(load_part(*profile, kPart), kMade);
  EXPECT_THAT(cached(), SizeIs(2));
  remove_part(*profile, kPart);
  keeper.store_part(profile, endless);
  keeper.stop_parts(*profile);
  keeper.finish({}, std::chrono::seconds(20));
  EXPECT_EQ(stopped, 1);
  {
    ColumnCacheWriter until_end(cache());
    until_end.store_part(profile, endless);
  }
  EXPECT_EQ(stopped, 2);
  EXPECT_EQ(load_part(*profile, kPart), std::nullopt);
}

}  // namespace
}  // namespace nsys_ai::test
