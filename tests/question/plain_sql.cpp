// From events to the first fact: figures, shares, picks, lists and groups.
#include "tests/question/plain_sql.h"

#include <fmt/format.h>

#include <cmath>

namespace nsys_ai::test {
namespace {

class Answering {
 public:
  Answering(RawExport& raw, const AskQuery& q) : raw_(raw), q_(q) {}

  std::optional<PlainAnswer> answer() {
    if (!fits() || !is_known()) return std::nullopt;
    if (!knows_places()) return PlainAnswer{"the place is not in the profile", {}, true};
    // What was not recorded is no zero; but there is none of it.
    if (!knows_things() && q_.want == Want::whether)
      return PlainAnswer{
          "the thing was not recorded", {int64_t{0}, std::string("no"), std::string("No")}, true};
    if (!knows_things()) return PlainAnswer{"the thing was not recorded", {}, true};
    if (q_.thing == Thing::gpu) return plain_gpu_answer(raw_, q_);
    const bool gap = q_.thing == Thing::gap;
    if (gap && (q_.stream || q_.iteration)) return std::nullopt;
    if (gap) {
      // Where processes call a GPU by one number, they may share one.
      const bool shared = shares_gpu_numbers(raw_, q_);
      auto apart = of_events(plain_gaps(raw_, q_, true), {});
      if (!apart || !shared) return apart;
      const auto together = of_events(plain_gaps(raw_, q_, false), {});
      for (const Value& value : together->right) apart->right.push_back(value);
      apart->may_refuse = true;
      return apart;
    }
    const auto events = plain_events(raw_, q_, true);
    if (!events) return std::nullopt;
    return of_events(*events, q_.share ? plain_events(raw_, q_, false) : std::nullopt);
  }

 private:
  // Whether the thing has what is asked of it; what has not is refused before anybody asks the file.
  bool fits() const {
    const Thing t = *q_.thing;
    const auto has = [&](Measure m) {
      if (m == Measure::bytes || m == Measure::bandwidth) return t == Thing::memcpy || t == Thing::memset;
      return m < Measure::latency || m > Measure::shared_memory || t == Thing::kernel;
    };
    for (const Bound& b : q_.bounds.value_or(std::vector<Bound>{}))
      if (!has(b.of)) return false;
    if (t == Thing::gap && (q_.name || q_.not_name || q_.family || q_.not_family || q_.library ||
                            q_.direction || q_.not_direction || q_.memory || q_.inside || q_.launched_by ||
                            q_.calls || q_.blocking || q_.thread))
      return false;
    const bool host = t >= Thing::call && t <= Thing::sample;
    const bool placed = q_.group == Dimension::gpu || q_.group == Dimension::stream ||
                        q_.place == Dimension::gpu || q_.place == Dimension::stream;
    const bool threaded = q_.group == Dimension::thread || q_.place == Dimension::thread || q_.thread;
    if ((placed && host) || (threaded && !host) || (q_.stream && host) ||
        (q_.want == Want::group && !q_.group))
      return false;
    return has(q_.measure.value_or(Measure::count)) && has(q_.by.value_or(Measure::count));
  }

  // What the file lacks may be nothing or 0.
  bool is_known() {
    bool shared_memory = q_.measure == Measure::shared_memory || q_.by == Measure::shared_memory;
    for (const Bound& b : q_.bounds.value_or(std::vector<Bound>{}))
      shared_memory = shared_memory || b.of == Measure::shared_memory;
    const bool process = q_.group == Dimension::process || q_.place == Dimension::process;
    return !(shared_memory && raw_.any("raw_op WHERE kind = 'kernel' AND smem IS NULL")) &&
           !(process && raw_.any("raw_op WHERE p = 0")) && !contradicts();
  }

  // A process and a GPU that it does not use.
  bool contradicts() {
    AskQuery both;
    both.gpus = q_.gpus;
    both.process = q_.process;
    return q_.gpus && q_.process && knows_places() &&
           !raw_.any("raw_op WHERE " + plain_part(raw_, both, true));
  }

  bool knows_places() {
    for (const int64_t gpu : q_.gpus.value_or(std::vector<int64_t>{}))
      if (!raw_.any(fmt::format("raw_op WHERE dev = {}", gpu))) return false;
    if (!q_.process) return true;
    const std::string of =
        q_.thing == Thing::os_call
            ? "raw_os"
            : "(SELECT p FROM raw_op UNION SELECT p FROM raw_call UNION SELECT p FROM raw_nvtx)";
    return raw_.any(fmt::format("{} WHERE p & 0xFFFFFF = {}", of, *q_.process));
  }

