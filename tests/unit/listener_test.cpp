// The socket on which a server waits for its clients.
#include "rpc/listener.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

class Listening : public testing::Test {
 protected:
  Listening() {
    std::string name = (fs::temp_directory_path() / "nsys-ai-test-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) folder = name;
  }
  ~Listening() override { fs::remove_all(folder); }
  fs::path folder;
  const fs::path path() const { return folder / "s"; }
};

TEST_F(Listening, IsForOneUserAndEndsWithItsFile) {
  {
    const auto listener = Listener::at(path());
    ASSERT_TRUE(listener) << listener.error().message;
    struct stat made {};
    ASSERT_EQ(::stat(path().c_str(), &made), 0);
    EXPECT_TRUE(S_ISSOCK(made.st_mode));
    EXPECT_EQ(made.st_mode & 0777U, 0600U);
  }
  EXPECT_FALSE(fs::exists(path()));
}

TEST_F(Listening, AcceptsOneClientAfterTheOther) {
  const auto listener = Listener::at(path());
  ASSERT_TRUE(listener);
  EXPECT_FALSE((*listener)->accept(milliseconds(1)));
  for (const char* word : {"one", "two"}) {
    auto client = Transport::pipe(path().string());
    ASSERT_TRUE(client);
    auto server = (*listener)->accept(milliseconds(1000));
    ASSERT_TRUE(server);
    ASSERT_TRUE(client->write(word));
    std::array<char, 8> bytes{};
    EXPECT_EQ(server->read(bytes), 3U);
    EXPECT_STREQ(bytes.data(), word);
  }
}

TEST_F(Listening, LeavesAServerThatAnswersItsPlace) {
  const auto first = Listener::at(path());
  ASSERT_TRUE(first);
  const auto second = Listener::at(path());
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().message, "A server answers at " + path().string() + " already.");
  EXPECT_TRUE(fs::exists(path()));
}

TEST_F(Listening, TakesThePlaceOfTheDead) {
  {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strcpy(address.sun_path, path().c_str());
    const Descriptor dead(::socket(AF_UNIX, SOCK_STREAM, 0));
    ASSERT_EQ(::bind(dead.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  }
  ASSERT_TRUE(fs::exists(path()));
  const auto listener = Listener::at(path());
  ASSERT_TRUE(listener) << listener.error().message;
  EXPECT_TRUE(Transport::pipe(path().string()));
}

TEST_F(Listening, NeverRemovesWhatIsNotItsOwn) {
  std::ofstream(path()) << "a file";
  const auto refused = Listener::at(path());
  ASSERT_FALSE(refused);
  EXPECT_TRUE(fs::is_regular_file(path()));
  fs::remove(path());
  {
    const auto first = Listener::at(path());
    ASSERT_TRUE(first);
    fs::remove(path());
    std::ofstream(path()) << "a file";
  }
  EXPECT_TRUE(fs::is_regular_file(path())) << "another has the name now";
}

TEST_F(Listening, SaysWhereItCannot) {
  EXPECT_FALSE(Listener::at(folder / "absent" / "s"));
  EXPECT_FALSE(Listener::at(folder / std::string(200, 's')));
  EXPECT_FALSE(Listener::at(""));
}

}  // namespace
}  // namespace nsys_ai::test
