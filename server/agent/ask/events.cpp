// Counts, sums, statistics, picks and groups of single events.
#include <fmt/format.h>

#include <cmath>

#include "agent/ask/sources.h"
#include "analysis/kernels/kernels.h"
#include "analysis/time/iterations.h"
#include "base/text_table.h"

namespace nsys_ai::inline agent {
namespace {

constexpr int64_t kListed = 10;  // rows beside the answer

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

std::string aggregate(const Query& q) {
  const std::string value = value_of(q.measure);
  if (q.measure == Measure::count) return "count(*)";
  if (q.measure == Measure::bandwidth) return "1.0 * sum(bytes) / sum(duration)";
  return q.statistic == Statistic::mean ? fmt::format("avg({})", value) : fmt::format("sum({})", value);
}

// A mean of whole quantities is rounded as skills round theirs.
Value rounded(const Value& value, Unit unit) {
  const auto* number = std::get_if<double>(&value);
  if (number == nullptr || unit == Unit::gb_per_s || unit == Unit::share || unit == Unit::none) return value;
  if (unit == Unit::count) return value;
  return static_cast<int64_t>(std::llround(*number));
}

std::string shown(const Value& value, Unit unit) {
  if (const auto* number = std::get_if<double>(&value); number != nullptr && unit == Unit::count)
    return fmt::format("{:.4g}", *number);
  return readable(value, unit);
}

std::string quoted(const std::string& name) { return "`" + shortened(one_line(name), 160) + "`"; }

std::string sentence(const Inquiry& inquiry, const std::string& value) {
  const std::string words = understood(inquiry.query);
  return fmt::format("The {} is {}.", words, value);
}

// ---- one figure of all events

Result<void> answer_share(Inquiry& inquiry, const Source& source) {
  const Query& q = inquiry.query;
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

// Linearly interpolated, as skills give theirs.
Result<void> answer_percentile(Inquiry& inquiry, const Source& source, int64_t count) {
  const Query& q = inquiry.query;
  const double at =
      (q.statistic == Statistic::median ? 50 : q.percentile) / 100 * static_cast<double>(count - 1);
  const auto below = static_cast<int64_t>(std::floor(at));
  const std::string value = value_of(q.measure);
  const auto rows = inquiry.rows(fmt::format("SELECT {0} FROM {1} WHERE {2} ORDER BY {0} LIMIT 2 OFFSET {3}",
                                             value, source.from, source.where, below));
  if (!rows) return tl::unexpected(rows.error());
  const double first = real(rows->at(0)[0]);
  const double second = rows->size() > 1 ? real(rows->at(1)[0]) : first;
  const Unit unit = unit_of(q.measure);
  const Value found = rounded(Value(first + (second - first) * (at - static_cast<double>(below))), unit);
  inquiry.answer.text = fmt::format("{} It is of {} {}.", sentence(inquiry, shown(found, unit)),
                                    readable_count(count), plural_of(q.subject));
  inquiry.fact(std::string(word_of(q.measure)), found, unit);
  inquiry.fact("events", count, Unit::count);
  return {};
}

Result<void> answer_aggregate(Inquiry& inquiry, const Source& source) {
  const Query& q = inquiry.query;
  const bool ranked = q.statistic == Statistic::median || q.statistic == Statistic::percentile;
  const std::string value = q.measure == Measure::names ? "" : ranked ? "count(*)" : aggregate(q);
  const bool timed = q.measure == Measure::count && q.subject != Subject::mark && q.subject != Subject::graph;
  const auto rows = inquiry.rows(fmt::format("SELECT {}, count(*){} FROM {} WHERE {}", value,
                                             timed ? ", sum(duration)" : "", source.from, source.where));
  if (!rows) return tl::unexpected(rows.error());
  const int64_t count = integer(rows->at(0)[1]);
  const Unit unit = unit_of(q.measure);
  if (q.measure == Measure::count) {
    inquiry.answer.text = sentence(inquiry, readable_count(count));
    inquiry.fact(plural_of(q.subject), count, Unit::count);
    if (timed && count > 0) {
      const Value total = rows->at(0)[2];
      inquiry.answer.text += fmt::format(" They take {} in all.", readable(total, Unit::ns));
      inquiry.fact("total duration", total, Unit::ns);
    }
    return {};
  }
  if (count == 0)
    return inquiry.cannot(
        fmt::format("There are no such {} in {}.", plural_of(q.subject), inquiry.scope_text()));
  if (ranked) return answer_percentile(inquiry, source, count);
  const Value found = rounded(rows->at(0)[0], unit);
  inquiry.answer.text = fmt::format("{} It is of {} {}.", sentence(inquiry, shown(found, unit)),
                                    readable_count(count), plural_of(q.subject));
  inquiry.fact(std::string(word_of(q.measure)), found, unit);
  inquiry.fact("events", count, Unit::count);
  return {};
}

// ---- one of several

std::string order_of(const Query& q) {
  if (q.pick == Pick::first) return "start, id";
  if (q.pick == Pick::last) return "start DESC, id DESC";
  return fmt::format("{} {}, start", value_of(q.order), q.pick == Pick::most ? "DESC" : "");
}

std::string ordinal_words(int64_t count) {
  return count == 1 ? "There is one only" : fmt::format("There are {} only", readable_count(count));
}

Result<void> answer_pick(Inquiry& inquiry, const Source& source) {
  const Query& q = inquiry.query;
  const int64_t most = q.top > 0 ? q.top : std::max<int64_t>(q.rank, kListed / 2);
  std::string order = order_of(q);
  if (source.id == "NULL" || source.id == "nvtx")
    order = q.pick == Pick::first ? "start" : q.pick == Pick::last ? "start DESC" : order;
  const std::string in_scope = q.subject == Subject::gap && q.stream ? "device" : "NULL";
  auto table = inquiry.table(fmt::format(
      "SELECT {} AS ref, {} AS name, {} AS value, start, duration FROM {} WHERE {} AND {} IS NOT NULL ORDER BY {} LIMIT {}",
      source.id, source.name, value_of(q.measure), source.from, source.where, value_of(q.measure), order,
      most));
  if (!table) return tl::unexpected(table.error());
  const auto count = static_cast<int64_t>(table->rows.size());
  if (count == 0)
    return inquiry.cannot(
        fmt::format("There are no such {} in {}.", plural_of(q.subject), inquiry.scope_text()));
  if (count < q.rank)
    return inquiry.cannot(fmt::format("{} of these {}.", ordinal_words(count), plural_of(q.subject)));
  table->columns[2].unit = unit_of(q.measure);
  table->columns[3].unit = Unit::clock_ns;
  table->columns[4].unit = Unit::ns;
  const auto& row = table->rows[static_cast<size_t>(q.rank - 1)];
  std::vector<std::string> refs;
  if (std::holds_alternative<std::string>(row[0])) refs.push_back(text_of(row[0]));
  const Value value = rounded(row[2], unit_of(q.measure));
  std::string told = readable(value, unit_of(q.measure));
  const std::string name = text_of(row[1]);
  const bool named = std::holds_alternative<std::string>(row[1]);
  if (q.wanted == Wanted::name) {
    told = q.subject == Subject::iteration ? name : quoted(name);
    inquiry.fact("name", q.subject == Subject::iteration ? row[1] : Value(name), Unit::none, refs);
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
  inquiry.fact("start", row[3], Unit::clock_ns, refs);
  inquiry.answer.text += fmt::format(" It begins at {}{}.", readable_clock(integer(row[3])),
                                     refs.empty() ? "" : " (" + refs[0] + ")");
  inquiry.answer.table = std::move(*table);
  return {};
}

// ---- groups

struct Grouping {
  std::string by;     // GROUP BY
  std::string label;  // what is told of a group
};

Grouping grouping_of(const Query& q, const Source& source) {
  switch (q.group) {
    case Dimension::name:
      return {source.name, source.name};
    case Dimension::family:
      return {"family", "family"};
    case Dimension::library:
      return {"library", "library"};
    case Dimension::direction:
      return {"kind", "kind"};
    case Dimension::gpu:
      return {"process, device", "device"};
    case Dimension::stream:
      return {"process, device, context, stream", "stream"};
    case Dimension::process:
      return {"process", "pid"};
    case Dimension::thread:
      return {"process, tid", "tid"};
    case Dimension::iteration:
    case Dimension::none:
      break;
  }
  return {"1", "1"};
}

Result<void> answer_distinct(Inquiry& inquiry, const Source& source) {
  const Query& q = inquiry.query;
  const Grouping grouping =
      q.group == Dimension::none ? Grouping{source.name, source.name} : grouping_of(q, source);
  const auto rows = inquiry.rows(fmt::format("SELECT count(*) FROM (SELECT 1 FROM {} WHERE {} GROUP BY {})",
                                             source.from, source.where, grouping.by));
  if (!rows) return tl::unexpected(rows.error());
  inquiry.answer.text = sentence(inquiry, readable_count(integer(rows->at(0)[0])));
  inquiry.fact("distinct", rows->at(0)[0], Unit::count);
  return {};
}

std::string whose(const Query& q) {
  const bool in_process =
      q.group == Dimension::gpu || q.group == Dimension::stream || q.group == Dimension::thread;
  return in_process ? "pid" : "NULL";
}

Result<void> tell_mean_of_groups(Inquiry& inquiry, const Table& table, const std::string& sql) {
  double sum = 0;
  for (const auto& row : table.rows) sum += real(row[2]);
  const double mean = sum / static_cast<double>(table.rows.size());
  (void)sql;
  inquiry.answer.text =
      sentence(inquiry, fmt::format("{:.4g} ({} over {})", mean, readable_count(static_cast<int64_t>(sum)),
                                    readable_count(static_cast<int64_t>(table.rows.size()))));
  inquiry.fact("average", mean, Unit::count);
  return {};
}

void tell_group(Inquiry& inquiry, const Table& table) {
  const Query& q = inquiry.query;
  const auto& row = table.rows[static_cast<size_t>(std::max<int64_t>(q.rank, 1) - 1)];
  const Unit unit = unit_of(q.measure);
  const Value value = rounded(row[2], unit);
  const std::string label = text_of(row[0]);
  const bool in_process = std::holds_alternative<int64_t>(row[1]);
  const std::string owner = in_process ? fmt::format(" of process {}", integer(row[1])) : "";
  const std::string name = std::holds_alternative<std::string>(row[0])
                               ? quoted(label)
                               : fmt::format("{} {}{}", word_of(q.group), label, owner);
  const std::string what = q.measure == Measure::count
                               ? fmt::format("{} {}", shown(value, unit), plural_of(q.subject))
                               : fmt::format("{} {}", word_of(q.measure), shown(value, unit));
  if (q.pick != Pick::none && q.wanted == Wanted::name) {
    inquiry.fact(std::string(word_of(q.group)), row[0], Unit::none);
    inquiry.fact(std::string(word_of(q.measure)), value, unit);
    inquiry.answer.text = fmt::format("The {} is {}, with {}.", understood(q), name, what);
  } else {
    inquiry.fact(std::string(word_of(q.measure)), value, unit);
    inquiry.fact(std::string(word_of(q.group)), row[0], Unit::none);
    inquiry.answer.text =
        q.pick == Pick::none
            ? fmt::format("The {}: the largest is {}, of {}.", understood(q), shown(value, unit), name)
            : fmt::format("The {} is {}: it is {}.", understood(q), shown(value, unit), name);
  }
  if (q.group == Dimension::name && q.subject == Subject::kernel &&
      std::holds_alternative<std::string>(row[0]))
    inquiry.fact("short name", base_name(label), Unit::none);
}

Result<void> answer_groups(Inquiry& inquiry, const Source& source) {
  const Query& q = inquiry.query;
  const Grouping grouping = grouping_of(q, source);
  const bool averaged = q.pick == Pick::none && q.measure == Measure::count && q.statistic == Statistic::mean;
  const int64_t most = averaged ? 1000 : q.top > 0 ? q.top : std::max<int64_t>(q.rank, kListed);
  const std::string_view null_name = q.group == Dimension::library ? " AND library IS NOT NULL" : "";
  const std::string sql = fmt::format(
      "SELECT {} AS {}, {} AS process, {} AS value, count(*) AS events FROM {} WHERE {}{} GROUP BY {} ORDER BY 3 {}, 1 LIMIT {}",
      grouping.label, word_of(q.group) == "GPU" ? "gpu" : word_of(q.group), whose(q), aggregate(q),
      source.from, source.where, null_name, grouping.by, q.pick == Pick::least ? "" : "DESC", most);
  auto table = inquiry.table(sql);
  if (!table) return tl::unexpected(table.error());
  const auto count = static_cast<int64_t>(table->rows.size());
  if (count == 0)
    return inquiry.cannot(
        fmt::format("There are no such {} in {}.", plural_of(q.subject), inquiry.scope_text()));
  if (count < q.rank) return inquiry.cannot(fmt::format("{} of these.", ordinal_words(count)));
  if (averaged) return tell_mean_of_groups(inquiry, *table, sql);
  table->columns[2].unit = unit_of(q.measure);
  const auto at = static_cast<size_t>(q.rank - 1);
  // Two that share the place: neither is the answer.
  if (q.pick != Pick::none && q.wanted == Wanted::name && q.top == 0) {
    const bool tied = (at + 1 < table->rows.size() && table->rows[at][2] == table->rows[at + 1][2]) ||
                      (at > 0 && table->rows[at][2] == table->rows[at - 1][2]);
    if (tied) inquiry.answer.notes.push_back("another one has the same figure; the table has both");
  }
  tell_group(inquiry, *table);
  inquiry.answer.table = std::move(*table);
  return {};
}

// ---- what is no event

Result<void> answer_capture(Inquiry& inquiry) {
  const Interval window = inquiry.scope.window();
  const Query& q = inquiry.query;
  const int64_t value = q.measure == Measure::start ? window.start
                        : q.measure == Measure::end ? window.end
                                                    : window.end - window.start;
  const Unit unit = q.measure == Measure::time ? Unit::ns : Unit::clock_ns;
  inquiry.answer.text = fmt::format("{} It goes from {} to {}.", sentence(inquiry, readable(value, unit)),
                                    readable_clock(window.start), readable_clock(window.end));
  inquiry.fact(std::string(word_of(q.measure)), value, unit);
  inquiry.answer.plan.emplace_back("the extent of all events that were recorded");
  return {};
}

Result<void> answer_places(Inquiry& inquiry) {
  const Query& q = inquiry.query;
  std::string sql;
  if (q.subject == Subject::gpu)
    sql = "SELECT count(DISTINCT coalesce(uuid, bus, process || ':' || device)) FROM gpu";
  if (q.subject == Subject::process) sql = "SELECT count(*) FROM process";
  if (q.subject == Subject::thread) sql = "SELECT count(*) FROM thread";
  if (q.subject == Subject::stream) {
    Query operations = q;
    operations.subject = Subject::operation;
    Inquiry other(inquiry.profile, inquiry.scope, operations, inquiry.work);
    const auto source = source_of(other);
    if (!source) return tl::unexpected(source.error());
    sql = fmt::format("SELECT count(*) FROM (SELECT 1 FROM {} GROUP BY process, device, context, stream)",
                      source->from);
  }
  const auto rows = inquiry.rows(sql);
  if (!rows) return tl::unexpected(rows.error());
  inquiry.answer.text = sentence(inquiry, readable_count(integer(rows->at(0)[0])));
  inquiry.fact(plural_of(q.subject), rows->at(0)[0], Unit::count);
  return {};
}

// Whether the capture has steps; repeats of a block are none.
bool has_steps(Inquiry& inquiry) {
  const Iterations& iterations = inquiry.profile.derived(build_iterations);
  for (const ProcessSteps& of : iterations.of_process)
    if (of.source == StepSource::marker || of.source == StepSource::detected) return true;
  std::string why = iterations.why_none(inquiry.profile);
  for (const ProcessSteps& of : iterations.of_process)
    if (of.source == StepSource::repeat)
      why =
          fmt::format("The capture has no steps: what repeats is a block of the program, which `{}` numbers.",
                      shortened(one_line(of.label), 80));
  (void)inquiry.cannot(
      why,
      {"Mark the steps with NVTX ranges such as `step 3`, and capture with `nsys profile --trace=cuda,nvtx`."});
  return false;
}

Result<void> answer_iterations(Inquiry& inquiry, Source source) {
  const Query& q = inquiry.query;
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

Result<void> kernels_by_iteration(Inquiry& inquiry) {
  const Query& q = inquiry.query;
  const std::string sql = fmt::format(
      "SELECT iteration, pid, sum(kernels) AS value FROM iteration GROUP BY process, iteration ORDER BY {}",
      q.pick == Pick::none    ? "2, 1"
      : q.pick == Pick::least ? "3, 1"
                              : "3 DESC, 1");
  auto table = inquiry.table(sql);
  if (!table) return tl::unexpected(table.error());
  if (table->rows.empty()) return inquiry.cannot("There are no iterations in the scope.");
  if (q.pick == Pick::none && q.statistic == Statistic::mean)
    return tell_mean_of_groups(inquiry, *table, sql);
  if (static_cast<int64_t>(table->rows.size()) < q.rank) return inquiry.cannot("There are fewer iterations.");
  tell_group(inquiry, *table);
  inquiry.answer.table = std::move(*table);
  return {};
}

}  // namespace

Result<void> answer_events(Inquiry& inquiry) {
  const Query& q = inquiry.query;
  if (q.subject == Subject::capture) return answer_capture(inquiry);
  if (const auto need = need_of(q.subject); need && inquiry.lacks(*need)) return {};
  if (q.subject >= Subject::gpu) return answer_places(inquiry);
  const bool steps = q.subject == Subject::iteration || q.group == Dimension::iteration || q.iteration;
  if (steps && !has_steps(inquiry)) return {};
  if (q.group == Dimension::iteration) return kernels_by_iteration(inquiry);
  const auto source = source_of(inquiry);
  if (!source) return tl::unexpected(source.error());
  if (q.subject == Subject::iteration) return answer_iterations(inquiry, *source);
  if (q.wanted == Wanted::share) return answer_share(inquiry, *source);
  if (q.measure == Measure::names) return answer_distinct(inquiry, *source);
  if (q.group != Dimension::none) return answer_groups(inquiry, *source);
  if (q.pick != Pick::none) return answer_pick(inquiry, *source);
  return answer_aggregate(inquiry, *source);
}

}  // namespace nsys_ai::inline agent