  bool knows_things() {
    const Thing t = *q_.thing;
    if (t == Thing::kernel) return raw_.any("raw_op WHERE kind = 'kernel'");
    if (t == Thing::call) return raw_.any("raw_call");
    if (t == Thing::os_call) return raw_.any("raw_os");
    if (t == Thing::range || t == Thing::mark) return raw_.any("raw_nvtx");
    return (t > Thing::gap && t != Thing::gpu) || raw_.any("raw_op") ||
           is_of_hardware(q_.measure.value_or(Measure::count));
  }

  std::optional<PlainAnswer> of_events(const std::string& events, const std::optional<std::string>& all) {
    events_ = events;
    if (q_.want == Want::whether) return whether();
    if (q_.want == Want::figure) return q_.share ? share(all) : figure();
    return q_.group ? plain_group(raw_, q_, events_) : plain_single(raw_, q_, events_);
  }

  PlainAnswer whether() {
    PlainAnswer answer{fmt::format("SELECT count(*) FROM ({})", events_), {}, false};
    const int64_t count = std::stoll(raw_.one(answer.sql));
    answer.right = {count, int64_t{count > 0}, std::string(count > 0 ? "yes" : "no"),
                    std::string(count > 0 ? "Yes" : "No")};
    answer.may_refuse = count == 0;
    return answer;
  }

  std::optional<PlainAnswer> figure() {
    const Measure m = q_.measure.value_or(Measure::count);
    if (m == Measure::rate) return rate();
    if (m == Measure::names &&
        (q_.thing == Thing::range || q_.thing == Thing::mark || q_.thing == Thing::operation))
      return std::nullopt;
    if (figure_of(m).empty() && m != Measure::count && m != Measure::names) return std::nullopt;
    PlainAnswer answer{plain_statistic(q_, m, events_), {}, false};
    const auto rows = raw_.rows(answer.sql);
    if (rows.empty() || rows[0][1].empty()) {
      // A sum of nothing is 0, unless nothing is so named.
      const bool sum =
          !q_.statistic || q_.statistic == Statistic::total || q_.statistic == Statistic::covered;
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
    if (*q_.thing > Thing::operation || q_.at_ns) return std::nullopt;
    AskQuery all = q_;
    all.thing = Thing::operation;
    all.stream.reset();
    return ratio(
        fmt::format("SELECT (SELECT count(*) FROM ({})) * 1e9 / nullif(max(e) - min(s), 0) FROM ({})",
                    events_, *plain_events(raw_, all, false)));
  }

  std::optional<PlainAnswer> share(const std::optional<std::string>& all) {
    const Measure m = q_.measure.value_or(Measure::count);
    if (!all || (m != Measure::count && figure_of(m).empty())) return std::nullopt;
    const std::string figure = m == Measure::count ? "count(*)" : fmt::format("sum({})", figure_of(m));
    return ratio(
        fmt::format("SELECT 1.0 * coalesce((SELECT {0} FROM ({1})), 0) / nullif((SELECT {0} FROM ({2})), 0)",
                    figure, events_, *all));
  }

  PlainAnswer ratio(const std::string& sql) {
    PlainAnswer answer{sql, {}, false};
    const std::string cell = raw_.one(sql);
    answer.may_refuse = cell.empty() || std::stod(cell) == 0;
    if (!cell.empty()) answer.right.emplace_back(std::stod(cell));
    return answer;
  }

  RawExport& raw_;
  const AskQuery& q_;
  std::string events_;
};

}  // namespace

void add_number(PlainAnswer& answer, const std::string& cell, bool rounded) {
  if (cell.find_first_of(".eEIN") == std::string::npos)
    return void(answer.right.emplace_back(int64_t{std::stoll(cell)}));
  const double number = std::stod(cell);
  if (!rounded) return void(answer.right.emplace_back(number));
  const double slack = std::max(1e-6, std::abs(number) * 1e-12);
  for (const double near : {number, number - slack, number + slack})
    answer.right.emplace_back(int64_t{std::llround(near)});
}

std::optional<PlainAnswer> plain_answer(RawExport& raw, const AskQuery& query) {
  if (!query.thing || query.want == Want::topic) return std::nullopt;
  return Answering(raw, query).answer();
}

bool agrees(const Value& told, const PlainAnswer& plain) {
  const auto number = [](const Value& v) -> std::optional<double> {
    if (const auto* whole = std::get_if<int64_t>(&v)) return static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&v)) return *real;
    return std::nullopt;
  };
  for (const Value& right : plain.right) {
    if (told == right) return true;
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
