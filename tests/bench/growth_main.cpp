// bench-growth: whether time grows with the rows, for everything that can be asked of a profile.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "base/memory.h"
#include "profile/load/load.h"
#include "skills/list.h"
#include "tests/bench/clock.h"
#include "trace/timeline/timeline.h"
#include "trace/trace.h"
#include "view/pages/overview.h"

namespace nsys_ai::bench {
namespace {

constexpr double kMostGrowth = 2.6;
constexpr double kMostMs = 10'000;
// What takes less is too short to tell how it grows.
constexpr double kLeastMs = 100;

struct Question {
  std::string name;
  std::function<void(const Profile&)> ask;
};

std::vector<Question> questions() {
  std::vector<Question> all;
  for (const Skill& skill : built_in_skills().skills())
    all.push_back({skill.info.name, [&skill](const Profile& profile) {
                     static_cast<void>(run_skill(skill, profile, ScopeRequest{}, ParamValues{}));
                   }});
  all.push_back({"(overview)", [](const Profile& profile) { overview(profile, {}); }});
  all.push_back({"(trace)", [](const Profile& profile) {
                   const auto nowhere = [](std::string_view) { return true; };
                   static_cast<void>(write_trace(profile, Scope::whole(profile), TraceOptions{}, nowhere));
                 }});
  all.push_back({"(timeline)", [](const Profile& profile) {
                   static_cast<void>(TimelineSource(profile, {}).part({{}, 2000, 120'000, {}}));
                 }});
  return all;
}

// How long a question takes of a profile of which nothing is built, in a process of its own, which is killed
// when it takes far too long; nothing then.
std::optional<double> measured(const Profile& profile, const Question& question) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    alarm(static_cast<unsigned>(2 * kMostMs / 1000));
    const double ms = ms_of([&] { question.ask(profile); });
    const bool told = write(ends[1], &ms, sizeof ms) == sizeof ms;
    _exit(told ? 0 : 1);
  }
  close(ends[1]);
  double ms = 0;
  const bool told = read(ends[0], &ms, sizeof ms) == sizeof ms;
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
  }
  return told ? std::optional(ms) : std::nullopt;
}

std::vector<std::optional<double>> measured(const std::string& path) {
  const double opened = ms_of([&] {
    if (!load_profile(path)) throw std::runtime_error(path + " cannot be opened");
  });
  const ProfilePtr profile = *load_profile(path);
  std::vector<std::optional<double>> times = {opened};
  for (const Question& question : questions()) {
    auto best = measured(*profile, question);
    // What other work disturbed is asked again.
    for (int again = 0; again < 2 && best && *best < kMostMs / 4; ++again)
      best = std::min(*best, measured(*profile, question).value_or(*best));
    times.push_back(best);
  }
  return times;
}

int run(const std::string& fewer, const std::string& more) {
  const auto before = measured(fewer);
  const auto after = measured(more);
  std::vector<std::string> names = {"(open)"};
  for (const Question& question : questions()) names.push_back(question.name);
  int beyond = 0;
  fmt::print("| Question | Rows | Twice the rows | Growth |\n|---|---:|---:|---:|\n");
  for (size_t i = 0; i < names.size(); ++i) {
    const auto text = [](const std::optional<double>& ms) {
      return ms ? fmt::format("{:.0f} ms", *ms) : std::string("too long");
    };
    const bool ended = before[i] && after[i];
    const double growth = ended ? *after[i] / std::max(kLeastMs / 2, *before[i]) : 0;
    fmt::print("| {} | {} | {} | {:.2f} |\n", names[i], text(before[i]), text(after[i]), growth);
    if (ended && *after[i] <= kMostMs && (*after[i] < kLeastMs || growth <= kMostGrowth)) continue;
    fmt::print(stderr, "bench-growth: {} took {}, then {}\n", names[i], text(before[i]), text(after[i]));
    beyond = 1;
  }
  return beyond;
}

}  // namespace
}  // namespace nsys_ai::bench

int main(int count, char** arguments) {
  nsys_ai::release_large_blocks();  // as the program does
  if (count != 3) return fmt::print(stderr, "bench-growth FEWER MORE\n"), 2;
  try {
    return nsys_ai::bench::run(arguments[1], arguments[2]);
  } catch (const std::exception& error) {
    return fmt::print(stderr, "bench-growth: {}\n", error.what()), 2;
  }
}
