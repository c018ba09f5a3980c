// One of several events, or the first ones in an order, with the place where each ran.
#include <fmt/format.h>

#include <algorithm>

#include "base/text_table.h"
#include "question/figures.h"

namespace nsys_ai {
namespace {

bool is_on_gpu(Thing thing) { return thing <= Thing::graph; }

std::string order_of(const AskQuery& q) {
  // Tables are in this order; equal starts keep the order of the file.
  if (q.order == Order::first) return "start";
  if (q.order == Order::last) return "start DESC";
  return fmt::format("{} {}, start", value_of(*q.by), q.order == Order::most ? "DESC" : "");
}

// Columns for the place of an event.
std::string places_of(const Source& source, const AskQuery& q) {
  if (q.thing == Thing::iteration || source.from.starts_with("(SELECT NULL")) return "";
  if (is_on_gpu(*q.thing))
    return q.thing == Thing::gap ? ", device AS gpu, pid" : ", device AS gpu, stream, pid";
  return ", tid, pid";
}

std::string_view column_of(Dimension place) {
  if (place == Dimension::gpu) return "gpu";
  if (place == Dimension::stream) return "stream";
  return place == Dimension::process ? "pid" : "tid";
}

// Reads one row of the table by column name; null if there is none.
struct EventRow {
  const Table& table;
  size_t at = 0;
  Value operator[](std::string_view column) const {
    for (size_t i = 0; i < table.columns.size(); ++i)
      if (table.columns[i].name == column) return table.rows[at][i];
    return {};
  }
};

Table without_empty_columns(Table table) {
  for (size_t at = table.columns.size(); at-- > 0;) {
    if (!std::ranges::all_of(table.rows, [at](const auto& row) { return is_null(row[at]); })) continue;
    table.columns.erase(table.columns.begin() + static_cast<ptrdiff_t>(at));
    for (auto& row : table.rows) row.erase(row.begin() + static_cast<ptrdiff_t>(at));
  }
  return table;
}

// What the host did during a gap, in the words of the skill that finds causes of gaps.
Result<void> add_cause_of_gap(AnswerContext& context, const EventRow& row,
                              const std::vector<std::string>& refs) {
  const int64_t overhead = integer(row["overhead"]);
  // The skill subtracts the profiler's own overhead.
  if (overhead > 0) {
    context.answer.text += fmt::format(" The profiler itself worked for {} of it.", readable_ns(overhead));
    context.fact("profiler overhead inside", overhead, Unit::ns, refs);
  }
  const int64_t least = std::max<int64_t>(integer(row["duration"]) - overhead - 1, 0);
  const auto gaps = context.skill("gpu_idle_gaps", {{"limit", "0"}, {"min_gap", fmt::format("{}ns", least)}});
  if (!gaps) return tl::unexpected(gaps.error());
  for (size_t at = 0; at < gaps->table.rows.size(); ++at) {
    const EventRow gap{gaps->table, at};
    if (cell_text(gap["ref"]) != refs[0]) continue;
    const std::string cause = cell_text(gap["cause"]),
                      detail = is_null(gap["detail"]) ? "" : one_line(cell_text(gap["detail"]));
    context.answer.text += fmt::format(" Its cause: {}{}.", cause, detail.empty() ? "" : ", " + detail);
    context.fact("cause", cause, Unit::none, refs);
  }
  return {};
}

void give_units(Table& table, const AskQuery& q) {
  for (Column& column : table.columns) {
    if (column.name == "value") column.unit = unit_of(q.measure.value_or(q.by.value_or(Measure::start)));
    if (column.name == "start") column.unit = Unit::clock_ns;
    if (column.name == "duration" || column.name == "overhead") column.unit = Unit::ns;
  }
}

std::string where_it_ran(const EventRow& row) {
  std::string text;
  const auto add = [&](std::string_view what, std::string_view column) {
    if (const Value value = row[column]; !is_null(value))
      text += fmt::format("{}{} {}", text.empty() ? " on " : ", ", what, cell_text(value));
  };
  add("GPU", "gpu");
  add("stream", "stream");
  add("thread", "tid");
  add("process", "pid");
  return text;
}

Result<void> add_pick(AnswerContext& context, Table table) {
  const AskQuery& q = context.query;
  const EventRow row{table, static_cast<size_t>(q.rank.value_or(1) - 1)};
  std::vector<std::string> refs;
  if (!is_null(row["ref"])) refs.push_back(cell_text(row["ref"]));
  const Measure measure = q.measure.value_or(q.by.value_or(Measure::start));
  const Unit unit = unit_of(measure);
  const Value value = rounded(row["value"], unit), name = row["name"];
  const bool is_named = !is_null(name) && (name_dimension(*q.thing) || q.thing == Thing::iteration);
  const bool name_first = is_named && !q.measure && !q.place;
  const std::string shown_name = q.thing == Thing::iteration ? cell_text(name)
                                 : is_named                  ? quoted_name(cell_text(name))
                                                             : "";
  const auto add_name = [&] {
    context.fact("name", q.thing == Thing::iteration ? name : Value(cell_text(name)), Unit::none, refs);
  };
  std::string value_text = readable(value, unit);
  if (name_first) {
    value_text = shown_name;
    add_name();
  }
  if (q.place) {
    const Value place = row[column_of(*q.place)];
    if (is_null(place))
      return context.cannot(fmt::format("The capture does not say the {} of it.", word_of(*q.place)));
    value_text = cell_text(place);
    context.fact(std::string(word_of(*q.place)), place, Unit::none, refs);
  }
  context.answer.text = sentence(context, value_text);
  if (name_first || q.place)
    context.answer.text += fmt::format(" Its {} is {}.", word_of(measure), readable(value, unit));
  context.fact(std::string(word_of(measure)), value, unit, refs);
  if (is_named && !name_first) {
    add_name();
    context.answer.text += fmt::format(" It is {}.", shown_name);
  }
  if (is_named) add_short_name(context, cell_text(name));
  if (measure != Measure::duration && !is_null(row["duration"]))
    context.fact("duration", row["duration"], Unit::ns, refs);
  if (measure != Measure::start) context.fact("start", row["start"], Unit::clock_ns, refs);
  for (const auto& [what, column] :
       {std::pair{"GPU", "gpu"}, {"stream", "stream"}, {"thread", "tid"}, {"process", "pid"}})
    if (!is_null(row[column]) && !(q.place && column_of(*q.place) == column))
      context.fact(what, row[column], Unit::none, refs);
  context.answer.text += fmt::format(" It begins at {}{}{}.", readable_clock(integer(row["start"])),
                                     where_it_ran(row), refs.empty() ? "" : " (" + refs[0] + ")");
  if (q.thing == Thing::gap && !refs.empty() && !q.stream)
    if (auto reported_cause = add_cause_of_gap(context, row, refs); !reported_cause) return reported_cause;
  context.answer.table = without_empty_columns(std::move(table));
  return {};
}

void add_list(AnswerContext& context, Table table) {
  const AskQuery& q = context.query;
  const EventRow row{table, 0};
  std::vector<std::string> refs;
  if (!is_null(row["ref"])) refs.push_back(cell_text(row["ref"]));
  const Measure measure = q.by.value_or(Measure::duration);
  const Value name = name_dimension(*q.thing) ? row["name"] : Value(),
              value = rounded(row["value"], unit_of(measure));
  const auto count = static_cast<int64_t>(table.rows.size());
  context.answer.text = fmt::format("The {}{}: the first is {}{} at {}{}.", sentence_of(q),
                                    count < *q.top ? fmt::format(" are {}", readable_count(count)) : "",
                                    is_null(name) ? "" : quoted_name(cell_text(name)) + ", with ",
                                    readable(value, unit_of(measure)), readable_clock(integer(row["start"])),
                                    refs.empty() ? "" : " (" + refs[0] + ")");
  if (!is_null(name)) context.fact("name", Value(cell_text(name)), Unit::none, refs);
  context.fact(std::string(word_of(measure)), value, unit_of(measure), refs);
  if (!is_null(name)) add_short_name(context, cell_text(name));
  context.answer.table = without_empty_columns(std::move(table));
}

}  // namespace

Result<void> answer_single(AnswerContext& context, const Source& source) {
  const AskQuery& q = context.query;
  constexpr int64_t kBeside = 5;  // additional rows for a pick
  const int64_t most = q.want == Want::list ? *q.top : std::max<int64_t>(q.rank.value_or(1), kBeside);
  const std::string value = value_of(q.measure.value_or(q.by.value_or(Measure::start)));
  const std::string ordered = q.by ? value_of(*q.by) : "start";
  const bool of_gpu = source.from.starts_with("gpu_gap");
  auto table = context.select(fmt::format(
      "SELECT {} AS ref, {} AS name, {} AS value, start, {}duration{}{} FROM {} WHERE {} AND {} IS NOT NULL ORDER BY {} LIMIT {}",
      source.id, source.name, value, q.thing == Thing::sample ? "NULL AS " : "",
      of_gpu ? ", nullif(overhead, 0) AS overhead" : "", places_of(source, q), source.from, source.where,
      ordered, order_of(q), most));
  if (!table) return tl::unexpected(table.error());
  const auto count = static_cast<int64_t>(table->rows.size());
  if (count == 0)
    return context.cannot(
        fmt::format("There are no such {} in {}.", plural_of(*q.thing), context.scope_text()));
  if (count < q.rank.value_or(1))
    return context.cannot(fmt::format("{} of these {}.", only_so_many(count), plural_of(*q.thing)));
  give_units(*table, q);
  if (q.want == Want::pick) return add_pick(context, std::move(*table));
  add_list(context, std::move(*table));
  return {};
}

}  // namespace nsys_ai
