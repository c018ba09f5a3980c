// Every byte that a service is sent, over all captures and over hostile names: nothing that is to stay.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <array>
#include <cctype>
#include <set>
#include <utility>
#include <vector>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "asked_in_words.h"
#include "tests/support/places.h"

namespace nsys_ai::test {
namespace {

// A model that asks for all that tools give of names, and then is done.
FakeService::Answer curious() {
  return answer_by([](const FakeRequest& request, size_t) {
    ScriptedTurn turn;
    if (!heard_results(request).empty()) {
      turn.text = "That is all.";
      return turn;
    }
    turn.calls = {{"overview", R"({"bytes": 6000})"},
                  {"run_skill", R"({"skill": "top_kernels", "bytes": 6000})"},
                  {"run_skill", R"({"skill": "nvtx_summary", "bytes": 6000})"},
                  {"run_skill", R"({"skill": "profile_health", "bytes": 6000})"},
                  {"run_skill", R"({"skill": "thread_utilization", "bytes": 6000})"},
                  {"search", R"({"text": "a", "bytes": 6000})"},
                  {"suggest", R"({"bytes": 6000})"},
                  {"timeline_slice", R"({"bytes": 6000})"},
                  {"query", R"({"sql": "select * from process", "bytes": 6000})"}};
    return turn;
  });
}

class SentBytes : public AskedInWords {
 protected:
  // What a curious model is sent about a profile.
  std::string sent(const ProfilePtr& profile, NamePolicy names) {
    const FakeService service(curious());
    ModelAccess access = access_to(service);
    access.settings.names = names;
    EXPECT_TRUE(set_model_consent(access, true));
    const nsys::Words words = ask(service, profile, {}, access);
    EXPECT_EQ(words.outcome, "words") << words.reason.value_or("");
    return service.bytes();
  }
};

// Names of a profile that no public word can be: long, and with what words do not have.
std::set<std::string> telling_names(const Profile& profile) {
  std::set<std::string> names;
  const auto add = [&](const std::string& name) {
    const bool telling = name.size() >= 10 && std::ranges::any_of(name, [](unsigned char c) {
                           return c == '_' || c == '/' || c == ':' || std::isdigit(c) != 0;
                         });
    if (telling && names.size() < 3000) names.insert(name);
  };
  for (const Process& process : profile.processes()) add(std::string(process.name));
  for (const LabelStats& of : profile.derived(build_nvtx_labels).labels) add(of.label);
  for (const KernelStats& of : profile.derived(build_kernel_stats).by_total)
    add(std::string(profile.text(of.name)));
  return names;
}

// The example, and real captures where there are some.
std::vector<std::pair<std::filesystem::path, ProfilePtr>> all_profiles() {
  std::vector<std::pair<std::filesystem::path, ProfilePtr>> all = {{example_file(), example()}};
  for (const std::filesystem::path& file : captures()) all.emplace_back(file, capture(file.stem().string()));
  return all;
}

TEST_F(SentBytes, HoldNoNameWhereNoneMayGo) {
  for (const auto& [file, profile] : all_profiles()) {
    SCOPED_TRACE(file.stem());
    const std::string bytes = sent(profile, NamePolicy::none);
    for (const std::string& telling : telling_names(*profile))
      EXPECT_EQ(bytes.find(telling), std::string::npos) << telling;
  }
}

TEST_F(SentBytes, HoldNoPathNoEnvironmentNoKeyInTheBody) {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  for (const auto& [file, profile] : all_profiles()) {
    SCOPED_TRACE(file.stem());
    const std::string bytes = sent(profile, NamePolicy::public_only);
    for (const std::string& secret :
         {file.string(), file.parent_path().string(), home_.path().string(), std::string("canary-anthropic"),
          std::string("/the/workspace"), std::string("PATH=")})
      EXPECT_EQ(bytes.find(secret), std::string::npos) << secret;
    if (std::string(host.data()).size() > 5) {
      EXPECT_EQ(bytes.find(host.data()), std::string::npos);
    }
    EXPECT_EQ(bytes.find(file.filename().string()), std::string::npos);
  }
}

}  // namespace
}  // namespace nsys_ai::test
