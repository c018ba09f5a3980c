// One pass over the ranges finds the steps, one over the operations their work.
#include "analysis/phases/phases.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "analysis/nvtx/nvtx_paths.h"
#include "analysis/time/iterations.h"
#include "base/context.h"
#include "base/quotation.h"
#include "base/text_table.h"

namespace nsys_ai {
namespace {

constexpr uint32_t kNoStep = UINT32_MAX;
// Steps that are open at once in one process: of its threads, and nested.
constexpr size_t kMostOpenSteps = 64;

Interval hull_of_work(Interval a, Interval b) { return a == Interval{} ? b : Interval{std::min(a.start, b.start), std::max(a.end, b.end)}; }

// The phase of each NVTX row; empty where the map names none.
std::vector<uint32_t> phases_of_rows(const Profile& profile, const PhaseMap& map) {
  const Nvtx& nvtx = profile.nvtx();
  const TextTemplates& templates = nvtx.text.templates();
  std::vector<bool> may(templates.size());
  bool any = false;
  for (uint32_t i = 0; i < templates.size(); ++i) any |= may[i] = map.may_name(templates[TemplateId(i)]);
  if (!any) return {};
  std::vector<uint32_t> of_row(nvtx.size(), PhaseMap::kNoPhase);
  any = false;
  std::map<std::string, uint32_t> known;  // engines write few different texts
  ThrottledCheck check;
  for (uint32_t row = 0; row < nvtx.size(); check(), ++row) {
    if (!may[nvtx.text[row].value] || !nvtx.is_range(row) || nvtx.end(row) == Spans::kOpen) continue;
    std::string text = nvtx.text.whole(row);
    if (known.size() > 100'000) known.clear();
    const auto [at, is_new] = known.try_emplace(std::move(text), 0);
    if (is_new) at->second = map.of(at->first);
    of_row[row] = at->second;
    any |= at->second != PhaseMap::kNoPhase;
  }
  if (!any) of_row.clear();
  return of_row;
}

// The rows that are steps, and the step of each row: itself or one around it.
struct StepsOfRows {
  std::vector<uint32_t> step_row;  // by NVTX row: the row of its step, or kNoStep
  std::vector<uint32_t> steps;
};
StepsOfRows steps_of_rows(const Profile& profile, const std::vector<uint32_t>& phase_of) {
  const NvtxForest& forest = profile.derived(build_nvtx_forest);
  StepsOfRows found;
  found.step_row.assign(phase_of.size(), kNoStep);
  ThrottledCheck check;
  for (const auto& ranges : forest.of_thread)
    for (const uint32_t row : ranges) {
      check();
      const uint32_t parent = forest.parent[row];
      const uint32_t around = parent == NvtxForest::kNoRange ? kNoStep : found.step_row[parent];
      const bool is_step = phase_of[row] != PhaseMap::kNoPhase && (around == kNoStep || phase_of[row] < phase_of[around]);
      found.step_row[row] = is_step ? row : around;
      if (is_step) found.steps.push_back(row);
    }
  for (const auto& ranges : forest.of_process)
    for (const uint32_t row : ranges)
      if (phase_of[row] != PhaseMap::kNoPhase) {
        found.step_row[row] = row;
        found.steps.push_back(row);
      }
  return found;
}

// Finds the step of a call. For one thread.
class CallSteps {
 public:
  CallSteps(const Profile& profile, const std::vector<uint32_t>& phase_of, const StepsOfRows& of)
      : profile_(profile),
        nvtx_(profile.nvtx()),
        forest_(profile.derived(build_nvtx_forest)),
        phase_of_(phase_of),
        of_(of),
        rows_(profile.processes().size()),
        threads_(profile.processes().size()) {
    for (const uint32_t row : of.steps) {
      const ProcessIx process = profile.threads()[nvtx_.thread[row]].process;
      rows_[process].push_back(row);
      const ThreadIx thread = nvtx_.is_on_one_thread(row) ? ThreadIx(nvtx_.thread[row]) : ThreadIx::none();
      std::optional<ThreadIx>& only = threads_[process].only;
      threads_[process].several |= !thread.exists() || (only && *only != thread);
      only = thread;
    }
    for (auto& rows : rows_) {
      std::sort(rows.begin(), rows.end(), [&](uint32_t a, uint32_t b) { return range_precedes(profile_, a, b); });
      ends_.emplace_back(nvtx_, rows);
      std::vector<Interval> open;
      for (const uint32_t row : rows) open.push_back(nvtx_.interval(row));
      open_.push_back(IntervalSet::union_of(std::move(open)));
    }
  }

  // The row of the step, and whether another thread launched it meanwhile.
  std::pair<uint32_t, bool> of(uint32_t call, uint32_t innermost) {
    if (call == call_) return found_;
    call_ = call;
    return found_ = find(call, innermost);
  }

 private:
  std::pair<uint32_t, bool> find(uint32_t call, uint32_t innermost) const {
    const ThreadIx thread = profile_.calls().thread[call];
    const Interval time = profile_.calls().interval(call);
    uint32_t own = innermost == NvtxForest::kNoRange ? kNoStep : of_.step_row[innermost];
    if (forest_.crosses(thread))
      forest_.each_around(nvtx_, thread, time, [&](uint32_t range) { own = first_of(own, of_.step_row[range]); });
    if (own != kNoStep) return {own, false};
    const ProcessIx process = profile_.threads()[thread].process;
    const Threads& with_steps = threads_[process];
    if (rows_[process].empty() || (!with_steps.several && with_steps.only == thread)) return {kNoStep, false};
    if (open_[process].overlapping_intervals(occupied_time(time)).empty()) return {kNoStep, false};
    for (const uint32_t range : ends_[process].around(nvtx_, rows_[process], time, kMostOpenSteps))
      if (ThreadIx(nvtx_.thread[range]) != thread || !nvtx_.is_on_one_thread(range)) own = first_of(own, range);
    return {own, own != kNoStep};
  }
  uint32_t first_of(uint32_t a, uint32_t b) const {
    if (a == kNoStep || b == kNoStep) return a == kNoStep ? b : a;
    return phase_of_[b] < phase_of_[a] ? b : a;
  }

  struct Threads {
    std::optional<ThreadIx> only;
    bool several = false;
  };
  const Profile& profile_;
  const Nvtx& nvtx_;
  const NvtxForest& forest_;
  const std::vector<uint32_t>& phase_of_;
  const StepsOfRows& of_;
  std::vector<std::vector<uint32_t>> rows_;  // by process, in order
  std::vector<Threads> threads_;             // by process
  std::vector<RangeEnds> ends_;              // by process
  std::vector<IntervalSet> open_;            // by process: when any step is open
  uint32_t call_ = UINT32_MAX;
  std::pair<uint32_t, bool> found_;
};

void add_steps(const Profile& profile, const std::vector<uint32_t>& phase_of, const std::vector<uint32_t>& rows,
               Phases& phases) {
  const Nvtx& nvtx = profile.nvtx();
  for (const uint32_t row : rows) {
    const ThreadIx thread = nvtx.thread[row];
    phases.steps.push_back({phase_of[row], profile.threads()[thread].process, thread, row, nvtx.interval(row), {}});
  }
  std::sort(phases.steps.begin(), phases.steps.end(), [&](const PhaseStep& a, const PhaseStep& b) {
    return std::tuple(a.process.value, a.time.start, -a.time.end, a.range) <
           std::tuple(b.process.value, b.time.start, -b.time.end, b.range);
  });
}

size_t count_operations(const Profile& profile) {
  return OperationNumbers(profile).first(OperationNumbers::graph_run) + profile.graph_runs().size();
}

void extend_steps(const Profile& profile, Phases& phases) {
  const OperationNumbers numbers(profile);
  for (uint32_t number = 0; number < phases.of_operation.size(); ++number) {
    const uint32_t step = phases.of_operation[number];
    if (step >= phases.steps.size()) continue;
    const auto operation = numbers[number];
    Interval& gpu = phases.steps[step].gpu;
    gpu = hull_of_work(gpu, numbers.family(operation.kind).interval(operation.at));
  }
}

Phases phases_of_map(const Profile& profile, const PhaseMap& map) {
  Phases phases;
  const std::vector<uint32_t> phase_of = phases_of_rows(profile, map);
  if (phase_of.empty()) return phases;
  phases.map = map.name();
  phases.names = map.phases();
  const StepsOfRows rows = steps_of_rows(profile, phase_of);
  add_steps(profile, phase_of, rows.steps, phases);
  std::vector<uint32_t> index(phase_of.size(), kNoStep);
  for (uint32_t i = 0; i < phases.steps.size(); ++i) index[phases.steps[i].range] = i;
  const Launches& launches = profile.derived(build_launches);
  const Attribution& attribution = profile.derived(build_attribution);
  const OperationNumbers numbers(profile);
  phases.of_operation.assign(count_operations(profile), Phases::kNotLaunched);
  CallSteps steps(profile, phase_of, rows);
  ThrottledCheck check;
  for (uint32_t number = 0; number < phases.of_operation.size(); check(), ++number) {
    const auto operation = numbers[number];
    const uint32_t call = links_of(launches, operation.kind)[operation.at];
    if (call == Launches::kNoCall) continue;
    const auto [row, meanwhile] = steps.of(call, links_of(attribution, operation.kind)[operation.at]);
    phases.of_operation[number] = row == kNoStep ? Phases::kOutside : index[row];
    phases.meanwhile += meanwhile ? 1 : 0;
  }
  extend_steps(profile, phases);
  return phases;
}

// Where nothing names a phase, the steps of the program are one.
Phases phases_of_steps(const Profile& profile) {
  Phases phases;
  const Iterations& iterations = profile.derived(build_iterations);
  std::vector<uint32_t> index(iterations.all.size(), kNoStep);
  for (uint32_t i = 0; i < iterations.all.size(); ++i) {
    const Iteration& of = iterations.all[i];
    if (iterations.of(of).source == StepSource::repeat) continue;  // of a block, and no step
    index[i] = static_cast<uint32_t>(phases.steps.size());
    const ThreadIx thread = of.range == Iteration::kNoRange ? ThreadIx::none() : ThreadIx(profile.nvtx().thread[of.range]);
    phases.steps.push_back({0, of.process, thread, of.range, of.bounds, of.gpu});
  }
  if (phases.steps.empty()) {
    const bool has_ranges = profile.nvtx().size() > 0;
    phases.why_none = (has_ranges ? "No range of the capture names a phase that a built-in map knows. "
                                  : "The capture recorded no NVTX ranges, so nothing names a phase. ") +
                      iterations.why_none(profile);
    return phases;
  }
  phases.map = "the steps of the program";
  phases.detected = true;
  phases.names = {{"step"}};
  const OperationNumbers numbers(profile);
  phases.of_operation.assign(count_operations(profile), Phases::kOutside);
  StepLookup step_of(profile, iterations);
  ThrottledCheck check;
  for (uint32_t number = 0; number < phases.of_operation.size(); check(), ++number)
    if (const uint32_t step = step_of(numbers[number]); step != Iterations::kNone && index[step] != kNoStep)
      phases.of_operation[number] = index[step];
  return phases;
}

std::string listed_phases(const Phases& phases) {
  std::vector<bool> found(phases.names.size());
  for (const PhaseStep& step : phases.steps) found[step.phase] = true;
  std::vector<std::string> names;
  for (size_t i = 0; i < found.size(); ++i)
    if (found[i]) names.push_back(phases.names[i].name);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

Result<Phases> find_phases(const Profile& profile, std::string_view json) {
  const auto map = PhaseMap::parse(json);
  if (!map)
    return fail(map.error().code, "The map of phases, " + map.error().message, map.error().hint);
  Phases phases = phases_of_map(profile, *map);
  if (phases.empty()) phases.why_none = "No range of the capture matches a pattern of the given map.";
  return phases;
}

// A map that knows but one phase yields to a later one that knows several: a training loop may have a range
// `decode` for its images.
Phases build_phases(const Profile& profile) {
  Phases only_one;
  for (const PhaseMap& map : PhaseMap::built_in()) {
    Phases phases = phases_of_map(profile, map);
    if (phases.empty()) continue;
    const uint32_t first = phases.steps.front().phase;
    const auto is_first = [&](const PhaseStep& step) { return step.phase == first; };
    if (!std::all_of(phases.steps.begin(), phases.steps.end(), is_first)) return phases;
    if (only_one.empty()) only_one = std::move(phases);
  }
  return only_one.empty() ? phases_of_steps(profile) : only_one;
}

Result<PhasesFor> PhasesFor::make(const Profile& profile, std::string_view map) {
  PhasesFor phases;
  if (map.empty()) {
    phases.kept_ = &profile.derived(build_phases);
    return phases;
  }
  auto found = find_phases(profile, map);
  if (!found) return tl::unexpected(found.error());
  phases.own_ = std::move(*found);
  return phases;
}

Result<PhaseStretch> longest_stretch(const Phases& phases, std::string_view name, Interval window,
                                     const std::vector<bool>& has_process) {
  if (phases.empty())
    return fail(ErrorCode::bad_request, phases.why_none, "Choose a window with --trim, or give a map with --phase-map.");
  const auto is_named = [&](const PhaseName& of) { return of.name == name; };
  const auto at = std::find_if(phases.names.begin(), phases.names.end(), is_named);
  const auto wanted = static_cast<uint32_t>(at - phases.names.begin());
  std::optional<PhaseStretch> longest, open;
  std::map<uint32_t, int64_t> steps_of;  // by process
  uint32_t process = UINT32_MAX;
  for (uint32_t i = 0; i < phases.steps.size(); ++i) {
    const PhaseStep& step = phases.steps[i];
    if (!has_process[step.process]) continue;
    if (step.process.value != process) open.reset();
    process = step.process.value;
    if (step.phase != wanted) {
      if (phases.names[step.phase].is_step) open.reset();
      continue;
    }
    ++steps_of[process];
    const Interval inside = intersect(step.gpu, window);
    if (inside.empty()) continue;
    if (!open) open = PhaseStretch{std::string(name), phases.map, i, 0, 0, step.process, {}};
    ++open->steps;
    open->gpu = hull_of_work(open->gpu, inside);
    if (!longest || open->gpu.duration() > longest->gpu.duration()) longest = open;
  }
  if (!longest)
    return fail(ErrorCode::bad_request,
                fmt::format("No step of a phase {} ran on a GPU here.", quotation(one_line(std::string(name)))),
                fmt::format("By {} there are: {}.", phases.map, listed_phases(phases)));
  longest->of_steps = steps_of[longest->process.value];
  return *longest;
}

}  // namespace nsys_ai
