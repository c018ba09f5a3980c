// A question about a profile, put to a language model that a test plays.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "skill/answer_cache.h"
#include "tests/agent/model/scripted_model.h"
#include "tests/support/environment.h"
#include "tests/support/places.h"
#include "tests/unit/profile_file.h"
#include "tools/model_reply.h"

namespace nsys_ai::test {

// Each test has a home of its own: what is agreed to, spent, sent and kept begins empty.
class AskedInWords : public testing::Test {
 protected:
  AskedInWords();

  // Whom to ask: a model of this format at this address.
  ModelAccess access_to(const FakeService& service, const std::string& format = "openai") const;
  // With consent given before.
  nsys::Words ask(const FakeService& service, const ProfilePtr& profile, const ModelQuestion& subject,
                  const ModelAccess& access, const Work& work = {});
  nsys::Words ask(const FakeService& service, const ProfilePtr& profile, const ModelQuestion& subject);

  const TemporaryFolder home_;
  std::string streamed_;  // the pieces of the last answer, since the last restart

 private:
  Environment environment_;
  AnswerCache answers_;
};

// The example, written and loaded once.
const std::filesystem::path& example_file();
ProfilePtr example();
// A real capture, loaded once; throws where it is not there.
ProfilePtr capture(const std::string& name);

FakeService::Answer script(std::string_view text);

}  // namespace nsys_ai::test
