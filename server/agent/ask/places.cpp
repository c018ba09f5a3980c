// The capture itself, GPUs, streams, processes, threads and steps, as far as they are counted.
#include <fmt/format.h>

#include "agent/ask/figures.h"
#include "analysis/time/iterations.h"
#include "analysis/time/run_window.h"
#include "base/text_table.h"

namespace nsys_ai::inline agent {

Result<void> answer_capture(Inquiry& inquiry) {
  Interval window = inquiry.scope.window();
  // A capture may hold OS calls alone.
  if (!inquiry.scope.has_window() && window.empty()) {
    const auto run = run_window(inquiry.profile, inquiry.scope, inquiry.work);
    if (!run) return tl::unexpected(run.error());
    window = *run;
  }
  if (window.empty()) return inquiry.cannot("The capture has no events, and so no duration.");
  const AskQuery& q = inquiry.query;
  const int64_t value = q.measure == Measure::start ? window.start
                        : q.measure == Measure::end ? window.end
                                                    : window.end - window.start;
  const Unit unit = q.measure == Measure::time ? Unit::ns : Unit::clock_ns;
  inquiry.answer.text = fmt::format("{} It goes from {} to {}.", sentence(inquiry, readable(value, unit)),
                                    readable_clock(window.start), readable_clock(window.end));
  inquiry.fact(std::string(word_of(q.measure)), value, unit);
  // Some mean that by it.
  const auto& recorded = inquiry.profile.info().duration_ns;
  if (q.measure == Measure::time && !inquiry.scope.has_window() && recorded && *recorded > value) {
    inquiry.answer.text += fmt::format(" nsys recorded for {}.", readable_ns(*recorded));
    inquiry.fact(std::string(word_of(Measure::recording)), *recorded, Unit::ns);
  }
  inquiry.answer.plan.emplace_back("the extent of all events that were recorded");
  return {};
}

Result<void> answer_places(Inquiry& inquiry) {
  const AskQuery& q = inquiry.query;
  std::string sql;
  if (q.subject == Subject::gpu)
    sql = "SELECT count(DISTINCT coalesce(uuid, bus, process || ':' || device)) FROM gpu";
  if (q.subject == Subject::process) sql = "SELECT count(*) FROM process";
  if (q.subject == Subject::thread) sql = "SELECT count(*) FROM thread";
  if (q.subject == Subject::stream) sql = "SELECT coalesce(sum(streams), 0) FROM gpu_busy";
  if (q.machine) {
    const auto count = static_cast<int64_t>(inquiry.profile.gpus().size());
    if (count == 0)
      return inquiry.cannot(
          "The capture does not list the GPUs of the machine.",
          {"Export with a current nsys, which writes what the GPUs are (`TARGET_INFO_GPU`)."});
    inquiry.answer.text = sentence(inquiry, readable_count(count));
    inquiry.fact(plural_of(q.subject), count, Unit::count);
    inquiry.answer.plan.emplace_back("the GPUs that the capture lists");
    return {};
  }
  const auto rows = inquiry.rows(sql);
  if (!rows) return tl::unexpected(rows.error());
  inquiry.answer.text = sentence(inquiry, readable_count(integer(rows->at(0)[0])));
  inquiry.fact(plural_of(q.subject), rows->at(0)[0], Unit::count);
  return {};
}

bool has_steps(Inquiry& inquiry) {
  const Iterations& iterations = inquiry.profile.derived(build_iterations);
  for (const ProcessSteps& of : iterations.of_process)
    if (of.source == StepSource::marker || of.source == StepSource::detected) return true;
  std::string why = iterations.why_none(inquiry.profile);
  for (const ProcessSteps& of : iterations.of_process)
    if (of.source == StepSource::repeat)
      why =
          fmt::format("The capture has no steps: what repeats is a block of the program, which `{}` numbers.",
                      shortened(one_line(of.label), 80));
  (void)inquiry.cannot(
      why,
      {"Mark the steps with NVTX ranges such as `step 3`, and capture with `nsys profile --trace=cuda,nvtx`."});
  return false;
}

}  // namespace nsys_ai::inline agent
