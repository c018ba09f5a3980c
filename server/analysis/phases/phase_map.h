// Maps the texts of NVTX ranges to phases of a program: prefill, decode, scheduler, sampling.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/text_pattern.h"

namespace nsys_ai {

struct PhaseName {
  std::string name;
  bool is_step = true;  // a step of the engine; otherwise a part of one or what stands between them

  friend bool operator==(const PhaseName&, const PhaseName&) = default;
};

// The order of phases is their priority: of several that are open around a launch, the first has it. For one
// thread at a time.
class PhaseMap {
 public:
  static constexpr uint32_t kNoPhase = UINT32_MAX;

  // `{"prefill": ["prefill", "prompt"], "decode": "re:^decode_[0-9]+$"}`: a pattern is a part of the text in either
  // case, or after `re:` a regular expression, as for `grep -E`, with case. Fails with `line N: ...`.
  static Result<PhaseMap> parse(std::string_view json);
  // Those of engines and frameworks, the most specific first.
  static std::vector<PhaseMap> built_in();

  // `the map of vLLM`, `the given map`.
  const std::string& name() const { return name_; }
  const std::vector<PhaseName>& phases() const { return phases_; }
  // In `phases`, or kNoPhase.
  uint32_t of(std::string_view text) const;
  // Whether a text of the template can have a phase.
  bool may_name(std::string_view text_template) const;

 private:
  using Rule = uint32_t (*)(std::string_view text);
  struct Pattern {
    uint32_t phase = 0;
    TextPattern pattern;
  };
  static PhaseMap by_rule(std::string name, std::vector<PhaseName> phases, Rule rule);

  std::string name_;
  std::vector<PhaseName> phases_;
  Rule rule_ = nullptr;  // null for a user's map
  std::vector<Pattern> patterns_;
};

}  // namespace nsys_ai
