// Where keys come from, and which host gets one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "agent/model/remote_model.h"
#include "base/child_process.h"
#include "tests/agent/model/scripted_model.h"
#include "tests/support/environment.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;

using testing::HasSubstr;
using testing::Not;

class Keys : public testing::Test {
 protected:
  Keys() {
    for (const char* name : {"ANTHROPIC_API_KEY", "OPENAI_API_KEY", "NSYS_AI_MODEL_KEY", "NSYS_AI_MODEL_URL"})
      environment.unset(name);
    environment.set("XDG_CONFIG_HOME", folder / "config");
    fs::create_directories(file().parent_path());
  }
  fs::path file() const { return folder / "config/nsys-ai/keys.json"; }
  void write_keys(const std::string& text, mode_t mode = 0600) const {
    fs::remove(file());
    std::ofstream(file()) << text;
    ::chmod(file().c_str(), mode);
  }
  // What is found for a model at an address: the key, or what is wrong.
  static std::string found(const std::string& format, const std::string& url, const KeyStore& store = {}) {
    const WireFormat& of = *wire_format_named(format);
    const auto address = parse_service_address(url.empty() ? of.own_service : url);
    const auto key = find_key(of, *address, store);
    return key ? key->text() + (key->source().empty() ? "" : " of " + key->source())
               : key.error().message + " " + key.error().hint;
  }

  const TemporaryFolder folder;
  Environment environment;
};

TEST_F(Keys, ComeFromTheEnvironment) {
  environment.set("ANTHROPIC_API_KEY", "ant");
  environment.set("OPENAI_API_KEY", "oai");
  EXPECT_EQ(found("anthropic", ""), "ant of ANTHROPIC_API_KEY");
  EXPECT_EQ(found("openai", ""), "oai of OPENAI_API_KEY");
  EXPECT_EQ(found("openai", "https://API.OpenAI.com:443/v1"), "oai of OPENAI_API_KEY");
  EXPECT_EQ(found("ollama", ""), "");
}

