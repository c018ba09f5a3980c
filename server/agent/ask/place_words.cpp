// The order of GPUs is that of their numbers.
#include "agent/ask/place_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

namespace nsys_ai::inline agent {
namespace {

int64_t place_at(const ReadWords& r, size_t at) {
  constexpr std::string_view kWords[] = {"first", "second", "third",   "fourth",
                                         "fifth", "sixth",  "seventh", "eighth"};
  for (size_t i = 0; i < std::size(kWords); ++i)
    if (says(r, at, {kWords[i]})) return static_cast<int64_t>(i) + 1;
  if (r.tokens[at].quoted || !r.tokens[at].number) return 0;
  const TypedNumber& number = *r.tokens[at].number;
  const bool ordinal =
      number.unit == "st" || number.unit == "nd" || number.unit == "rd" || number.unit == "th";
  constexpr double kMost = 1000;
  return ordinal && number.value == std::floor(number.value) && number.value <= kMost
             ? static_cast<int64_t>(number.value)
             : 0;
}

bool names_thing(const Phrase& phrase) {
  return std::any_of(phrase.meanings.begin(), phrase.meanings.end(),
                     [](const Meaning& m) { return m.role == Role::subject; });
}

// Behind `of the`, `on the` stands where something is.
bool is_led_into(const ReadWords& r, size_t at) {
  const size_t the = at > 0 && says(r, at - 1, {"the"}) ? at - 1 : at;
  return the > 0 && says(r, the - 1, {"of", "on", "for", "in"});
}

}  // namespace

size_t place_words(ReadWords& r, size_t at) {
  const int64_t place = place_at(r, at);
  const size_t gpu = at + 1;
  if (place < 1 || !says(r, gpu, {"gpu", "device", "card"})) return 0;
  const size_t next = gpu + 1;
  if (!r.tokens[gpu].owns && next < r.tokens.size()) {
    // `the first GPU operation`, `the second GPU kernel`: the place is theirs.
    const Phrase longer = phrase_at(r.tokens, gpu), behind = phrase_at(r.tokens, next);
    // `the second card (GPU 1)` says it twice.
    const bool again =
        says(r, next, {"gpu", "device"}) && next + 1 < r.tokens.size() && r.tokens[next + 1].number;
    if (again && !r.tokens[next + 1].quoted) return 2;
    if ((longer.tokens > 1 && names_thing(longer)) || r.tokens[next].number) return 0;
    // `the first GPU to start`, and not `kernels of the second GPU that last over 1 ms`.
    if (!is_led_into(r, at) && says(r, next, {"to", "by", "with", "that"})) return 0;
    if (names_thing(behind)) {
      if (behind.meanings.size() == 1) return 0;
      r.problem =
          fmt::format("Of the {0} GPU, or of the {0} event? Name the GPU by its number.", r.tokens[at].raw);
    }
  }
  r.gpu_places.push_back(place);
  return 2;
}

std::string settle_places(const Profile& profile, ReadWords& reading) {
  if (reading.gpu_places.empty()) return "";
  std::set<int64_t> numbers;
  for (const Device& device : profile.devices()) numbers.insert(device.ordinal);
  std::vector<int64_t>& gpus = reading.numbers.gpus;
  for (const int64_t place : reading.gpu_places) {
    if (place > static_cast<int64_t>(numbers.size()))
      return fmt::format("The capture numbers {} GPUs, so there is no GPU in place {}.", numbers.size(),
                         place);
    const int64_t number = *std::next(numbers.begin(), place - 1);
    if (std::find(gpus.begin(), gpus.end(), number) != gpus.end()) continue;
    if (gpus.empty())
      gpus.push_back(number);
    else if (!reading.numbers.minus_gpu)
      reading.numbers.minus_gpu = number;
    else
      return "It names three GPUs, and I can answer for two.";
  }
  reading.gpu_places.clear();
  return "";
}

}  // namespace nsys_ai::inline agent
