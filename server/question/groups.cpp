// A figure for each name, family, stream, GPU, process, thread or step; the group with the most; the first
// groups.
#include <fmt/format.h>

#include <algorithm>

#include "base/text_table.h"
#include "question/figures.h"
#include "question/stream_sums.h"

namespace nsys_ai {
namespace {

struct Grouping {
  std::string by;     // GROUP BY
  std::string label;  // the shown label of a group
};

// PyTorch appends ids to a label, which distinguish operations and are no part of the name.
constexpr std::string_view kLabel =
    "substr(text, 1, coalesce(nullif(instr(text, ', seq = '), 0), nullif(instr(text, ', op_id = '), 0), length(text) + 1) - 1)";

Grouping grouping_of(const AskQuery& q, const Source& source) {
  switch (*q.group) {
    case Dimension::name:
      return q.thing == Thing::range || q.thing == Thing::mark
                 ? Grouping{std::string(kLabel), std::string(kLabel)}
                 : Grouping{source.name, source.name};
    case Dimension::direction:
      return {"kind", "kind"};
    case Dimension::gpu:
      return {"process, device", "device"};
    case Dimension::stream:
      return {"process, device, context, stream", "stream"};
    case Dimension::process:
      return {"process, pid", "pid"};  // a process that only system events name has no number
    case Dimension::thread:
      return {"process, tid", "tid"};
    case Dimension::domain:
      return {"domain_name", "domain_name"};
    default:
      return {std::string(enum_name(*q.group)), std::string(enum_name(*q.group))};
  }
}

bool is_in_process(Dimension group) {
  return group == Dimension::gpu || group == Dimension::stream || group == Dimension::thread;
}

// For kernels by name, family or library and ranges by label, without conditions: the profile's precomputed
// statistics.
Source kept_statistics(const AskQuery& q, const Source& source) {
  const Measure measure = measured_of(q);
  const bool sums = (measure == Measure::count || measure == Measure::duration) &&
                    (!q.statistic || q.statistic == Statistic::mean);
  if (!sums) return source;
  const bool of_kernels = *q.group == Dimension::name || *q.group == Dimension::short_name ||
                          *q.group == Dimension::family || *q.group == Dimension::library;
  if (source.from == "kernel" && source.where == "1" && of_kernels && *q.group != Dimension::short_name)
    return {fmt::format("kernel_stats('{}')", enum_name(*q.group)), "1", "name", ""};
  if (source.from == "nvtx" && source.where == "style <> 'mark'" && *q.group == Dimension::name &&
      q.order != Order::least)
    return {"(SELECT label AS name, sum(count) AS calls, sum(total) AS total FROM nvtx_stats GROUP BY label)",
            "1", "name", ""};
  return source;
}

std::string group_sql(const AskQuery& q, const Source& given, const Source& source, int64_t most) {
  const std::string_view order = q.order == Order::least ? "" : "DESC";
  const Measure measure = measured_of(q);
  if (source.from != given.from) {
    const std::string_view total = measure == Measure::count        ? "calls"
                                   : q.statistic == Statistic::mean ? "1.0 * total / calls"
                                                                    : "total";
    return fmt::format(
        "SELECT name AS {}, NULL AS process, {} AS value, calls AS events, total FROM {} WHERE name IS NOT NULL ORDER BY 3 {}, 1 LIMIT {}",
        enum_name(*q.group), total, source.from, order, most);
  }
  const Grouping grouping = grouping_of(q, source);
  const std::string total = has_length(*q.thing) ? ", sum(duration) AS total" : "";
  const std::string no_null = *q.group == Dimension::library || *q.group == Dimension::domain
                                  ? fmt::format(" AND {} IS NOT NULL", grouping.by)
                                  : "";
  return fmt::format(
      "SELECT {} AS {}, {} AS process, {} AS value, count(*) AS events{} FROM {} WHERE {}{} GROUP BY {} ORDER BY 3 IS NULL, 3 {}, 1 LIMIT {}",
      grouping.label, enum_name(*q.group), is_in_process(*q.group) ? "pid" : "NULL", aggregate(q, measure),
      total, source.from, source.where, no_null, grouping.by, order, most);
}

Result<Table> table_of_groups(AnswerContext& context, const Source& source, const std::string& sql,
                              int64_t most) {
  auto sums = stream_sums(context, source, most);
  if (!sums) return context.select(sql);
  const AskQuery& q = context.query;
  Table table;
  table.columns = {
      {std::string(enum_name(*q.group)), ValueType::integer, Unit::none, ""},
      {"process", ValueType::integer, Unit::none, ""},
      {"value", q.statistic == Statistic::mean ? ValueType::real : ValueType::integer, Unit::none, ""},
      {"events", ValueType::integer, Unit::count, ""}};
  table.rows = std::move(*sums);
  context.answer.sql = sql;
  return table;
}

std::string label_of(const AskQuery& q, const std::vector<Value>& row) {
  if (const auto* text = std::get_if<std::string>(&row[0])) return quoted_name(*text);
  const std::string owner = is_null(row[1]) ? "" : fmt::format(" of process {}", integer(row[1]));
  return fmt::format("{} {}{}", word_of(*q.group), cell_text(row[0]), owner);
}

std::string figure_text(const AskQuery& q, const Value& value) {
  const Measure measure = measured_of(q);
  const Unit unit = unit_of(measure);
  if (measure == Measure::count)
    return fmt::format("{} {}", shown(rounded(value, unit), unit), plural_of(*q.thing));
  return shown(rounded(value, unit), unit);
}

void add_groups(AnswerContext& context, const Table& table) {
  const AskQuery& q = context.query;
  const auto at = static_cast<size_t>(q.rank.value_or(1) - 1);
  const auto& row = table.rows[at];
  const Measure measure = measured_of(q);
  const Value figure = rounded(row[2], unit_of(measure));
  const std::string name = label_of(q, row), what = figure_text(q, row[2]);
  const auto add_name = [&] { context.fact(std::string(word_of(*q.group)), row[0], Unit::none); };
  const auto add_figure = [&] {
    context.fact(std::string(measure == Measure::count ? "number" : word_of(measure)), figure,
                 unit_of(measure));
  };
  if (q.want == Want::group) {
    context.answer.text = fmt::format("The {}: the largest is {}, of {}.", sentence_of(q), what, name);
    for (size_t i = 0; i < table.rows.size() && i < 3; ++i)
      if (i != at)
        context.answer.text +=
            fmt::format(" {} has {}.", label_of(q, table.rows[i]), figure_text(q, table.rows[i][2]));
    add_figure();
    add_name();
  } else {
    context.answer.text = q.want == Want::list
                              ? fmt::format("{}: the first is {}, with {}.", sentence_of(q), name, what)
                              : sentence(context, fmt::format("{}, with {}", name, what));
    add_name();
    add_figure();
  }
  if (measure != Measure::count) context.fact("number", row[3], Unit::count);
  if (*q.group == Dimension::name) add_short_name(context, cell_text(row[0]));
  // Two groups share the place, so neither is the answer.
  const bool tied = (at + 1 < table.rows.size() && row[2] == table.rows[at + 1][2]) ||
                    (at > 0 && row[2] == table.rows[at - 1][2]);
  if (q.want == Want::pick && tied)
    context.answer.notes.emplace_back("another one has the same figure; the table has both");
}

// Adds the groups' share of the total of all events of the kind.
Result<void> add_share(AnswerContext& context, const Table& table) {
  const AskQuery& q = context.query;
  if (measured_of(q) != Measure::duration || q.statistic || q.bounds) return {};
  const bool plain = q.thing == Thing::kernel && !q.name && !q.family && !q.library && !q.inside &&
                     !q.stream && !q.launched_by;
  if (!plain) return {};
  const auto all = context.rows("SELECT sum(total) FROM kernel_stats('family')");
  if (!all) return tl::unexpected(all.error());
  const double whole = real(all->at(0)[0]);
  if (whole <= 0) return {};
  const double share = real(table.rows[static_cast<size_t>(q.rank.value_or(1) - 1)][2]) / whole;
  context.fact("share of the time of all kernels", share, Unit::share);
  context.answer.text += fmt::format(" It is {} of the time of all kernels.", readable_share(share));
  return {};
}

}  // namespace

Result<void> answer_groups(AnswerContext& context, const Source& given) {
  const AskQuery& q = context.query;
  const Source source = kept_statistics(q, given);
  constexpr int64_t kBeside = 10;
  const int64_t most = q.want == Want::list
                           ? *q.top
                           : std::max<int64_t>(q.rank.value_or(1) + 1, q.want == Want::group ? 100 : kBeside);
  auto table = table_of_groups(context, source, group_sql(q, given, source, most), most);
  if (!table) return tl::unexpected(table.error());
  const auto count = static_cast<int64_t>(table->rows.size());
  std::erase_if(table->rows, [](const auto& row) { return is_null(row[2]); });
  if (count > 0 && table->rows.empty())
    return context.cannot(fmt::format("The capture did not record the {} of its {}.", word_of(measured_of(q)),
                                      plural_of(*q.thing)));
  if (count == 0)
    return context.cannot(
        fmt::format("There are no such {} in {}.", plural_of(*q.thing), context.scope_text()));
  if (static_cast<int64_t>(table->rows.size()) < q.rank.value_or(1))
    return context.cannot(fmt::format("{} of these.", only_so_many(count)));
  table->columns[2].unit = unit_of(measured_of(q));
  if (table->columns.size() > 4) table->columns[4].unit = Unit::ns;
  add_groups(context, *table);
  if (auto done = add_share(context, *table); !done) return done;
  if (std::ranges::all_of(table->rows, [](const auto& row) { return is_null(row[1]); })) {
    table->columns.erase(table->columns.begin() + 1);
    for (auto& row : table->rows) row.erase(row.begin() + 1);
  }
  context.answer.table = std::move(*table);
  return {};
}

Result<void> answer_iteration_groups(AnswerContext& context) {
  const AskQuery& q = context.query;
  const std::string_view order = q.want == Want::group     ? "1, 2"
                                 : q.order == Order::least ? "3, 1"
                                                           : "3 DESC, 1";
  auto table = context.select(fmt::format(
      "SELECT iteration, pid AS process, sum(kernels) AS value, sum(kernels) AS events FROM iteration GROUP BY process, iteration ORDER BY {} LIMIT 1000",
      order));
  if (!table) return tl::unexpected(table.error());
  if (static_cast<int64_t>(table->rows.size()) < q.rank.value_or(1))
    return context.cannot("There are fewer iterations.");
  add_groups(context, *table);
  context.answer.table = std::move(*table);
  return {};
}

}  // namespace nsys_ai
