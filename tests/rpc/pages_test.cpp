// Answers that are larger than a reply may be.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "server_process.h"
#include "socket_client.h"
#include "tests/support/places.h"
#include "tests/support/sketch.h"

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;

constexpr size_t kKernels = 30'000;

class LargeAnswers : public testing::Test {
 protected:
  LargeAnswers() {
    std::string name = (fs::temp_directory_path() / "nsys-ai-test-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) folder = name;
    sketch::write("repeat " + std::to_string(kKernels) + " every 10us { gpu 0 stream 7   gemm 0..5us }\n",
                  (folder / "P.sqlite").string());
    server.emplace(program(), (folder / "log").string(),
                   std::vector<std::string>{"serve", "--listen", (folder / "socket").string()});
    client.emplace(folder / "socket");
    client->begin();
    client->result("nsys/openProfile", R"({"path": ")" + (folder / "P.sqlite").string() + R"("})");
  }
  ~LargeAnswers() override { fs::remove_all(folder); }

  fs::path folder;
  std::optional<ServerProcess> server;
  std::optional<SocketClient> client;
};

constexpr const char* kInstances = R"({"profile": "1", "skill": "kernel_instances", "params": {"limit": 0})";

TEST_F(LargeAnswers, ComePageByPage) {
  size_t rows = 0;
  size_t pages = 0;
  int64_t offset = 0;
  while (true) {
    const Json page =
        client->result("nsys/runSkill", kInstances + (R"(, "offset": )" + std::to_string(offset)) + "}");
    EXPECT_LT(page.compact().size(), size_t{1100} << 10U);
    rows += page.find("rows")->if_array()->size();
    ++pages;
    EXPECT_EQ(page.find("total_rows")->if_integer(), static_cast<int64_t>(kKernels));
    const Json* next = page.find("next_offset");
    EXPECT_EQ(page.find("truncated")->if_bool(), next != nullptr);
    if (next == nullptr) break;
    EXPECT_NE(page.find("notes")->if_array()->back().if_string()->find("Ask with offset " + next->compact()),
              std::string::npos);
    ASSERT_GT(next->if_integer(), offset);
    offset = *next->if_integer();
  }
  EXPECT_EQ(rows, kKernels);
  EXPECT_GT(pages, 2U);
}

TEST_F(LargeAnswers, ComeAheadInPieces) {
  client->ask(5, "nsys/runSkill", std::string(kInstances) + R"(, "partialResultToken": "t"})");
  size_t rows = 0;
  size_t pieces = 0;
  while (true) {
    const Json message = client->receive();
    if (message.find("id")) {
      EXPECT_TRUE(message.descend({"result", "rows"})->if_array()->empty());
      EXPECT_EQ(*message.descend({"result", "truncated"}), Json(false));
      break;
    }
    ASSERT_EQ(*message.descend({"params", "token"}), Json("t"));
    EXPECT_LT(message.compact().size(), size_t{300} << 10U);
    rows += message.descend({"params", "value", "rows"})->if_array()->size();
    ++pieces;
  }
  EXPECT_EQ(rows, kKernels);
  EXPECT_GT(pieces, 8U);
}

TEST_F(LargeAnswers, OfQueriesGoOnAtAnOffset) {
  const std::string query =
      R"({"profile": "1", "sql": "SELECT * FROM kernel ORDER BY start", "limit": 10000, "offset": )";
  const Json first = client->result("nsys/query", query + "0}");
  const int64_t next = first.find("next_offset")->if_integer().value_or(0);
  EXPECT_EQ(next, static_cast<int64_t>(first.find("rows")->if_array()->size()));
  EXPECT_LT(next, 10'000) << "1 MiB is less";
  const Json second = client->result("nsys/query", query + std::to_string(next) + "}");
  const Json& last_before = *first.find("rows")->if_array()->back().find("start");
  const Json& first_after = *second.find("rows")->if_array()->front().find("start");
  EXPECT_EQ(*first_after.if_integer() - *last_before.if_integer(), 10'000);
}

}  // namespace
}  // namespace nsys_ai::test
