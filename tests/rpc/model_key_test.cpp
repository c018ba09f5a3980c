// A key that the client keeps in its secret store: it arrives at its service, and in no message and no log.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "protocol/json.h"
#include "server_process.h"
#include "tests/agent/model/scripted_model.h"
#include "tests/support/environment.h"
#include "tests/support/places.h"
#include "tests/support/sketch.h"

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kKey = "sk-canary-0123456789";

class KeysOfClients : public testing::Test {
 protected:
  KeysOfClients()
      : service(answer_by(read_script("turn\nsay There is 1 kernel.\nturn\nsay There is 1 kernel."))) {
    std::string name = (fs::temp_directory_path() / "nsys-ai-test-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) folder = name;
    for (const char* variable :
         {"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"}) {
      fs::create_directories(folder / variable);
      environment.set(variable, folder / variable);
    }
    for (const char* variable : {"NSYS_AI_MODEL", "NSYS_AI_MODEL_URL", "NSYS_AI_MODEL_KEY"})
      environment.unset(variable);
    sketch::write("gpu 0 stream 7   gemm 0..5us\n", (folder / "P.sqlite").string());
    server.emplace(program(), (folder / "log").string(),
                   std::vector<std::string>{"serve", "--log-level", "debug"});
  }
  ~KeysOfClients() override { fs::remove_all(folder); }

  void say(const std::string& method, const std::string& params, std::optional<int> id = {}) {
    server->send(R"({"jsonrpc":"2.0",)" + (id ? "\"id\":" + std::to_string(*id) + "," : "") +
                 R"("method":")" + method + R"(","params":)" + params + "}");
  }
  // The next message that answers this, or is of this method.
  Json hear(const std::string& member, const Json& value) {
    while (auto message = server->receive()) {
      heard += *message;
      const auto json = Json::parse(*message);
      if (const Json* found = json ? json->find(member) : nullptr; found && *found == value) return *json;
    }
    throw std::runtime_error("the server has ended");
  }
  Json result(const std::string& method, const std::string& params) {
    say(method, params, ++last_id);
    return *hear("id", Json(last_id)).find("result");
  }
  void begin() {
    result("initialize", R"({"capabilities":{},"initializationOptions":{"modelKeys":[")" + service.url() +
                             R"("],"ai":{"model":"openai:m","baseUrl":")" + service.url() + R"("}}})");
    say("initialized", "{}");
    result("nsys/openProfile", R"({"path":")" + (folder / "P.sqlite").string() + R"("})");
    result("nsys/modelConsent", R"({"given":true})");
  }
  // Asks for words, and does with the request for a key what `answer` does.
  Json words(const std::function<std::string(const fs::path& pipe)>& answer) {
    say("nsys/answerInWords", R"({"profile":"1","question":"how many kernels?"})", ++last_id);
    const Json asked = hear("method", Json("nsys/writeModelKey"));
    EXPECT_EQ(*asked.find("params")->find("service")->if_string(), service.url());
    const fs::path pipe = *asked.find("params")->find("pipe")->if_string();
    server->send(R"({"jsonrpc":"2.0","id":)" + asked.find("id")->compact() + R"(,"result":)" + answer(pipe) +
                 "}");
    const Json said = hear("id", Json(last_id));
    EXPECT_FALSE(fs::exists(pipe.parent_path()));
    return *said.find("result");
  }

  FakeService service;
  fs::path folder;
  Environment environment;
  std::optional<ServerProcess> server;
  std::string heard;
  int last_id = 0;
};

TEST_F(KeysOfClients, GoThroughAPipeAlone) {
  begin();
  const Json said = words([](const fs::path& pipe) {
    struct stat of {};
    EXPECT_EQ(::stat(pipe.c_str(), &of), 0);
    EXPECT_TRUE(S_ISFIFO(of.st_mode));
    EXPECT_EQ(of.st_mode & 0777, 0600u);
    EXPECT_EQ(::stat(pipe.parent_path().c_str(), &of), 0);
    EXPECT_EQ(of.st_mode & 0777, 0700u);
    const int end = ::open(pipe.c_str(), O_WRONLY | O_NONBLOCK);
    EXPECT_EQ(::write(end, kKey.data(), kKey.size()), static_cast<ssize_t>(kKey.size()));
    ::close(end);
    return R"({"written":true})";
  });
  EXPECT_EQ(*said.find("outcome")->if_string(), "words") << said.pretty();
  ASSERT_FALSE(service.requests().empty());
  EXPECT_EQ(service.requests().front().header("authorization"), "Bearer " + std::string(kKey));
  const Json sent = result("nsys/modelSent", "{}");
  EXPECT_THAT(sent.compact(), HasSubstr("how many kernels?"));
  EXPECT_THAT(heard, Not(HasSubstr(kKey)));
  std::ifstream log(folder / "log");
  EXPECT_THAT(std::string(std::istreambuf_iterator<char>(log), {}), Not(HasSubstr(kKey)));
}

TEST_F(KeysOfClients, ThatAreNotGivenAreMissed) {
  begin();
  const Json said = words([](const fs::path&) { return R"({"written":false})"; });
  EXPECT_EQ(*said.find("outcome")->if_string(), "none");
  EXPECT_EQ(*said.find("reason")->if_string(),
            "The editor gave no key for " + service.url() + ". Set it again there.");
  EXPECT_EQ(service.connections(), 0u);
}

}  // namespace
}  // namespace nsys_ai::test
