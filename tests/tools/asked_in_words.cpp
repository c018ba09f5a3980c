// The environment points into a temporary folder.
#include "asked_in_words.h"

#include <map>
#include <stdexcept>

#include "skills/list.h"
#include "tests/support/example.h"

namespace nsys_ai::test {

AskedInWords::AskedInWords() {
  for (const char* name : {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"})
    environment_.set(name, (home_ / name).string());
  for (const char* name : {"NSYS_AI_MODEL", "NSYS_AI_MODEL_URL", "http_proxy", "HTTP_PROXY", "all_proxy"})
    environment_.unset(name);
  environment_.set("ANTHROPIC_API_KEY", "sk-canary-anthropic");
  environment_.set("OPENAI_API_KEY", "sk-canary-openai");
}

ModelAccess AskedInWords::access_to(const FakeService& service, const std::string& format) const {
  ModelAccess access;
  access.settings.model = format + ":scripted";
  access.settings.base_url = service.url();
  access.settings.time_limit = std::chrono::seconds(60);
  access.workspace = "/the/workspace";
  return access;
}

nsys::Words AskedInWords::ask(const FakeService&, const ProfilePtr& profile, const ModelQuestion& subject,
                              const ModelAccess& access, const Work& work) {
  const UserSkills skills(built_in_skills(), {});
  const ToolContext context{profile, answers_, UserSkills(built_in_skills(), {}).now(),
                            std::make_shared<const std::vector<Suppression>>()};
  const ModelReplySink sink = [this](std::string_view piece, bool restart) {
    if (restart) streamed_.clear();
    streamed_ += piece;
  };
  auto words = model_reply_about(context, subject, access, sink, work);
  if (!words) {
    nsys::Words failed;
    failed.outcome = "error";
    failed.reason = words.error().message;
    return failed;
  }
  return *words;
}

nsys::Words AskedInWords::ask(const FakeService& service, const ProfilePtr& profile,
                              const ModelQuestion& subject) {
  const ModelAccess access = access_to(service);
  EXPECT_TRUE(set_model_consent(access, true));
  return ask(service, profile, subject, access);
}

const std::filesystem::path& example_file() {
  static const TemporaryFolder folder;
  static const std::filesystem::path path = [] {
    const std::filesystem::path written = folder / "example.sqlite";
    sketch::write(example_sketch(), written.string());
    return written;
  }();
  return path;
}

ProfilePtr example() {
  static const ProfilePtr profile = [] {
    auto loaded = load_profile(example_file());
    if (!loaded) throw std::runtime_error(loaded.error().message);
    return *loaded;
  }();
  return profile;
}

ProfilePtr capture(const std::string& name) {
  static std::map<std::string, ProfilePtr> all;
  ProfilePtr& one = all[name];
  if (one) return one;
  auto loaded = load_profile(profiles_folder() / (name + ".sqlite"));
  if (!loaded) throw std::runtime_error(loaded.error().message);
  return one = *loaded;
}

FakeService::Answer script(std::string_view text) { return answer_by(read_script(text)); }

}  // namespace nsys_ai::test
