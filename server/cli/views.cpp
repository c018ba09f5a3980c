// Commands that run several skills under one name.
#include <fmt/format.h>

#include "base/text_table.h"
#include "cli/common.h"
#include "cli/print_answer.h"
#include "cli/terminal.h"
#include "protocol/answer_json.h"
#include "skills/list.h"

namespace nsys_ai {
namespace {

struct View {
  std::string_view command;
  std::string_view help;
  std::vector<std::string_view> skills;
};

// Sorted by name.
const std::vector<View>& views() {
  static const std::vector<View> all = {
      {"iters",
       "How long each step of the program takes, and which are outliers",
       {"iteration_timing", "iteration_anomalies"}},
      {"nccl",
       "Which collectives ran where, and which took far longer than their like",
       {"nccl_breakdown", "nccl_anomaly"}},
      {"overlap",
       "How computing, communication and copies overlap on each GPU",
       {"overlap_breakdown", "kernel_overlap_matrix"}},
      {"summary",
       "How busy each GPU is, with which kernels, copies and streams",
       {"gpu_utilization", "top_kernels", "memory_transfers", "stream_concurrency"}},
  };
  return all;
}

struct ViewOptions {
  ProfileArguments profile;
  std::string format;
  int64_t limit = 10;
};

// A skill without a parameter `limit` returns all rows.
ParamValues values_of(const Skill& skill, const ViewOptions& options) {
  for (const Param& param : skill.params)
    if (param.name == "limit") return {{"limit", fmt::format("{}", options.limit)}};
  return {};
}

int show(const View& view, const ViewOptions& options) {
  auto profile = open_profile(options.profile.path, options.profile.scope());
  if (!profile) return report(profile.error());
  std::string json;
  for (const std::string_view name : view.skills) {
    const Skill& skill = **built_in_skills().find(name);
    auto answer =
        run_skill(skill, **profile, options.profile.scope(), values_of(skill, options), command_work());
    if (!answer) return report(answer.error());
    if (options.format == "json") {
      json += (json.empty() ? "" : ",\n") + pretty_answer_json(*answer);
      continue;
    }
    const std::string heading = options.format == "markdown" ? "## " + one_line(skill.info.title) + "\n\n"
                                                             : heading_for_terminal(skill.info.title);
    const int code = print((name == view.skills.front() ? "" : "\n") + heading);
    if (code != kAnswered) return code;
    if (const int printed = print_answer(std::move(*answer), options.format); printed != kAnswered)
      return printed;
  }
  return options.format == "json" ? print("[" + json + "]\n") : kAnswered;
}

}  // namespace

void add_views(CLI::App& program, std::function<int()>& run) {
  for (const View& view : views()) {
    auto options = std::make_shared<ViewOptions>();
    CLI::App* command = program.add_subcommand(std::string(view.command), std::string(view.help));
    options->profile.add_path(*command);
    options->profile.add_scope(*command);
    add_limit(*command, options->limit, "How many rows of each question at most; 0 means all");
    add_format(*command, options->format, {"text", "json", "markdown"});
    command->callback([&view, options, &run] { run = [&view, options] { return show(view, *options); }; });
  }
}

}  // namespace nsys_ai
