// Whether the ranges around launches name functions that the backtraces of these launches hold too: two kinds
// of evidence that know nothing of each other.
#pragma once

#include <cstdint>
#include <optional>

#include "analysis/scope.h"
#include "base/result.h"
#include "base/sum.h"
#include "base/work.h"

namespace nsys_ai {

struct ChainAgreement {
  Sum both{};   // ns of kernels whose launch has a backtrace with a function of the program, and a range with
                // a line
  Sum agree{};  // of these, where a frame of the backtrace is the range's function, in its file where it
                // names one
  std::optional<uint32_t> contrary;  // the first kernel where none is
};
Result<ChainAgreement> chain_agreement(const Profile& profile, const Scope& scope, const Work& work);

}  // namespace nsys_ai
