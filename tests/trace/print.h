// A decoded trace as text: the tree of tracks, and on each its slices.
#pragma once

#include <string>

#include "tests/trace/decode.h"

namespace nsys_ai::trace_test {

std::string print(const DecodedTrace& trace);

}  // namespace nsys_ai::trace_test
