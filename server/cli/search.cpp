// nsys-ai search: kernels, ranges, calls and copies by name.
#include <fmt/format.h>

#include <algorithm>

#include "cli/common.h"
#include "cli/print_answer.h"
#include "view/name_search_answer.h"

namespace nsys_ai {
namespace {

struct SearchCommandOptions {
  ProfileArguments profile;
  SearchOptions search;
  std::vector<std::string> kinds;
  std::string format;
};

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  names.reserve(std::size(kNamedKinds));
  for (const NamedKind kind : kNamedKinds) names.emplace_back(name_of(kind));
  return names;
}

std::vector<NamedKind> kinds_of(const std::vector<std::string>& names) {
  std::vector<NamedKind> kinds;
  for (const NamedKind kind : kNamedKinds)
    if (std::find(names.begin(), names.end(), name_of(kind)) != names.end()) kinds.push_back(kind);
  return kinds;
}

int run_search(SearchCommandOptions options) {
  options.search.kinds = kinds_of(options.kinds);
  // Reports errors in the text before reading a large profile.
  if (const auto pattern = TextPattern::make(options.search.text, options.search.pattern); !pattern)
    return report(pattern.error());
  const auto profile = open_profile(options.profile.path, options.profile.scope());
  if (!profile) return report(profile.error());
  const auto answer = search_answer(**profile, options.profile.scope(), options.search, command_work());
  if (!answer) return report(answer.error());
  return print_answer(std::move(*answer), options.format);
}

}  // namespace

void add_search(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<SearchCommandOptions>();
  CLI::App* command =
      program.add_subcommand("search", "Find kernels, NVTX ranges, CUDA calls and copies by name");
  options->profile.add_path(*command);
  command
      ->add_option("TEXT", options->search.text,
                   "A part of the name; * stands for whatever lies between two parts")
      ->required();
  command->add_option("--kind", options->kinds, "Only kernel, nvtx, mark, call or copy; may be given again")
      ->allow_extra_args(false)
      ->check(one_of(kind_names()))
      ->type_name("KIND");
  command->add_flag(
      "--regex", options->search.pattern.regex,
      "TEXT is a regular expression, as for `grep -E`, without back references; it looks at the first 4096 bytes of a name");
  command->add_flag("--case-sensitive", options->search.pattern.case_sensitive, "Capitals count");
  command->add_flag("--instances", options->search.instances, "List single events, the earliest first");
  options->profile.add_scope(*command);
  add_limit(*command, options->search.limit,
            "How many names of each kind at most, or how many events; 0 means all");
  add_answer_format(*command, options->format);
  command->callback([options, &run] { run = [options] { return run_search(*options); }; });
}

}  // namespace nsys_ai
