// Counts, sums, statistics, picks and groups of single events.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "agent/ask/figures.h"
#include "base/text_table.h"

namespace nsys_ai::inline agent {
namespace {

std::optional<Need> need_of(Subject subject) {
  switch (subject) {
    case Subject::kernel:
      return Need::kernel;
    case Subject::copy:
    case Subject::memset:
    case Subject::operation:
    case Subject::gap:
    case Subject::stream:
    case Subject::graph:
    case Subject::iteration:
      return Need::gpu_operation;
    case Subject::range:
    case Subject::mark:
      return Need::nvtx;
    case Subject::call:
      return Need::call;
    default:
      return std::nullopt;
  }
}

// ---- one figure of all events

Result<void> answer_share(Inquiry& inquiry, const Source& source) {
  const AskQuery& q = inquiry.query;
  const std::string part = q.measure == Measure::count ? "1" : value_of(q.measure);
  const auto rows = inquiry.rows(fmt::format(
      "SELECT sum(CASE WHEN {0} THEN {1} ELSE 0 END), sum({1}), count(CASE WHEN {0} THEN 1 END) FROM {2} WHERE {3}",
      source.where, part, source.from, source.wide_where));
  if (!rows) return tl::unexpected(rows.error());
  const Value& all = rows->at(0)[1];
  if (real(all) <= 0)
    return inquiry.cannot(
        fmt::format("There are no {} in the scope, so nothing to be a share of.", plural_of(q.subject)));
  const double share = real(rows->at(0)[0]) / real(all);
  const Unit unit = unit_of(q.measure);
  inquiry.answer.text = fmt::format("{} {} of {}, in {} events.", sentence(inquiry, readable_share(share)),
                                    readable(rows->at(0)[0], unit), readable(all, unit),
                                    readable_count(integer(rows->at(0)[2])));
  inquiry.fact("share", share, Unit::share);
  inquiry.fact("part", rows->at(0)[0], unit);
  inquiry.fact("whole", all, unit);
  return {};
}

// A sum of nothing is known, unless it is of a name, which may be a wrong one.
bool adds_nothing(const AskQuery& q) {
  return (q.measure == Measure::time || q.measure == Measure::bytes) && q.statistic == Statistic::total &&
         q.name.empty() && q.inside.empty() && q.library.empty();
}

// Of what is recorded only where it was asked for, there is none.
Result<void> answer_unrecorded(Inquiry& inquiry) {
  const AskQuery& q = inquiry.query;
  if (q.subject == Subject::sample)
    return inquiry.cannot(fmt::format("There are no CPU samples in {}.", inquiry.scope_text()),
                          {"Capture with `nsys profile --sample=process-tree`."});
  if (q.subject == Subject::schedule)
    return inquiry.cannot(fmt::format("There are no context switches in {}.", inquiry.scope_text()),
                          {"Capture with `nsys profile --cpuctxsw=process-tree`."});
  const auto launched = inquiry.rows("SELECT count(*) FROM runtime_call WHERE name LIKE 'cudaGraphLaunch%'");
  if (!launched) return tl::unexpected(launched.error());
  if (const int64_t launches = integer(launched->at(0)[0]); launches > 0 && q.measure == Measure::count) {
    inquiry.answer.text = sentence(
        inquiry, fmt::format("{}, as calls of `cudaGraphLaunch` tell: their kernels were recorded one by one",
                             readable_count(launches)));
    inquiry.fact(plural_of(q.subject), launches, Unit::count);
    return {};
  }
  return inquiry.cannot(
      "The capture has no CUDA graphs that were recorded as a whole; `cudaGraphLaunch` calls show whether any were launched.",
      {"Capture with `nsys profile --cuda-graph-trace=graph`."});
}

constexpr std::string_view kWhether = "whether there are ";

// Each with the latest end of those that began before it.
Source with_ends_before(Source source) {
  source.from = fmt::format(
      "(SELECT start, end, max(end) OVER (ORDER BY start, end ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS "
      "before FROM {} WHERE {} AND end IS NOT NULL)",
      source.from, source.where);
  source.where = "1";
  return source;
}

Result<void> answer_aggregate(Inquiry& inquiry, const Source& given) {
  const AskQuery& q = inquiry.query;
  const Source source = q.statistic == Statistic::united ? with_ends_before(given) : given;
  const bool timed = q.measure == Measure::count && q.subject != Subject::mark &&
                     q.subject != Subject::graph && q.subject != Subject::sample &&
                     q.subject != Subject::schedule;
  const std::string_view counted = is_mean_of_periods(q) ? "coalesce(sum(periods), 0)" : "count(*)";
  const auto rows = inquiry.rows(fmt::format("SELECT {}, {}{} FROM {} WHERE {}", aggregate(q), counted,
                                             timed ? ", sum(duration)" : "", source.from, source.where));
  if (!rows) return tl::unexpected(rows.error());
  const int64_t count = integer(rows->at(0)[1]);
  const Unit unit = unit_of(q.measure);
  if (count == 0 &&
      (q.subject == Subject::graph || q.subject == Subject::sample || q.subject == Subject::schedule))
    return answer_unrecorded(inquiry);
  // Either name may be a wrong one.
  if (count == 0 && !q.name.empty() && !q.inside.empty())
    return inquiry.cannot(
        fmt::format("There are no such {} in {}.", plural_of(q.subject), inquiry.scope_text()));
  if (q.measure == Measure::count) {
    inquiry.answer.text = q.whether
                              ? fmt::format("{}: there are {} {}.", count > 0 ? "Yes" : "No",
                                            readable_count(count), understood(q).substr(kWhether.size()))
                              : sentence(inquiry, readable_count(count));
    inquiry.fact(plural_of(q.subject), count, Unit::count);
    if (timed && count > 0) {
      const Value total = rows->at(0)[2];
      inquiry.answer.text += fmt::format(" They take {} in all.", readable(total, Unit::ns));
      inquiry.fact("total duration", total, Unit::ns);
    }
    return {};
  }
  if (count == 0 && adds_nothing(q)) {
    inquiry.answer.text =
        fmt::format("{} There are no such {}.", sentence(inquiry, readable(Value(int64_t{0}), unit)),
                    plural_of(q.subject));
    inquiry.fact(std::string(word_of(q.measure)), int64_t{0}, unit);
    return {};
  }
  if (count == 0)
    return inquiry.cannot(
        fmt::format("There are no such {} in {}.", plural_of(q.subject), inquiry.scope_text()));
  const Value found = rounded(rows->at(0)[0], unit);
  if (const auto* mean = std::get_if<double>(&rows->at(0)[0])) inquiry.answer.exact = *mean;
  if (std::holds_alternative<std::monostate>(found))
    return inquiry.cannot(fmt::format("The capture has {} such {}, but did not record their {}.",
                                      readable_count(count), plural_of(q.subject), word_of(q.measure)));
  inquiry.answer.text = fmt::format("{} It is of {} {}.", sentence(inquiry, shown(found, unit)),
                                    readable_count(count), plural_of(q.subject));
  inquiry.fact(std::string(word_of(q.measure)), found, unit);
  inquiry.fact("events", count, Unit::count);
  return {};
}

// ---- one of several

std::string_view column_of_place(Dimension place) {
  if (place == Dimension::gpu) return "device";
  if (place == Dimension::direction) return "kind";
  if (place == Dimension::stream) return "stream";
  return place == Dimension::process ? "pid" : "tid";
}

std::string order_of(const AskQuery& q) {
  // Tables lie in this order, and what begins at once in that of the file.
  if (q.pick == Pick::first) return "start";
  if (q.pick == Pick::last) return "start DESC";
  return fmt::format("{} {}, start", value_of(q.order), q.pick == Pick::most ? "DESC" : "");
}

// What the host did in a gap, in the words of the skill that finds causes.
Result<void> tell_cause_of_gap(Inquiry& inquiry, const std::vector<std::string>& refs, int64_t duration,
                               int64_t overhead) {
  if (refs.empty()) return {};
  // The skill takes off what the profiler itself did meanwhile.
  if (overhead > 0) {
    inquiry.answer.text += fmt::format(" The profiler itself worked for {} of it.", readable_ns(overhead));
    inquiry.fact("profiler overhead inside", overhead, Unit::ns, refs);
  }
  const auto gaps = inquiry.skill(
      "gpu_idle_gaps",
      {{"limit", "0"}, {"min_gap", fmt::format("{}ns", std::max<int64_t>(duration - overhead - 1, 0))}});
  if (!gaps) return tl::unexpected(gaps.error());
  const auto column = [&](std::string_view name) {
    for (size_t i = 0; i < gaps->table.columns.size(); ++i)
      if (gaps->table.columns[i].name == name) return i;
    return size_t{0};
  };
  for (const auto& row : gaps->table.rows) {
    if (cell_text(row[column("ref")]) != refs[0]) continue;
    const std::string cause = cell_text(row[column("cause")]);
    const Value& detail = row[column("detail")];
    const bool known = std::holds_alternative<std::string>(detail) && !cell_text(detail).empty();
    inquiry.answer.text +=
        fmt::format(" Its cause: {}{}.", cause, known ? ", " + one_line(cell_text(detail)) : "");
    inquiry.fact("cause", cause, Unit::none, refs);
  }
  return {};
}

// Without columns that hold nothing in any row.
Table without_empty_columns(Table table) {
  for (size_t at = table.columns.size(); at-- > 0;) {
    const auto is_empty = [at](const auto& row) { return std::holds_alternative<std::monostate>(row[at]); };
    if (!std::ranges::all_of(table.rows, is_empty)) continue;
    table.columns.erase(table.columns.begin() + static_cast<ptrdiff_t>(at));
    for (auto& row : table.rows) row.erase(row.begin() + static_cast<ptrdiff_t>(at));
  }
  return table;
}

// Where it ran, which stands in the columns from `at` on.
std::string tell_place(Inquiry& inquiry, const std::vector<Value>& row, size_t at,
                       const std::vector<std::string>& refs) {
  const AskQuery& q = inquiry.query;
  std::string told = cell_text(row[at]);
  if (q.place != Dimension::process && q.place != Dimension::direction &&
      std::holds_alternative<int64_t>(row[at + 1]))
    told += fmt::format(" of process {}", integer(row[at + 1]));
  inquiry.fact(std::string(word_of(q.place)), row[at], Unit::none, refs);
  return told;
}

Result<void> answer_pick(Inquiry& inquiry, const Source& source) {
  const AskQuery& q = inquiry.query;
  const int64_t most = q.top > 0 ? q.top : std::max<int64_t>(q.rank, kListed / 2);
  const bool is_gap_of_gpu = source.from.starts_with("gpu_gap");
  auto table = inquiry.table(fmt::format(
      "SELECT {} AS ref, {} AS name, {} AS value, start, duration{}{} FROM {} WHERE {} AND {} IS NOT NULL ORDER BY {} LIMIT {}",
      source.id, source.name, value_of(q.measure), is_gap_of_gpu ? ", nullif(overhead, 0) AS overhead" : "",
      q.wanted == Wanted::place ? fmt::format(", {} AS place, pid", column_of_place(q.place)) : "",
      source.from, source.where, value_of(q.measure), order_of(q), most));
  if (!table) return tl::unexpected(table.error());
  const auto count = static_cast<int64_t>(table->rows.size());
  if (count == 0)
    return inquiry.cannot(
        fmt::format("There are no such {} in {}.", plural_of(q.subject), inquiry.scope_text()));
  if (count < q.rank)
    return inquiry.cannot(fmt::format("{} of these {}.", only_so_many(count), plural_of(q.subject)));
  if (q.only && count > 1)
    return inquiry.cannot(fmt::format(
        "There are several of these {}: say the first, the last or the longest.", plural_of(q.subject)));
  table->columns[2].unit = unit_of(q.measure);
  table->columns[3].unit = Unit::clock_ns;
  table->columns[4].unit = Unit::ns;
  if (is_gap_of_gpu) table->columns[5].unit = Unit::ns;
  const auto& row = table->rows[static_cast<size_t>(q.rank - 1)];
  std::vector<std::string> refs;
  if (std::holds_alternative<std::string>(row[0])) refs.push_back(cell_text(row[0]));
  const Value value = rounded(row[2], unit_of(q.measure));
  const int64_t duration = integer(row[4]);
  const int64_t overhead = is_gap_of_gpu ? integer(row[5]) : 0;
  std::string told = readable(value, unit_of(q.measure));
  const std::string name = cell_text(row[1]);
  const bool named = std::holds_alternative<std::string>(row[1]);
  if (q.wanted == Wanted::name) {
    told = q.subject == Subject::iteration ? name : quoted(name);
    inquiry.fact("name", q.subject == Subject::iteration ? row[1] : Value(name), Unit::none, refs);
  } else if (q.wanted == Wanted::place) {
    told = tell_place(inquiry, row, is_gap_of_gpu ? 6 : 5, refs);
  } else if (q.wanted == Wanted::start) {
    told = readable_clock(integer(row[3]));
    inquiry.fact("start", row[3], Unit::clock_ns, refs);
  }
  inquiry.fact(std::string(word_of(q.measure)), value, unit_of(q.measure), refs);
  inquiry.answer.text = sentence(inquiry, told);
  if (q.wanted != Wanted::value)
    inquiry.answer.text +=
        fmt::format(" Its {} is {}.", word_of(q.measure), readable(value, unit_of(q.measure)));
  if (named && q.wanted != Wanted::name) {
    inquiry.fact("name", name, Unit::none, refs);
    inquiry.answer.text += fmt::format(" It is {}.", quoted(name));
  }
  if (named) tell_short_name(inquiry, name);
  inquiry.fact("start", row[3], Unit::clock_ns, refs);
  inquiry.answer.text += fmt::format(" It begins at {}{}.", readable_clock(integer(row[3])),
                                     refs.empty() ? "" : " (" + refs[0] + ")");
  inquiry.answer.table = without_empty_columns(std::move(*table));
  return is_gap_of_gpu ? tell_cause_of_gap(inquiry, refs, duration, overhead) : Result<void>{};
}

// The sum or mean of the first of them, as those that are listed.
Result<void> answer_top(Inquiry& inquiry, const Source& source) {
  const AskQuery& q = inquiry.query;
  const auto rows = inquiry.rows(fmt::format(
      "SELECT {}(value), count(*) FROM (SELECT {} AS value FROM {} WHERE {} AND {} IS NOT NULL ORDER BY {} LIMIT {})",
      q.statistic == Statistic::mean ? "avg" : "sum", value_of(q.measure), source.from, source.where,
      value_of(q.measure), order_of(q), q.top));
  if (!rows) return tl::unexpected(rows.error());
  const int64_t count = integer(rows->at(0)[1]);
  if (count < q.top)
    return inquiry.cannot(fmt::format("{} of these {}.", only_so_many(count), plural_of(q.subject)));
  const Unit unit = unit_of(q.measure);
  const Value found = rounded(rows->at(0)[0], unit);
  if (const auto* mean = std::get_if<double>(&rows->at(0)[0])) inquiry.answer.exact = *mean;
  inquiry.answer.text = sentence(inquiry, shown(found, unit));
  inquiry.fact(std::string(word_of(q.measure)), found, unit);
  inquiry.fact("events", count, Unit::count);
  return {};
}

Result<void> answer_iterations(Inquiry& inquiry, Source source) {
  const AskQuery& q = inquiry.query;
  if (q.measure == Measure::count && !q.iteration) {
    const auto rows =
        inquiry.rows("SELECT count(*) FROM (SELECT 1 FROM iteration GROUP BY process, iteration)");
    if (!rows) return tl::unexpected(rows.error());
    inquiry.answer.text = sentence(inquiry, readable_count(integer(rows->at(0)[0])));
    inquiry.fact("iterations", rows->at(0)[0], Unit::count);
    return {};
  }
  if (q.pick != Pick::none) return answer_pick(inquiry, source);
  return answer_aggregate(inquiry, source);
}

// Whether the stream and the name that are asked about exist; where not, says so: a zero would be taken for
// an answer about something that is there.
Result<bool> knows_places(Inquiry& inquiry) {
  const AskQuery& q = inquiry.query;
  const auto exists = [&](const std::string& sql, const std::string& what) -> Result<bool> {
    const auto rows = inquiry.rows(sql);
    if (!rows) return tl::unexpected(rows.error());
    if (rows->empty())
      (void)inquiry.cannot(fmt::format("The capture has no {} in {}.", what, inquiry.scope_text()));
    return !rows->empty();
  };
  if (q.stream)
    return exists(
        fmt::format(
            "SELECT 1 FROM stream WHERE stream = {0} UNION ALL SELECT 1 FROM kernel WHERE stream = {0} UNION ALL SELECT 1 FROM memcpy WHERE stream = {0} LIMIT 1",
            *q.stream),
        fmt::format("stream {}", *q.stream));
  if (q.subject == Subject::gap && shares_a_gpu(inquiry)) return false;
  if (!q.name.empty() && (q.subject == Subject::os_call || q.subject == Subject::mpi_call)) {
    const Result<std::string> calls =
        q.subject == Subject::os_call ? Result<std::string>("os_call") : mpi_calls(inquiry);
    if (!calls) return tl::unexpected(calls.error());
    return exists(fmt::format("SELECT 1 FROM {} WHERE name = {} LIMIT 1", *calls, sql_text(q.name)),
                  "call " + quoted(q.name));
  }
  return true;
}

}  // namespace

Result<void> answer_events(Inquiry& inquiry) {
  const AskQuery& q = inquiry.query;
  if (q.subject == Subject::capture) return answer_capture(inquiry);
  if (const auto need = need_of(q.subject); need && inquiry.lacks(*need)) return {};
  if (const auto known = knows_places(inquiry); !known || !*known)
    return known ? Result<void>{} : tl::unexpected(known.error());
  if (q.subject >= Subject::gpu) return answer_places(inquiry);
  const bool steps = q.subject == Subject::iteration || q.group == Dimension::iteration || q.iteration;
  if (steps && !has_steps(inquiry)) return {};
  if (q.group == Dimension::iteration) return kernels_by_iteration(inquiry);
  const auto source = source_of(inquiry);
  if (!source) return tl::unexpected(source.error());
  if (q.subject == Subject::iteration) return answer_iterations(inquiry, *source);
  if (q.measure == Measure::rate) return answer_rate(inquiry, *source);
  if (q.wanted == Wanted::share) return answer_share(inquiry, *source);
  if (q.measure == Measure::names) return answer_distinct(inquiry, *source);
  if (q.group != Dimension::none) return answer_groups(inquiry, *source);
  if (q.pick != Pick::none && q.statistic != Statistic::none) return answer_top(inquiry, *source);
  if (q.pick != Pick::none) return answer_pick(inquiry, *source);
  return answer_aggregate(inquiry, *source);
}

}  // namespace nsys_ai::inline agent
