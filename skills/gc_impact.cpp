// Does garbage collection stall the run? One row per thread and kind of evidence.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/host/garbage_collection.h"
#include "base/text_table.h"
#include "skills/list.h"

namespace nsys_ai::gc_impact_skill {
namespace {

struct Params {
  Ns min_gap{1'000'000};
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("min_gap", p.min_gap, "Of the hypothesis: idle gaps that are shorter than this are not looked at.");
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::optional<Id> pid;
  Id tid;
  std::string basis;
  EventRef ref;
  int64_t events = 0;
  Ns total_ns;
  std::optional<Ns> gpu_idle_ns;
  std::optional<Ns> period_ns;
  std::string confidence;
};
template <class F>
void fields(Row& r, F& f) {
  f("pid", r.pid, "The process; none where the capture names no process.");
  f("tid", r.tid, "The thread.");
  f("basis", r.basis, "What says so: ranges, samples, or regular gaps (hypothesis).");
  f("ref", r.ref, "The first range or gap; empty for samples.");
  f("events", r.events, "Collections that do not lie in each other; of samples, runs of them.");
  f("total_ns", r.total_ns,
    "The time in them, a union clipped to the window; of samples an estimate: their number times the median distance of the thread's samples.");
  f("gpu_idle_ns", r.gpu_idle_ns,
    "Of total_ns, while no GPU of the process in scope was busy; none where only samples say so.");
  f("period_ns", r.period_ns, "The median distance between their starts; none for fewer than three.");
  f("confidence", r.confidence, "high, medium or hypothesis; see the documentation.");
}

std::string_view basis_of(const Collections& of) {
  switch (of.basis) {
    case Collections::Basis::ranges:
      return "ranges";
    case Collections::Basis::samples:
      return "samples";
    case Collections::Basis::regular_gaps:
      return "regular gaps (hypothesis)";
  }
  return "";
}

std::string_view confidence_of(const Collections& of) {
  if (of.basis == Collections::Basis::regular_gaps) return "hypothesis";
  return of.basis == Collections::Basis::ranges && of.plain ? "high" : "medium";
}

Row row_of(const Profile& profile, const Collections& of) {
  Row row;
  row.pid = of.pid;
  row.tid = of.tid;
  row.basis = basis_of(of);
  if (of.first_range) row.ref = {fmt::format("nvtx:{}", profile.nvtx().row[*of.first_range])};
  if (of.first_gap) row.ref = {fmt::format("gap:{}:{}", of.device.value, of.first_gap->start)};
  row.events = of.events;
  row.total_ns = Ns{of.total};
  if (of.gpu_idle) row.gpu_idle_ns = Ns{*of.gpu_idle};
  if (of.period) row.period_ns = Ns{*of.period};
  row.confidence = confidence_of(of);
  return row;
}

// Whether the interval between steps, within a tenth, equals that between stalls.
bool is_once_a_step(const Collections& of) {
  if (!of.step || !of.period) return false;
  const int64_t difference = *of.step > *of.period ? *of.step - *of.period : *of.period - *of.step;
  return difference <= *of.step / 10;
}

void add_hypothesis(const Profile& profile, const std::vector<Collections>& stalls, Rows<Row>& rows) {
  for (const Collections& of : stalls) rows.rows.push_back(row_of(profile, of));
  rows.notes.push_back(
      "no range and no sampled frame names a collection: regular gaps of the host are a hypothesis, not a finding");
  if (std::any_of(stalls.begin(), stalls.end(), is_once_a_step))
    rows.notes.push_back(
        "the gaps come once a step: loading data, logging or evaluation are as likely as a collection");
}

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  const Profile& profile = context.profile;
  const auto has_frames = has_sampled_frames(profile, context.work);
  if (!has_frames) return tl::unexpected(has_frames.error());
  const bool has_gaps = has(profile, Need::call) && has(profile, Need::gpu_operation);
  if (!has(profile, Need::nvtx) && !*has_frames && !has_gaps)
    return CannotAnswer{
        "The capture has no NVTX ranges, no sampled call chains and no launches to judge from.",
        {"Put NVTX ranges around collections and capture with `nsys profile --trace=cuda,nvtx`.",
         "Capture with `nsys profile --sample=process-tree --python-sampling=true`."}};
  Rows<Row> rows;
  for (const Collections& of : named_collections(profile, context.scope))
    rows.rows.push_back(row_of(profile, of));
  const auto sampled = sampled_collections(profile, context.scope, context.work);
  if (!sampled) return tl::unexpected(sampled.error());
  for (const Collections& of : *sampled) rows.rows.push_back(row_of(profile, of));
  if (!rows.rows.empty()) return rows;
  const auto stalls =
      regular_stalls(profile, context.scope, std::max<int64_t>(params.min_gap.count, 0), context.work);
  if (!stalls) return tl::unexpected(stalls.error());
  if (stalls->empty())
    return Empty{
        "No range and no sampled frame of this scope names garbage collection, and no launching thread leaves its GPU idle at regular distances."};
  add_hypothesis(profile, *stalls, rows);
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "gc_impact",
       .title = "Does garbage collection stall the run?",
       .doc =
           "One row a thread and basis: ranges, then samples, each the most time first. Ranges: closed NVTX "
           "ranges whose label says garbage collection or gc; confidence is high where garbage, or gc with "
           "collect, leave no doubt in any of them, else medium. Samples: CPU samples with a function of a "
           "collector among their frames (Python, Julia, Boehm); confidence medium. Where neither says "
           "anything, a hypothesis and named so: a launching thread with five or more host-bound idle gaps "
           "of "
           "min_gap or longer (as in gpu_idle_gaps) in which for four fifths of the time it was in no call "
           "of "
           "CUDA or of the operating system and the profiler did not work, at regular distances (their "
           "median absolute deviation is at most a fifth of their median) and at least a fiftieth of the "
           "time from the first to the last.",
       .reading =
           "gpu_idle_ns is what collections may have cost; a collection while the GPU is busy costs nothing. "
           "Collect by hand between steps (gc.disable, then gc.collect every so many), freeze what lives long (gc.freeze), or make less garbage. "
           "Check a hypothesis: put a range around collections (gc.callbacks) and capture again.",
       .source =
           "Words of labels and names of the collectors' functions are lists of this program; idle gaps are those of gpu_idle_gaps.",
       .limits = "A collection without a range and without a sample does not show. "
                 "Regular gaps have other causes: loading data, logging, checkpoints. "
                 "The label gc alone may be short for something else.",
       .needs = {},
       .families = {Family::cpu_samples}},
      run);
}

}  // namespace nsys_ai::gc_impact_skill
