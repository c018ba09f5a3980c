// One capture is in memory at a time; their clocks are those that collectives aligned.
#include "cli/ranks_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <optional>

#include "base/quotation.h"
#include "base/text_table.h"
#include "cli/common.h"
#include "cli/output_file.h"
#include "profile/load/load.h"
#include "ranks/chosen_ranks.h"
#include "trace/trace.h"

namespace nsys_ai {
namespace {

// More are shown merged, so that a browser opens the file.
constexpr size_t kMostInDetail = 4;

}  // namespace

int write_rank_traces(const MatchedExperiment& matched, const std::vector<std::string>& only,
                      const std::string& output) {
  const auto chosen = chosen_captures(matched, only);
  if (!chosen) return report(chosen.error());
  // Trace time 0 is a second before the first operation.
  int64_t zero = INT64_MAX;
  for (const ChosenCapture& of : *chosen)
    zero = std::min(zero, matched.clocks[of.capture].aligned(of.span.start) - 1'000'000'000);
  OutputFile file(output);
  if (!file.opened()) return not_written(output, errno);
  uint64_t slices = 0;
  uint32_t number = 0;
  for (const ChosenCapture& of : *chosen) {
    const auto path = matched.experiment.captures[of.capture].path;
    const auto profile = load_profile(path, command_work());
    if (!profile) return report(profile.error());
    const Scope scope = Scope::whole(**profile);
    TraceOptions options = default_kinds(**profile, scope, TraceFormat::perfetto);
    options.findings = false;
    options.bookmarks = false;
    const int64_t middle = of.span.start + of.span.duration() / 2;
    options.place =
        TracePlace{number++, of.label, matched.clocks[of.capture].aligned(middle) - middle - zero, zero};
    options.pixel =
        pixel_for(**profile, scope, options,
                  chosen->size() > kMostInDetail ? TraceDetail::overview : TraceDetail::automatic);
    int cause = 0;
    const auto stats = write_trace(
        **profile, scope, options,
        [&](std::string_view chunk) {
          const bool good = file.write(chunk);
          if (!good) cause = errno;
          return good;
        },
        command_work());
    if (cause != 0) return not_written(output, cause);
    if (!stats) return report(stats.error());
    slices += stats->slices;
  }
  if (!file.finish()) return not_written(output, errno);
  std::fputs(fmt::format("{}: {} of {}. Open it at https://ui.perfetto.dev\n", one_line(output),
                         counted(slices, "slice", "slices"), counted(chosen->size(), "capture", "captures"))
                 .c_str(),
             stderr);
  return kAnswered;
}

}  // namespace nsys_ai
