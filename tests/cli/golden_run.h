// Runs one golden test for real.
#pragma once

#include "golden_file.h"

namespace nsys_ai::test {

// The same case with what its commands said this time. The masks before the first case of its file hold for
// it too. Throws when a sketch is wrong or a command does not end.
GoldenCase run_golden(const GoldenFile& file, const GoldenCase& one);

}  // namespace nsys_ai::test
