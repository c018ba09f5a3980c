// Opens profiles, or reads the baseline of that name.
#include "cli/compared_sides.h"

#include <filesystem>

#include "base/quantity.h"
#include "cli/common.h"
#include "cli/workspace.h"
#include "features/workspace/baselines.h"

namespace nsys_ai {
namespace {

struct StepRange {
  std::optional<int64_t> first = {}, last = {};
};

// "2..9"; nothing for another text.
std::optional<StepRange> step_range(const std::string& text) {
  const size_t dots = text.find("..");
  if (dots == std::string::npos) return std::nullopt;
  const auto number = [](const std::string& word) -> std::optional<int64_t> {
    if (word.empty() || word.size() > 15 || word.find_first_not_of("0123456789") != std::string::npos)
      return std::nullopt;
    return std::stoll(word);
  };
  const StepRange range{number(text.substr(0, dots)), number(text.substr(dots + 2))};
  return range.first && range.last && *range.first <= *range.last ? std::optional(range) : std::nullopt;
}

std::string invalid_range(const std::string& text) {
  return step_range(text) ? "" : "\"" + text + "\" is no range of steps such as 2..9";
}

Result<std::vector<ComparedProfile>> opened(const std::vector<std::string>& paths, const SideOptions& options,
                                            const std::string& steps) {
  std::vector<ComparedProfile> side;
  for (const std::string& path : paths) {
    auto profile = open_profile(path);
    if (!profile) return tl::unexpected(profile.error());
    ComparedProfile of{*profile};
    of.scope.gpus = options.gpus;
    if (const auto range = step_range(steps)) {
      of.first = range->first;
      of.last = range->last;
    }
    side.push_back(std::move(of));
  }
  return side;
}

// The base and what is compared with it, as the command names them.
struct NamedSides {
  std::vector<std::string> before, after;
};

Result<NamedSides> named_sides(const SideOptions& options) {
  const bool has_ranges = !options.before_iterations.empty() || !options.after_iterations.empty();
  if (!options.against.empty()) return NamedSides{options.against, options.profiles};
  if (options.profiles.size() == 2) return NamedSides{{options.profiles[0]}, {options.profiles[1]}};
  if (options.profiles.size() == 1 && has_ranges) return NamedSides{options.profiles, options.profiles};
  if (options.profiles.size() == 1)
    return fail(
        ErrorCode::bad_request, "One profile is compared with nothing.",
        "Name two, or a base by --against, or ranges of steps: --before-iterations 2..9 --after-iterations 10..17.");
  return fail(ErrorCode::bad_request, "Which of these profiles are the base is not clear.",
              "Write `nsys-ai diff NEW... --against BASE...`.");
}

// A file of that name comes first.
bool is_baseline(const std::vector<std::string>& names) {
  std::error_code error;
  return names.size() == 1 && !std::filesystem::exists(names.front(), error) &&
         has_baseline(workspace_folders(), names.front());
}

struct OpenedSides {
  SideFigures figures;
  std::vector<ProfilePtr> runs;
};

std::vector<ProfilePtr> profiles_of(const std::vector<ComparedProfile>& side) {
  std::vector<ProfilePtr> profiles;
  for (const ComparedProfile& of : side) profiles.push_back(of.profile);
  return profiles;
}

Result<OpenedSides> figures_against_baseline(const NamedSides& names, const SideOptions& options) {
  auto base = baseline(workspace_folders(), names.before.front());
  if (!base) return tl::unexpected(base.error());
  const auto profiles = opened(names.after, options, options.after_iterations);
  if (!profiles) return tl::unexpected(profiles.error());
  const RunFigures& first = base->front();
  UnitRequest request;
  request.kind = unit_kind(first.unitKind).value_or(UnitKind::step);
  request.kernel = first.kernel;
  auto after = figures_by(*profiles, request);
  if (!after) return tl::unexpected(after.error());
  return OpenedSides{{std::move(*base), std::move(*after)}, profiles_of(*profiles)};
}

// Whether a word can be meant as a name alone.
bool is_neither(const std::vector<std::string>& names) {
  std::error_code error;
  return names.size() == 1 && names.front().find_first_of("/.") == std::string::npos &&
         !std::filesystem::exists(names.front(), error);
}

Result<OpenedSides> figures_of_sides(const NamedSides& names, const SideOptions& options) {
  if (is_baseline(names.before)) return figures_against_baseline(names, options);
  if (is_neither(names.before))
    return tl::unexpected(baseline(workspace_folders(), names.before.front()).error());
  const auto before = opened(names.before, options, options.before_iterations);
  if (!before) return tl::unexpected(before.error());
  const auto after = opened(names.after, options, options.after_iterations);
  if (!after) return tl::unexpected(after.error());
  auto figures = figures_of(*before, *after);
  if (!figures) return tl::unexpected(figures.error());
  return OpenedSides{std::move(*figures), profiles_of(*after)};
}

}  // namespace

void SideOptions::add_profiles(CLI::App& command, const std::string& what) {
  command.add_option("PROFILE", profiles, what)->required();
  add_memory_limit(command);
}

void SideOptions::add_against(CLI::App& command) {
  command.add_option("--against", against, "The runs of the base, or the name of a baseline")
      ->type_name("PROFILE|NAME");
}

void SideOptions::add_gpus(CLI::App& command) {
  command.add_option("--gpu", gpus, "Only this GPU, as CUDA numbers it; may be given again. Default: all")
      ->allow_extra_args(false)
      ->type_name("N");
}

void SideOptions::add_floor(CLI::App& command) {
  command
      .add_option("--floor", floor,
                  "The noise floor, where it is known. Default: measured, from three runs of the base on")
      ->check(invalid_share)
      ->type_name("SHARE");
}

void SideOptions::add_iterations(CLI::App& command) {
  command.add_option("--before-iterations", before_iterations, "Only these steps of the base, from 0")
      ->check(invalid_range)
      ->type_name("FIRST..LAST");
  command.add_option("--after-iterations", after_iterations, "Only these steps of the other side")
      ->check(invalid_range)
      ->type_name("FIRST..LAST");
}

std::optional<double> share_of_text(std::string text) {
  if (!text.empty() && text.back() == '%') text.pop_back();
  const auto value = parse_real(text);
  return value && *value >= 0 && *value < 1000 ? std::optional(*value / 100) : std::nullopt;
}

std::string invalid_share(const std::string& text) {
  return share_of_text(text) ? "" : "\"" + text + "\" is no share such as 1.5%";
}

Result<std::vector<RunFigures>> figures_of_files(const SideOptions& options) {
  const auto profiles = opened(options.profiles, options, "");
  if (!profiles) return tl::unexpected(profiles.error());
  return figures_of(*profiles);
}

Result<ComparedFiles> compared_files(const SideOptions& options) {
  const auto names = named_sides(options);
  if (!names) return tl::unexpected(names.error());
  auto sides = figures_of_sides(*names, options);
  if (!sides) return tl::unexpected(sides.error());
  CompareOptions compared;
  if (!options.floor.empty()) compared.floor = share_of_text(options.floor);
  return ComparedFiles{compare_runs(sides->figures.before, sides->figures.after, compared),
                       std::move(sides->runs)};
}

}  // namespace nsys_ai
