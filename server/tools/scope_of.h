// The part of a profile that a request names.
#pragma once

#include "analysis/scope.h"

namespace nsys_ai {

// Reads the members gpus, trim, process, iteration and phase.
template <class Params>
ScopeRequest scope_of(const Params& params) {
  ScopeRequest scope;
  if (params.gpus) scope.gpus = *params.gpus;
  if (params.trim) scope.window = Interval{params.trim->startNs, params.trim->endNs};
  scope.process = params.process;
  scope.iteration = params.iteration;
  scope.phase = params.phase;
  return scope;
}

}  // namespace nsys_ai
