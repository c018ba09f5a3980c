// All that a comparison needs of one capture, in some kilobytes: a baseline keeps it, so that comparing with
// a baseline and comparing with its capture are the same computation.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "compare/statistics.h"
#include "compare/units.h"

namespace nsys_ai {

// Where a unit spends its time; of several things at once the first gets it. Each nanosecond has one.
enum class BudgetUse : uint8_t {
  compute,        // kernels, and graphs recorded as a whole
  communication,  // and no compute
  copies,         // copies and memsets, and no kernel
  launch,         // nothing runs: the next operation was launched too late, or its launch was in progress
  device,         // nothing runs, though the next operation had been launched
  other           // nothing runs, for no reason that the launch shows
};
constexpr size_t kBudgetUses = 6;
std::string_view name_of(BudgetUse use);
std::string_view words_of(BudgetUse use);
constexpr bool is_busy(BudgetUse use) { return use <= BudgetUse::copies; }

// A kernel, a direction of copies, or a kind of gap.
struct PartFigures {
  std::string
      name;  // long names end in a hash; empty for the sum of the parts that are too small to be listed
  std::string label;  // the name for people
  std::string use;    // of the budget
  std::string family;
  std::string shape;      // grid, block and registers, where all launches have the same
  std::string ref;        // the longest run or gap in the units
  int64_t ns = 0;         // in all typical units: the time that no use before it covers, and no earlier part
  int64_t calls = 0;      // in all typical units
  int64_t allCalls = 0;   // in all of the scope
  int64_t allTimeNs = 0;  // summed durations in all of the scope
  double mean = 0;        // of the summed durations in each unit, ns
  double variance = 0;
};
template <class F>
void fields(PartFigures& v, F& f) {
  f("name", v.name, "");
  f("label", v.label, "");
  f("use", v.use, "");
  f("family", v.family, "");
  f("shape", v.shape, "");
  f("ref", v.ref, "");
  f("ns", v.ns, "");
  f("calls", v.calls, "");
  f("allCalls", v.allCalls, "");
  f("allTimeNs", v.allTimeNs, "");
  f("mean", v.mean, "");
  f("variance", v.variance, "");
}

struct FindingFigures {
  std::string key;
  std::string title;
  int64_t ns = 0;
};
template <class F>
void fields(FindingFigures& v, F& f) {
  f("key", v.key, "");
  f("title", v.title, "");
  f("ns", v.ns, "");
}

struct RunFigures {
  std::string file;
  std::string profiler;
  std::optional<std::string> driver;  // NVIDIA's; none where the capture does not say
  std::vector<std::string> gpus;  // the models, one for each GPU with work
  std::optional<int64_t> startedNs;
  std::string extent;  // first to last event: no two runs have the same
  int64_t kernels = 0;  // and graphs that were recorded as a whole
  std::string graphs;  // none, nodes or whole: how CUDA graphs were recorded
  std::string unitKind;
  std::string unit;
  std::string kernel;  // for units of one kernel
  int64_t unitKernels = 0;
  int64_t units = 0;
  int64_t typicalUnits = 0;  // the middle half by duration
  double medianNs = 0;
  double busyNs = 0;
  double idleNs = 0;
  RunDurations durations;         // spread evenly where there are more than kKeptUnits
  std::vector<int64_t> budgetNs;  // by use, in all typical units
  std::vector<PartFigures> parts;
  std::vector<std::string> unlisted;  // hashes of the names of kernels that are not among the parts
  std::vector<FindingFigures> findings;
  std::vector<std::string> notes;
};
template <class F>
void fields(RunFigures& v, F& f) {
  f("file", v.file, "");
  f("profiler", v.profiler, "");
  f("driver", v.driver, "");
  f("gpus", v.gpus, "");
  f("startedNs", v.startedNs, "");
  f("extent", v.extent, "");
  f("kernels", v.kernels, "");
  f("graphs", v.graphs, "");
  f("unitKind", v.unitKind, "");
  f("unit", v.unit, "");
  f("kernel", v.kernel, "");
  f("unitKernels", v.unitKernels, "");
  f("units", v.units, "");
  f("typicalUnits", v.typicalUnits, "");
  f("medianNs", v.medianNs, "");
  f("busyNs", v.busyNs, "");
  f("idleNs", v.idleNs, "");
  f("durations", v.durations, "");
  f("budgetNs", v.budgetNs, "");
  f("parts", v.parts, "");
  f("unlisted", v.unlisted, "");
  f("findings", v.findings, "");
  f("notes", v.notes, "");
}

constexpr size_t kKeptUnits = 200;  // durations, of all GPUs
constexpr size_t kListedParts = 40;
constexpr std::string_view kUnrecordedPart = "gap: work without a record may have run";

// Of the named devices; `scope` has no window.
RunFigures run_figures(const Profile& profile, const Scope& scope, const UnitRequest& request);

std::string hash_of_name(std::string_view name);

}  // namespace nsys_ai
