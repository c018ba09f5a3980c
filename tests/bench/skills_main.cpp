// bench-skills: how long each skill takes on a profile that is open, with its defaults.
//
// The first answer includes what is built once for a profile; of the next ones, which are what a question
// costs afterwards, the best counts: what other work disturbed least. The time of the processor is that of
// all threads.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <set>

#include "base/memory.h"
#include "profile/load.h"
#include "skills/list.h"

namespace nsys_ai::bench {
namespace {

constexpr int kRepetitions = 3;

struct Took {
  double wall = 0;  // ms
  double cpu = 0;   // ms
};

double cpu_ms() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

Took ask(const Skill& skill, const Profile& profile, std::string& outcome) {
  const auto start = std::chrono::steady_clock::now();
  const double cpu = cpu_ms();
  const auto answer = run_skill(skill, profile, {}, {});
  const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - start;
  outcome = answer ? fmt::format("{}, {} rows", name_of(answer->outcome), answer->total_rows)
                   : answer.error().message;
  return {wall.count(), cpu_ms() - cpu};
}

int run(const std::string& path, const std::set<std::string>& wanted) {
  const auto profile = load_profile(path, Work{});
  if (!profile) return fmt::print(stderr, "bench-skills: {}\n", profile.error().message), 1;
  fmt::print("| Skill | First | Again | Processor | Answer |\n|---|---:|---:|---:|---|\n");
  for (const Skill& skill : built_in_skills().skills()) {
    if (!wanted.empty() && !wanted.contains(skill.info.name)) continue;
    std::string outcome;
    const Took first = ask(skill, **profile, outcome);
    Took again = ask(skill, **profile, outcome);
    for (int i = 1; i < kRepetitions; ++i) {
      const Took other = ask(skill, **profile, outcome);
      again = {std::min(again.wall, other.wall), std::min(again.cpu, other.cpu)};
    }
    fmt::print("| {} | {:.1f} ms | {:.1f} ms | {:.1f} ms | {} |\n", skill.info.name, first.wall, again.wall,
               again.cpu, outcome);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace nsys_ai::bench

int main(int count, char** arguments) {
  nsys_ai::give_back_large_blocks();  // as the program does
  if (count < 2) return fmt::print(stderr, "bench-skills PROFILE [SKILL...]\n"), 2;
  return nsys_ai::bench::run(arguments[1], {arguments + 2, arguments + count});
}