TEST_F(Keys, OfOneHostGoToNoOther) {
  environment.set("OPENAI_API_KEY", "oai");
  environment.set("ANTHROPIC_API_KEY", "ant");
  environment.set("NSYS_AI_MODEL_KEY", "own");
  write_keys(R"({"openai": "file", "https://models.example.org": "theirs"})");
  EXPECT_EQ(found("openai", "https://evil.example.org"), "");
  EXPECT_EQ(found("openai", "https://api.openai.com.example.org"), "");
  EXPECT_EQ(found("openai", "https://api.openai.com:8443"), "");
  EXPECT_EQ(found("anthropic", "https://api.openai.com"), "");
  EXPECT_EQ(found("openai", "https://models.example.org/v1"), "theirs of " + file().string());
  environment.set("NSYS_AI_MODEL_URL", "https://gateway.example.org/v1");
  EXPECT_EQ(found("openai", "https://evil.example.org"), "");
  EXPECT_EQ(found("openai", "https://gateway.example.org/v2"), "own of NSYS_AI_MODEL_KEY");
  EXPECT_EQ(found("openai", ""), "oai of OPENAI_API_KEY");
  environment.set("NSYS_AI_MODEL_URL", "https://api.openai.com");
  EXPECT_EQ(found("openai", ""), "own of NSYS_AI_MODEL_KEY");
}

TEST_F(Keys, ComeFromAFileOfTheUsersOwn) {
  write_keys(R"({"anthropic": "ant", "https://gateway.example.org:8443": "gate"})");
  EXPECT_EQ(found("anthropic", ""), "ant of " + file().string());
  EXPECT_EQ(found("openai", "https://gateway.example.org:8443/x"), "gate of " + file().string());
  EXPECT_THAT(found("openai", ""),
              HasSubstr("There is no key for api.openai.com. Set OPENAI_API_KEY, or write it into " +
                        file().string() + " (mode 0600) as {\"openai\": \"KEY\"}."));
}

TEST_F(Keys, ComeFromNoFileThatOthersMayRead) {
  for (const mode_t mode : {0640, 0604, 0660, 0777}) {
    write_keys(R"({"anthropic": "ant"})", mode);
    EXPECT_THAT(found("anthropic", ""),
                HasSubstr("keys.json may be read by others, so no key is read from it. `chmod 600 "));
  }
  write_keys(R"({"anthropic": "ant"})", 0400);
  EXPECT_EQ(found("anthropic", ""), "ant of " + file().string());
}

TEST_F(Keys, ComeFromNothingButARegularFile) {
  write_keys("{}");
  fs::rename(file(), folder / "elsewhere");
  fs::create_symlink(folder / "elsewhere", file());
  EXPECT_THAT(found("anthropic", ""), HasSubstr("is a link"));
  fs::remove(file());
  fs::create_directory(file());
  EXPECT_THAT(found("anthropic", ""), HasSubstr("is no regular file"));
  fs::remove(file());
  ::mkfifo(file().c_str(), 0600);
  EXPECT_THAT(found("anthropic", ""), HasSubstr("is no regular file"));
}

TEST_F(Keys, AreNotToldByAFileThatIsWrong) {
  for (const std::string text : {R"({"anthropic": "sk-canary)", "sk-canary", R"(["sk-canary"])"}) {
    write_keys(text);
    EXPECT_THAT(found("anthropic", ""), HasSubstr("is no JSON object"));
    EXPECT_THAT(found("anthropic", ""), Not(HasSubstr("canary")));
  }
  write_keys("{\"anthropic\": \"sk-canary\\r\\nHost: evil\"}");
  EXPECT_THAT(found("anthropic", ""), HasSubstr("is no key"));
  EXPECT_THAT(found("anthropic", ""), Not(HasSubstr("canary")));
}

TEST_F(Keys, OfACallerComeFirstAndByHost) {
  environment.set("OPENAI_API_KEY", "oai");
  std::vector<std::string> asked;
  const KeyStore store = [&](const std::string& origin) -> std::optional<ModelKey> {
    asked.push_back(origin);
    if (origin != "https://api.openai.com") return std::nullopt;
    return ModelKey("kept", "the editor");
  };
  EXPECT_EQ(found("openai", "", store), "kept of the editor");
  EXPECT_EQ(found("openai", "http://localhost:8000/v1", store), "");
  EXPECT_THAT(asked, testing::ElementsAre("https://api.openai.com", "http://localhost:8000"));
}

// The whole way: what arrives at a host that the person named, and at one that a setting named.
TEST_F(Keys, ArriveOnlyWhereTheyBelong) {
  environment.set("OPENAI_API_KEY", "sk-canary");
  environment.set("ANTHROPIC_API_KEY", "sk-canary");
  environment.set("NSYS_AI_MODEL_KEY", "own-key");
  for (const std::string format : {"anthropic", "ollama", "openai"}) {
    FakeService service(answer_by(read_script("turn\nsay Well.\nturn\nsay Well.")));
    const auto model = make_chat_model({format + ":m", service.url()});
    EXPECT_TRUE((*model)->complete({}, {}, Work{}));
    EXPECT_THAT(service.bytes(), Not(HasSubstr("sk-canary")));
    EXPECT_THAT(service.bytes(), Not(HasSubstr("own-key")));
    environment.set("NSYS_AI_MODEL_URL", service.url());
    EXPECT_TRUE((*model)->complete({}, {}, Work{}));
    EXPECT_EQ(service.requests().back().header(format == "anthropic" ? "x-api-key" : "authorization"),
              format == "anthropic" ? "own-key" : "Bearer own-key");
    EXPECT_THAT(service.bytes(), Not(HasSubstr("sk-canary")));
    environment.unset("NSYS_AI_MODEL_URL");
  }
}

TEST_F(Keys, AreAskedForWhereAServiceWantsOne) {
  FakeService service([](const FakeRequest&, size_t) { return FakeReply{.status = 401}; });
  const auto model = make_chat_model({"openai:m", service.url()});
  const auto reply = (*model)->complete({}, {}, Work{});
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().message, "A key is wanted by " + service.url().substr(7) + " (401).");
  EXPECT_EQ(reply.error().hint, "Write it into " + file().string() + " (mode 0600) as {\"" + service.url() +
                                    "\": \"KEY\"}, or set NSYS_AI_MODEL_KEY and NSYS_AI_MODEL_URL.");
}

TEST_F(Keys, AreNotGivenToPrograms) {
  for (const char* name : {"ANTHROPIC_API_KEY", "OPENAI_API_KEY", "NSYS_AI_MODEL_KEY"})
    environment.set(name, "sk-canary");
  environment.set("NSYS_AI_OTHER", "kept");
  ChildRun run;
  run.words = {"/usr/bin/env"};
  const auto end = run_child(run);
  ASSERT_TRUE(end);
  EXPECT_THAT(end->printed, Not(HasSubstr("sk-canary")));
  EXPECT_THAT(end->printed, Not(HasSubstr("API_KEY")));
  EXPECT_THAT(end->printed, HasSubstr("NSYS_AI_OTHER=kept"));
}

TEST(Masks, HideTheKeyAndLongPartsOfIt) {
  const ModelKey key("sk-0123456789", "x");
  EXPECT_EQ(key.masked("no sk-0123456789 here"), "no [key] here");
  EXPECT_EQ(key.masked("sk-01234*****"), "[key]*****");
  EXPECT_EQ(key.masked("sk-0123"), "sk-0123");
  EXPECT_EQ(key.masked("sk-0123456789sk-0123456789"), "[key][key]");
  EXPECT_EQ(ModelKey("abc", "x").masked("abcabd"), "[key]abd");
  EXPECT_EQ(ModelKey().masked("abc"), "abc");
}

TEST(Choices, AreToldWhatIsWrong) {
  const auto wrong = [](const std::string& model, const std::string& url = "") {
    const auto made = make_chat_model({model, url});
    return made ? "fine" : made.error().message + " " + made.error().hint;
  };
  EXPECT_EQ(
      wrong("antropic:claude"),
      "antropic:claude names no model. Did you mean anthropic? Write it as FORMAT:NAME, where FORMAT is anthropic, ollama or openai.");
  EXPECT_THAT(wrong("claude"), HasSubstr("claude names no model."));
  EXPECT_THAT(wrong("openai:"), HasSubstr("openai: names no model."));
  EXPECT_EQ(wrong("ollama:llama3.2:3b"), "fine");
  EXPECT_EQ(
      wrong("ollama:m", "http://gpu-box:11434"),
      "gpu-box:11434 would be asked without encryption. Use https; plain http is for services on this machine alone.");
}

TEST(Addresses, AreReadStrictly) {
  const auto read = [](const std::string& text) {
    const auto address = parse_service_address(text);
    return address ? address->origin + " " + address->path + (address->loopback ? " here" : "") : "no";
  };
  EXPECT_EQ(read("https://Api.Example.org/"), "https://api.example.org ");
  EXPECT_EQ(read("https://h:8443/a/v1/"), "https://h:8443 /a/v1");
  EXPECT_EQ(read("HTTP://localhost:11434"), "http://localhost:11434  here");
  EXPECT_EQ(read("http://127.0.0.1:80"), "http://127.0.0.1  here");
  EXPECT_EQ(read("http://[::1]:8000/v1"), "http://[::1]:8000 /v1 here");
  for (const std::string text : {"",
                                 "localhost:11434",
                                 "ftp://h",
                                 "https://",
                                 "https://h:0",
                                 "https://h:99999",
                                 "https://h:",
                                 "https://a b",
                                 "https://user@h",
                                 "http://localhost@evil.org",
                                 "http://localhost#@evil.org",
                                 "http://localhost\\@evil.org",
                                 "http://127.0.0.1.evil.org",
                                 "http://127.evil.org",
                                 "http://127.0.evil.org",
                                 "http://localhost.evil.org",
                                 "http://0.0.0.0",
                                 "http://10.0.0.1",
                                 "https://h/?q=1",
                                 "https://h/../x",
                                 "https://h/\r\nX: y",
                                 "https://[::1",
                                 "https://[::1]x",
                                 "https://[evil.org]"})
    EXPECT_EQ(read(text), "no") << text;
}

}  // namespace
}  // namespace nsys_ai::test
