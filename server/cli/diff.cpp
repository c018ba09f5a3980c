// nsys-ai diff: whether one side runs slower than the other, how sure that is, and where the time went.
#include "cli/common.h"
#include "cli/terminal.h"
#include "compare/compare.h"
#include "base/quantity.h"
#include "features/workspace/diff_page.h"
#include "protocol/write.h"

namespace nsys_ai {
namespace {

constexpr size_t kMostMarkdown = 8000;

struct DiffOptions {
  std::vector<std::string> profiles;
  std::vector<std::string> against;
  std::vector<int64_t> gpus;
  std::string before_iterations;
  std::string after_iterations;
  std::string floor;
  std::string format;
};

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

// "1.5%" as a share.
std::optional<double> share_of(std::string text) {
  if (!text.empty() && text.back() == '%') text.pop_back();
  const auto value = parse_real(text);
  return value && *value >= 0 && *value < 1000 ? std::optional(*value / 100) : std::nullopt;
}

std::string invalid_share(const std::string& text) {
  return share_of(text) ? "" : "\"" + text + "\" is no share such as 1.5%";
}

Result<std::vector<ComparedProfile>> opened(const std::vector<std::string>& paths, const DiffOptions& options,
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

Result<NamedSides> named_sides(const DiffOptions& options) {
  const bool has_ranges = !options.before_iterations.empty() || !options.after_iterations.empty();
  if (!options.against.empty()) return NamedSides{options.against, options.profiles};
  if (options.profiles.size() == 2) return NamedSides{{options.profiles[0]}, {options.profiles[1]}};
  if (options.profiles.size() == 1 && has_ranges) return NamedSides{options.profiles, options.profiles};
  if (options.profiles.size() == 1)
    return fail(ErrorCode::bad_request, "One profile is compared with nothing.",
                "Name two, or ranges of steps: --before-iterations 2..9 --after-iterations 10..17.");
  return fail(ErrorCode::bad_request, "Which of these profiles are the base is not clear.",
              "Write `nsys-ai diff NEW... --against BASE...`.");
}

int diff(const DiffOptions& options) {
  const auto names = named_sides(options);
  if (!names) return report(names.error());
  const auto before = opened(names->before, options, options.before_iterations);
  if (!before) return report(before.error());
  const auto after = opened(names->after, options, options.after_iterations);
  if (!after) return report(after.error());
  const auto figures = figures_of(*before, *after);
  if (!figures) return report(figures.error());
  CompareOptions compared;
  if (!options.floor.empty()) compared.floor = share_of(options.floor);
  const nsys::Comparison comparison = compare_runs(figures->before, figures->after, compared);
  if (options.format == "json") return print(write_json(comparison).pretty() + "\n");
  if (options.format == "markdown") return print(diff_markdown(comparison, kMostMarkdown));
  return print(text_for_terminal(diff_page(comparison)));
}

}  // namespace

void add_diff(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<DiffOptions>();
  CLI::App* command = program.add_subcommand(
      "diff", "Compare two profiles, or two sets of runs: a verdict, how sure it is, and where the time went");
  command->add_option("PROFILE", options->profiles, "The base and the other profile; with --against, the other runs")
      ->required();
  command->add_option("--against", options->against, "The runs of the base")->type_name("PROFILE");
  command->add_option("--gpu", options->gpus, "Only this GPU, as CUDA numbers it; may be given again. Default: all")
      ->allow_extra_args(false)
      ->type_name("N");
  command->add_option("--before-iterations", options->before_iterations, "Only these steps of the base, from 0")
      ->check(invalid_range)
      ->type_name("FIRST..LAST");
  command->add_option("--after-iterations", options->after_iterations, "Only these steps of the other side")
      ->check(invalid_range)
      ->type_name("FIRST..LAST");
  command
      ->add_option("--floor", options->floor,
                   "The noise floor, where it is known. Default: measured, from three runs of the base on")
      ->check(invalid_share)
      ->type_name("SHARE");
  add_memory_limit(*command);
  add_format(*command, options->format, {"text", "markdown", "json"});
  command->callback([options, &run] { run = [options] { return diff(*options); }; });
}

}  // namespace nsys_ai
