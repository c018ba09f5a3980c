// A question of copies of one direction as one of all copies, one of kernels that one call launched as one of
// all kernels, and one of copies as one of kernels: where such a one is known to be asked, so may this one
// be.
#pragma once

#include <string>
#include <vector>

#include "agent/known/frame.h"

namespace nsys_ai::inline agent {

struct Kin {
  Frame frame;
  std::string query_template;
};

std::vector<Kin> kin_of(const Frame& question, const std::string& query_template);

}  // namespace nsys_ai::inline agent
