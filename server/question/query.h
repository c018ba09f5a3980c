// A query about a profile: one struct of plain values. The grammar makes one from a sentence (grammar.h),
// programs and models write one (the tool `ask_query`), and answer.h answers it. It contains no sentence and
// no nested query.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/wire.h"

namespace nsys_ai {

enum class Want : uint8_t {
  figure,   // one figure for all matching things
  pick,     // one of the things
  list,     // several things, in an order
  group,    // a figure for each name, stream, GPU, ...
  whether,  // yes or no: whether any exist
  topic     // the findings of a skill or a cause
};
constexpr auto names_of(Want) {
  using N = EnumName<Want>;
  return std::array{N{Want::figure, "figure"}, N{Want::pick, "pick"},       N{Want::list, "list"},
                    N{Want::group, "group"},   N{Want::whether, "whether"}, N{Want::topic, "topic"}};
}

enum class Thing : uint8_t {
#define NSYS_THING(name, singular, plural) name,
#include "question/things.inc"
#undef NSYS_THING
};
constexpr auto names_of(Thing) {
#define NSYS_THING(name, singular, plural) EnumName<Thing>{Thing::name, #name},
  return std::array{
#include "question/things.inc"
  };
#undef NSYS_THING
}

enum class Measure : uint8_t {
#define NSYS_MEASURE(name, words, unit) name,
#include "question/measures.inc"
#undef NSYS_MEASURE
};
constexpr auto names_of(Measure) {
#define NSYS_MEASURE(name, words, unit) EnumName<Measure>{Measure::name, #name},
  return std::array{
#include "question/measures.inc"
  };
#undef NSYS_MEASURE
}

enum class Statistic : uint8_t {
  total,
  mean,
  median,
  percentile,
  deviation,  // standard deviation over all of them
  covered     // the time in which at least one was open
};
constexpr auto names_of(Statistic) {
  using N = EnumName<Statistic>;
  return std::array{N{Statistic::total, "total"},         N{Statistic::mean, "mean"},
                    N{Statistic::median, "median"},       N{Statistic::percentile, "percentile"},
                    N{Statistic::deviation, "deviation"}, N{Statistic::covered, "covered"}};
}

enum class Order : uint8_t { most, least, first, last };
constexpr auto names_of(Order) {
  using N = EnumName<Order>;
  return std::array{N{Order::most, "most"}, N{Order::least, "least"}, N{Order::first, "first"},
                    N{Order::last, "last"}};
}

enum class Dimension : uint8_t {
  name,
  short_name,  // for kernels, without template arguments and parameters
  family,
  library,
  direction,
  domain,
  gpu,
  stream,
  process,
  thread,
  iteration
};
constexpr auto names_of(Dimension) {
  using N = EnumName<Dimension>;
  return std::array{N{Dimension::name, "name"},
                    N{Dimension::short_name, "short_name"},
                    N{Dimension::family, "family"},
                    N{Dimension::library, "library"},
                    N{Dimension::direction, "direction"},
                    N{Dimension::domain, "domain"},
                    N{Dimension::gpu, "gpu"},
                    N{Dimension::stream, "stream"},
                    N{Dimension::process, "process"},
                    N{Dimension::thread, "thread"},
                    N{Dimension::iteration, "iteration"}};
}

// CUDA calls by their purpose.
enum class CallClass : uint8_t { launch, synchronise, allocate, release, copy, failed };
constexpr auto names_of(CallClass) {
  using N = EnumName<CallClass>;
  return std::array{N{CallClass::launch, "launch"},     N{CallClass::synchronise, "synchronise"},
                    N{CallClass::allocate, "allocate"}, N{CallClass::release, "release"},
                    N{CallClass::copy, "copy"},         N{CallClass::failed, "failed"}};
}

// A condition on a quantity of single events: ns for times, bytes for sizes, plain numbers for others.
struct Bound {
  Measure of = Measure::duration;
  std::optional<int64_t> above, below;       // exclusive limits
  std::optional<int64_t> at_least, at_most;  // inclusive limits; equal ones mean exactly this value
  bool operator==(const Bound&) const = default;
};
template <class F>
void fields(Bound& v, F& f) {
  f("of", v.of, "duration, bytes, latency, queue, registers, blocks, block_threads or shared_memory.");
  f("above", v.above, "More than this: ns, bytes or a number.");
  f("below", v.below, "Less than this.");
  f("at_least", v.at_least, "This or more.");
  f("at_most", v.at_most, "This or less.");
}

struct AskQuery {
  Want want = Want::figure;
  std::optional<std::string> topic;  // for Want::topic: a key of topics.h
  std::optional<Thing> thing;
  std::optional<Measure> measure;
  std::optional<Statistic> statistic;
  std::optional<double> percentile;
  std::optional<bool> share;
  std::optional<Order> order;
  std::optional<Measure> by;
  std::optional<int64_t> rank;
  std::optional<int64_t> top;
  std::optional<Dimension> group;
  std::optional<Dimension> place;
  // Conditions.
  std::optional<std::string> name, not_name;
  std::optional<std::string> family, not_family;
  std::optional<std::string> library;
  std::optional<std::string> direction, not_direction;
  std::optional<std::string> memory;
  std::optional<std::string> inside;
  std::optional<std::string> launched_by;
  std::optional<CallClass> calls;
  std::optional<bool> blocking;
  std::optional<std::vector<Bound>> bounds;
  // The part of the run.
  std::optional<std::vector<int64_t>> gpus;
  std::optional<int64_t> stream, process, thread, iteration;
  std::optional<int64_t> from_ns, to_ns;
  std::optional<int64_t> at_ns;
  bool operator==(const AskQuery&) const = default;
};
template <class F>
void fields(AskQuery& v, F& f) {
  f("want", v.want, "figure, pick (one of them), list, group (a figure for each), whether, or topic.");
  f("topic", v.topic, "Of topic: a skill such as top_kernels, a cause such as idle-host-bound, or overview.");
  f("thing", v.thing,
    "kernel, memcpy, memset, operation, gap, graph, call, os_call, mpi_call, range, mark, sample, iteration, "
    "gpu, stream, process, rank, thread or run. Absent for a topic alone.");
  f("measure", v.measure,
    "What is measured: count, duration, start, bytes, bandwidth, queue, registers, busy, idle, overlap, model, "
    "... Default: count of a figure and of a group, the name of a pick.");
  f("statistic", v.statistic, "total (default), mean, median, percentile, deviation or covered.");
  f("percentile", v.percentile, "Of percentile: 0 to 100.");
  f("share", v.share,
    "The figure as a share: with one condition of all such things, with two of those of the first.");
  f("order", v.order, "Of pick, list and group: most, least, first or last.");
  f("by", v.by, "What they are ordered by; default: duration.");
  f("rank", v.rank, "Of pick: 2 is the second in that order.");
  f("top", v.top, "Of list and group: how many.");
  f("group", v.group,
    "name, short_name, family, library, direction, domain, gpu, stream, process, thread or iteration.");
  f("place", v.place, "Of pick: where it ran is named first: gpu, stream, process or thread.");
  f("name", v.name, "Named so, or with this in the name.");
  f("not_name", v.not_name, "Not those.");
  f("family", v.family, "Of kernels: gemm, attention, communication, ...; compute is all but communication.");
  f("not_family", v.not_family, "Not those.");
  f("library", v.library, "Of kernels: cuBLAS, cuDNN, CUTLASS, NCCL, ...");
  f("direction", v.direction, "Of copies: Host-to-Device, Device-to-Host, Device-to-Device, Peer-to-Peer.");
  f("not_direction", v.not_direction, "Not those.");
  f("memory", v.memory, "Of copies: Pageable, Pinned, Device, ... at either end.");
  f("inside", v.inside, "Launched inside NVTX ranges of this label.");
  f("launched_by", v.launched_by, "Launched by calls of this name.");
  f("calls", v.calls, "Of calls: launch, synchronise, allocate, release, copy or failed.");
  f("blocking", v.blocking, "Of copies: whether the call that made them blocks the host.");
  f("bounds", v.bounds, "Conditions on quantities.");
  f("gpus", v.gpus, "CUDA ordinals; default: all.");
  f("stream", v.stream, "Stream, as the process numbers it.");
  f("process", v.process, "Pid.");
  f("thread", v.thread, "Tid.");
  f("iteration", v.iteration, "Step, from 0, as iteration_timing numbers them.");
  f("from_ns", v.from_ns, "Start of the window on the capture's clock.");
  f("to_ns", v.to_ns, "Its end.");
  f("at_ns", v.at_ns, "What runs at this time.");
}

// The query as one sentence for people; the grammar reads it back as the same query.
std::string sentence_of(const AskQuery& query);

// Why no profile can answer the query, in a sentence that suggests an alternative; empty if one may.
std::string reason_unanswerable(const AskQuery& query);

// The query with explicit defaults and without redundant members, so that equivalent queries are equal.
AskQuery with_defaults(AskQuery query);

// A query for the same part of the run, with no other member set.
AskQuery same_part(const AskQuery& query);

// The dimension that `which kernel takes the most time` names: kernels by short name, ranges and calls by
// name.
std::optional<Dimension> name_dimension(Thing thing);
std::string_view noun_of(Thing thing);      // singular: `CUDA call`
std::string_view plural_of(Thing thing);    // `CUDA calls`
std::string_view word_of(Measure measure);  // `busy time`
std::string_view word_of(Dimension dimension);
// A time on the capture's clock in seconds, exact: `0.942626994 s`.
std::string clock_seconds(int64_t ns);

// The measure of the query: for a pick and a list, the measure that orders them. Takes a query with explicit
// defaults.
Measure measured_of(const AskQuery& query);

constexpr bool is_place(Thing thing) { return thing >= Thing::gpu && thing <= Thing::thread; }
constexpr bool has_bytes(Thing thing) { return thing == Thing::memcpy || thing == Thing::memset; }
constexpr bool has_length(Thing thing) { return thing <= Thing::range; }
std::optional<Dimension> dimension_of(Thing place);

// The kind of thing that has a measure, or that the conditions apply to; nullopt if it may be several.
std::optional<Thing> thing_of(Measure measure);
std::optional<Thing> thing_of(const AskQuery& query);
// The number of conditions; a collective and its family count once.
int conditions_of(const AskQuery& query);

// The unit of a measure, and the kinds of things that have it.
Unit unit_of(Measure measure);
constexpr bool is_of_kernels(Measure measure) {
  return measure >= Measure::latency && measure <= Measure::shared_memory;
}
constexpr bool is_summed(Measure measure) {
  return measure == Measure::duration || measure == Measure::bytes;
}
constexpr bool can_be_bounded(Measure measure) {
  return measure == Measure::duration || measure == Measure::bytes || is_of_kernels(measure);
}
bool is_of_gpus(Measure measure);      // for a GPU, from unions of its operations
bool is_of_hardware(Measure measure);  // for a GPU as a device
bool is_of_machine(Measure measure);   // for the run or its machine

}  // namespace nsys_ai
