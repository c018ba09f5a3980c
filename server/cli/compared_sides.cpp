// Opens profiles, or reads the baseline of that name.
#include "cli/compared_sides.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/quantity.h"
#include "base/quotation.h"
#include "cli/common.h"
#include "cli/workspace.h"
#include "features/workspace/baselines.h"
#include "features/workspace/compare_sides.h"

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

// What a command names for one side.
struct SideWords {
  std::vector<std::string> names;
  std::string steps;
  std::vector<double> trim;
};

Result<std::vector<ComparedProfile>> opened(const SideWords& words, const SideOptions& options) {
  const auto window = window_of_seconds(words.trim);
  if (window && window->empty())
    return fail(ErrorCode::bad_request, "A window of the comparison ends before it begins.",
                "Write its start first, such as --before-trim 1.5 2.5.");
  std::vector<ComparedProfile> side;
  for (const std::string& path : words.names) {
    auto profile = open_profile(path);
    if (!profile) return tl::unexpected(profile.error());
    ComparedProfile of{*profile};
    of.scope.gpus = options.gpus;
    of.scope.window = window;
    if (const auto range = step_range(words.steps)) {
      of.first = range->first;
      of.last = range->last;
    }
    side.push_back(std::move(of));
  }
  return side;
}

bool has_ranges(const SideOptions& options) {
  return !options.before_iterations.empty() || !options.after_iterations.empty() ||
         !options.before_trim.empty() || !options.after_trim.empty();
}

struct NamedSides {
  SideWords before, after;
};

Result<NamedSides> named_sides(const SideOptions& options) {
  const auto sides = [&](std::vector<std::string> before, std::vector<std::string> after) {
    return NamedSides{{std::move(before), options.before_iterations, options.before_trim},
                      {std::move(after), options.after_iterations, options.after_trim}};
  };
  if (!options.against.empty()) return sides(options.against, options.profiles);
  if (options.profiles.size() == 2) return sides({options.profiles[0]}, {options.profiles[1]});
  if (options.profiles.size() == 1 && has_ranges(options)) return sides(options.profiles, options.profiles);
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

// Whether a word of --against can be meant as the name of a baseline alone.
bool is_missing_baseline(const std::vector<std::string>& against) {
  std::error_code error;
  return against.size() == 1 && against.front().find_first_of("/.") == std::string::npos &&
         !std::filesystem::exists(against.front(), error) && !is_baseline(against);
}

Result<CompareSide> side_of(const SideWords& words, const SideOptions& options) {
  if (is_baseline(words.names)) {
    if (words.steps.empty() && words.trim.empty() && options.gpus.empty())
      return side_of_baseline(workspace_folders(), words.names.front());
    return fail(ErrorCode::bad_request, "A baseline keeps no single steps, times or GPUs.",
                "Compare with the captures that it was made of.");
  }
  auto captures = opened(words, options);
  if (!captures) return tl::unexpected(captures.error());
  return CompareSide{std::move(*captures)};
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

void SideOptions::add_trims(CLI::App& command) {
  const auto add = [&](const char* name, std::vector<double>& trim, const char* help) {
    command.add_option(name, trim, help)->expected(2)->check(invalid_seconds)->type_name("SECONDS");
  };
  add("--before-trim", before_trim,
      "Only units of the base from here to there, in seconds on its capture's clock");
  add("--after-trim", after_trim, "The same of the other side");
}

void SideOptions::add_iterations(CLI::App& command) {
  command.add_option("--before-iterations", before_iterations, "Only these steps of the base, from 0")
      ->check(invalid_range)
      ->type_name("FIRST..LAST");
  command.add_option("--after-iterations", after_iterations, "Only these steps of the other side")
      ->check(invalid_range)
      ->type_name("FIRST..LAST");
}

bool has_parts(const SideOptions& options) { return has_ranges(options) || !options.gpus.empty(); }

std::optional<double> share_of_text(std::string text) {
  if (!text.empty() && text.back() == '%') text.pop_back();
  const auto value = parse_real(text);
  return value && *value >= 0 && *value < 1000 ? std::optional(*value / 100) : std::nullopt;
}

std::string invalid_share(const std::string& text) {
  return share_of_text(text) ? "" : "\"" + text + "\" is no share such as 1.5%";
}

Result<std::vector<RunFigures>> figures_of_files(const SideOptions& options) {
  const auto profiles = opened({options.profiles, "", {}}, options);
  if (!profiles) return tl::unexpected(profiles.error());
  return figures_of(*profiles);
}

Result<TwoProfiles> opened_sides(const SideOptions& options) {
  const auto names = named_sides(options);
  if (!names) return tl::unexpected(names.error());
  if (names->before.names.size() != 1 || names->after.names.size() != 1 || is_baseline(names->before.names) ||
      has_parts(options) || !options.floor.empty())
    return fail(ErrorCode::bad_request, "The browser shows two whole profiles.",
                "Write `nsys-ai diff BEFORE AFTER --browser`.");
  auto before = open_profile(names->before.names.front());
  if (!before) return tl::unexpected(before.error());
  auto after = open_profile(names->after.names.front());
  if (!after) return tl::unexpected(after.error());
  return TwoProfiles{std::move(*before), std::move(*after)};
}

Result<ComparedFiles> compared_files(const SideOptions& options) {
  const auto names = named_sides(options);
  if (!names) return tl::unexpected(names.error());
  if (is_missing_baseline(options.against))
    return fail(ErrorCode::bad_request,
                fmt::format("There is neither a file nor a baseline {}.", quotation(options.against.front())),
                "`nsys-ai baseline list` shows all baselines of this folder.");
  auto before = side_of(names->before, options);
  if (!before) return tl::unexpected(before.error());
  auto after = side_of(names->after, options);
  if (!after) return tl::unexpected(after.error());
  ComparedFiles compared;
  for (const ComparedProfile& of : after->captures) compared.runs.push_back(of.profile);
  const auto figures = figures_of_sides(std::move(*before), std::move(*after));
  if (!figures) return tl::unexpected(figures.error());
  CompareOptions compare_options;
  if (!options.floor.empty()) compare_options.floor = share_of_text(options.floor);
  compared.comparison = compare_runs(figures->before, figures->after, compare_options);
  return compared;
}

}  // namespace nsys_ai
