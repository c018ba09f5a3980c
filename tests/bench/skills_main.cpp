// bench-skills: how long each skill takes on a profile that is open, with its defaults.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <set>

#include "base/memory.h"
#include "skills/list.h"
#include "tests/bench/clock.h"
#include "tests/bench/skill_times.h"

namespace nsys_ai::bench {
namespace {

void run(const std::string& path, const std::set<std::string>& wanted) {
  const Profile& profile = opened(path);
  fmt::print("| Skill | First | Again | Processor | Answer |\n|---|---:|---:|---:|---|\n");
  for (const Skill& skill : built_in_skills().skills()) {
    if (!wanted.empty() && !wanted.contains(skill.info.name)) continue;
    const SkillTime times = time_skill(skill, profile);
    fmt::print("| {} | {:.1f} ms | {:.1f} ms | {:.1f} ms | {} |\n", skill.info.name, times.first_ms,
               times.again_ms, times.again_processor, times.outcome);
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace nsys_ai::bench

int main(int count, char** arguments) {
  nsys_ai::release_large_blocks();  // as the program does
  if (count < 2) return fmt::print(stderr, "bench-skills PROFILE [SKILL...]\n"), 2;
  try {
    nsys_ai::bench::run(arguments[1], {arguments + 2, arguments + count});
    return 0;
  } catch (const std::exception& error) {
    return fmt::print(stderr, "bench-skills: {}\n", error.what()), 1;
  }
}
