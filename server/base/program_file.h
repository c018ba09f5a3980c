// Finds programs on this machine and identifies their builds.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace nsys_ai {

// Why the path is not a program, as the end of a sentence; empty if it is one.
std::string reason_not_executable(const std::filesystem::path& path);

// The first program of that name in the folders of PATH. Relative entries are skipped: a folder that holds a
// profile must not decide which program runs.
std::optional<std::filesystem::path> program_on_path(std::string_view name);

// Distinguishes builds of the running program by path, size and modification time. Returns nullopt when the
// system does not provide them.
std::optional<uint64_t> program_stamp();

}  // namespace nsys_ai
