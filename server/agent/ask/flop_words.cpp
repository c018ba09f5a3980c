// Work and peaks by their numbers.
#include "agent/ask/flop_words.h"

#include <string>
#include <string_view>

namespace nsys_ai::inline agent {
namespace {

// FLOPs, or FLOP/s, in words: how many, and how many tokens that takes; 0 where it is none.
struct SpokenFlops {
  double value = 0;
  size_t tokens = 0;
};

SpokenFlops flops_at(const ReadWords& r, size_t at) {
  struct Scale {
    std::string_view word;
    double scale;
  };
  constexpr Scale kScales[] = {{"flop", 1},         {"flops", 1},       {"gflop", 1e9},  {"gflops", 1e9},
                               {"tflop", 1e12},     {"tflops", 1e12},   {"pflop", 1e15}, {"pflops", 1e15},
                               {"petaflops", 1e15}, {"teraflops", 1e12}};
  if (at >= r.tokens.size() || !r.tokens[at].number) return {};
  const TypedNumber& number = *r.tokens[at].number;
  std::string unit = !number.unit.empty()       ? number.unit
                     : at + 1 < r.tokens.size() ? r.tokens[at + 1].word
                                                : "";
  if (unit.ends_with("/s")) unit.resize(unit.size() - 2);
  for (const Scale& scale : kScales)
    if (scale.word == unit) return {number.value * scale.scale, number.unit.empty() ? 2U : 1U};
  return {};
}

}  // namespace

// `peak 989 TFLOPS per GPU`, `a 989 TFLOP/s peak each`, `989e12 peak`.
size_t peak_words(ReadWords& r, size_t at) {
  const bool before = says(r, at, {"peak"});
  size_t next = before ? at + 1 : at;
  while (before && says(r, next, {"of", "is", "at", "flops", "performance", "rate", "being"})) ++next;
  SpokenFlops peak = flops_at(r, next);
  constexpr double kLeastPlain = 1e11;  // what no count of anything else is
  if (peak.tokens == 0 && next < r.tokens.size() && r.tokens[next].number &&
      r.tokens[next].number->unit.empty() && r.tokens[next].number->value >= kLeastPlain)
    peak = {r.tokens[next].number->value, 1};
  if (peak.tokens == 0) return 0;
  next += peak.tokens;
  if (says(r, next, {"per"}) && says(r, next + 1, {"second"})) next += 2;
  if (!before) {
    // `1e14 flops, peak 989 TFLOPS`: that of what follows.
    if (!says(r, next, {"peak"}) || (next + 1 < r.tokens.size() && r.tokens[next + 1].number)) return 0;
    ++next;
  }
  if (says(r, next, {"each"}))
    ++next;
  else if (says(r, next, {"per"}) && says(r, next + 1, {"gpu", "device", "card"}))
    next += 2;
  r.numbers.peak_flops = peak.value;
  return next - at;
}

size_t flop_words(ReadWords& r, size_t at) {
  const SpokenFlops flops = flops_at(r, at);
  if (flops.tokens > 0) r.numbers.flops = flops.value;
  return flops.tokens;
}

size_t precision_words(ReadWords& r, size_t at) {
  if (says(r, at, {"precision"})) return 1;
  if (!says(r, at, {"bf16", "fp16", "fp8", "tf32"})) return 0;
  r.numbers.precision = r.tokens[at].word;
  return 1;
}

}  // namespace nsys_ai::inline agent
