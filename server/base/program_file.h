// Programs on this machine.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace nsys_ai {

// Empty for a program; else why the path is not one, as the end of a sentence.
std::string why_no_program(const std::filesystem::path& path);

// The first of that name in the folders of PATH. Relative entries are left out: a folder with a profile in it
// must not choose the program.
std::optional<std::filesystem::path> program_on_path(std::string_view name);

// Tells builds of the running program apart: by where it lies, its size and its time. Nothing where the
// system does not say.
std::optional<uint64_t> program_stamp();

}  // namespace nsys_ai
