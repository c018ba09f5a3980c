// The run and its machine; the numbers of its GPUs, streams, processes and threads.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/time/iterations.h"
#include "analysis/time/run_window.h"
#include "base/quantity.h"
#include "base/text_pattern.h"
#include "base/text_table.h"
#include "profile/families/family_machine.h"
#include "question/figures.h"

namespace nsys_ai {
namespace {

// Older exports write 525.125.06 as `52512506`.
std::string driver_version(std::string_view said) {
  const bool number =
      said.size() >= 6 && said.size() <= 9 && said.find_first_not_of("0123456789") == std::string_view::npos;
  if (!number) return said == "0" ? "" : std::string(said);
  return fmt::format("{}.{}.{}", said.substr(0, 3), said.substr(3, said.size() - 5),
                     said.substr(said.size() - 2));
}

// The driver's encoding: 12020 is 12.2.
std::string cuda_version(std::string_view said) {
  const auto number = parse_real(said);
  if (!number || *number < 1000) return "";
  const auto whole = static_cast<int64_t>(*number);
  return fmt::format("{}.{}", whole / 1000, whole % 1000 / 10);
}

std::string_view name_of_fact(Measure measure) {
  switch (measure) {
    case Measure::driver:
      return "NvDriverVersion";
    case Measure::cuda_version:
      return "CudaDriverVersion";
    case Measure::cpu_cores:
      return "CpuCores";
    case Measure::cpu_model:
      return "CpuDescription";
    case Measure::host:
      return "Hostname";
    default:
      return "OsDescription";
  }
}

Value machine_value(Measure measure, const std::string& said) {
  if (said.empty() || ascii_lower(said) == "unknown") return {};
  const auto text = [](std::string shown) { return shown.empty() ? Value() : Value(std::move(shown)); };
  if (measure == Measure::driver) return text(driver_version(said));
  if (measure == Measure::cuda_version) return text(cuda_version(said));
  if (measure != Measure::cpu_cores) return said;
  const auto number = parse_real(said);
  return number && *number > 0 ? Value(static_cast<int64_t>(*number)) : Value();
}

// A warning for figures that people take for something else.
std::string_view caveat_of(Measure measure) {
  if (measure == Measure::cuda_version)
    return " It is the newest that the driver supports; which toolkit the program was built with is not recorded.";
  if (measure == Measure::cpu_cores)
    return " They are those that the system numbers: threads of cores count.";
  return measure == Measure::nsys_version ? " It is of the nsys that wrote this export." : "";
}

// The time of all recorded events; a capture may contain only OS calls.
Result<Interval> extent_of(AnswerContext& context) {
  const Interval window = context.scope.window();
  if (context.scope.has_window() || !window.empty()) return window;
  return run_window(context.profile, context.scope, context.work);
}

Result<void> answer_recording(AnswerContext& context) {
  const auto lasted = context.profile.info().duration_ns;
  if (!lasted)
    return context.cannot("The capture does not say how long it was recorded.",
                          {"Export with a current nsys, which writes it (`ANALYSIS_DETAILS`)."});
  const Interval events = Scope::whole(context.profile).window();
  context.answer.text = sentence(context, readable_ns(*lasted));
  if (!events.empty())
    context.answer.text += fmt::format(" Its events lie within {} of it.", readable_ns(events.duration()));
  context.fact(std::string(word_of(Measure::recording)), *lasted, Unit::ns);
  context.answer.plan.emplace_back("what the file says of its recording");
  return {};
}

// Since the start of the recording, which is zero on the clock if the file records its duration.
Result<void> answer_edge(AnswerContext& context) {
  if (context.lacks(Need::kernel)) return {};
  const bool before = context.query.measure == Measure::lead_in;
  const auto found = context.select("SELECT min(start) AS first, max(end) AS last FROM kernel");
  if (!found) return tl::unexpected(found.error());
  if (is_null(found->rows.at(0)[0])) return context.cannot("No kernel ran in the scope.");
  auto extent = extent_of(context);
  if (!extent) return tl::unexpected(extent.error());
  const auto lasted = context.profile.info().duration_ns;
  const bool whole = !context.scope.has_window() && lasted.has_value();
  const int64_t start = whole ? std::min<int64_t>(0, extent->start) : extent->start;
  const int64_t end = whole ? std::max(*lasted, extent->end) : extent->end;
  const int64_t first = integer(found->rows[0][0]), last = integer(found->rows[0][1]);
  const int64_t value = before ? first - start : end - last;
  context.answer.text = fmt::format(
      "{} {} is at {}, and {} at {}.", sentence(context, readable_ns(value)),
      before ? "The first kernel" : "The end of the last kernel", readable_clock(before ? first : last),
      whole ? (before ? "the recording begins" : "the recording ends")
            : (before ? "the first event that was recorded" : "the last event that was recorded"),
      readable_clock(before ? start : end));
  context.fact(std::string(word_of(*context.query.measure)), value, Unit::ns);
  context.fact(before ? "first kernel" : "end of the last kernel", before ? first : last, Unit::clock_ns);
  return {};
}

}  // namespace

Result<void> answer_machine(AnswerContext& context) {
  const Measure measure = *context.query.measure;
  if (measure == Measure::recording) return answer_recording(context);
  if (measure == Measure::lead_in || measure == Measure::tail) return answer_edge(context);
  std::string said = context.profile.info().product_version;
  if (measure != Measure::nsys_version) {
    const auto facts = context.profile.events<MachineFacts>(context.work);
    if (!facts) return tl::unexpected(facts.error());
    said = std::string((*facts)->value(name_of_fact(measure)).value_or(""));
  }
  const Value value = machine_value(measure, said);
  if (is_null(value))
    return context.cannot(
        fmt::format("The capture does not say the {}.", word_of(measure)),
        {"Export with a current nsys, which writes what the machine is (`TARGET_INFO_SYSTEM_ENV`)."});
  std::string value_text = one_line(readable(value, unit_of(measure)));
  // As code, so that the filter for language models recognizes it as a name.
  if (measure == Measure::host) {
    std::ranges::replace(value_text, '`', '\'');
    value_text = fmt::format("`{}`", value_text);
  }
  context.answer.text = sentence(context, value_text) + std::string(caveat_of(measure));
  context.fact(std::string(word_of(measure)), value, unit_of(measure));
  context.answer.plan.emplace_back("what the capture says of its machine");
  return {};
}

Result<void> answer_run(AnswerContext& context) {
  const auto extent = extent_of(context);
  if (!extent) return tl::unexpected(extent.error());
  if (extent->empty()) return context.cannot("The capture has no events, and so no duration.");
  const Measure measure = *context.query.measure;
  const int64_t value = measure == Measure::start ? extent->start
                        : measure == Measure::end ? extent->end
                                                  : extent->duration();
  const Unit unit = unit_of(measure);
  context.answer.text = fmt::format(
      "{} It goes from {} to {}, from the first event that was recorded to the last.",
      sentence(context, readable(value, unit)), readable_clock(extent->start), readable_clock(extent->end));
  context.fact(std::string(word_of(measure)), value, unit);
  const auto& recorded = context.profile.info().duration_ns;
  if (measure == Measure::duration && !context.scope.has_window() && recorded && *recorded > value) {
    context.answer.text += fmt::format(" nsys recorded for {}.", readable_ns(*recorded));
    context.fact(std::string(word_of(Measure::recording)), *recorded, Unit::ns);
  }
  context.answer.plan.emplace_back("the extent of all events that were recorded");
  return {};
}

Result<void> answer_places(AnswerContext& context) {
  const Thing thing = *context.query.thing;
  const std::string_view counted = thing == Thing::gpu ? "count(DISTINCT gpu)" : "count(*)";
  // For particular GPUs, only the processes that use them.
  const bool of_gpus = thing == Thing::process && context.query.gpus;
  const std::string sql =
      thing == Thing::stream ? "SELECT coalesce(sum(streams), 0) FROM gpu_busy"
      : thing == Thing::rank
          ? "SELECT count(*) FROM (SELECT process FROM gpu UNION SELECT process FROM mpi_call)"
      : of_gpus ? "SELECT count(DISTINCT process) FROM gpu"
                : fmt::format("SELECT {} FROM {}", counted, enum_name(thing));
  const auto found = context.select(sql);
  if (!found) return tl::unexpected(found.error());
  const int64_t count = integer(found->rows.at(0)[0]);
  context.answer.text = sentence(context, readable_count(count));
  context.fact(std::string(plural_of(thing)), count, Unit::count);
  // Lists them only if they are few; nobody reads thousands of streams.
  constexpr std::string_view kMost = " LIMIT 20";
  const std::string_view which =
      thing == Thing::gpu ? "SELECT device AS gpu, pid, name, sm_count FROM gpu"
      : thing == Thing::rank || of_gpus
          ? "SELECT DISTINCT pid, name FROM process WHERE process IN (SELECT process FROM gpu UNION SELECT process FROM mpi_call)"
      : thing == Thing::process ? "SELECT pid, name FROM process"
      : thing == Thing::thread  ? "SELECT tid, pid, name FROM thread"
                                : "SELECT stream, device AS gpu, pid, kind FROM stream";
  auto table = context.table(std::string(which) + std::string(kMost));
  if (!table) return tl::unexpected(table.error());
  if (table->rows.size() > 1) context.answer.table = std::move(*table);
  return {};
}

bool has_steps(AnswerContext& context) {
  const Iterations& iterations = context.profile.derived(build_iterations);
  for (const ProcessSteps& of : iterations.of_process)
    if (of.source == StepSource::marker || of.source == StepSource::detected) return true;
  for (const ProcessSteps& of : iterations.of_process)
    if (of.source == StepSource::repeat) {
      context.answer.notes.push_back(
          fmt::format("these are no steps but repeats of a block of the program: `{}` numbers up",
                      shortened(one_line(of.label), 80)));
      return true;
    }
  (void)context.cannot(
      iterations.why_none(context.profile),
      {"Mark the steps with NVTX ranges such as `step 3`, and capture with `nsys profile --trace=cuda,nvtx`."});
  return false;
}

}  // namespace nsys_ai
