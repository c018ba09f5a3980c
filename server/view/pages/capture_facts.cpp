// Says what a capture is: its file, its recorder, its time and its processes.
#include "view/pages/capture_facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>
#include <vector>

#include "analysis/host/process_words.h"
#include "analysis/host/seen_processes.h"
#include "analysis/recorded_time.h"
#include "analysis/time/run_window.h"
#include "base/quantity.h"
#include "profile/file_tables.h"
#include "skill/skill.h"
#include "view/counted.h"
#include "view/pages/page_cells.h"

namespace nsys_ai {
namespace {

constexpr size_t kOverviewProcesses = 128;

std::string exporter(const CaptureInfo& info) {
  if (info.product_version.empty() && info.schema_version.empty())
    return "not named by the file, as in exports of 2020 and 2021";
  if (info.product_version.empty()) return "schema " + info.schema_version;
  return fmt::format("Nsight Systems {}, schema {}", info.product_version, info.schema_version);
}

std::string counts(const Profile& profile) {
  int64_t ranges = 0;
  for (size_t i = 0; i < profile.nvtx().size(); ++i) ranges += profile.nvtx().is_range(i) ? 1 : 0;
  return fmt::format("{}, {}, {}, {}, {}", counted(profile.kernels().size(), "kernel", "kernels"),
                     counted(profile.copies().size(), "copy", "copies"),
                     counted(profile.memsets().size(), "memset", "memsets"),
                     counted(profile.calls().size(), "CUDA call", "CUDA calls"),
                     counted(ranges, "NVTX range", "NVTX ranges"));
}

// The kinds of events that the file holds, of those that a reader looks for.
std::string recorded_kinds(const Profile& profile) {
  struct Kind {
    std::string_view read_as;
    std::string_view words;
  };
  constexpr Kind kKinds[] = {{"runtime_call", "CUDA calls"},
                             {"nvtx", "NVTX"},
                             {"os_call", "OS calls"},
                             {"sched_event", "scheduling"},
                             {"cpu_sample", "samples of the CPU"},
                             {"mpi_call", "MPI calls"},
                             {"library_call", "calls of cuBLAS and cuDNN"},
                             {"memory_usage", "memory usage"},
                             {"page_fault", "page faults"},
                             {"gpu_metric", "GPU metrics"}};
  std::vector<std::string_view> found;
  if (has(profile, Need::gpu_operation)) found.emplace_back("GPU work");
  for (const Kind& kind : kKinds)
    if (rows_read_as(profile.tables(), kind.read_as) > 0) found.push_back(kind.words);
  return found.empty() ? "nothing that this program reads" : fmt::format("{}", fmt::join(found, ", "));
}

// Skips helper processes without a name and limits the others, because a run may start many.
template <class Add>
void add_processes(const Profile& profile, Add add) {
  const auto processes = named_processes(profile, {});
  if (!processes) return add("processes", "not known: " + processes.error().message);
  constexpr std::string_view kProcess = "process ";  // the label says so
  size_t shown = 0;
  for (const CapturedProcess& process : *processes) {
    if (shown == kOverviewProcesses || (!process.process.exists() && process.name.empty())) continue;
    ++shown;
    std::string words = fmt::format("{}", *process.pid);
    if (process.process.exists()) words = process_words(profile, process.process).substr(kProcess.size());
    if (!process.name.empty()) words += fmt::format(" ({})", process.name);
    add("process", std::move(words));
  }
  if (processes->size() > shown)
    add("processes", fmt::format("{} of {}; `process_breakdown` has all", shown,
                                 readable_count(static_cast<int64_t>(processes->size()))));
}

}  // namespace

Result<std::string> capture_text(const Profile& profile, const Work& work) {
  const auto run = run_window(profile, Scope::whole(profile), work);
  if (!run) return tl::unexpected(run.error());
  Interval time = *run;
  if (time.empty()) {
    for (const Family family : {Family::scheduling, Family::cpu_samples, Family::gpu_metrics}) {
      const auto recorded = recorded_time(profile, family, work);
      if (!recorded) return tl::unexpected(recorded.error());
      time = hull(time, *recorded);
    }
  }
  if (time.empty()) return std::string();
  std::string text = fmt::format("{} from {} to {}", readable_ns(time.duration()), readable_clock(time.start),
                                 readable_clock(time.end));
  constexpr int64_t kMuchLonger = 2;
  if (const auto& whole = profile.info().duration_ns; whole && *whole > kMuchLonger * time.duration())
    text += fmt::format(", of a recording of {}", readable_ns(*whole));
  return text + ": " + recorded_kinds(profile);
}

Fact file_fact(const Profile& profile) {
  return {"file", text_cell(fmt::format("{}, {}", profile.info().path.string(),
                                        readable_bytes(profile.info().file_bytes)))};
}

Facts capture_facts(const Profile& profile) {
  Facts facts;
  const auto add = [&](std::string label, std::string value) {
    facts.facts.push_back({std::move(label), text_cell(std::move(value))});
  };
  facts.facts.push_back(file_fact(profile));
  add("made by", exporter(profile.info()));
  const auto capture = capture_text(profile, {});
  if (!capture)
    add("capture", "not known: " + capture.error().message);
  else if (!capture->empty())
    add("capture", *capture);
  add("recorded", counts(profile));
  add_processes(profile, add);
  if (profile.devices().empty())
    for (const Gpu& gpu : profile.gpus()) add("GPU", gpu.name + ", not used by what was recorded");
  return facts;
}

}  // namespace nsys_ai
