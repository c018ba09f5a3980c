// Times of GPUs and their gaps, from unions of intervals.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "tests/question/plain_sql.h"

namespace nsys_ai::test {
namespace {

std::string gpus_of(bool apart) { return apart ? "p, dev" : "dev"; }

// Operations of the part of the run, cut to the window.
std::string operations(RawExport& raw, AskQuery q) {
  q.at_ns.reset();
  return fmt::format(
      "SELECT p, dev, kind, kind = 'kernel' AND {} AS talks, {} AS s, {} AS e FROM raw_op WHERE {}",
      kCommunicates, cut_start(q, "s"), cut_end(q, "e"), plain_part(raw, q, true));
}

// Each with the latest end of those before it.
std::string reached(std::string_view gpus, std::string_view which) {
  return fmt::format(
      "SELECT *, max(e) OVER (PARTITION BY {} ORDER BY s, e ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before FROM op WHERE {}",
      gpus, which);
}

// The length of a union on the GPU of the row `g`.
std::string length(std::string_view gpus, std::string_view which) {
  return fmt::format(
      "coalesce((SELECT sum(max(0, e - max(s, coalesce(before, s)))) FROM ({}) u WHERE {}u.dev = g.dev), 0)",
      reached(gpus, which), gpus == "dev" ? "" : "u.p = g.p AND ");
}

std::string gpu_times(RawExport& raw, const AskQuery& q, Measure measure, bool apart) {
  const std::string gpus = gpus_of(apart);
  const auto of = [&](std::string_view which) { return length(gpus, which); };
  const std::string span = "(g.last - g.first)";
  const std::string kernel = "kind = 'kernel'", copy = "kind = 'memcpy'",
                    both = "kind IN ('kernel', 'memcpy')";
  const std::string talking = of("talks"), computing = of("kind = 'kernel' AND NOT talks"),
                    kernels = of(kernel), copies = of(copy);
  const std::map<Measure, std::string> parts = {
      {Measure::busy, of("1")},
      {Measure::idle, span + " - " + of("1")},
      {Measure::span, span},
      {Measure::kernel_busy, kernels},
      {Measure::compute, computing},
      {Measure::communication, talking},
      {Measure::overlap, talking + " + " + computing + " - " + kernels},
      {Measure::exposed, kernels + " - " + computing},
      {Measure::copying, copies},
      {Measure::copy_overlap, copies + " + " + kernels + " - " + of(both)},
      {Measure::copy_exposed, of(both) + " - " + kernels}};
  const std::string& part = parts.at(measure);
  const std::string whole = measure == Measure::overlap || measure == Measure::exposed             ? talking
                            : measure == Measure::copy_overlap || measure == Measure::copy_exposed ? copies
                                                                                                   : span;
  return fmt::format(
      "WITH op AS ({}), g AS (SELECT p, dev, min(s) AS first, max(e) AS last FROM op GROUP BY {}) SELECT p, dev, {} AS part, {} AS whole FROM g",
      operations(raw, q), gpus, part, whole);
}

void gpu_figures(RawExport& raw, const AskQuery& q, PlainAnswer& answer, Measure m, const std::string& sql) {
  struct Row {
    int64_t gpu, part, whole;
    double share() const { return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0; }
  };
  std::vector<Row> all;
  // Where nothing communicates there is nothing to overlap.
  const bool of_part = m == Measure::overlap || m == Measure::exposed || m == Measure::copy_overlap ||
                       m == Measure::copy_exposed;
  for (const auto& row : raw.rows(sql))
    if (!of_part || row[3] != "0")
      all.push_back({std::stoll(row[1]), std::stoll(row[2]), std::stoll(row[3])});
  if (all.empty() || of_part) answer.may_refuse = answer.may_refuse || all.empty();
  if (all.empty()) {
    if (of_part && !q.share) answer.right.emplace_back(int64_t{0});
    return;
  }
  int64_t sum = 0;
  double shares = 0;
  for (const Row& row : all) sum += row.part, shares += row.share();
  const auto count = static_cast<double>(all.size());
  if (q.want == Want::figure) {
    if (q.share)
      answer.right.emplace_back(shares / count);
    else if (q.statistic == Statistic::mean)
      add_number(answer, fmt::format("{:.17e}", static_cast<double>(sum) / count), true);
    else
      answer.right.emplace_back(sum);
    if (sum == 0) answer.may_refuse = true;
    return;
  }
  // A GPU is more idle than another by time, or by share where spans differ.
  for (const bool by_share : {false, true}) {
    std::vector<double> order;
    const auto key = [&](const Row& row) { return by_share ? row.share() : static_cast<double>(row.part); };
    for (const Row& row : all) order.push_back(key(row));
    std::sort(order.begin(), order.end());
    if (q.want == Want::group || q.order != Order::least) std::reverse(order.begin(), order.end());
    const size_t at = q.want == Want::pick ? static_cast<size_t>(q.rank.value_or(1) - 1) : 0;
    if (at >= order.size()) {
      answer.may_refuse = true;
      return;
    }
    for (const Row& row : all) {
      if (key(row) != order[at]) continue;
      answer.right.emplace_back(row.gpu);
      if (q.want != Want::pick) answer.right.emplace_back(row.part), answer.right.emplace_back(row.share());
    }
  }
}

}  // namespace

bool shares_gpu_numbers(RawExport& raw, const AskQuery& q) {
  return raw.any(
      fmt::format("(SELECT 1 FROM ({}) GROUP BY dev HAVING count(DISTINCT p) > 1)", operations(raw, q)));
}

std::string plain_gaps(RawExport& raw, const AskQuery& q, bool apart) {
  std::string sql = fmt::format(
      "WITH op AS ({}) SELECT p, NULL AS name, before AS whole_s, before AS s, s AS e, s - before AS d, dev, NULL AS ctx, NULL AS st, "
      "NULL AS tid, '' AS domain, NULL AS copy, NULL AS cut_bytes FROM ({}) WHERE s > before",
      operations(raw, q), reached(gpus_of(apart), "1"));
  if (q.at_ns) sql += fmt::format(" AND before <= {0} AND s > {0}", *q.at_ns);
  return fmt::format("SELECT * FROM ({}) WHERE {}", sql, plain_bounds(q));
}

std::optional<PlainAnswer> plain_gpu_answer(RawExport& raw, const AskQuery& q) {
  const Measure m = q.want == Want::pick || q.want == Want::list ? q.by.value_or(Measure::busy)
                                                                 : q.measure.value_or(Measure::count);
  if (!is_of_gpus(m) || q.stream || q.iteration) return std::nullopt;
  if (q.statistic && q.statistic != Statistic::total && q.statistic != Statistic::mean) return std::nullopt;
  PlainAnswer answer{gpu_times(raw, q, m, true), {}, false};
  gpu_figures(raw, q, answer, m, answer.sql);
  if (!q.group && shares_gpu_numbers(raw, q)) {
    gpu_figures(raw, q, answer, m, gpu_times(raw, q, m, false));
    answer.may_refuse = true;
  }
  return answer;
}

}  // namespace nsys_ai::test
