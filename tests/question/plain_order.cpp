// Picks, lists and groups: what stands at a place in an order, and what ties with it.
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "tests/question/plain_sql.h"

namespace nsys_ai::test {
namespace {

// By what events are put together, and what is told of a group, with another spelling of that.
struct Group {
  std::string key = "1", label = "''", other = "''";
  bool numbered = false;
};

std::string values(const std::string& events, Measure measure, const Group& group) {
  const std::string_view figure = figure_of(measure);
  return fmt::format("SELECT *, {} AS g, {} AS label, {} AS other, {} AS v FROM ({}) x", group.key,
                     group.label, group.other, figure.empty() ? "0" : figure, events);
}

// One statistic of the values `v` of `x`, for each `g`: rows (hex(label), figure, events).
std::string statistic_of(const AskQuery& q, Measure measure, const std::string& x) {
  const auto grouped = [&](std::string_view figure, const std::string& from) {
    return fmt::format("SELECT hex(label), {}, count(*), hex(other) FROM ({}) GROUP BY g", figure, from);
  };
  if (measure == Measure::count) return grouped("count(*)", x);
  if (measure == Measure::names) return grouped("count(DISTINCT name)", x);
  const std::string known = fmt::format("SELECT * FROM ({}) WHERE v IS NOT NULL", x);
  switch (q.statistic.value_or(Statistic::total)) {
    case Statistic::total:
      return grouped(measure == Measure::bandwidth ? "1.0 * sum(cut_bytes) / nullif(sum(d), 0)" : "sum(v)",
                     known);
    case Statistic::mean:
      return grouped("avg(v)", known);
    case Statistic::deviation:
      // Its square; the root is taken outside.
      return grouped("avg((v - m) * (v - m))",
                     fmt::format("SELECT *, avg(v) OVER (PARTITION BY g) AS m FROM ({})", known));
    case Statistic::covered:
      return grouped(
          "sum(max(0, e - max(s, coalesce(b, s))))",
          fmt::format(
              "SELECT *, max(e) OVER (ORDER BY s, e ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS b FROM ({})",
              known));
    default:
      break;
  }
  const double part = (q.statistic == Statistic::median ? 50 : q.percentile.value_or(50)) / 100;
  return grouped(
      "sum(CASE i WHEN CAST(at AS INTEGER) THEN v * (1 - (at - CAST(at AS INTEGER))) WHEN CAST(at AS INTEGER) + 1 THEN v * (at - "
      "CAST(at AS INTEGER)) ELSE 0.0 END)",
      fmt::format(
          "SELECT *, {} * (n - 1) AS at FROM (SELECT *, row_number() OVER (PARTITION BY g ORDER BY v) - 1 AS i, count(*) OVER "
          "(PARTITION BY g) AS n FROM ({}))",
          part, known));
}

std::optional<Group> group_of(RawExport& raw, const AskQuery& q) {
  const std::string full = "(SELECT name FROM raw_name WHERE id = x.name)",
                    brief = "(SELECT short FROM raw_name WHERE id = x.name)";
  static const std::map<Dimension, Group> groups = {
      {Dimension::short_name, {brief, brief}},
      {Dimension::direction, {"copy", direction_of("copy")}},
      {Dimension::domain, {"domain", "domain"}},
      {Dimension::gpu, {"p || ' ' || dev", "dev", "''", true}},
      {Dimension::stream, {"p || ' ' || dev || ' ' || ctx || ' ' || st", "st", "''", true}},
      {Dimension::process, {"p", "(p & 0xFFFFFF)", "''", true}},
      {Dimension::thread, {"p || ' ' || tid", "tid", "''", true}}};
  if (const auto found = groups.find(*q.group); found != groups.end()) return found->second;
  if (q.group != Dimension::name || q.thing == Thing::operation || q.thing == Thing::memcpy)
    return std::nullopt;
  // Labels with numbers are put together by who numbers them.
  const bool label = q.thing == Thing::range || q.thing == Thing::mark || q.thing == Thing::mpi_call;
  if (label && raw.any("raw_name WHERE of = 'nvtx' AND short GLOB '*[0-9#]*'")) return std::nullopt;
  const bool call = q.thing == Thing::call;
  if (call && raw.any("raw_name WHERE of = 'call' GROUP BY short HAVING count(*) > 1")) return std::nullopt;
  return label ? Group{brief, brief} : Group{full, full, call ? brief : "''"};
}

void add_label(PlainAnswer& answer, const std::string& hex, bool number) {
  if (hex.empty()) return;
  const std::string text = from_hex(hex);
  if (number)
    answer.right.emplace_back(int64_t{std::stoll(text)});
  else
    answer.right.emplace_back(text);
}

// The place in an order that is asked for; with those that tie with it.
std::vector<std::vector<std::string>> ranked(RawExport& raw, const std::string& sql, const AskQuery& q,
                                             std::string_view by) {
  const bool down = q.order != Order::least && q.order != Order::first;
  const std::string placed =
      fmt::format("SELECT {} FROM ({}) WHERE {} IS NOT NULL ORDER BY 1 {} LIMIT 1 OFFSET {}", by, sql, by,
                  down ? "DESC" : "", q.rank.value_or(1) - 1);
  return raw.rows(fmt::format("SELECT * FROM ({}) WHERE {} = ({})", sql, by, placed));
}

}  // namespace

bool is_whole(Measure m) {
  return m != Measure::bandwidth && m != Measure::registers && m != Measure::blocks &&
         m != Measure::block_threads;
}

std::string plain_statistic(const AskQuery& q, Measure measure, const std::string& events) {
  return statistic_of(q, measure, values(events, measure, {}));
}

// A pick or a list of single events: where it ran, what is told of it, or its name.
std::optional<PlainAnswer> plain_single(RawExport& raw, const AskQuery& q, const std::string& events) {
  const bool by_time = q.order == Order::first || q.order == Order::last;
  const std::string_view by = by_time ? "s" : figure_of(q.by.value_or(Measure::duration));
  const std::string_view told = q.measure ? figure_of(*q.measure) : "NULL";
  if (by.empty() || told.empty()) return std::nullopt;
  const std::string_view place = q.place == Dimension::gpu      ? "dev"
                                 : q.place == Dimension::stream ? "st"
                                 : q.place == Dimension::thread ? "tid"
                                                                : "p & 0xFFFFFF";
  const std::string columns = fmt::format(
      "SELECT {} AS by, {} AS told, hex((SELECT name FROM raw_name WHERE id = name_id)) AS name, hex((SELECT short FROM raw_name WHERE "
      "id = name_id)) AS brief, {} AS place, hex({}) AS copy FROM (SELECT *, name AS name_id FROM ({}))",
      by, told, place, direction_of("copy"), events);
  PlainAnswer answer{columns, {}, false};
  const bool listed = q.want == Want::list;
  AskQuery order = q;
  if (listed) order.rank = 1;
  const bool nameless = q.thing == Thing::memcpy || q.thing == Thing::memset || q.thing == Thing::gap ||
                        q.thing == Thing::graph || q.thing == Thing::operation;
  for (const auto& row : ranked(raw, columns, order, "by")) {
    if (q.place && !listed) {
      answer.right.emplace_back(int64_t{std::stoll(row[4])});
      continue;
    }
    if (q.measure && !listed) {
      // Of what has no such figure the next one may be told.
      if (row[1].empty()) return std::nullopt;
      add_number(answer, row[1], false);
      continue;
    }
    // What has an empty name, or is a copy among operations, may be called anything.
    if (row[2].empty() && (!nameless || q.thing == Thing::operation)) return std::nullopt;
    add_label(answer, row[2], false);
    add_label(answer, row[3], false);
    // What has no name is told by what it was picked for.
    if (nameless || listed) add_number(answer, row[0], false);
    if (q.thing == Thing::memcpy) add_label(answer, row[5], false);
  }
  answer.may_refuse = answer.right.empty();
  return answer;
}

std::optional<PlainAnswer> plain_group(RawExport& raw, const AskQuery& q, const std::string& events) {
  const bool grouped = q.want == Want::group;
  const Measure m = grouped ? q.measure.value_or(Measure::count) : q.by.value_or(Measure::duration);
  const auto group = group_of(raw, q);
  if (!group || (m != Measure::count && figure_of(m).empty())) return std::nullopt;
  PlainAnswer answer{statistic_of(q, m, values(events, m, *group)), {}, false};
  const std::string sql = fmt::format(
      "SELECT * FROM (SELECT NULL AS label, NULL AS figure, NULL AS events, NULL AS other WHERE 0 UNION ALL {})",
      answer.sql);
  AskQuery order = q;
  if (grouped) order.order = Order::most;
  if (q.want != Want::pick) order.rank = 1;
  for (const auto& row : ranked(raw, sql, order, "figure")) {
    // What the default domain is called is a matter of taste.
    if (row[0].empty() && q.want == Want::pick) return std::nullopt;
    add_label(answer, row[0], group->numbered);
    add_label(answer, row[3], false);
    if (q.want == Want::pick) continue;
    const std::string cell =
        q.statistic == Statistic::deviation ? fmt::format("{:.17e}", std::sqrt(std::stod(row[1]))) : row[1];
    add_number(answer, cell, is_whole(m));
  }
  answer.may_refuse = answer.right.empty();
  return answer;
}

}  // namespace nsys_ai::test
