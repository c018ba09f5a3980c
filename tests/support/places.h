// Where a test finds what lies outside it: the source tree, the program, real profiles.
// They are looked for when a test runs, so that a test is the same object in every clone.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace nsys_ai::test {

// The folder with CMakeCache.txt above the running test.
std::filesystem::path build_folder();
// The repository from which that folder is built.
std::filesystem::path source_folder();
// $NSYS_AI_PROGRAM, or nsys-ai of the build folder.
std::string program();
// $NSYS_AI_PROFILES, or shared/profiles beside the repository; it need not be there.
std::filesystem::path profiles_folder();
// The profiles in that folder, by name.
std::vector<std::filesystem::path> captures();

}  // namespace nsys_ai::test
