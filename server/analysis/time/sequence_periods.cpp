// Whether a sequence of kernel names is periodic: tried with the rarest names as the beginning of a period.
#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "analysis/time/iterations.h"
#include "profile/dictionary.h"

namespace nsys_ai::inline analysis {
namespace {

constexpr size_t kMinTurns = 3;
constexpr size_t kMaxCandidates = 16;
constexpr double kAlike = 0.8;  // of the periods must be equal, name by name

struct Name {
  uint32_t first = 0;  // its first occurrence
  uint32_t count = 0;
  uint32_t name = 0;
};

// Names that occur often enough, the rarest first; of equally rare ones the earlier first.
std::vector<Name> candidates(const std::vector<uint32_t>& sequence) {
  std::unordered_map<uint32_t, Name> names;
  for (uint32_t i = 0; i < sequence.size(); ++i) {
    const auto found = names.try_emplace(sequence[i], Name{i, 0, sequence[i]}).first;
    ++found->second.count;
  }
  std::vector<Name> all;
  for (const auto& [name, of] : names)
    if (of.count >= kMinTurns && of.count <= sequence.size() / 2) all.push_back(of);
  const auto rarer = [](const Name& a, const Name& b) {
    return std::tie(a.count, a.first) < std::tie(b.count, b.first);
  };
  const size_t kept = std::min(all.size(), kMaxCandidates);
  std::partial_sort(all.begin(), all.begin() + static_cast<ptrdiff_t>(kept), all.end(), rarer);
  all.resize(kept);
  return all;
}

// The periods that begin with one name, when most of them are equal. What follows the last beginning is a
// period when it is as long as the others and equal to them; else it is left out.
std::vector<size_t> turns_from(const std::vector<uint32_t>& sequence, const Name& name) {
  std::vector<size_t> begins;
  for (size_t i = name.first; i < sequence.size(); ++i)
    if (sequence[i] == name.name) begins.push_back(i);
  begins.push_back(sequence.size());
  const auto turn_hash = [&](size_t from, size_t to) {
    uint64_t hash = to - from;
    for (size_t i = from; i < to; ++i) hash = mixed(hash * 31 + sequence[i] + 1);
    return hash;
  };
  std::unordered_map<uint64_t, size_t> alike;
  std::vector<uint64_t> hashes;
  for (size_t i = 0; i + 1 < begins.size(); ++i) {
    hashes.push_back(turn_hash(begins[i], begins[i + 1]));
    ++alike[hashes.back()];
  }
  const auto most = std::max_element(alike.begin(), alike.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  // The last period may be cut off by the end of the capture.
  if (hashes.back() != most->first) begins.pop_back();
  const size_t turns = begins.size() - 1;
  if (turns < kMinTurns || static_cast<double>(most->second) < kAlike * static_cast<double>(turns)) return {};
  return begins;
}

// The rarest name may be in the middle of a period: periods begin as early as the first can.
void shift_to_first(const std::vector<uint32_t>& sequence, std::vector<size_t>& begins) {
  const size_t period = begins[1] - begins[0];
  size_t shift = 0;
  while (shift + 1 < period && shift < begins[0] &&
         sequence[begins[0] - shift - 1] == sequence[begins[1] - shift - 1])
    ++shift;
  for (size_t& begin : begins) begin -= shift;
}

}  // namespace

std::vector<size_t> find_periods(const std::vector<uint32_t>& sequence) {
  for (const Name& name : candidates(sequence)) {
    auto turns = turns_from(sequence, name);
    if (turns.empty()) continue;
    shift_to_first(sequence, turns);
    return turns;
  }
  return {};
}

}  // namespace nsys_ai::inline analysis
