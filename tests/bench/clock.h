// What all measurements begin with: a clock, and a profile that is opened.
#pragma once

#include <functional>
#include <string>

#include "profile/profile.h"

namespace nsys_ai {
class ColumnCache;
}

namespace nsys_ai::bench {

double ms_of(const std::function<void()>& work);
// Of all threads of this process, so far. Other work hardly changes it.
double processor_ms();

// Never let go: what it takes to free a profile is nobody's wait. Throws std::runtime_error.
const Profile& opened(const std::string& path, const ColumnCache* kept = nullptr);

}  // namespace nsys_ai::bench
