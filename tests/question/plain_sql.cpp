// From events to the first fact: figures, shares, picks, lists and groups.
#include "tests/question/plain_sql.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

namespace nsys_ai::test {
namespace {

bool is_whole(Measure m) {
  return m != Measure::bandwidth && m != Measure::registers && m != Measure::blocks && m != Measure::block_threads;
}

// The figure of one event as an expression over the columns of plain_events; empty for what is not one.
std::string_view figure_of(Measure measure) {
  switch (measure) {
    case Measure::duration:
      return "d";
    case Measure::start:
      return "s";
    case Measure::end:
      return "e";
    case Measure::bytes:
      return "cut_bytes";
    case Measure::bandwidth:
      return "1.0 * cut_bytes / nullif(d, 0)";
    case Measure::latency:
      return "latency";
    case Measure::queue:
      return "queue";
    case Measure::registers:
      return "regs";
    case Measure::blocks:
      return "blocks";
    case Measure::block_threads:
      return "threads";
    case Measure::shared_memory:
      return "smem";
    default:
      return "";
  }
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
      return grouped(measure == Measure::bandwidth ? "1.0 * sum(cut_bytes) / nullif(sum(d), 0)" : "sum(v)", known);
    case Statistic::mean:
      return grouped("avg(v)", known);
    case Statistic::deviation:
      // Its square; the root is taken outside.
      return grouped("avg((v - m) * (v - m))", fmt::format("SELECT *, avg(v) OVER (PARTITION BY g) AS m FROM ({})", known));
    case Statistic::covered:
      return grouped("sum(max(0, e - max(s, coalesce(b, s))))",
                     fmt::format("SELECT *, max(e) OVER (ORDER BY s, e ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS b FROM ({})", known));
    default:
      break;
  }
  const double part = (q.statistic == Statistic::median ? 50 : q.percentile.value_or(50)) / 100;
  return grouped(
      "sum(CASE i WHEN CAST(at AS INTEGER) THEN v * (1 - (at - CAST(at AS INTEGER))) WHEN CAST(at AS INTEGER) + 1 THEN v * (at - "
      "CAST(at AS INTEGER)) ELSE 0.0 END)",
      fmt::format("SELECT *, {} * (n - 1) AS at FROM (SELECT *, row_number() OVER (PARTITION BY g ORDER BY v) - 1 AS i, count(*) OVER "
                  "(PARTITION BY g) AS n FROM ({}))",
                  part, known));
}

// By what events are put together, and what is told of a group, with another spelling of that.
struct Group {
  std::string key = "1", label = "''", other = "''";
};

std::optional<Group> group_of(RawExport& raw, const AskQuery& q) {
  if (!q.group) return Group{};
  const auto named = [](std::string_view column) { return fmt::format("(SELECT {} FROM raw_name WHERE id = name)", column); };
  const bool call = q.thing == Thing::call;
  switch (*q.group) {
    case Dimension::name:
      if (q.thing == Thing::operation || q.thing == Thing::memcpy) return std::nullopt;
      // Labels with numbers are put together by who numbers them.
      if (q.thing == Thing::range || q.thing == Thing::mark || q.thing == Thing::mpi_call) {
        if (raw.any("raw_name WHERE of = 'nvtx' AND short GLOB '*[0-9#]*'")) return std::nullopt;
        return Group{named("short"), named("short"), named("short")};
      }
      if (call && raw.any("raw_name WHERE of = 'call' GROUP BY short HAVING count(*) > 1")) return std::nullopt;
      return Group{named("name"), named("name"), call ? named("short") : "''"};
    case Dimension::short_name:
      return Group{named("short"), named("short"), "''"};
    case Dimension::direction:
      return Group{"copy", "(CASE copy WHEN 1 THEN 'Host-to-Device' WHEN 2 THEN 'Device-to-Host' WHEN 8 THEN 'Device-to-Device' WHEN 9 "
                           "THEN 'Host-to-Host' WHEN 10 THEN 'Peer-to-Peer' ELSE '?' END)", "''"};
    case Dimension::domain:
      return Group{"domain", "domain", "''"};
    case Dimension::gpu:
      return Group{"p || ' ' || dev", "dev", "''"};
    case Dimension::stream:
      return Group{"p || ' ' || dev || ' ' || ctx || ' ' || st", "st", "''"};
    case Dimension::process:
      return Group{"p", "(p & 0xFFFFFF)", "''"};
    case Dimension::thread:
      return Group{"p || ' ' || tid", "tid", "''"};
    default:
      return std::nullopt;
  }
}

bool is_numbered(Dimension d) {
  return d == Dimension::gpu || d == Dimension::stream || d == Dimension::process || d == Dimension::thread;
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
std::vector<std::vector<std::string>> ranked(RawExport& raw, const std::string& sql, const AskQuery& q, std::string_view by) {
  const bool down = q.order != Order::least && q.order != Order::first;
  const std::string placed = fmt::format("SELECT {} FROM ({}) WHERE {} IS NOT NULL ORDER BY 1 {} LIMIT 1 OFFSET {}", by, sql, by,
                                         down ? "DESC" : "", q.rank.value_or(1) - 1);
  return raw.rows(fmt::format("SELECT * FROM ({}) WHERE {} = ({})", sql, by, placed));
}

class Answering {
 public:
  Answering(RawExport& raw, const AskQuery& q) : raw_(raw), q_(q) {}

  std::optional<PlainAnswer> answer() {
    if (!knows_things()) return PlainAnswer{"the thing was not recorded", {}, true};
    if (q_.thing == Thing::gpu) return plain_gpu_answer(raw_, q_);
    const bool gap = q_.thing == Thing::gap;
    if (gap && (q_.stream || q_.iteration || !plain_bounds())) return std::nullopt;
    if (gap) {
      // Where processes call a GPU by one number, they may share one.
      const bool shared = shares_gpu_numbers(raw_, q_);
      auto apart = of_events(plain_gaps(q_, true), {});
      if (!apart || !shared) return apart;
      const auto together = of_events(plain_gaps(q_, false), {});
      for (const Value& value : together->right) apart->right.push_back(value);
      apart->may_refuse = true;
      return apart;
    }
    const auto events = plain_events(raw_, q_, true);
    if (!events) return std::nullopt;
    return of_events(*events, q_.share ? plain_events(raw_, q_, false) : std::nullopt);
  }

 private:
  bool plain_bounds() const {
    for (const Bound& b : q_.bounds.value_or(std::vector<Bound>{}))
      if (b.of != Measure::duration) return false;
    return true;
  }

  bool knows_things() {
    switch (*q_.thing) {
      case Thing::kernel:
        return raw_.any("raw_op WHERE kind = 'kernel'");
      case Thing::memcpy:
      case Thing::memset:
      case Thing::operation:
      case Thing::gap:
      case Thing::gpu:
        return raw_.any("raw_op") || (q_.measure && is_of_hardware(*q_.measure));
      case Thing::call:
        return raw_.any("raw_call");
      case Thing::os_call:
        return raw_.any("raw_os");
      case Thing::range:
      case Thing::mark:
        return raw_.any("raw_nvtx");
      default:
        return true;
    }
  }

  std::optional<PlainAnswer> of_events(const std::string& events, const std::optional<std::string>& all) {
    events_ = events;
    // Which number a process gives to something that it does not have is a wrong question.
    if (q_.want == Want::whether) return whether();
    if (q_.want == Want::figure) return q_.share ? share(all) : figure();
    if (q_.group) return groups();
    return single();
  }

  PlainAnswer whether() {
    PlainAnswer answer{fmt::format("SELECT count(*) FROM ({})", events_), {}, false};
    const int64_t count = std::stoll(raw_.one(answer.sql));
    answer.right = {count, int64_t{count > 0}, std::string(count > 0 ? "yes" : "no"), std::string(count > 0 ? "Yes" : "No")};
    answer.may_refuse = count == 0;
    return answer;
  }

  std::string values(Measure measure, const Group& group) const {
    const std::string_view figure = figure_of(measure);
    return fmt::format("SELECT *, {} AS g, {} AS label, {} AS other, {} AS v FROM ({})", group.key, group.label, group.other,
                       figure.empty() ? "0" : figure, events_);
  }

  std::optional<PlainAnswer> figure() {
    const Measure m = q_.measure.value_or(Measure::count);
    if (m == Measure::rate) return rate();
    if (m == Measure::names && (q_.thing == Thing::range || q_.thing == Thing::mark || q_.thing == Thing::operation)) return std::nullopt;
    if (figure_of(m).empty() && m != Measure::count && m != Measure::names) return std::nullopt;
    PlainAnswer answer{statistic_of(q_, m, values(m, {})), {}, false};
    const auto rows = raw_.rows(answer.sql);
    if (rows.empty() || rows[0][1].empty()) {
      // A sum of nothing is 0, unless nothing is so named.
      const bool sum = !q_.statistic || q_.statistic == Statistic::total;
      if (sum && m != Measure::bandwidth) answer.right = {int64_t{0}};
      answer.may_refuse = true;
      return answer;
    }
    std::string cell = rows[0][1];
    if (q_.statistic == Statistic::deviation) cell = fmt::format("{:.17e}", std::sqrt(std::stod(cell)));
    add_number(answer, cell, is_whole(m));
    return answer;
  }

  // A second of what the GPUs in question took from their first operation to their last.
  std::optional<PlainAnswer> rate() {
    if (*q_.thing > Thing::operation || !q_.thing || q_.thing == Thing::gap) return std::nullopt;
    AskQuery all;
    all.thing = Thing::operation;
    all.gpus = q_.gpus;
    all.process = q_.process;
    all.from_ns = q_.from_ns;
    all.to_ns = q_.to_ns;
    PlainAnswer answer{fmt::format("SELECT (SELECT count(*) FROM ({})) * 1e9 / nullif(max(e) - min(s), 0) FROM ({})", events_,
                                   *plain_events(raw_, all, true)), {}, false};
    const std::string cell = raw_.one(answer.sql);
    answer.may_refuse = cell.empty() || std::stod(cell) == 0;
    if (!cell.empty()) answer.right.emplace_back(std::stod(cell));
    return answer;
  }

  std::optional<PlainAnswer> share(const std::optional<std::string>& all) {
    const Measure m = q_.measure.value_or(Measure::count);
    if (!all || (m != Measure::count && figure_of(m).empty())) return std::nullopt;
    const std::string figure = m == Measure::count ? "count(*)" : fmt::format("sum({})", figure_of(m));
    PlainAnswer answer{fmt::format("SELECT 1.0 * coalesce((SELECT {0} FROM ({1})), 0) / nullif((SELECT {0} FROM ({2})), 0)", figure,
                                   events_, *all), {}, false};
    const std::string cell = raw_.one(answer.sql);
    answer.may_refuse = cell.empty() || std::stod(cell) == 0;
    if (!cell.empty()) answer.right.emplace_back(std::stod(cell));
    return answer;
  }

  // A pick or a list of single events: where it ran, what is told of it, or its name.
  std::optional<PlainAnswer> single() {
    const bool by_time = q_.order == Order::first || q_.order == Order::last;
    const std::string_view by = by_time ? "s" : figure_of(q_.by.value_or(Measure::duration));
    const std::string_view told = q_.measure ? figure_of(*q_.measure) : "NULL";
    if (by.empty() || told.empty()) return std::nullopt;
    const std::string columns = fmt::format(
        "SELECT {} AS by, {} AS told, hex((SELECT name FROM raw_name WHERE id = name_id)) AS name, hex((SELECT short FROM raw_name WHERE "
        "id = name_id)) AS brief, dev, st, p & 0xFFFFFF AS pid, tid, copy FROM (SELECT *, name AS name_id FROM ({}))",
        by, told, events_);
    PlainAnswer answer{columns, {}, false};
    const bool listed = q_.want == Want::list;
    AskQuery order = q_;
    if (listed) order.rank = 1;
    const bool nameless = q_.thing == Thing::memcpy || q_.thing == Thing::memset || q_.thing == Thing::gap || q_.thing == Thing::graph ||
                          q_.thing == Thing::operation;
    for (const auto& row : ranked(raw_, columns, order, "by")) {
      if (q_.place && !listed) {
        const size_t at = q_.place == Dimension::gpu ? 4 : q_.place == Dimension::stream ? 5 : q_.place == Dimension::process ? 6 : 7;
        answer.right.emplace_back(int64_t{std::stoll(row[at])});
        continue;
      }
      if (q_.measure && !listed) {
        // Of what has no such figure the next one may be told.
        if (row[1].empty()) return std::nullopt;
        add_number(answer, row[1], false);
        continue;
      }
      add_label(answer, row[2], false);
      add_label(answer, row[3], false);
      // What has no name is told by what it was picked for.
      if (nameless || listed) add_number(answer, row[0], false);
      if (q_.thing == Thing::memcpy) add_direction(answer, row[8]);
    }
    answer.may_refuse = answer.right.empty();
    return answer;
  }

  static void add_direction(PlainAnswer& answer, const std::string& copy) {
    answer.right.emplace_back(std::string(copy == "1"    ? "Host-to-Device"
                                          : copy == "2"  ? "Device-to-Host"
                                          : copy == "8"  ? "Device-to-Device"
                                          : copy == "9"  ? "Host-to-Host"
                                          : copy == "10" ? "Peer-to-Peer"
                                                         : "Unknown"));
  }

  std::optional<PlainAnswer> groups() {
    const bool grouped = q_.want == Want::group;
    const Measure m = grouped ? q_.measure.value_or(Measure::count) : q_.by.value_or(Measure::duration);
    const auto group = group_of(raw_, q_);
    if (!group || (m != Measure::count && figure_of(m).empty())) return std::nullopt;
    PlainAnswer answer{statistic_of(q_, m, values(m, *group)), {}, false};
    const std::string sql = fmt::format("SELECT * FROM (SELECT NULL AS label, NULL AS figure, NULL AS events, NULL AS other WHERE 0 UNION ALL {})", answer.sql);
    AskQuery order = q_;
    if (grouped) order.order = Order::most;
    if (q_.want != Want::pick) order.rank = 1;
    for (const auto& row : ranked(raw_, sql, order, "figure")) {
      add_label(answer, row[0], is_numbered(*q_.group));
      add_label(answer, row[3], false);
      if (q_.want == Want::pick) continue;
      const std::string cell = q_.statistic == Statistic::deviation ? fmt::format("{:.17e}", std::sqrt(std::stod(row[1]))) : row[1];
      add_number(answer, cell, is_whole(m));
    }
    answer.may_refuse = answer.right.empty();
    return answer;
  }

  RawExport& raw_;
  const AskQuery& q_;
  std::string events_;
};

}  // namespace

void add_number(PlainAnswer& answer, const std::string& cell, bool rounded) {
  const bool real = cell.find_first_of(".eEIN") != std::string::npos;
  if (!real) {
    answer.right.emplace_back(int64_t{std::stoll(cell)});
    return;
  }
  const double number = std::stod(cell);
  const auto whole = [](double of) { return Value(static_cast<int64_t>(std::llround(of))); };
  if (!rounded) {
    answer.right.emplace_back(number);
    return;
  }
  answer.right.push_back(whole(number));
  const double slack = std::max(1e-6, std::abs(number) * 1e-12);
  for (const double near : {number - slack, number + slack})
    if (whole(near) != whole(number)) answer.right.push_back(whole(near));
}

std::optional<PlainAnswer> plain_answer(RawExport& raw, const AskQuery& query) {
  if (!query.thing || query.want == Want::topic) return std::nullopt;
  return Answering(raw, query).answer();
}

bool agrees(const Value& told, const PlainAnswer& plain) {
  for (const Value& right : plain.right) {
    if (told == right) return true;
    const auto number = [](const Value& v) -> std::optional<double> {
      if (const auto* whole = std::get_if<int64_t>(&v)) return static_cast<double>(*whole);
      if (const auto* real = std::get_if<double>(&v)) return *real;
      return std::nullopt;
    };
    const bool whole = std::holds_alternative<int64_t>(told) && std::holds_alternative<int64_t>(right);
    const auto a = number(told), b = number(right);
    if (!whole && a && b && std::abs(*a - *b) <= 1e-9 * std::max(std::abs(*a), std::abs(*b))) return true;
  }
  return false;
}

std::string shown(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* whole = std::get_if<int64_t>(&value)) return std::to_string(*whole);
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{:.12g}", *real);
  return "nothing";
}

}  // namespace nsys_ai::test
