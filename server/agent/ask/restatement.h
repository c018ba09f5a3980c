// What is said in one way and meant as another: a pattern, and what stands in its place.
#pragma once

#include <regex>
#include <string>
#include <vector>

namespace nsys_ai::inline agent {

struct Restatement {
  std::regex said;
  const char* meant;
};

inline std::regex as_said(const std::string& text) { return std::regex(text, std::regex::icase); }

inline std::vector<Restatement> joined(const std::vector<std::vector<Restatement>>& parts) {
  std::vector<Restatement> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

// Exact numbers, the greater or lesser of places, and what is between neighbours.
const std::vector<Restatement>& restatements_of_bounds();
// What runs beside what, calls that are told by what they do, and remarks on gaps, sums and shares.
const std::vector<Restatement>& restatements_of_pairs();

// What lies between two points: from one event to another, and from each to the next.
const std::vector<Restatement>& restatements_of_points();
// Remarks that say again what every answer holds to.
const std::vector<Restatement>& restatements_of_remarks();

}  // namespace nsys_ai::inline agent
