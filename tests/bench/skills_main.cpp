// bench-skills: how long each skill takes on a profile that is open, with its defaults, twice.
//
// The first answer includes what is built once for a profile; the second is what a question costs afterwards.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>

#include "base/memory.h"
#include "profile/load.h"
#include "skills/list.h"

namespace nsys_ai::bench {
namespace {

double ask(const Skill& skill, const Profile& profile, std::string& outcome) {
  const auto start = std::chrono::steady_clock::now();
  const auto answer = run_skill(skill, profile, {}, {});
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  outcome = answer ? fmt::format("{}, {} rows", name_of(answer->outcome), answer->total_rows)
                   : answer.error().message;
  return took.count();
}

int run(const std::string& path) {
  const auto profile = load_profile(path, Work{});
  if (!profile) return fmt::print(stderr, "bench-skills: {}\n", profile.error().message), 1;
  fmt::print("| Skill | First | Again | Answer |\n|---|---:|---:|---|\n");
  for (const Skill& skill : built_in_skills().skills()) {
    std::string outcome;
    const double first = ask(skill, **profile, outcome);
    const double again = ask(skill, **profile, outcome);
    fmt::print("| {} | {:.1f} ms | {:.1f} ms | {} |\n", skill.info.name, first, again, outcome);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace nsys_ai::bench

int main(int count, char** arguments) {
  nsys_ai::give_back_large_blocks();  // as the program does
  if (count != 2) return fmt::print(stderr, "bench-skills PROFILE\n"), 2;
  return nsys_ai::bench::run(arguments[1]);
}
