// All that people ask of a profile, asked at once, so that hostile values go through every layer.
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"
#include "profile/profile.h"

namespace nsys_ai::fuzz {

// What the columns promise to the layers above, and that is not so; empty when all is well.
std::string broken_promise(const Profile& profile);

// Asks for links, statistics, findings, the overview, its cards, skills and a trace.
// Gives what is wrong with an answer; empty when nothing is.
std::string walk(const Profile& profile);

// Whether the outcome of a load is a profile that keeps its promises or a refusal in a sentence; what is
// wrong with it, or empty.
std::string wrong_with_load(const Result<ProfilePtr>& loaded);

// Loads and walks. What is wrong with the outcome; empty for a profile and for a refusal in a sentence.
std::string load_and_walk(const std::filesystem::path& path, ProfilePtr* profile = nullptr);

// The events of a profile as text, in the order of the file.
struct Told {
  std::string events;
  std::string rows;  // their numbers
};
Told told(const Profile& profile);

}  // namespace nsys_ai::fuzz
