// nsys-ai tree and nsys-ai markdown: the NVTX hierarchy with GPU time, in the terminal and for a report.
#include <fmt/format.h>

#include <cerrno>

#include "base/context.h"
#include "base/quantity.h"
#include "base/text_pattern.h"
#include "base/text_table.h"
#include "cli/common.h"
#include "cli/output_file.h"
#include "cli/print_answer.h"
#include "cli/terminal.h"
#include "protocol/answer_json.h"
#include "view/nvtx_outline_text.h"
#include "view/pages/tree_changes_page.h"

namespace nsys_ai {
namespace {

constexpr size_t kReportParts = 16;
constexpr size_t kJsonParts = 32;

struct TreeOptions {
  ProfileArguments profile;
  OutlineOptions outline;
  std::string min_time = "0";
  std::string format;
  std::string output = "-";
  std::string against;
};

std::string why_no_shortest(const std::string& word) {
  const auto duration = parse_duration(word);
  return duration && *duration >= 0 ? "" : fmt::format("\"{}\" is no duration such as 1ms or 500us", word);
}

void add_outline(CLI::App& command, TreeOptions& options) {
  options.profile.add_path(command);
  command
      .add_option("--depth", options.outline.depth,
                  "Only ranges at most this deep, the outermost being 1. Default: all")
      ->check(CLI::Range(int64_t{0}, int64_t{INT32_MAX}))
      ->type_name("N");
  command
      .add_option(
          "--min-time", options.min_time,
          "Only ranges with at least this GPU time; host time where no kernel was launched in a range")
      ->check(why_no_shortest)
      ->type_name("DURATION");
  command
      .add_option(
          "--filter", options.outline.filter,
          "Only ranges whose label contains this, what is around them and inside; * stands for whatever lies between")
      ->type_name("TEXT");
  command.add_flag("--kernels", options.outline.kernels,
                   "Below each range the kernels that it launched itself");
  options.profile.add_scope(command);
  add_limit(command, options.outline.limit,
            "How many ranges at most, those that take the longest; 0 means all, with all kernels");
}

struct Opened {
  ProfilePtr profile;
  Outline outline;
};

Result<Opened> open_outline(const TreeOptions& options, size_t parts) {
  OutlineOptions outline = options.outline;
  outline.min_time = parse_duration(options.min_time).value_or(0);
  outline.parts = parts;
  if (!outline.filter.empty())
    if (const auto pattern = TextPattern::make(outline.filter, {}); !pattern)
      return tl::unexpected(pattern.error());
  auto profile = open_profile(options.profile.path, options.profile.scope());
  if (!profile) return tl::unexpected(profile.error());
  auto made = nvtx_outline(**profile, options.profile.scope(), outline, command_work());
  if (!made) return tl::unexpected(made.error());
  return Opened{*profile, std::move(*made)};
}

int run_against(const TreeOptions& options) {
  if (options.format != "text" || options.outline.kernels || options.min_time != "0" ||
      options.profile.process || options.profile.iteration || !options.profile.trim.empty())
    return report({ErrorCode::bad_request,
                   "With --against go --depth, --filter, --limit and --gpu alone, and text.",
                   "`nsys-ai diff` compares steps and times of two captures."});
  const auto base = open_profile(options.against);
  if (!base) return report(base.error());
  const auto profile = open_profile(options.profile.path);
  if (!profile) return report(profile.error());
  const OutlineOptions& outline = options.outline;
  const auto page =
      cancellable(command_work(), [&] {
        return tree_changes_page(**base, **profile,
                                 {outline.filter, outline.depth, outline.limit, options.profile.gpus});
      });
  if (!page) return report(page.error());
  return print(text_for_terminal(*page));
}

int run_tree(const TreeOptions& options) {
  if (!options.against.empty()) return run_against(options);
  const size_t width = text_width();
  const bool text = options.format == "text";
  const auto opened = open_outline(options, text ? outline_parts(width) : kJsonParts);
  if (!opened) return report(opened.error());
  Answer answer = opened->outline.answer;
  if (!text) return print_answer(std::move(answer), options.format);
  // A note counts the ranges instead, because lines contain other ranges.
  answer.truncated = false;
  const std::string body = answer.outcome == Outcome::rows
                               ? outline_text(opened->outline, {width, terminal_glyphs()})
                               : std::string();
  return print(body + sentences_for_terminal(answer_remarks(answer, "text")));
}

int run_markdown(const TreeOptions& options) {
  if (auto checked = check_output(options.output, options.profile.path); !checked)
    return report(checked.error());
  const auto opened = open_outline(options, kReportParts);
  if (!opened) return report(opened.error());
  const std::string text = outline_markdown(*opened->profile, opened->outline);
  if (options.output == "-") return print(text);
  OutputFile file(options.output);
  if (!file.opened() || !file.write(text) || !file.finish()) return not_written(options.output, errno);
  std::fputs(fmt::format("{}: {} ranges\n", one_line(options.output), readable_count(opened->outline.ranges))
                 .c_str(),
             stderr);
  return kAnswered;
}

}  // namespace

void add_tree(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<TreeOptions>();
  CLI::App* tree =
      program.add_subcommand("tree", "The NVTX hierarchy of each thread, with the GPU time of its ranges");
  add_outline(*tree, *options);
  tree->add_option("--against", options->against,
                   "A capture to compare with: what a range of each path took there, and takes here")
      ->type_name("PROFILE");
  add_format(*tree, options->format, {"text", "json", "csv"});
  tree->callback([options, &run] { run = [options] { return run_tree(*options); }; });

  auto document = std::make_shared<TreeOptions>();
  CLI::App* markdown = program.add_subcommand("markdown", "The same hierarchy as Markdown, for a report");
  add_outline(*markdown, *document);
  markdown->add_option("-o,--output", document->output, "Where to; - is standard output, the default")
      ->check(invalid_file_name)
      ->type_name("FILE");
  markdown->callback([document, &run] { run = [document] { return run_markdown(*document); }; });
}

}  // namespace nsys_ai
