// The defaults of a query, and the words for its parts.
#include "question/query.h"

#include <fmt/format.h>

#include <cstdlib>

namespace nsys_ai {
namespace {

template <class T>
void drop_if(std::optional<T>& member, const T& value) {
  if (member && *member == value) member.reset();
}

}  // namespace

std::optional<Dimension> dimension_of(Thing place) {
  if (place == Thing::rank) return Dimension::process;
  return enum_named<Dimension>(enum_name(place));  // gpu, stream, process, thread and iteration have the same
                                                   // name in both enums
}

std::optional<Dimension> name_dimension(Thing thing) {
  if (thing == Thing::kernel) return Dimension::short_name;
  const bool is_named = thing == Thing::operation || (thing >= Thing::call && thing <= Thing::sample);
  return is_named ? std::optional(Dimension::name) : std::nullopt;
}

Measure measured_of(const AskQuery& q) {
  if (q.want == Want::pick || q.want == Want::list) return q.by.value_or(Measure::start);
  return q.measure.value_or(Measure::count);
}

// Keeps one limit each, or one exact value.
static std::vector<Bound> single_bounds(const std::vector<Bound>& bounds) {
  std::vector<Bound> all;
  for (const Bound& bound : bounds) {
    const bool exact = bound.at_least && bound.at_least == bound.at_most;
    for (const auto limit : {&Bound::above, &Bound::at_least, &Bound::below, &Bound::at_most}) {
      if (!(bound.*limit) || (exact && limit == &Bound::at_most)) continue;
      Bound one;
      one.of = bound.of;
      one.*limit = bound.*limit;
      if (exact && limit == &Bound::at_least) one.at_most = bound.at_most;
      all.push_back(one);
    }
  }
  return all;
}

AskQuery same_part(const AskQuery& query) {
  AskQuery of;
  of.gpus = query.gpus;
  of.stream = query.stream;
  of.process = query.process;
  of.thread = query.thread;
  of.iteration = query.iteration;
  of.from_ns = query.from_ns;
  of.to_ns = query.to_ns;
  return of;
}

AskQuery with_defaults(AskQuery q) {
  for (std::optional<std::string>* text :
       {&q.topic, &q.name, &q.not_name, &q.family, &q.not_family, &q.library, &q.direction, &q.not_direction,
        &q.memory, &q.inside, &q.launched_by})
    drop_if(*text, std::string());
  drop_if(q.share, false);
  drop_if(q.rank, int64_t{1});
  if (q.bounds) q.bounds = single_bounds(*q.bounds);
  drop_if(q.bounds, std::vector<Bound>{});
  drop_if(q.gpus, std::vector<int64_t>{});
  if (q.want == Want::topic) return q;
  if (q.statistic == Statistic::percentile && q.percentile == 50) q.statistic = Statistic::median;
  // A sum is the default.
  drop_if(q.statistic, Statistic::total);
  const bool ordered = q.want == Want::pick || q.want == Want::list;
  if (q.want == Want::figure || q.want == Want::whether) q.group.reset();
  // Each listed GPU is shown with its share anyway.
  if (ordered && q.thing == Thing::gpu) q.share.reset();
  if (q.want == Want::whether) q.statistic.reset();
  if (!ordered) {
    q.order.reset();
    q.by.reset();
    q.rank.reset();
    q.place.reset();
  }
  if (q.want != Want::list) q.top.reset();
  if (q.want == Want::whether) q.measure.reset();
  if ((q.want == Want::figure || q.want == Want::group) && !q.measure) q.measure = Measure::count;
  if (q.measure == Measure::count && !ordered) q.statistic.reset();
  if (ordered) {
    if (!q.order) q.order = Order::most;
    if (*q.order == Order::first || *q.order == Order::last)
      q.by.reset();
    else if (!q.by)
      q.by = q.thing == Thing::gpu && q.measure ? *q.measure : Measure::duration;
    if (q.thing == Thing::gpu) q.group.reset();
    if (q.group || q.thing == Thing::gpu) q.measure.reset();
    if (!q.group) q.statistic.reset();
    if (q.group || q.want == Want::list) q.place.reset();
    if (q.by == Measure::count) q.statistic.reset();
  }
  // For speeds the mean is all bytes over all time, which is also the default.
  if (measured_of(q) == Measure::bandwidth) drop_if(q.statistic, Statistic::mean);
  if (q.want == Want::list) {
    q.rank.reset();
    q.measure.reset();
    q.place.reset();
    if (!q.top) q.top = 10;
  }
  if (q.statistic != Statistic::percentile) q.percentile.reset();
  return q;
}

std::string clock_seconds(int64_t ns) {
  std::string text = fmt::format("{}{}.{:09}", ns < 0 ? "-" : "", std::abs(ns) / 1'000'000'000,
                                 std::abs(ns) % 1'000'000'000);
  while (text.back() == '0' && text[text.size() - 2] != '.') text.pop_back();
  return text + " s";
}

bool is_of_gpus(Measure measure) { return measure >= Measure::busy && measure <= Measure::copy_exposed; }
bool is_of_hardware(Measure measure) {
  return measure >= Measure::model && measure <= Measure::compute_capability;
}
bool is_of_machine(Measure measure) { return measure >= Measure::recording; }

Unit unit_of(Measure measure) {
#define NSYS_MEASURE(name, words, unit) Unit::unit,
  constexpr auto kUnits = std::to_array<Unit>({
#include "question/measures.inc"
  });
#undef NSYS_MEASURE
  return kUnits[static_cast<size_t>(measure)];
}

std::optional<Thing> thing_of(Measure measure) {
  if (is_of_gpus(measure) || is_of_hardware(measure)) return Thing::gpu;
  if (is_of_machine(measure)) return Thing::run;
  if (is_of_kernels(measure)) return Thing::kernel;
  return measure == Measure::bytes || measure == Measure::bandwidth ? std::optional(Thing::memcpy)
                                                                    : std::nullopt;
}

std::optional<Thing> thing_of(const AskQuery& q) {
  if (q.family || q.not_family || q.library) return Thing::kernel;
  if (q.direction || q.not_direction || q.memory) return Thing::memcpy;
  return q.calls ? std::optional(Thing::call) : std::nullopt;
}

int conditions_of(const AskQuery& q) {
  const bool collective = q.name && q.family == "communication";
  int count = q.bounds ? static_cast<int>(q.bounds->size()) : 0;
  for (const bool said : {q.name.has_value(), q.not_name.has_value(), q.family.has_value() && !collective,
                          q.not_family.has_value(), q.library.has_value(), q.direction.has_value(),
                          q.not_direction.has_value(), q.memory.has_value(), q.inside.has_value(),
                          q.launched_by.has_value(), q.calls.has_value(), q.blocking.has_value()})
    count += said ? 1 : 0;
  return count;
}

}  // namespace nsys_ai
