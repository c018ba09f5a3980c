// How GPUs spent their time, and how much of their peak was used.
#include <fmt/format.h>

#include <algorithm>

#include "agent/ask/figures.h"
#include "agent/ask/inquiry.h"
#include "agent/ask/operations_sql.h"
#include "analysis/time/iterations.h"
#include "base/text_table.h"
#include "skills/list.h"

namespace nsys_ai::inline agent {
namespace {

std::string_view column_of(Measure measure) {
  switch (measure) {
    case Measure::busy:
      return "busy";
    case Measure::idle:
      return "idle";
    case Measure::span:
      return "span";
    case Measure::kernel_busy:
      return "kernel";
    case Measure::compute:
      return "compute";
    case Measure::communication:
      return "communication";
    case Measure::overlap:
      return "overlap";
    case Measure::exposed:
      return "exposed_communication";
    case Measure::copying:
      return "copy";
    case Measure::copy_overlap:
      return "copy_kernel_overlap";
    case Measure::copy_exposed:
      return "copy - copy_kernel_overlap";
    default:
      return "NULL";
  }
}

// The operations whose union a measure is; empty for what is no union of operations.
std::string operations_of(Measure measure) {
  switch (measure) {
    case Measure::busy:
    case Measure::idle:
    case Measure::span:
      return std::string(all_operations());
    case Measure::kernel_busy:
      return "kernel";
    case Measure::compute:
      return "(SELECT device, start, end FROM kernel WHERE family <> 'communication')";
    case Measure::communication:
      return "(SELECT device, start, end FROM kernel WHERE family = 'communication')";
    case Measure::copying:
      return "memcpy";
    default:
      return "";
  }
}

// Busy time and span by GPU, of all processes that use it together.
std::string union_of(const std::string& operations) {
  return fmt::format(
      "SELECT device, sum(CASE WHEN reached IS NULL THEN end - start WHEN end > reached THEN end - max(start, reached) ELSE 0 END) AS busy, max(end) - min(start) AS span "
      "FROM (SELECT device, start, end, max(end) OVER (PARTITION BY device ORDER BY start, end ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS reached FROM {}) GROUP BY device",
      operations);
}

std::string figures_of_shared(Measure measure) {
  const std::string part = measure == Measure::span   ? "whole.span"
                           : measure == Measure::idle ? "whole.span - whole.busy"
                                                      : "coalesce(part.busy, 0)";
  return fmt::format(
      "SELECT NULL AS pid, whole.device, {} AS part, whole.span AS whole FROM ({}) AS whole LEFT JOIN ({}) AS part ON part.device = whole.device ORDER BY whole.device",
      part, union_of(std::string(all_operations())), union_of(operations_of(measure)));
}

bool is_part_of_communication(Measure measure) {
  return measure == Measure::overlap || measure == Measure::exposed;
}

bool is_part_of_copying(Measure measure) {
  return measure == Measure::copy_overlap || measure == Measure::copy_exposed;
}

// What ran beside others, and what did not, of all processes that use a GPU together: times of unions, and of
// the union of both.
std::string overlaps_of_shared(Measure measure) {
  const bool copies = is_part_of_copying(measure);
  const std::string one = operations_of(copies ? Measure::copying : Measure::communication);
  const std::string other = operations_of(copies ? Measure::kernel_busy : Measure::compute);
  const bool overlap = measure == Measure::overlap || measure == Measure::copy_overlap;
  return fmt::format(
      "SELECT NULL AS pid, one.device, {} AS part, one.busy AS whole FROM ({}) AS one "
      "LEFT JOIN ({}) AS other ON other.device = one.device JOIN ({}) AS either ON either.device = one.device "
      "ORDER BY one.device",
      overlap ? "one.busy + coalesce(other.busy, 0) - either.busy" : "either.busy - coalesce(other.busy, 0)",
      union_of(one), union_of(other),
      union_of(fmt::format("(SELECT device, start, end FROM {} UNION ALL SELECT device, start, end FROM {})",
                           one, other)));
}

struct GpuFigure {
  int64_t pid = 0;
  Value owner;
  int64_t device = 0;
  int64_t part = 0;
  int64_t whole = 0;
  double share() const { return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0; }
  std::string name() const {
    return std::holds_alternative<int64_t>(owner) ? fmt::format("GPU {} of process {}", device, pid)
                                                  : fmt::format("GPU {}", device);
  }
};

std::string listed(const std::vector<GpuFigure>& all, bool shares) {
  std::string text;
  for (size_t i = 0; i < all.size(); ++i)
    text += fmt::format("{}{} of {} on {}{}",
                        i == 0                ? ""
                        : i + 1 == all.size() ? " and "
                                              : ", ",
                        readable_ns(all[i].part), readable_ns(all[i].whole), all[i].name(),
                        shares ? fmt::format(" ({})", readable_share(all[i].share())) : "");
  return text;
}

void tell_picked(Inquiry& inquiry, std::vector<GpuFigure> all) {
  const AskQuery& q = inquiry.query;
  // A GPU is more idle than another by its share, as shares of unlike spans are compared.
  const bool by_share = q.measure == Measure::busy || q.measure == Measure::idle;
  std::stable_sort(all.begin(), all.end(), [&](const GpuFigure& a, const GpuFigure& b) {
    const bool less = by_share ? a.share() < b.share() : a.part < b.part;
    const bool more = by_share ? b.share() < a.share() : b.part < a.part;
    return q.pick == Pick::least ? less : more;
  });
  const GpuFigure& of = all[static_cast<size_t>(q.rank - 1)];
  if (q.wanted == Wanted::name) inquiry.fact("GPU", of.device, Unit::none);
  inquiry.fact(std::string(word_of(q.measure)), of.part, Unit::ns);
  inquiry.fact("share", of.share(), Unit::share);
  inquiry.answer.text = fmt::format("The {} is {}, with {} of {} ({}).", understood(q), of.name(),
                                    readable_ns(of.part), readable_ns(of.whole), readable_share(of.share()));
  if (all.size() > 1) inquiry.answer.text += fmt::format(" All: {}.", listed(all, true));
}

void tell(Inquiry& inquiry, const std::vector<GpuFigure>& all) {
  const AskQuery& q = inquiry.query;
  const std::string words = understood(q);
  int64_t part = 0;
  double shares = 0;
  for (const GpuFigure& of : all) {
    part += of.part;
    shares += of.share();
  }
  const auto count = static_cast<int64_t>(all.size());
  if (q.wanted == Wanted::share) {
    const double mean = shares / static_cast<double>(count);
    inquiry.answer.text = fmt::format("The {} is {}: {}{}.", words, readable_share(mean),
                                      listed(all, count > 1), count > 1 ? ", the mean of which it is" : "");
    inquiry.fact("share", mean, Unit::share);
    inquiry.fact(std::string(word_of(q.measure)), part, Unit::ns);
    return;
  }
  const int64_t value = q.statistic == Statistic::mean ? (part + count / 2) / count : part;
  const std::string_view how = count == 1                       ? ""
                               : q.statistic == Statistic::mean ? ", the mean over GPUs"
                                                                : ", summed over GPUs";
  inquiry.answer.text = fmt::format("The {} is {}{}: {}.", words, readable_ns(value), how, listed(all, true));
  inquiry.fact(std::string(word_of(q.measure)), value, Unit::ns);
  inquiry.fact("share", shares / static_cast<double>(count), Unit::share);
}

// The ranges that mark the steps of all processes; empty where none do.
std::string label_of_steps(const Profile& profile) {
  std::string label;
  for (const ProcessSteps& of : profile.derived(build_iterations).of_process) {
    if (of.source != StepSource::marker || (!label.empty() && of.label != label)) return "";
    label = of.label;
  }
  return label;
}

const Value* cell(const Answer& answer, size_t row, std::string_view column) {
  for (size_t i = 0; i < answer.table.columns.size(); ++i)
    if (answer.table.columns[i].name == column) return &answer.table.rows[row][i];
  return nullptr;
}

}  // namespace

Result<void> answer_gpus(Inquiry& inquiry) {
  const AskQuery& q = inquiry.query;
  const bool of_kernels = q.measure != Measure::busy && q.measure != Measure::idle &&
                          q.measure != Measure::span && !is_part_of_copying(q.measure) &&
                          q.measure != Measure::copying;
  if (inquiry.lacks(of_kernels ? Need::kernel : Need::gpu_operation)) return {};
  if (q.group == Dimension::none && shares_a_gpu(inquiry)) return {};
  const bool of_communication = is_part_of_communication(q.measure);
  const bool of_copying = is_part_of_copying(q.measure);
  const bool shared = q.group == Dimension::none && has_shared_gpu(inquiry);
  if (shared) inquiry.answer.notes.emplace_back("several processes use this GPU, and all of them count");
  auto table =
      inquiry.table(shared && (of_communication || of_copying) ? overlaps_of_shared(q.measure)
                    : shared                                   ? figures_of_shared(q.measure)
                             : fmt::format("SELECT pid, device, {} AS part, {} AS whole FROM gpu_busy",
                                           column_of(q.measure),
                                           of_communication ? "communication"
                                           : of_copying     ? "copy"
                                                            : "span"));
  if (!table) return tl::unexpected(table.error());
  std::vector<GpuFigure> all;
  for (const auto& row : table->rows)
    if (!(of_communication || of_copying) || integer(row[3]) > 0)
      all.push_back({integer(row[0]), row[0], integer(row[1]), integer(row[2]), integer(row[3])});
  // Before the first operation and behind the last a GPU is idle.
  if (q.of_capture)
    for (GpuFigure& of : all) {
      const int64_t capture = inquiry.scope.window().end - inquiry.scope.window().start;
      if (q.measure == Measure::idle) of.part += capture - of.whole;
      of.whole = capture;
    }
  if (all.empty())
    return of_communication ? inquiry.cannot(fmt::format(
                                  "No communication kernels ran in {}: there is nothing that could overlap.",
                                  inquiry.scope_text()))
           : of_copying
               ? inquiry.cannot(fmt::format("No copies ran in {}: there is nothing that could overlap.",
                                            inquiry.scope_text()))
               : inquiry.cannot(fmt::format("Nothing ran on a GPU in {}.", inquiry.scope_text()));
  if (q.pick != Pick::none && static_cast<int64_t>(all.size()) < q.rank)
    return inquiry.cannot("There are fewer GPUs.");
  if (q.pick != Pick::none)
    tell_picked(inquiry, all);
  else
    tell(inquiry, all);
  if (all.size() > 1) inquiry.answer.table = std::move(*table);
  return {};
}

namespace {

// How many runs the work has to which FLOPs are given.
Result<int64_t> runs_of_work(Inquiry& inquiry, ParamValues values) {
  values["flops"] = "1";
  const auto answer = inquiry.skill("region_mfu", values);
  if (!answer) return tl::unexpected(answer.error());
  const Value* runs = answer->outcome == Outcome::rows ? cell(*answer, 0, "runs") : nullptr;
  return runs == nullptr ? 1 : integer(*runs);
}

}  // namespace

Result<void> answer_mfu(Inquiry& inquiry) {
  const AskQuery& q = inquiry.query;
  ParamValues values;
  if (q.flops > 0) values["flops"] = fmt::format("{:.17g}", q.flops);
  if (!q.precision.empty()) values["dtype"] = q.precision;
  if (q.peak_flops > 0) values["peak_tflops"] = fmt::format("{:.17g}", q.peak_flops / 1e12);
  if (q.group == Dimension::iteration) {
    if (!has_steps(inquiry)) return {};
    const std::string label = label_of_steps(inquiry.profile);
    if (label.empty())
      return inquiry.cannot(
          "The steps were found by what repeats, and no NVTX range marks them: name a range instead.");
    values["label"] = label;
  }
  if (q.subject == Subject::kernel) values["kernel"] = q.name;
  if (q.subject == Subject::range) values["label"] = q.name;
  if (const ProjectFacts* project = inquiry.source.project) {
    const auto skill = built_in_skills().find("region_mfu");
    if (!skill) return tl::unexpected(skill.error());
    if (std::string note = project->complete(**skill, values); !note.empty())
      inquiry.answer.notes.push_back(std::move(note));
  }
  if (!values.contains("flops"))
    return inquiry.cannot("MFU needs the FLOPs of the work: ask \"MFU with 1.2e15 flops\".",
                          {"Or write them into `.nsys-ai/context.md`, which a project says its FLOPs in."});
  std::string of_runs;
  if (q.flops > 0) {
    const auto runs = runs_of_work(inquiry, values);
    if (!runs) return tl::unexpected(runs.error());
    if (q.flops_in_all) values["flops"] = fmt::format("{:.17g}", q.flops / static_cast<double>(*runs));
    if (*runs > 1)
      of_runs = fmt::format(" The FLOPs are taken as those of {} {} runs{}.",
                            q.flops_in_all ? "all" : "each of its", readable_count(*runs),
                            q.flops_in_all ? " together" : "; say `in total` for those of all");
  }
  const auto answer = inquiry.skill("region_mfu", values);
  if (!answer) return tl::unexpected(answer.error());
  if (answer->outcome != Outcome::rows) return inquiry.cannot(answer->reason + of_runs, answer->needs);
  const Value* mfu = cell(*answer, 0, "mfu_wall");
  const Value* busy = cell(*answer, 0, "mfu_busy");
  if (mfu == nullptr || busy == nullptr) return inquiry.cannot("The MFU could not be found.");
  inquiry.answer.text =
      fmt::format("The {} is {}, and {} of the time in which its operations ran.{}", understood(q),
                  readable(*mfu, Unit::share), readable(*busy, Unit::share), of_runs);
  inquiry.fact("MFU", *mfu, Unit::share);
  inquiry.fact("MFU while busy", *busy, Unit::share);
  inquiry.answer.table = answer->table;
  for (const std::string& note : answer->notes) inquiry.answer.notes.push_back(note);
  return {};
}

}  // namespace nsys_ai::inline agent
