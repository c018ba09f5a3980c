// One SELECT, and the total that the events are a share of.
#include "question/card.h"

#include <fmt/format.h>

#include "base/text_table.h"
#include "question/figures.h"
#include "question/source_names.h"

namespace nsys_ai {
namespace {

// The events' share of the total; nullopt if they are the total.
Result<std::optional<double>> share_of_total(AnswerContext& context, const Source& source,
                                             const Value& total) {
  if (source.where == source.base_where && source.from == source.table) return std::optional<double>{};
  const auto all =
      context.rows(fmt::format("SELECT sum(duration) FROM {} WHERE {}", source.table, source.base_where));
  if (!all) return tl::unexpected(all.error());
  const double whole = real(all->at(0)[0]);
  return whole > 0 ? std::optional(real(total) / whole) : std::nullopt;
}

// Adds the GPU time of the kernels inside the named ranges.
Result<void> add_gpu_time(AnswerContext& context) {
  const AskQuery& q = context.query;
  if (q.thing != Thing::range || !q.name || q.inside || !has(context.profile, Need::kernel)) return {};
  const auto from = kernels_inside(context, *q.name);
  if (!from) return tl::unexpected(from.error());
  if (from->empty()) return {};
  const auto found = context.rows(fmt::format("SELECT count(*), sum(duration) FROM {}", *from));
  if (!found) return tl::unexpected(found.error());
  if (integer(found->at(0)[0]) == 0) return {};
  context.answer.text +=
      fmt::format(" The {} kernels launched inside take {} on the GPU.",
                  readable_count(integer(found->at(0)[0])), readable(found->at(0)[1], Unit::ns));
  context.fact("kernels inside", found->at(0)[0], Unit::count);
  context.fact("GPU time of the kernels inside", found->at(0)[1], Unit::ns);
  return {};
}

}  // namespace

Result<void> add_card(AnswerContext& context, const Source& source, const CardRow& row,
                      std::string_view asked) {
  const Thing thing = *context.query.thing;
  const auto add = [&](std::string_view name, const Value& value, Unit unit,
                       std::vector<std::string> refs = {}) {
    if (name != asked && !is_null(value)) context.fact(std::string(name), value, unit, std::move(refs));
  };
  add("number", row.count, Unit::count);
  if (!(has_length(thing) || thing == Thing::iteration) || row.count == 0) return {};
  add("total duration", row.total, Unit::ns);
  const auto share = share_of_total(context, source, row.total);
  if (!share) return tl::unexpected(share.error());
  if (*share) add(fmt::format("share of the time of all {}", plural_of(thing)), **share, Unit::share);
  add("median duration", rounded(row.median, Unit::ns), Unit::ns);
  add("longest", row.longest, Unit::ns, row.refs);
  if (has_bytes(thing)) {
    add("bytes", row.bytes, Unit::bytes);
    if (real(row.total) > 0) add("bandwidth", real(row.bytes) / real(row.total), Unit::gb_per_s);
  }
  const std::string_view things = row.count == 1 ? noun_of(thing) : plural_of(thing);
  const std::string lead = asked != "number" ? fmt::format("{} {}:", readable_count(row.count), things)
                           : row.count == 1  ? "It takes"
                                             : "They take";
  context.answer.text += fmt::format(
      " {} {} in all{}, median {}, longest {}{}.", lead, readable(row.total, Unit::ns),
      *share ? fmt::format(" ({} of the time of all {})", readable_share(**share), plural_of(thing)) : "",
      readable(rounded(row.median, Unit::ns), Unit::ns), readable(row.longest, Unit::ns),
      row.refs.empty() ? "" : " (" + row.refs[0] + ")");
  return add_gpu_time(context);
}

std::string name_of_figure(const AskQuery& q) {
  const Measure measure = measured_of(q);
  if (measure == Measure::count) return "number";
  const std::string word(word_of(measure));
  if (!q.statistic) return measure == Measure::duration ? "total duration" : word;
  if (*q.statistic == Statistic::percentile) return fmt::format("p{:g} {}", q.percentile.value_or(50), word);
  return fmt::format("{} {}", enum_name(*q.statistic), word);
}

Result<CardRow> card_row(AnswerContext& context, const Source& source, const std::string& figure) {
  const Thing thing = *context.query.thing;
  std::string sql = fmt::format("SELECT {} AS figure, count(*) AS number", figure);
  if ((has_length(thing) || thing == Thing::iteration))
    sql += ", sum(duration) AS total, percentile(duration, 50) AS median, max(duration) AS longest";
  if ((has_length(thing) || thing == Thing::iteration) && source.id != "NULL")
    sql += fmt::format(", {} AS longest_ref", source.id);
  if (has_bytes(thing)) sql += ", sum(bytes) AS bytes";
  const auto table = context.select(fmt::format("{} FROM {} WHERE {}", sql, source.from, source.where));
  if (!table) return tl::unexpected(table.error());
  const auto& row = table->rows.at(0);
  CardRow card;
  card.figure = row[0];
  card.count = integer(row[1]);
  if ((has_length(thing) || thing == Thing::iteration)) {
    card.total = row[2];
    card.median = row[3];
    card.longest = row[4];
    if (source.id != "NULL" && !is_null(row[5])) card.refs.push_back(cell_text(row[5]));
  }
  if (has_bytes(thing)) card.bytes = row.back();
  return card;
}

}  // namespace nsys_ai
