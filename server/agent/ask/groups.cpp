// Events by name, family, stream, GPU, process, thread or step.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "agent/ask/figures.h"
#include "agent/ask/stream_sums.h"
#include "analysis/kernels/kernels.h"
#include "base/text_table.h"

namespace nsys_ai::inline agent {
namespace {

constexpr int64_t kAveraged = 100'000;  // groups, whose mean is taken

struct Grouping {
  std::string by;     // GROUP BY
  std::string label;  // what is told of a group
};

// What PyTorch puts behind a label tells one operation from the next, and is no part of what it says.
constexpr std::string_view kLabel =
    "substr(text, 1, coalesce(nullif(instr(text, ', seq = '), 0), nullif(instr(text, ', op_id = '), 0), length(text) + 1) - 1)";

// Of the thread of a row, by the columns of the row.
constexpr std::string_view kThreadName =
    "(SELECT name FROM (SELECT thread AS number, name FROM thread) WHERE number = thread)";

Grouping grouping_of(const AskQuery& q, const Source& source) {
  switch (q.group) {
    case Dimension::name:
      return (q.subject == Subject::range || q.subject == Subject::mark) && q.measure != Measure::names
                 ? Grouping{std::string(kLabel), std::string(kLabel)}
                 : Grouping{source.name, source.name};
    case Dimension::short_name:
      return {"short_name", "short_name"};
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
    case Dimension::domain:
      return {"domain_name", "domain_name"};
    case Dimension::core:
      return {"cpu", "cpu"};
    case Dimension::thread_name:
      return {std::string(kThreadName), std::string(kThreadName)};
    case Dimension::iteration:
    case Dimension::none:
      break;
  }
  return {"1", "1"};
}

std::string_view column_name(Dimension group) {
  if (group == Dimension::gpu) return "gpu";
  if (group == Dimension::core) return "core";
  if (group == Dimension::thread_name) return "thread_name";
  return group == Dimension::short_name ? "short_name" : word_of(group);
}

std::string whose(const AskQuery& q) {
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

// `5 kernels with the most total duration`
std::string listed_words(const AskQuery& q) {
  const std::string things = q.group == Dimension::name
                                 ? plural_of(q.subject)
                                 : fmt::format("{} groups by {}", q.top, word_of(q.group));
  const std::string statistic = q.statistic == Statistic::none ? "total " : statistic_words(q);
  const std::string by =
      q.measure == Measure::count ? plural_of(q.subject) : fmt::format("{}{}", statistic, word_of(q.measure));
  return fmt::format("{}{} with the {} {}", q.group == Dimension::name ? fmt::format("{} ", q.top) : "",
                     things, q.pick == Pick::least ? "least" : "most", by);
}

void tell_group(Inquiry& inquiry, const Table& table) {
  const AskQuery& q = inquiry.query;
  const auto& row = table.rows[static_cast<size_t>(std::max<int64_t>(q.rank, 1) - 1)];
  const Unit unit = unit_of(q.measure);
  const Value value = rounded(row[2], unit);
  const std::string label = cell_text(row[0]);
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
    inquiry.answer.text =
        q.top > 0 ? fmt::format("Of the {}, the first is {}, with {}.", listed_words(q), name, what)
                  : fmt::format("The {} is {}, with {}.", understood(q), name, what);
  } else {
    inquiry.fact(std::string(word_of(q.measure)), value, unit);
    inquiry.fact(std::string(word_of(q.group)), row[0], Unit::none);
    inquiry.answer.text =
        q.pick == Pick::none
            ? fmt::format("The {}: the largest is {}, of {}.", understood(q), shown(value, unit), name)
            : fmt::format("The {} is {}: it is {}.", understood(q), shown(value, unit), name);
  }
  if (q.group == Dimension::name) tell_short_name(inquiry, label);
}

// Whether another kernel may have the place by its short name.
bool may_mean_short_names(const AskQuery& q) {
  const bool sums = q.measure == Measure::count || q.measure == Measure::time;
  return sums && !is_ranked(q.statistic) && q.statistic != Statistic::united &&
         q.subject == Subject::kernel && q.group == Dimension::name && q.pick != Pick::none &&
         q.wanted == Wanted::name && q.top == 0;
}

// People mean by a kernel what it is called, whatever its template arguments: where another one has the place
// by that, it comes first, and the full name after it.
Result<void> tell_by_short_name(Inquiry& inquiry, const Source& source, const std::string& named, bool kept) {
  const AskQuery& q = inquiry.query;
  const auto rows =
      inquiry.rows(kept ? fmt::format("SELECT name, calls, total FROM {}", source.from)
                        : fmt::format("SELECT {0}, count(*), sum(duration) FROM {1} WHERE {2} GROUP BY {0}",
                                      source.name, source.from, source.where));
  if (!rows) return tl::unexpected(rows.error());
  std::map<std::string, std::pair<int64_t, int64_t>> all;  // calls and ns by short name
  for (const auto& row : *rows) {
    auto& [calls, total] = all[base_name(cell_text(row[0]))];
    calls += integer(row[1]);
    total += integer(row[2]);
  }
  const auto value = [&](const auto& of) {
    const auto [calls, total] = of.second;
    if (q.measure == Measure::count) return static_cast<double>(calls);
    return static_cast<double>(total) / static_cast<double>(q.statistic == Statistic::mean ? calls : 1);
  };
  std::vector<std::pair<std::string, std::pair<int64_t, int64_t>>> ranked(all.begin(), all.end());
  std::stable_sort(ranked.begin(), ranked.end(), [&](const auto& a, const auto& b) {
    return q.pick == Pick::least ? value(a) < value(b) : value(a) > value(b);
  });
  if (ranked.size() < static_cast<size_t>(q.rank)) return {};
  const auto first = ranked.cbegin() + (q.rank - 1);
  if (first->first == base_name(named)) return {};
  const Unit unit = unit_of(q.measure);
  const Value figure =
      q.measure == Measure::count ? Value(first->second.first) : rounded(value(*first), unit);
  const std::string what = q.measure == Measure::count
                               ? fmt::format("{} kernels", readable_count(first->second.first))
                               : fmt::format("{} {}", word_of(q.measure), readable(figure, unit));
  AskQuery by_short_name = q;
  by_short_name.group = Dimension::short_name;
  inquiry.answer.text =
      fmt::format("The {} is {}, with {}, whatever the template arguments. {}", understood(by_short_name),
                  quoted(first->first), what, inquiry.answer.text);
  std::vector<AskFact> facts = std::move(inquiry.answer.facts);
  inquiry.answer.facts.clear();
  inquiry.fact("short name", Value(first->first), Unit::none);
  inquiry.fact(std::string(word_of(q.measure)), figure, unit);
  for (AskFact& fact : facts)
    if (fact.name != "short name") inquiry.answer.facts.push_back(std::move(fact));
  return {};
}

}  // namespace

Result<void> answer_distinct(Inquiry& inquiry, const Source& source) {
  const AskQuery& q = inquiry.query;
  const Grouping grouping =
      q.group == Dimension::none ? Grouping{source.name, source.name} : grouping_of(q, source);
  // The statistics that the profile keeps have a row for each name.
  const bool all_kernels = source.from == "kernel" && source.where == "1" && grouping.by == "name";
  const auto rows =
      inquiry.rows(all_kernels ? "SELECT count(*) FROM kernel_stats('name')"
                               : fmt::format("SELECT count(*) FROM (SELECT 1 FROM {} WHERE {} GROUP BY {})",
                                             source.from, source.where, grouping.by));
  if (!rows) return tl::unexpected(rows.error());
  inquiry.answer.text = sentence(inquiry, readable_count(integer(rows->at(0)[0])));
  inquiry.fact("distinct", rows->at(0)[0], Unit::count);
  return {};
}

// Kernels by name, family or library, nothing else asked: the statistics that the profile keeps.
Source kept_statistics(const AskQuery& q, const Source& source) {
  if (is_ranked(q.statistic)) return source;
  const bool plain =
      source.from == "kernel" && source.where == "1" &&
      (q.group == Dimension::name || q.group == Dimension::family || q.group == Dimension::library) &&
      (q.measure == Measure::count || q.measure == Measure::time);
  // Ranges by their labels, without what tells instances apart.
  const bool labels = source.from == "nvtx" && source.where == "style <> 'mark'" &&
                      q.group == Dimension::name &&
                      (q.measure == Measure::count || q.measure == Measure::time);
  if (labels)
    return {"(SELECT label AS name, sum(count) AS calls, sum(total) AS total FROM nvtx_stats GROUP BY label)",
            "1", "1", "name", ""};
  if (!plain) return source;
  return {fmt::format("kernel_stats('{}')", q.group == Dimension::name ? "name" : word_of(q.group)), "1", "1",
          "name", ""};
}

namespace {

Result<Table> table_of_groups(Inquiry& inquiry, const Source& source, const std::string& sql, int64_t most) {
  auto sums = stream_sums(inquiry, source, most);
  if (!sums) return inquiry.table(sql);
  Table table;
  table.columns = {{std::string(column_name(inquiry.query.group)), ValueType::integer, Unit::none, ""},
                   {"process", ValueType::integer, Unit::none, ""},
                   {"value", ValueType::integer, unit_of(inquiry.query.measure), ""},
                   {"events", ValueType::integer, Unit::count, ""}};
  if (inquiry.query.statistic == Statistic::mean) table.columns[2].type = ValueType::real;
  table.rows = std::move(*sums);
  inquiry.answer.plan.push_back(sql);
  return table;
}

}  // namespace

Result<void> answer_groups(Inquiry& inquiry, const Source& given) {
  const AskQuery& q = inquiry.query;
  const Source source = kept_statistics(q, given);
  const bool kept = source.from != given.from;
  const Grouping grouping = grouping_of(q, source);
  const bool averaged = q.pick == Pick::none && q.measure == Measure::count && q.statistic == Statistic::mean;
  const int64_t most = averaged ? kAveraged : q.top > 0 ? q.top : std::max<int64_t>(q.rank, kListed);
  const std::string_view null_name = q.group == Dimension::library  ? " AND library IS NOT NULL"
                                     : q.group == Dimension::domain ? " AND domain_name IS NOT NULL"
                                                                    : "";
  const std::string total = q.measure == Measure::count      ? "calls"
                            : q.statistic == Statistic::mean ? "1.0 * total / calls"
                                                             : "total";
  const std::string sql =
      kept
          ? fmt::format(
                "SELECT name AS {}, NULL AS process, {} AS value, calls AS events FROM {} WHERE name IS NOT NULL ORDER BY 3 {}, 1 LIMIT {}",
                word_of(q.group), total, source.from, q.pick == Pick::least ? "" : "DESC", most)
          : fmt::format(
                "SELECT {} AS {}, {} AS process, {} AS value, count(*) AS events FROM {} WHERE {}{} GROUP BY {} ORDER BY 3 {}, 1 LIMIT {}",
                grouping.label, column_name(q.group), whose(q), aggregate(q), source.from, source.where,
                null_name, grouping.by, q.pick == Pick::least ? "" : "DESC", most);
  auto table = table_of_groups(inquiry, source, sql, most);
  if (!table) return tl::unexpected(table.error());
  const auto count = static_cast<int64_t>(table->rows.size());
  if (count == 0)
    return inquiry.cannot(
        fmt::format("There are no such {} in {}.", plural_of(q.subject), inquiry.scope_text()));
  if (count < q.rank) return inquiry.cannot(fmt::format("{} of these.", only_so_many(count)));
  if (averaged) return tell_mean_of_groups(inquiry, *table, sql);
  const Value& label = table->rows[static_cast<size_t>(std::max<int64_t>(q.rank, 1) - 1)][0];
  if (q.group == Dimension::thread_name && std::holds_alternative<std::monostate>(label))
    return inquiry.cannot("The capture does not name that thread: ask for the thread, which it numbers.");
  table->columns[2].unit = unit_of(q.measure);
  const auto at = static_cast<size_t>(q.rank - 1);
  // Two that share the place: neither is the answer.
  if (q.pick != Pick::none && q.wanted == Wanted::name && q.top == 0) {
    const bool tied = (at + 1 < table->rows.size() && table->rows[at][2] == table->rows[at + 1][2]) ||
                      (at > 0 && table->rows[at][2] == table->rows[at - 1][2]);
    if (tied) inquiry.answer.notes.push_back("another one has the same figure; the table has both");
  }
  tell_group(inquiry, *table);
  if (may_mean_short_names(q)) {
    const std::string named = cell_text(table->rows[at][0]);
    if (auto told = tell_by_short_name(inquiry, source, named, kept); !told)
      return tl::unexpected(told.error());
  }
  inquiry.answer.table = std::move(*table);
  return {};
}

Result<void> kernels_by_iteration(Inquiry& inquiry) {
  const AskQuery& q = inquiry.query;
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

}  // namespace nsys_ai::inline agent
