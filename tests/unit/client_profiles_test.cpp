// What one client of a server has open, beside the others.
#include "features/workspace/client_profiles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "features/session/server.h"
#include "tests/support/sketch.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class Clients : public testing::Test {
 protected:
  std::filesystem::path write(const std::string& name, const std::string& text) {
    sketch::write(text, (folder / name).string());
    return folder / name;
  }
  static void change(const std::filesystem::path& path) {
    std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) + std::chrono::seconds(2));
  }
  SharedProfiles::ReloadCallback note(std::vector<std::string>& reload) {
    return [&reload](std::string_view handle, const Profile&) { reload.emplace_back(handle); };
  }
  const TemporaryFolder folder;
  Server server;
};

TEST_F(Clients, ShareAProfileUnderOneHandle) {
  const auto path = write("a.sqlite", "gpu 0 stream 7   k 1..2us\n");
  ClientProfiles one(server.profiles);
  ClientProfiles other(server.profiles);
  const auto first = one.open(path, {});
  ASSERT_TRUE(first);
  EXPECT_FALSE(other.find(first->handle)) << "what another client opened is none of its business";
  EXPECT_FALSE(other.find_path(path));
  EXPECT_FALSE(other.active());
  EXPECT_THAT(other.all(), IsEmpty());
  EXPECT_EQ(other.open(path, {})->profile, first->profile);
  EXPECT_EQ(*other.find(first->handle), first->profile);
}

TEST_F(Clients, CloseForThemselvesAlone) {
  const auto path = write("a.sqlite", "gpu 0 stream 7   k 1..2us\n");
  ClientProfiles one(server.profiles);
  const std::string handle = one.open(path, {})->handle;
  ASSERT_TRUE(one.open(path, {})) << "opened twice, it is closed once";
  {
    ClientProfiles other(server.profiles);
    ASSERT_TRUE(other.open(path, {}));
    ASSERT_TRUE(one.close(handle));
    EXPECT_FALSE(one.close(handle));
    EXPECT_FALSE(one.find(handle));
    EXPECT_TRUE(other.find(handle));
  }
  EXPECT_THAT(server.profiles.library().all(), IsEmpty()) << "a client that goes closes what it had";
}

TEST_F(Clients, AreAllToldOfAProfileThatOneHadReadAnew) {
  const auto path = write("a.sqlite", "gpu 0 stream 7   k 1..2us\n");
  std::vector<std::string> reported_one, reported_other, reported_third;
  ClientProfiles one(server.profiles);
  one.on_reload(note(reported_one));
  ClientProfiles other(server.profiles);
  other.on_reload(note(reported_other));
  ClientProfiles third(server.profiles);
  third.on_reload(note(reported_third));
  const auto before = one.open(path, {});
  ASSERT_TRUE(other.open(path, {}));
  EXPECT_THAT(reported_one, IsEmpty());
  change(path);
  ASSERT_TRUE(one.open(path, {}));
  EXPECT_THAT(reported_one, ElementsAre(before->handle));
  EXPECT_THAT(reported_other, ElementsAre(before->handle));
  EXPECT_THAT(reported_third, IsEmpty()) << "it does not have it open";
  EXPECT_NE(*other.find(before->handle), before->profile);
}

TEST_F(Clients, AreToldOfAChangedFileOnceEach) {
  const auto path = write("a.sqlite", "gpu 0 stream 7   k 1..2us\n");
  ClientProfiles one(server.profiles);
  ClientProfiles other(server.profiles);
  std::vector<std::string> told;
  one.on_changed([&](const OpenProfile& changed) { told.push_back("one " + changed.handle); });
  other.on_changed([&](const OpenProfile& changed) { told.push_back("other " + changed.handle); });
  const std::string handle = one.open(path, {})->handle;
  ASSERT_TRUE(other.open(path, {}));
  ASSERT_TRUE(one.find(handle));
  EXPECT_THAT(told, IsEmpty());
  change(path);
  for (int again = 0; again < 2; ++again) {
    ASSERT_TRUE(one.find(handle));
    ASSERT_TRUE(other.find(handle));
  }
  EXPECT_THAT(told, ElementsAre("one " + handle, "other " + handle));
  ASSERT_TRUE(one.open(path, {}));
  ASSERT_TRUE(one.find(handle));
  EXPECT_THAT(told, SizeIs(2));
  change(path);
  ASSERT_TRUE(one.find(handle));
  EXPECT_THAT(told, SizeIs(3));
  std::filesystem::remove(path);
  EXPECT_TRUE(one.find(handle));
  EXPECT_THAT(told, SizeIs(3));
}

TEST_F(Clients, ShowSourcesWithTheProfileThatTheyOpenedLast) {
  const auto a = write("a.sqlite", "gpu 0 stream 7   k 1..2us\n");
  const auto b = write("b.sqlite", "gpu 0 stream 7   k 1..2us\n");
  ClientProfiles one(server.profiles);
  ClientProfiles other(server.profiles);
  const std::string first = one.open(a, {})->handle;
  const std::string second = one.open(b, {})->handle;
  EXPECT_EQ(one.active()->handle, second);
  ASSERT_TRUE(other.open(a, {}));
  EXPECT_EQ(one.active()->handle, second);
  ASSERT_TRUE(one.open(a, {}));
  EXPECT_EQ(one.active()->handle, first);
  ASSERT_TRUE(one.close(first));
  EXPECT_EQ(one.active()->handle, second);
}

TEST_F(Clients, ChooseTheProfileThatSourcesAreShownWith) {
  ClientProfiles one(server.profiles);
  ClientProfiles other(server.profiles);
  const std::string first = one.open(write("a.sqlite", "gpu 0 stream 7   k 1..2us\n"), {})->handle;
  const std::string second = one.open(write("b.sqlite", "gpu 0 stream 7   k 1..2us\n"), {})->handle;
  EXPECT_TRUE(one.activate(first));
  EXPECT_EQ(one.active()->handle, first);
  EXPECT_FALSE(one.activate("no handle"));
  EXPECT_FALSE(other.activate(first)) << "it is open for another client alone";
  ASSERT_TRUE(one.close(first));
  EXPECT_EQ(one.active()->handle, second);
}

}  // namespace
}  // namespace nsys_ai::test
