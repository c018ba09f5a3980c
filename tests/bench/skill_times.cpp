// Asks as the command line does, and nothing is remembered between two questions but what a profile keeps.
#include "tests/bench/skill_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <stdexcept>
#include <string_view>

#include "skills/list.h"
#include "tests/bench/clock.h"
#include "view/name_search_answer.h"

namespace nsys_ai::bench {
namespace {

constexpr int kAgain = 3;
constexpr const char* kSearched = "aten::add";

double processor_ms() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

SkillTime time_question(const std::function<Result<Answer>()>& ask) {
  SkillTime times;
  for (int i = 0; i <= kAgain; ++i) {
    const double processor = processor_ms();
    const double ms = ms_of([&] {
      const auto answer = ask();
      times.outcome = answer ? fmt::format("{}, {} rows", name_of(answer->outcome), answer->total_rows)
                             : answer.error().message;
    });
    const double spent = processor_ms() - processor;
    if (i == 0) times.first_ms = ms;
    times.again_ms = i <= 1 ? ms : std::min(times.again_ms, ms);
    times.again_processor = i <= 1 ? spent : std::min(times.again_processor, spent);
  }
  return times;
}

}  // namespace

SkillTime time_skill(const Skill& skill, const Profile& profile) {
  return time_question([&] { return run_skill(skill, profile, {}, {}); });
}

QuestionTimes measure_questions(const std::string& path) {
  const Profile& profile = opened(path);
  QuestionTimes times{};
  for (size_t i = 0; i < kQuestions.size(); ++i) {
    const std::string_view question = kQuestions[i];
    if (question == "search") {
      times[i] = time_question([&] {
                   return search_answer(profile, {}, {.text = kSearched, .pattern = {}, .kinds = {}});
                 }).again_ms;
      continue;
    }
    const auto& skills = built_in_skills().skills();
    const auto skill =
        std::find_if(skills.begin(), skills.end(), [&](const Skill& s) { return s.info.name == question; });
    if (skill == skills.end()) throw std::runtime_error(fmt::format("there is no skill {}", question));
    times[i] = time_skill(*skill, profile).again_ms;
  }
  return times;
}

}  // namespace nsys_ai::bench
