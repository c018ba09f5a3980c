// A question in the words that others ask it in, before it is compared with theirs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai::inline agent {

// What a question may number one by one: GPUs as processes number them, and processes by their pid.
struct NumberedPlaces {
  std::vector<int64_t> gpus, processes;
};
NumberedPlaces numbered_places(const Profile& profile);

// The question with ordinals (`kernel #3`: `3rd kernel`), percentiles (`95% quantile`: `p95`) and what lies
// between two events (`after A has finished, how long until B begins`: `time from the end of A to the start
// of B`) as a query has them. Places that are all there are (`on GPU 0 and GPU 1 together`, `which GPU, 0 or
// 1?`) are left out. What is in quotation marks stays.
std::string restated(std::string_view question, const NumberedPlaces& all);

// Whether it is of the `time from end to next start` of events of one kind.
bool says_spacing(std::string_view question);

// Whether both are the `time from the end of A to the start of B`, or `between` these, of the same ends.
bool says_both_points(std::string_view question, std::string_view query);

}  // namespace nsys_ai::inline agent
