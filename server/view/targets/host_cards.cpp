// One function a family.
#include "view/targets/host_cards.h"

#include <fmt/format.h>

#include "base/text_table.h"
#include "view/markdown_code.h"

namespace nsys_ai::inline view {

std::string thread_name(const Profile& profile, ThreadIx thread) {
  const Thread& of = profile.threads()[thread];
  std::string text = fmt::format("{}", of.tid);
  if (!of.name.empty()) text += fmt::format(" ({})", of.name);
  if (const auto pid = profile.pid_of(of.process)) text += fmt::format(" of process {}", *pid);
  return text;
}

std::optional<std::string> call_card(const Profile& profile, int64_t row) {
  const Calls& calls = profile.calls();
  const size_t at = calls.row.find(row);
  if (at >= calls.size()) return std::nullopt;
  std::string text =
      fmt::format("**runtime_call:{}** {}\n\n", row, markdown_code(profile.text(calls.name[at])));
  text += fmt::format("{} at {}, on thread {}\n\n", readable_ns(calls.interval(at).duration()),
                      readable_clock(calls.start[at]),
                      markdown_escaped(one_line(thread_name(profile, calls.thread[at]))));
  if (calls.correlation[at] != 0) text += fmt::format("- Correlation {}\n", uint32_t{calls.correlation[at]});
  if (calls.return_value[at] != 0)
    text += fmt::format("- Returned {}, which is no success\n", int64_t{calls.return_value[at]});
  return text;
}

std::optional<std::string> range_card(const Profile& profile, int64_t row) {
  const Nvtx& nvtx = profile.nvtx();
  const size_t at = nvtx.row.find(row);
  if (at >= nvtx.size()) return std::nullopt;
  std::string text = fmt::format("**nvtx:{}** {}\n\n", row, markdown_code(profile.nvtx_text(at)));
  const bool open = nvtx.end(at) == Nvtx::kOpen;
  text += fmt::format("{} at {}, on thread {}\n\n",
                      nvtx.is_mark(at) ? "A mark"
                      : open           ? "Never closed; begun"
                                       : readable_ns(nvtx.interval(at).duration()),
                      readable_clock(nvtx.start[at]),
                      markdown_escaped(one_line(thread_name(profile, nvtx.thread[at]))));
  return text;
}

}  // namespace nsys_ai::inline view
