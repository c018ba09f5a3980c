// Describes events by kind.
#include "trace/event_describer.h"

#include <fmt/format.h>

#include <string_view>

#include "analysis/kernels/kernels.h"
#include "analysis/memory/transfers.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "analysis/time/idle.h"
#include "analysis/time/iterations.h"
#include "base/text_table.h"

namespace nsys_ai::perfetto {
namespace {

std::string dimensions(const int32_t (&sizes)[3]) {
  return fmt::format("{}×{}×{}", sizes[0], sizes[1], sizes[2]);
}

// Numbers of domains and correlation ids are specific to a process.
uint64_t process_key(ProcessIx process, uint32_t number) { return (uint64_t{process.value} << 32) | number; }

uint64_t positive(int64_t number) { return number > 0 ? static_cast<uint64_t>(number) : 0; }

}  // namespace

EventDescriber::EventDescriber(const Recorded& recorded, const TraceOptions& options, const Work& work,
                               Writer& writer)
    : recorded_(recorded),
      profile_(recorded.profile),
      options_(options),
      work_(work),
      writer_(writer),
      event_names_(options.only_references ? 0 : profile_.names().size()),
      call_kinds_(profile_.derived(build_call_kinds)) {
  if (!options.calls || options.only_references) return;
  launches_ = &profile_.derived(build_launches);
  launched_something_.resize(profile_.calls().size());
  launched_several_.resize(profile_.calls().size());
  if (options.kernels) mark_launches(launches_->of_kernel);
  if (options.copies) mark_launches(launches_->of_copy);
  if (options.memsets) mark_launches(launches_->of_memset);
  if (options.kernels) mark_launches(launches_->of_graph_run);
}

void EventDescriber::begin_sequence() {
  ++sequence_;
  terms_ = {};
  for (auto& table : made_) table.clear();
  copy_names_.clear();
  range_families_.clear();
  kernels_.assign(profile_.kernels().names.values.size(), {});
  for (auto& [key, domain] : domains_) domain.category = {};
}

void EventDescriber::mark_launches(const RowLinks& calls) {
  for (const uint32_t call : calls) {
    if (call == Launches::kNoCall) continue;
    if (launched_something_[call]) launched_several_[call] = true;
    launched_something_[call] = true;
  }
}

const EventInfo& EventDescriber::of(const Event& event) {
  words_.arguments.clear();
  words_.domain = words_.family = {};
  words_.covered = -1;
  words_.flow = 0;
  words_.flow_part = EventInfo::FlowPart::begins;
  switch (event.kind) {
    case EventKind::kernel:
      kernel(event.at);
      break;
    case EventKind::copy:
      copy(event.at);
      break;
    case EventKind::memset:
      memset(event.at);
      break;
    case EventKind::graph_run:
      graph_run(event.at);
      break;
    case EventKind::call:
      call(event.at);
      break;
    case EventKind::os_call:
      os_call(event.at);
      break;
    case EventKind::other:
      other(event.at);
      break;
    case EventKind::iteration:
      iteration(event.at);
      break;
    case EventKind::projection:
      projection(event.at);
      break;
    case EventKind::gap:
      gap(event);
      break;
    default:
      range(event.at);
  }
  return words_;
}

const EventInfo& EventDescriber::merged(const Event& event) {
  words_ = {};
  if (options_.only_references) words_.family = family_of(event);
  std::string text = fmt::format("{} {}", readable_count(event.count), kind_of(event));
  if (event.kind != EventKind::mark) text += fmt::format(", {}", readable_ns(event.covered));
  // Hardly any are equal, so they are not deduplicated.
  words_.name = writer_.define(TextTable::event, text);
  words_.category = term(Term::merged);
  words_.covered = event.covered;
  return words_;
}

std::string_view EventDescriber::kind_of(const Event& merged) const {
  if (merged.mixed) return "operations";
  switch (merged.kind) {
    case EventKind::kernel:
      return "kernels";
    case EventKind::copy:
      return "copies";
    case EventKind::memset:
      return "memsets";
    case EventKind::graph_run:
      return "graphs";
    case EventKind::mark:
      return "marks";
    case EventKind::call:
    case EventKind::os_call:
      return "calls";
    case EventKind::other:
      return "events";
    case EventKind::iteration:
      return "steps";
    case EventKind::gap:
      return "gaps";
    default:
      return "ranges";
  }
}

void EventDescriber::iteration(size_t at) {
  const Iterations& iterations = profile_.derived(build_iterations);
  words_.category = term(Term::iteration);
  // A cache that is damaged may name any.
  if (at >= iterations.all.size()) {
    words_.name = made(TextTable::event, "Step");
    return;
  }
  const Iteration& of = iterations.all[at];
  const bool is_repeat = iterations.of(of).source == StepSource::repeat;
  words_.name = made(TextTable::event, fmt::format("{} {}", is_repeat ? "Repeat" : "Step", of.number));
}

void EventDescriber::projection(size_t at) {
  words_.name = range_name(at);
  words_.category = term(Term::nvtx);
  words_.family = range_family(at);
  if (shows_references()) add_reference("nvtx", profile_.nvtx().row[at]);
}

void EventDescriber::gap(const Event& event) {
  const auto operation = OperationNumbers(profile_)[event.at];
  const uint32_t launch = links_of(profile_.derived(build_launches), operation.kind)[operation.at];
  IdleGap gap{event.device, event.time, idle_cause(profile_, event.device, event.time, launch), NvtxForest::kNoRange, 0,
              event.at,     launch};
  words_.name = made(TextTable::event, std::string(name_of(gap.cause)));
  words_.category = term(Term::idle);
  if (!options_.only_references) {
    find_host_range(profile_, gap);
    if (gap.host_range != NvtxForest::kNoRange) add(Term::host_range, profile_.nvtx_text(gap.host_range));
  }
  if (shows_references())
    words_.arguments.push_back(
        {term(Term::reference), fmt::format("gap:{}:{}", gap.device.value, gap.gap.start)});
}

const EventInfo& EventDescriber::remark(const std::string& text) {
  words_ = {};
  words_.name = made(TextTable::event, text);
  words_.category = term(Term::trace);
  return words_;
}

const EventInfo& EventDescriber::note(NoteGroup group, const TraceNote& note, const std::string& title) {
  words_ = {};
  words_.name = made(TextTable::event, title);
  words_.category = term(group == NoteGroup::bookmarks  ? Term::bookmark
                         : group == NoteGroup::findings ? Term::finding
                         : group == NoteGroup::requests ? Term::request
                                                        : Term::trace);
  for (const auto& [name, text] : note.facts)
    words_.arguments.push_back({made(TextTable::argument, name), made(TextTable::argument_text, text)});
  return words_;
}

void EventDescriber::kernel(size_t at) {
  const Kernels& kernels = profile_.kernels();
  const std::string_view full = profile_.text(kernels.name(at));
  KernelInfo& words = kernels_[kernels.names.code[at]];
  if (words.name.number == 0) {
    // A slice is rarely wide enough for more than the first words, which must not be the return type.
    const std::string name = display_name(full);
    words.shown = name.empty() ? kNoName : name;
    words.name = writer_.define(TextTable::event, words.shown);
    const KernelFamily family = profile_.derived(build_kernel_families).of(kernels.name(at));
    words.category = term(family == KernelFamily::communication ? Term::communication : Term::compute);
    if (options_.only_references) words.family = made(TextTable::category, std::string(name_of(family)));
  }
  words_.name = words.name;
  words_.category = words.category;
  words_.family = words.family;
  if (launches_) add_flow(launches_->of_kernel, at);
  if (options_.arguments && full != words.shown) add(Term::full_name, std::string(full));
  if (shows_references()) add_reference("kernel", kernels.row[at]);
  if (!options_.arguments) return;
  add_correlation(kernels.correlation[at]);
  add_launch_shape(at);
}

void EventDescriber::add_launch_shape(size_t at) {
  const LaunchShape& shape = profile_.kernels().shapes[at];
  add(Term::grid, dimensions(shape.grid));
  add(Term::block, dimensions(shape.block));
  add(Term::registers, positive(shape.registers_per_thread));
  add(Term::shared_memory, positive(int64_t{shape.static_shared_bytes} + shape.dynamic_shared_bytes));
}

void EventDescriber::copy(size_t at) {
  const Copies& copies = profile_.copies();
  const uint8_t kind = copies.copy_kind[at], source = copies.src_kind[at], target = copies.dst_kind[at];
  TextId& name = copy_names_[uint32_t{kind} << 16 | uint32_t{source} << 8 | target];
  if (name.number == 0)
    name = writer_.define(TextTable::event, fmt::format("{} copy ({} to {})", copy_kind_name(kind),
                                                        memory_kind_name(source), memory_kind_name(target)));
  words_.name = name;
  words_.category = term(Term::copy);
  if (launches_) add_flow(launches_->of_copy, at);
  if (!options_.only_references) add(Term::bytes, positive(copies.bytes[at]));
  if (shows_references()) add_reference("memcpy", copies.row[at]);
  if (!options_.arguments) return;
  add_correlation(copies.correlation[at]);
  if (const int64_t length = copies.interval(at).duration(); length > 0 && copies.bytes[at] > 0)
    words_.arguments.push_back(
        {term(Term::bandwidth),
         fmt::format("{:.2f} GB/s", static_cast<double>(copies.bytes[at]) / static_cast<double>(length))});
}

void EventDescriber::memset(size_t at) {
  const Memsets& memsets = profile_.memsets();
  words_.name = made(TextTable::event, fmt::format("Memset ({})", memory_kind_name(memsets.memory_kind[at])));
  words_.category = term(Term::memset);
  if (launches_) add_flow(launches_->of_memset, at);
  if (!options_.only_references) add(Term::bytes, positive(memsets.bytes[at]));
  if (shows_references()) add_reference("memset", memsets.row[at]);
  if (!options_.arguments) return;
  add_correlation(memsets.correlation[at]);
}

void EventDescriber::graph_run(size_t at) {
  const GraphRuns& runs = profile_.graph_runs();
  words_.name = made(TextTable::event, fmt::format("CUDA graph {}", int64_t{runs.graph[at]}));
  words_.category = term(Term::graph);
  if (launches_) add_flow(launches_->of_graph_run, at);
  if (!options_.only_references && runs.executable[at] != 0)
    add(Term::executable, positive(runs.executable[at]));
  if (shows_references()) add_reference("graph_run", runs.row[at]);
  if (!options_.arguments) return;
  add_correlation(runs.correlation[at]);
}

void EventDescriber::range(size_t at) {
  const Nvtx& nvtx = profile_.nvtx();
  if (nvtx.is_range(at) && nvtx.end(at) == Nvtx::kOpen) {
    ++open_;
    words_.name = made(TextTable::event, fmt::format("{} (never closed)", profile_.nvtx_text(at)));
  } else {
    words_.name = range_name(at);
  }
  words_.category = term(Term::nvtx);
  words_.family = range_family(at);
  if (nvtx.domain[at] != 0 && !options_.only_references)
    words_.domain = domain(profile_.threads()[nvtx.thread[at]].process, nvtx.domain[at]);
  if (shows_references()) add_reference("nvtx", nvtx.row[at]);
}

void EventDescriber::list_domains() {
  domains_listed_ = true;
  const Nvtx& nvtx = profile_.nvtx();
  for (size_t at = 0; at < nvtx.size(); ++at)
    if (nvtx.type[at] == Nvtx::kDomain)
      domains_[process_key(profile_.threads()[nvtx.thread[at]].process, nvtx.domain[at])].name =
          profile_.nvtx_text(at);
}

TextId EventDescriber::domain(ProcessIx process, uint32_t number) {
  if (!domains_listed_) list_domains();
  const auto found = domains_.find(process_key(process, number));
  if (found == domains_.end()) return {};
  Domain& domain = found->second;
  if (domain.category.number == 0) domain.category = writer_.define(TextTable::category, domain.name);
  return domain.category;
}

void EventDescriber::call(size_t at) {
  const Calls& calls = profile_.calls();
  const bool waits = call_kinds_.of(calls, at).role == CallRole::synchronise;
  words_.name = event_name(calls.name[at]);
  words_.category = term(waits ? Term::sync : Term::call);
  if (launches_ && launched_something_[at]) words_.flow = at + 1;
  if (options_.only_references) return add_reference("runtime_call", calls.row[at]);
  if (waits)
    if (const std::string what = waited_for(at); !what.empty()) add(Term::waits_for, what);
  if (calls.return_value[at] != 0) add(Term::error_code, positive(calls.return_value[at]));
  if (!options_.arguments) return;
  add_reference("runtime_call", calls.row[at]);
  add_correlation(calls.correlation[at]);
}

void EventDescriber::os_call(size_t at) {
  const OsCalls& calls = *recorded_.os_calls;
  words_.name = made(TextTable::event, std::string(calls.text(calls.name[at])));
  words_.category = term(Term::os_call);
}

void EventDescriber::other(size_t at) {
  const OtherEvents& events = *recorded_.others;
  const OtherRow& row = events.row_of(at);
  const std::string_view name = events.text(events.name[at]);
  words_.name = made(TextTable::event, std::string(name.empty() ? kNoName : name));
  words_.category = made(TextTable::category, std::string(events.text(row.kind)));
  if (options_.only_references) words_.family = made(TextTable::category, std::string(name));
  const auto add_fact = [&](const char* what, const std::string& text) {
    words_.arguments.push_back({made(TextTable::argument, what), made(TextTable::argument_text, text)});
  };
  if (const auto detail = events.text(events.detail[at]); !detail.empty())
    add_fact("detail", std::string(detail));
  if (const auto file = events.text(events.file[at]); !file.empty())
    add_fact("source",
             events.line[at] > 0 ? fmt::format("{}:{}", file, int64_t{events.line[at]}) : std::string(file));
  if (events.value[at] != 0) add_fact("value", fmt::format("{:.17g}", events.value[at]));
}

// A missing or unreadable table gives no information.
void EventDescriber::list_waits() {
  waits_listed_ = true;
  const auto waits = profile_.events<Synchronizations>({work_.cancel, {}});
  if (!waits) return;
  waits_ = *waits;
  for (uint32_t at = 0; at < waits_->size(); ++at) {
    const ProcessIx process = waits_->processes[waits_->places[waits_->place[at]].process].process;
    if (process.exists()) wait_of_.try_emplace(process_key(process, waits_->correlation[at]), at);
  }
}

std::string EventDescriber::waited_for(size_t call) {
  if (!waits_listed_) list_waits();
  const Calls& calls = profile_.calls();
  const ProcessIx process = profile_.threads()[calls.thread[call]].process;
  const auto found = wait_of_.find(process_key(process, calls.correlation[call]));
  if (found == wait_of_.end()) return {};
  const EventPlace& place = waits_->places[waits_->place[found->second]];
  switch (waits_->kind[found->second]) {
    case Synchronizations::event_wait:
      return fmt::format("event {}", waits_->event[found->second]);
    case Synchronizations::stream_wait:
      return fmt::format("stream {}", place.stream);
    case Synchronizations::context_wait:
      return fmt::format("all of context {}", place.context);
    default:
      return {};
  }
}

void EventDescriber::add_flow(const RowLinks& calls, size_t at) {
  const uint32_t call = calls[at];
  if (call == Launches::kNoCall) return;
  words_.flow = uint64_t{call} + 1;
  words_.flow_part = launched_several_[call] ? EventInfo::FlowPart::goes_on : EventInfo::FlowPart::ends;
}

}  // namespace nsys_ai::perfetto
