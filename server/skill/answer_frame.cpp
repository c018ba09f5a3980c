// The messages about missing data.
#include "skill/answer_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analysis/gpu_count.h"
#include "analysis/host/failed_calls.h"
#include "analysis/time/coverage.h"
#include "analysis/phases/phases.h"
#include "analysis/time/iterations.h"
#include "base/text_table.h"
#include "profile/schema.h"

namespace nsys_ai {
namespace {

// Several processes may use the same ordinal, so a reader of "GPU 0" must know whether it means several GPUs.
void note_shared_ordinals(const Profile& profile, const Scope& scope, std::vector<std::string>& notes) {
  std::map<int64_t, std::vector<DeviceIx>> devices;
  for (const DeviceIx device : scope.devices()) devices[profile.devices()[device].ordinal].push_back(device);
  for (const auto& [ordinal, of] : devices) {
    if (of.size() < 2) continue;
    const GpuCount count = count_gpus(profile, of);
    const bool is_one = count.is_known && count.gpus == 1;
    if (is_one && count.slices == of.size())
      notes.push_back(fmt::format(
          "{} processes each have a slice of one GPU as their GPU {}; all of them are in this answer",
          of.size(), ordinal));
    else if (is_one)
      notes.push_back(fmt::format("{} processes use one GPU as their GPU {}; all of them are in this answer",
                                  of.size(), ordinal));
    else
      notes.push_back(fmt::format("{} processes each number a GPU {}; all of them are in this answer",
                                  of.size(), ordinal));
  }
}

// Each process numbers its own steps, so a reader of "iteration 3" must know the process.
void note_iteration(const Profile& profile, const Scope& scope, std::vector<std::string>& notes) {
  if (!scope.iteration()) return;
  const Iterations& iterations = profile.derived(build_iterations);
  const Iteration& of = iterations.all[*scope.iteration()];
  const auto pid = profile.pid_of(of.process);
  const ProcessSteps& steps = iterations.of(of);
  const bool is_repeat = steps.source == StepSource::repeat;
  const std::string text = of.range != Iteration::kNoRange ? profile.nvtx_text(of.range)
                           : is_repeat                     ? steps.label
                                                           : std::string(name_of(steps.source));
  notes.push_back(fmt::format("this is {} {}{} ({}), from its first operation on a GPU to its last",
                              is_repeat ? "repeat" : "iteration", of.number, pid ? fmt::format(" of process {}", *pid) : "", text));
}

void note_phase(const Profile& profile, const Scope& scope, std::vector<std::string>& notes) {
  const PhaseStretch* of = scope.phase();
  if (of == nullptr) return;
  const auto pid = profile.pid_of(of->process);
  notes.push_back(fmt::format(
      "this is the longest stretch of phase {} (by {}) without a step of another phase{}: {} of its {} {}, from their first operation on a GPU to their last",
      of->phase, of->map, pid ? fmt::format(" in process {}", *pid) : "", readable_count(of->steps),
      readable_count(of->of_steps), of->of_steps == 1 ? "step" : "steps"));
}

// Whether the profile lacks this kind because opening skipped it, and not because the capture lacks it.
bool was_skipped(const Profile& profile, Need need) {
  return (need == Need::call && profile.info().calls_skipped) ||
         (need == Need::nvtx && profile.info().nvtx_skipped);
}

std::string skipped_reason(std::string_view what) {
  return fmt::format("The {} were left out, because the profile does not fit into memory.", what);
}

constexpr std::string_view kHowToReadAll =
    "Allow more with --memory-limit or NSYS_AI_MEMORY_LIMIT, or choose a window with --trim.";

void cannot_answer_without(const DataLoss& skipped, Answer& answer) {
  answer.outcome = Outcome::cannot_answer;
  answer.reason = skipped_reason(skipped.skipped);
  answer.needs = {std::string(kHowToReadAll)};
}

// The table of the events that are needed, where the file has rows of it, none of which could be used.
const FileTable* unusable_table(const Profile& profile, Need need) {
  if (has(profile, need) || need == Need::nvtx) return nullptr;
  const TableKind kind = need == Need::call   ? TableKind::runtime_call
                         : need == Need::copy ? TableKind::memcpy
                                              : TableKind::kernel;
  const FileTable* table = find_table(profile.tables(), kind);
  return table != nullptr && table->rows > 0 ? table : nullptr;
}

std::string missing_reason(const std::vector<Need>& needs, const Profile& profile) {
  std::string missing;
  for (const Need need : needs)
    if (!has(profile, need)) missing += (missing.empty() ? "" : " and ") + std::string(name_of(need));
  for (const Need need : needs)
    if (was_skipped(profile, need)) return skipped_reason(name_of(need));
  for (const Need need : needs)
    if (const FileTable* table = unusable_table(profile, need))
      return fmt::format("None of the {} rows of {} can be used, for the reasons in the notes.", table->rows,
                         table->name);
  return fmt::format("The capture recorded no {}.", missing);
}

std::string_view how_to_capture(Need need, const Profile& profile) {
  if (was_skipped(profile, need)) return kHowToReadAll;
  if (unusable_table(profile, need) != nullptr)
    return "Export the report again, or capture again with another version of Nsight Systems.";
  if (need == Need::kernel && profile.graph_runs().size() > 0)
    return "Capture with `nsys profile --cuda-graph-trace=node`, which records the kernels inside CUDA graphs.";
  switch (need) {
    case Need::kernel:
    case Need::copy:
    case Need::gpu_operation:
    case Need::call:
      return "Capture with `nsys profile --trace=cuda,nvtx` while the program uses the GPU.";
    case Need::nvtx:
      return "Annotate the program with NVTX ranges and capture with `nsys profile --trace=cuda,nvtx`.";
  }
  return "";
}

}  // namespace

Answer framed(const Profile& profile, const Scope& scope, std::string name) {
  Answer answer;
  answer.skill = std::move(name);
  answer.scope = scope.described(profile);
  return answer;
}

void set_answer_window(Interval window, Answer& answer) {
  answer.scope.start_ns = window.start;
  answer.scope.end_ns = window.end;
}

bool can_answer(const Profile& profile, const std::vector<Need>& needs, Answer& answer) {
  for (const Need need : needs) {
    if (has(profile, need)) continue;
    answer.outcome = Outcome::cannot_answer;
    const std::string how(how_to_capture(need, profile));
    if (std::find(answer.needs.begin(), answer.needs.end(), how) == answer.needs.end())
      answer.needs.push_back(how);
  }
  if (answer.outcome != Outcome::cannot_answer) return true;
  answer.reason = missing_reason(needs, profile);
  return false;
}

void note_scope(const Profile& profile, const Scope& scope, std::vector<std::string>& notes) {
  note_shared_ordinals(profile, scope, notes);
  note_iteration(profile, scope, notes);
  note_phase(profile, scope, notes);
}

namespace {

void note_lost_launches(const Profile& profile, const Scope& scope, std::vector<std::string>& notes) {
  if (!profile.derived(build_may_lack_records).value) return;
  const Coverage& coverage = profile.derived(build_coverage);
  LaunchCounts all;
  for (size_t i = 0; i < coverage.of_process.size(); ++i)
    if (scope.has(ProcessIx(i))) all += coverage.of_process[i];
  if (all.lost == 0) return;
  int64_t unknown = 0;
  for (const DeviceIx device : scope.devices()) unknown += coverage.unknown_ns(device, scope.window());
  const bool graphs = all.graphs_lost == all.lost;
  const int64_t launches = graphs ? all.graph_launches : all.launches;
  const int64_t recorded = graphs ? all.graphs_recorded : all.recorded;
  notes.push_back(fmt::format(
      "{} of {} {} have a record ({}): the others may have run for up to {} on the GPUs of this scope, so that busy "
      "times are at least, and idle times at most, what is written",
      readable_count(recorded), readable_count(launches), graphs ? "graph launches" : "launches",
      readable_share(static_cast<double>(recorded) / static_cast<double>(launches)), readable_ns(unknown)));
}

void note_errors(const Profile& profile, const Scope& scope, std::vector<std::string>& notes) {
  const BrokenSince& broken = profile.derived(build_broken_since);
  for (size_t i = 0; i < broken.of_process.size(); ++i) {
    const ProcessIx process(i);
    if (!scope.has(process) || broken.of_process[i] >= scope.bounds().end) continue;
    const auto pid = profile.pid_of(process);
    notes.push_back(fmt::format("from {} on no launch, copy or wait{} succeeds: cuda_errors says why",
                                readable_clock(broken.of_process[i]),
                                pid ? fmt::format(" of process {}", *pid) : ""));
  }
}

}  // namespace

void note_coverage(const Profile& profile, const Scope& scope, const std::vector<Need>& needs,
                   std::vector<std::string>& notes) {
  const bool of_gpus = std::any_of(needs.begin(), needs.end(), [](Need need) {
    return need == Need::kernel || need == Need::gpu_operation;
  });
  if (!of_gpus || profile.info().calls_skipped) return;
  note_lost_launches(profile, scope, notes);
  note_errors(profile, scope, notes);
}

void report_outside(const Scope& scope, Interval recorded, Answer& answer) {
  if (!scope.has_window() || recorded.empty() || !intersect(scope.window(), recorded).empty()) return;
  const std::string outside = fmt::format("The window lies outside of what was recorded, {} to {}",
                                          readable_clock(recorded.start), readable_clock(recorded.end));
  if (answer.outcome == Outcome::empty) answer.reason = outside + ".";
  if (answer.outcome == Outcome::rows) answer.notes.push_back(outside);
}

void add_loss_notes(const LossNotes& losses, Answer& answer) {
  if (losses.empty()) return;
  if (const DataLoss* none = losses.skipped(); none != nullptr && answer.outcome == Outcome::empty)
    cannot_answer_without(*none, answer);
  for (std::string& note : losses.notes())
    if (std::find(answer.notes.begin(), answer.notes.end(), note) == answer.notes.end())
      answer.notes.push_back(std::move(note));
}

Result<Answer> with_loss_notes(const LossNotes& losses, const Answer& frame, Result<Answer> answer) {
  if (!answer && answer.error().code == ErrorCode::skipped && losses.skipped() != nullptr) {
    answer = frame;
    cannot_answer_without(*losses.skipped(), *answer);
  }
  if (answer) add_loss_notes(losses, *answer);
  return answer;
}

}  // namespace nsys_ai
