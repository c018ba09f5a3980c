// Language models for pages in the browser, whose server may outlive the session that started it.
#pragma once

#include "features/model/access_provider.h"
#include "http/content.h"
#include "skill/answer_cache.h"
#include "tools/model_reply.h"

namespace nsys_ai {

// The inputs of questions about one profile: a snapshot of the profile, its skills and its suppressions.
struct ModelPages {
  ProfilePtr profile;
  AnswerCache& answers;
  SkillSetPtr skills;
  std::shared_ptr<const std::vector<Suppression>> suppressed;
  AccessProvider access;
};

ModelHandle model_handle(const ModelPages& of);

}  // namespace nsys_ai
