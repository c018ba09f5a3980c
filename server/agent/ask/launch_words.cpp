// Two points, between which lies the latency of a launch, or its time in the queue.
#include "agent/ask/launch_words.h"

namespace nsys_ai::inline agent {
namespace {

// A point of a launch as `the begin of its launch call` names it; 0 tokens where none is named.
struct LaunchPoint {
  size_t tokens = 0;
  bool end = false;
  bool kernel = false;
};

LaunchPoint launch_point(const ReadWords& r, size_t at) {
  LaunchPoint point;
  size_t next = says(r, at, {"the", "its"}) ? at + 1 : at;
  point.end = says(r, next, {"end", "return"});
  // `from launch to kernel start`: of the launch its beginning is meant, where none is said.
  const bool begins = says(r, next, {"begin", "start", "beginning"});
  if (!point.end && !begins && !says(r, next, {"launch"}) &&
      !(says(r, next, {"kernel"}) && says(r, next + 1, {"launch"})))
    return point;
  if (point.end || begins) next += says(r, next + 1, {"of"}) ? 2 : 1;
  if (says(r, next, {"the", "its", "that"})) ++next;
  if (says(r, next, {"kernel"}) && !says(r, next + 1, {"launch"})) {
    point.kernel = true;
    point.tokens = next - at;  // the kernel itself is what is asked about
    return point;
  }
  if (says(r, next, {"kernel"})) ++next;
  if (!says(r, next, {"launch"})) return point;
  ++next;
  if (says(r, next, {"api"})) ++next;
  if (says(r, next, {"call"})) ++next;
  point.tokens = next - at;
  return point;
}

}  // namespace

size_t launch_words(ReadWords& r, size_t at) {
  size_t next = says(r, at, {"delay", "gap", "wait"}) ? at + 1 : at;
  if (!says(r, next, {"between", "from"})) return 0;
  const LaunchPoint from = launch_point(r, next + 1);
  if (from.tokens == 0 || from.kernel) return 0;
  next += 1 + from.tokens;
  if (!says(r, next, {"and", "to", "until", "till"})) return 0;
  const size_t behind = says(r, next + 1, {"the", "its", "that"}) ? next + 2 : next + 1;
  // `until the kernel starts`, `to execution`.
  const bool execution = says(r, behind, {"execution"}) && !says(r, behind + 1, {"of", "end", "ends"});
  const bool spoken =
      execution ||
      (says(r, behind, {"kernel", "it"}) &&
       says(r, behind + 1, {"begins", "starts", "start", "begin", "runs", "execution", "beginning"}));
  const LaunchPoint to = launch_point(r, next + 1);
  if (!spoken && (to.tokens == 0 || !to.kernel || to.end)) return 0;
  const Measure measure = from.end ? Measure::queue : Measure::latency;
  r.clues.push_back({Role::measure, static_cast<int>(measure), "", at});
  if (!spoken) return next + 1 + to.tokens - at;
  r.clues.push_back({Role::subject, static_cast<int>(Subject::kernel), "", behind});
  return behind + (execution ? 1 : 2) - at;
}

}  // namespace nsys_ai::inline agent
