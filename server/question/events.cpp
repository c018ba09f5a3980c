// Figures of events: the requested one, and the card with the other facts.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/name_search.h"
#include "base/text_table.h"
#include "question/card.h"
#include "question/figures.h"

namespace nsys_ai {
namespace {

std::optional<Need> need_of(Thing thing) {
  switch (thing) {
    case Thing::kernel:
      return Need::kernel;
    case Thing::memcpy:
    case Thing::memset:
    case Thing::operation:
    case Thing::gap:
    case Thing::stream:
    case Thing::graph:
    case Thing::iteration:
      return Need::gpu_operation;
    case Thing::range:
    case Thing::mark:
      return Need::nvtx;
    case Thing::call:
      return Need::call;
    default:
      return std::nullopt;
  }
}

// ---- data that is recorded only on request

Result<void> answer_unrecorded(AnswerContext& context) {
  if (context.query.thing == Thing::sample)
    return context.cannot(fmt::format("There are no CPU samples in {}.", context.scope_text()),
                          {"Capture with `nsys profile --sample=process-tree`."});
  const auto launched = context.rows("SELECT count(*) FROM runtime_call WHERE name LIKE 'cudaGraphLaunch%'");
  if (!launched) return tl::unexpected(launched.error());
  const int64_t launches = integer(launched->at(0)[0]);
  return context.cannot(
      launches > 0
          ? fmt::format(
                "No CUDA graph was recorded as a whole; {} calls of `cudaGraphLaunch` launched graphs whose kernels were recorded one by one.",
                readable_count(launches))
          : "The capture has no CUDA graphs that were recorded as a whole, and no call of `cudaGraphLaunch`.",
      {"Capture with `nsys profile --cuda-graph-trace=graph`."});
}

// Adds to each event the latest end of the events that began before it.
Source with_ends_before(Source source) {
  source.from = fmt::format(
      "(SELECT *, max(end) OVER (ORDER BY start, end ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before FROM {} "
      "WHERE {} AND end IS NOT NULL)",
      source.from, source.where);
  source.where = "1";
  return source;
}

// Whether the sum over no events is a certain zero. It is not for a name, which may be wrong.
bool adds_nothing(const AskQuery& q) {
  return (q.measure == Measure::duration || q.measure == Measure::bytes) && !q.statistic && !q.name &&
         !q.inside && !q.library;
}

Result<void> answer_figure(AnswerContext& context, const Source& given) {
  const AskQuery& q = context.query;
  const Measure measure = measured_of(q);
  const Source source = q.statistic == Statistic::covered ? with_ends_before(given) : given;
  const auto card = card_row(context, source, aggregate(q, measure));
  if (!card) return tl::unexpected(card.error());
  const std::string_view things = plural_of(*q.thing);
  if (card->count == 0 && (q.thing == Thing::graph || q.thing == Thing::sample))
    return answer_unrecorded(context);
  // Either name may be wrong.
  const bool none =
      card->count == 0 && !(measure == Measure::count && !(q.name && q.inside)) && !adds_nothing(q);
  if (none) return context.cannot(fmt::format("There are no such {} in {}.", things, context.scope_text()));
  const Unit unit = unit_of(measure);
  Value figure = measure == Measure::count ? Value(card->count) : rounded(card->figure, unit);
  if (card->count == 0 && adds_nothing(q)) figure = int64_t{0};
  if (is_null(figure))
    return context.cannot(fmt::format("The capture has {} such {}, but did not record their {}.",
                                      readable_count(card->count), things, word_of(measure)));
  if (measure != Measure::count)
    if (const auto* mean = std::get_if<double>(&card->figure)) context.answer.exact = *mean;
  const std::string name = name_of_figure(q);
  context.answer.text =
      q.want == Want::whether
          ? fmt::format("{}: there are {}.", card->count > 0 ? "Yes" : "No", readable_count(card->count))
          : sentence(context, shown(figure, unit));
  context.fact(name, figure, unit);
  return add_card(context, given, *card, name);
}

// ---- shares, names and rates

Result<void> answer_share(AnswerContext& context, const Source& source) {
  const AskQuery& q = context.query;
  const std::string part = q.measure == Measure::count ? "1" : value_of(*q.measure);
  const auto table = context.select(fmt::format(
      "SELECT sum(CASE WHEN {0} THEN {1} ELSE 0 END) AS part, sum({1}) AS whole, count(CASE WHEN {0} THEN 1 END) AS number "
      "FROM {2} WHERE {3}",
      source.where, part, source.from, source.base_where));
  if (!table) return tl::unexpected(table.error());
  const auto& row = table->rows.at(0);
  if (real(row[1]) <= 0)
    return context.cannot(
        fmt::format("There are no {} in the scope, so nothing to be a share of.", plural_of(*q.thing)));
  const double share = real(row[0]) / real(row[1]);
  const Unit unit = unit_of(*q.measure);
  context.answer.text =
      fmt::format("{} {} of {}, in {} {}.", sentence(context, readable_share(share)), readable(row[0], unit),
                  readable(row[1], unit), readable_count(integer(row[2])), plural_of(*q.thing));
  context.fact("share", share, Unit::share);
  context.fact("part", row[0], unit);
  context.fact("whole", row[1], unit);
  context.fact("number", row[2], Unit::count);
  return {};
}

Result<void> answer_names(AnswerContext& context, const Source& source) {
  const AskQuery& q = context.query;
  // The profile's precomputed statistics have one row for each name.
  const bool all_kernels = source.from == "kernel" && source.where == "1";
  const auto table = context.select(all_kernels ? "SELECT count(*) FROM kernel_stats('name')"
                                                : fmt::format("SELECT count(DISTINCT {}) FROM {} WHERE {}",
                                                              source.name, source.from, source.where));
  if (!table) return tl::unexpected(table.error());
  context.answer.text = sentence(context, readable_count(integer(table->rows.at(0)[0])));
  context.fact(fmt::format("different {}", plural_of(*q.thing)), table->rows[0][0], Unit::count);
  return {};
}

// Relative to the span of the GPUs that ran them, or to the capture for host events.
Result<void> answer_rate(AnswerContext& context, const Source& source) {
  const Thing thing = *context.query.thing;
  const bool on_gpu =
      thing == Thing::kernel || thing == Thing::memcpy || thing == Thing::memset || thing == Thing::operation;
  const auto table =
      context.select(fmt::format("SELECT count(*) FROM {} WHERE {}", source.from, source.where));
  if (!table) return tl::unexpected(table.error());
  int64_t over = context.scope.window().duration();
  if (on_gpu) {
    const auto span = context.rows("SELECT max(end) - min(start) FROM gpu_busy");
    if (!span) return tl::unexpected(span.error());
    over = integer(span->at(0)[0]);
  }
  if (over <= 0) return context.cannot(fmt::format("Nothing ran in {}.", context.scope_text()));
  const int64_t count = integer(table->rows.at(0)[0]);
  const double rate = static_cast<double>(count) * 1e9 / static_cast<double>(over);
  context.answer.text = fmt::format(
      "{} It is {} {} in {}, {}.", sentence(context, fmt::format("{:.5g}", rate)), readable_count(count),
      plural_of(thing), readable_ns(over),
      on_gpu ? "from the first operation of the GPUs in scope to their last" : "all of the capture in scope");
  context.fact("per second", rate, Unit::count);
  context.fact("number", count, Unit::count);
  context.fact("time", over, Unit::ns);
  return {};
}

Result<void> answer_iterations(AnswerContext& context, const Source& source) {
  const AskQuery& q = context.query;
  if (q.measure != Measure::count || q.want != Want::figure) return answer_figure(context, source);
  const auto table = context.select(
      "SELECT count(*), percentile(duration, 50), max(duration) FROM (SELECT duration FROM iteration GROUP BY process, iteration)");
  if (!table) return tl::unexpected(table.error());
  const auto& row = table->rows.at(0);
  context.answer.text = fmt::format(
      "{} They take {} in the median, {} at most.", sentence(context, readable_count(integer(row[0]))),
      readable(rounded(row[1], Unit::ns), Unit::ns), readable(row[2], Unit::ns));
  context.fact("number", row[0], Unit::count);
  context.fact("median duration", rounded(row[1], Unit::ns), Unit::ns);
  context.fact("longest", row[2], Unit::ns);
  return {};
}

// Whether the requested stream and name exist: otherwise a zero would look like a real answer.
Result<bool> knows_places(AnswerContext& context) {
  const AskQuery& q = context.query;
  const auto exists = [&](const std::string& sql, const std::string& what) -> Result<bool> {
    const auto rows = context.rows(sql);
    if (!rows) return tl::unexpected(rows.error());
    if (rows->empty())
      (void)context.cannot(fmt::format("The capture has no {} in {}.", what, context.scope_text()));
    return !rows->empty();
  };
  if (q.stream)
    return exists(
        fmt::format(
            "SELECT 1 FROM stream WHERE stream = {0} UNION ALL SELECT 1 FROM kernel WHERE stream = {0} "
            "UNION ALL SELECT 1 FROM memcpy WHERE stream = {0} LIMIT 1",
            *q.stream),
        fmt::format("stream {}", *q.stream));
  if (q.thing == Thing::gap && !q.group && shares_a_gpu(context)) return false;
  if (q.thing == Thing::os_call || q.thing == Thing::mpi_call) {
    const Result<std::string> calls =
        q.thing == Thing::os_call ? Result<std::string>("os_call") : mpi_calls(context);
    if (!calls) return tl::unexpected(calls.error());
    // If the data was never recorded, zero is no answer.
    const auto any = context.source.answers.ask(
        context.source.profile, SqlQuestion{fmt::format("SELECT 1 FROM {} LIMIT 1", *calls)}, context.work);
    if (!any) return tl::unexpected(any.error());
    if ((*any)->table.rows.empty()) {
      (void)context.cannot(
          fmt::format("The capture recorded no {}.", plural_of(*q.thing)),
          {q.thing == Thing::os_call ? "Capture with `nsys profile --trace=cuda,nvtx,osrt`."
                                     : "Capture with `nsys profile --trace=cuda,nvtx,mpi`."});
      return false;
    }
    if (!q.name) return true;
    return exists(
        fmt::format("SELECT 1 FROM {} WHERE name = {} COLLATE NOCASE LIMIT 1", *calls, sql_text(*q.name)),
        "call " + quoted_name(*q.name));
  }
  return true;
}

}  // namespace

Result<void> answer_events(AnswerContext& context) {
  const AskQuery& q = context.query;
  if (const auto need = need_of(*q.thing); need && context.lacks(*need)) return {};
  if (const auto known = knows_places(context); !known || !*known)
    return known ? Result<void>{} : tl::unexpected(known.error());
  const bool steps = q.thing == Thing::iteration || q.group == Dimension::iteration || q.iteration;
  if (steps && !has_steps(context)) return {};
  if (q.group == Dimension::iteration) return answer_iteration_groups(context);
  const auto source = source_of(context);
  if (!source) return tl::unexpected(source.error());
  if (q.group) return answer_groups(context, *source);
  if (q.want == Want::pick || q.want == Want::list) return answer_single(context, *source);
  if (q.thing == Thing::iteration) return answer_iterations(context, *source);
  if (q.share) return answer_share(context, *source);
  if (q.measure == Measure::rate) return answer_rate(context, *source);
  if (q.measure == Measure::names) return answer_names(context, *source);
  return answer_figure(context, *source);
}

}  // namespace nsys_ai
