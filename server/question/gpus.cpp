// How GPUs spent their time, and how much of their peak they used.
#include <fmt/format.h>

#include <algorithm>

#include "base/text_table.h"
#include "question/figures.h"
#include "question/answer_context.h"
#include "question/operations_sql.h"

namespace nsys_ai {
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

// The usual facts of a GPU: for each one if they are few.
Result<void> add_card(AnswerContext& context) {
  const auto found = context.rows(
      "SELECT gpu_busy.device, busy, idle, name, sm_count FROM gpu_busy LEFT JOIN gpu ON gpu.process = gpu_busy.process AND "
      "gpu.device = gpu_busy.device LIMIT 5");
  if (!found) return tl::unexpected(found.error());
  constexpr size_t kMost = 4;
  if (found->size() > kMost) return {};
  for (const auto& row : *found) {
    const std::string of = found->size() == 1 ? "" : fmt::format(" of GPU {}", cell_text(row[0]));
    context.fact("busy" + of, row[1], Unit::ns);
    context.fact("idle" + of, row[2], Unit::ns);
    if (!is_null(row[3])) context.fact("model" + of, row[3], Unit::none);
    if (integer(row[4]) > 0) context.fact("SMs" + of, row[4], Unit::count);
  }
  return {};
}

void add_picked(AnswerContext& context, std::vector<GpuFigure> all) {
  const AskQuery& q = context.query;
  const Measure measure = measured_of(q);
  // GPUs are compared by the idle share, because their spans may differ.
  const bool by_share = measure == Measure::busy || measure == Measure::idle;
  std::stable_sort(all.begin(), all.end(), [&](const GpuFigure& a, const GpuFigure& b) {
    const bool less = by_share ? a.share() < b.share() : a.part < b.part;
    const bool more = by_share ? b.share() < a.share() : b.part < a.part;
    return q.order == Order::least ? less : more;
  });
  const GpuFigure& of = all[static_cast<size_t>(q.rank.value_or(1) - 1)];
  context.fact("GPU", of.device, Unit::none);
  context.fact(std::string(word_of(measure)), of.part, Unit::ns);
  context.fact("share", of.share(), Unit::share);
  if (q.want == Want::list) {
    all.resize(std::min(all.size(), static_cast<size_t>(*q.top)));
    context.answer.text = fmt::format("The {}: {}.", sentence_of(q), listed(all, true));
    return;
  }
  context.answer.text =
      sentence(context, fmt::format("{}, with {} of {} ({})", of.name(), readable_ns(of.part),
                                    readable_ns(of.whole), readable_share(of.share())));
  if (all.size() > 1) context.answer.text += fmt::format(" All: {}.", listed(all, true));
}

void add_gpu_figures(AnswerContext& context, std::vector<GpuFigure> all) {
  const AskQuery& q = context.query;
  const Measure measure = measured_of(q);
  const std::string words = sentence_of(q);
  int64_t part = 0;
  double shares = 0;
  for (const GpuFigure& of : all) {
    part += of.part;
    shares += of.share();
  }
  const auto count = static_cast<int64_t>(all.size());
  if (q.want == Want::group) {
    std::ranges::stable_sort(all, std::greater{}, &GpuFigure::part);
    context.answer.text = fmt::format("The {}: {}.", words, listed(all, true));
    for (const GpuFigure& of : all) {
      if (!q.share) context.fact(fmt::format("{} of {}", word_of(measure), of.name()), of.part, Unit::ns);
      context.fact(fmt::format("share of {}", of.name()), of.share(), Unit::share);
    }
    return;
  }
  if (q.share) {
    const double mean = shares / static_cast<double>(count);
    context.answer.text = fmt::format("The {} is {}: {}{}.", words, readable_share(mean),
                                      listed(all, count > 1), count > 1 ? ", the mean of which it is" : "");
    context.fact("share", mean, Unit::share);
    context.fact(std::string(word_of(measure)), part, Unit::ns);
    return;
  }
  const int64_t value = q.statistic == Statistic::mean ? (part + count / 2) / count : part;
  const std::string_view how = count == 1                       ? ""
                               : q.statistic == Statistic::mean ? ", the mean over GPUs"
                                                                : ", summed over GPUs";
  context.answer.text = fmt::format("The {} is {}{}: {}.", words, readable_ns(value), how, listed(all, true));
  context.fact(std::string(word_of(measure)), value, Unit::ns);
  context.fact("share", shares / static_cast<double>(count), Unit::share);
}

}  // namespace

Result<void> answer_gpus(AnswerContext& context) {
  const AskQuery& q = context.query;
  const Measure measure = measured_of(q);
  const bool of_kernels = measure != Measure::busy && measure != Measure::idle && measure != Measure::span &&
                          !is_part_of_copying(measure) && measure != Measure::copying;
  if (context.lacks(of_kernels ? Need::kernel : Need::gpu_operation)) return {};
  const bool each = q.want == Want::group;  // also for each process
  if (!each && shares_a_gpu(context)) return {};
  const bool of_communication = is_part_of_communication(measure);
  const bool of_copying = is_part_of_copying(measure);
  const bool shared = !each && has_shared_gpu(context);
  if (shared) context.answer.notes.emplace_back("several processes use this GPU, and all of them count");
  auto table = context.select(
      shared && (of_communication || of_copying) ? overlaps_of_shared(measure)
      : shared                                   ? figures_of_shared(measure)
               : fmt::format("SELECT pid, device, {} AS part, {} AS whole FROM gpu_busy", column_of(measure),
                             of_communication ? "communication"
                             : of_copying     ? "copy"
                                              : "span"));
  if (!table) return tl::unexpected(table.error());
  std::vector<GpuFigure> all;
  for (const auto& row : table->rows)
    if (!(of_communication || of_copying) || integer(row[3]) > 0)
      all.push_back({integer(row[0]), row[0], integer(row[1]), integer(row[2]), integer(row[3])});
  if (all.empty())
    return of_communication ? context.cannot(fmt::format(
                                  "No communication kernels ran in {}: there is nothing that could overlap.",
                                  context.scope_text()))
           : of_copying
               ? context.cannot(fmt::format("No copies ran in {}: there is nothing that could overlap.",
                                            context.scope_text()))
               : context.cannot(fmt::format("Nothing ran on a GPU in {}.", context.scope_text()));
  if ((q.want == Want::pick || q.want == Want::list) && static_cast<int64_t>(all.size()) < q.rank.value_or(1))
    return context.cannot("There are fewer GPUs.");
  if (q.want == Want::pick || q.want == Want::list)
    add_picked(context, all);
  else
    add_gpu_figures(context, all);
  if (all.size() > 1) context.answer.table = std::move(*table);
  return q.want == Want::group ? Result<void>{} : add_card(context);
}

}  // namespace nsys_ai
