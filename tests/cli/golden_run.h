// Runs one golden test for real.
#pragma once

#include "golden_file.h"

namespace nsys_ai::test {

// The same case with what its commands said this time. Throws when a sketch is wrong or a command does not end.
GoldenCase run_golden(const GoldenCase& one);

}  // namespace nsys_ai::test
