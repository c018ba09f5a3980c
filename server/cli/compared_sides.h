// The sides of a comparison as commands name them: profiles, or a baseline.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "compare/compare.h"

namespace nsys_ai {

// The options that diff, check and baseline share.
struct SideOptions {
  std::vector<std::string> profiles;
  std::vector<std::string> against;
  std::vector<int64_t> gpus;
  std::string before_iterations;
  std::string after_iterations;
  std::vector<double> before_trim;  // from and to, in seconds
  std::vector<double> after_trim;
  std::string floor;

  void add_profiles(CLI::App& command, const std::string& what);
  void add_against(CLI::App& command);
  void add_gpus(CLI::App& command);
  void add_floor(CLI::App& command);
  void add_iterations(CLI::App& command);
  void add_trims(CLI::App& command);
};

// Whether GPUs, steps or times of a side are chosen.
bool has_parts(const SideOptions& options);

// "1.5%" as a share, and what is wrong with a text that is none.
std::optional<double> share_of_text(std::string text);
std::string invalid_share(const std::string& text);

// The figures of runs by the units that they have.
Result<std::vector<RunFigures>> figures_of_files(const SideOptions& options);
struct ComparedFiles {
  nsys::Comparison comparison;
  std::vector<ProfilePtr> runs;  // what is compared with the base
};
// The two profiles to show in a browser. Fails unless there is one a side.
struct TwoProfiles {
  ProfilePtr before, after;
};
Result<TwoProfiles> opened_sides(const SideOptions& options);
// Opens the profiles, or reads the baseline, and compares.
Result<ComparedFiles> compared_files(const SideOptions& options);

}  // namespace nsys_ai
