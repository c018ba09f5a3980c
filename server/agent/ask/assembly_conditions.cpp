// What a condition leaves out, which way copies go, and on which side things are.
#include <fmt/format.h>

#include <algorithm>

#include "agent/ask/assembler.h"

namespace nsys_ai::inline agent {
namespace {

bool is_passed_over(const std::string& word) {
  constexpr std::string_view kWords[] = {"the",      "all",       "any",  "than",   "for",     "from",
                                         "counting", "including", "of",   "family", "library", "direction",
                                         "kernel",   "kernels",   "that", "are",    "is",      "time",
                                         "with",     "out",       "not",  "in"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

}  // namespace

void Assembler::collect_condition(const Clue& c) {
  switch (c.role) {
    case Role::topic:
      topics_.insert(c.text);
      break;
    case Role::family:
      once(is_excluded(c.at) ? query_.not_family : query_.family, c.text, "families");
      break;
    case Role::library:
      once(is_excluded(c.at) ? query_.not_library : query_.library, c.text, "libraries");
      break;
    case Role::direction:
      once(is_excluded(c.at) ? query_.not_direction : query_.direction, c.text, "directions");
      break;
    case Role::copy_calls:
      if (query_.copy_calls != CopyCalls::any && query_.copy_calls != as<CopyCalls>(c))
        refuse("It asks for synchronous and for asynchronous copies at once.");
      query_.copy_calls = as<CopyCalls>(c);
      break;
    case Role::memory:
      once(query_.memory, c.text, "kinds of memory");
      break;
    case Role::name:
      if (is_excluded(c.at)) left_out_at_ = c.at;
      once(left_out_at_ == c.at ? query_.not_name : query_.name, c.text, "names");
      break;
    case Role::launched:
      if (query_.launched != Launched::any && query_.launched != as<Launched>(c))
        refuse("It asks for two kinds of launches at once.");
      query_.launched = as<Launched>(c);
      break;
    case Role::only:
      query_.pick = Pick::first;
      query_.only = true;
      break;
    case Role::machine:
      query_.machine = true;
      break;
    case Role::difference:
      difference_ = difference_ ? std::min(*difference_, as<Comparison>(c)) : as<Comparison>(c);
      break;
    default:
      break;
  }
}

void Assembler::collect_calls(CallClass calls, bool left_out) {
  CallClass& said = left_out ? query_.not_calls : query_.calls;
  if (said != CallClass::any && said != calls) refuse("It names two kinds of calls; I can answer for one.");
  said = calls;
}

void Assembler::collect_pick(const Clue& c) {
  const Pick pick = as<Pick>(c);
  constexpr std::string_view kComparing[] = {"more", "less", "fewer", "busier", "idle", "longer"};
  if (compares() && std::find(std::begin(kComparing), std::end(kComparing), reading_.tokens[c.at].word) !=
                        std::end(kComparing))
    return;
  if (c.text == "top") {
    top_ = true;
    if (query_.pick == Pick::none) query_.pick = pick;
    return;
  }
  const bool by_time = pick == Pick::first || pick == Pick::last;
  // `the first kernel ... the first collective` are two events.
  if (query_.pick == pick && by_time && picked_at_ != c.at)
    return refuse("It names two events, and asks for one: say how long it is from the one to the other.");
  picked_at_ = c.at;
  if (query_.pick != Pick::none && query_.pick != pick && !top_) {
    // `the last of the longest` and the like.
    return refuse("It asks for two picks at once, such as the first and the longest.");
  }
  query_.pick = pick;
}

bool Assembler::is_excluded(size_t at) {
  const size_t of = at;
  while (at > 0) {
    --at;
    if (excluding_.erase(at) > 0) {
      excluded_at_ = of;
      return true;
    }
    if (!is_passed_over(reading_.tokens[at].word)) return false;
  }
  return false;
}

// `except gemm and nccl`: the second is left out too.
bool Assembler::joins_excluded(size_t at) const {
  constexpr size_t kMostTokens = 4;  // of what is left out first, and the word between
  return excluded_at_ < at && at - excluded_at_ <= kMostTokens &&
         is_one_of(reading_.tokens[at - 1], {"and", "or", "nor"});
}

void Assembler::settle_exclusions() {
  for (const Clue& c : reading_.clues)
    if ((c.role == Role::family || c.role == Role::library || c.role == Role::measure ||
         c.role == Role::name) &&
        joins_excluded(c.at))
      return refuse("I can leave out one kind of them, and not two.");
  if (!excluding_.empty())
    return refuse(fmt::format(
        "`{}` what? I can leave out families, libraries and names of kernels, directions, and kinds of calls.",
        reading_.tokens[*excluding_.begin()].raw));
  if (query_.not_family == "communication") {
    query_.not_family.clear();
    if (!query_.family.empty() && share_)
      return refuse("I can tell the share of one family of all kernels, and not of those of other families.");
    if (query_.family.empty()) query_.family = "compute";
  }
}

void Assembler::settle_toward() {
  if (query_.subject != Subject::copy) return;
  std::set<Toward> said;
  for (const Clue& c : reading_.clues)
    if (c.role == Role::toward) said.insert(as<Toward>(c));
  if (said.empty()) return;
  if (said.size() > 1) {
    if (query_.direction.empty())
      refuse("From which GPU to which a copy went is in no table: ask for copies of direction Peer-to-Peer.");
    return;
  }
  const bool into = said.count(Toward::into) > 0;
  const std::string_view direction = into ? "Host-to-Device" : "Device-to-Host";
  const std::string_view other = into ? "Device-to-Host" : "Host-to-Device";
  if (query_.direction == other)
    return refuse(fmt::format("Copies of direction {} do not go that way.", query_.direction));
  if (query_.direction.empty()) query_.direction = direction;
}

bool Assembler::says_host_event() const {
  switch (query_.subject) {
    case Subject::range:
    case Subject::mark:
    case Subject::call:
    case Subject::os_call:
    case Subject::mpi_call:
    case Subject::sample:
    case Subject::schedule:
    case Subject::overhead:
    case Subject::thread:
    case Subject::process:
    case Subject::capture:
      return true;
    default:
      return false;
  }
}

// A word for the side on which something is must fit it: `kernel time on the CPU` is nothing.
void Assembler::check_side() {
  if (query_.intent != Intent::measure) return;
  const bool host = std::any_of(reading_.clues.begin(), reading_.clues.end(),
                                [](const Clue& c) { return c.role == Role::side; });
  if (host && !says_host_event() && query_.measure != Measure::latency && query_.measure != Measure::queue)
    return refuse(query_.subject == Subject::gpu
                      ? "That is of GPUs: of the host I know calls, ranges, threads and what its CPU is."
                      : fmt::format("{} are of the GPU: on the host I know the calls that launch them.",
                                    plural_of(query_.subject)));
  const bool call = query_.subject == Subject::call || query_.subject == Subject::os_call ||
                    query_.subject == Subject::mpi_call;
  if (call && query_.measure == Measure::time && says_gpu_time())
    refuse("Calls are timed on the host: on the GPU I know kernels, copies and memsets.");
}

}  // namespace nsys_ai::inline agent
