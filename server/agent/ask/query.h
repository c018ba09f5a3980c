// A question as it was understood: what is asked of what, under which conditions. Immutable once read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai::inline agent {

enum class Intent : uint8_t {
  measure,
  why_idle,
  overlapping,
  wrong,
  bottleneck,
  next_step,
  where_time,
  topic,
  between,
  ratio,       // one figure as a share of another
  quotient,    // one figure divided by another
  difference,  // how far apart two figures are
  minus,
  plus,
  together  // the time in which two kinds of GPU operations run at once
};

enum class Subject : uint8_t {
  none,
  kernel,
  copy,
  memset,
  operation,
  gap,
  range,
  mark,
  call,
  os_call,
  mpi_call,
  sample,
  schedule,  // a thread comes to run on a core
  overhead,  // of the profiler
  graph,
  iteration,
  gpu,
  stream,
  process,
  thread,
  capture
};

enum class Measure : uint8_t {
  none,
  time,
  count,
  names,
  bytes,
  bandwidth,
  start,
  end,
  rate,     // how many a second
  period,   // from one start to the next
  spacing,  // from the end of what ran before to the start
  // of kernels and their launches
  latency,
  queue,
  registers,
  blocks,
  block_threads,
  grid_threads,
  shared_memory,
  dynamic_shared_memory,
  static_shared_memory,
  // of GPUs, from unions of intervals
  busy,
  idle,
  span,
  kernel_busy,
  compute,
  communication,
  overlap,
  exposed,
  copying,
  copy_overlap,
  copy_exposed,
  // of hardware
  model,
  multiprocessors,
  memory,
  peak_bandwidth,
  capability,
  l2_cache,
  gpu_clock,
  bus,
  uuid,
  // of the machine
  driver,
  cuda_version,
  cpu_cores,
  cpu_model,
  cpu_clock,
  host_name,
  system,
  recording,  // how long nsys recorded, which begins before the first event and ends after the last
  nsys_version,
  mfu
};

enum class Statistic : uint8_t { none, total, mean, median, percentile, deviation, united };
// Which one of several: by the measure, or by when it began.
enum class Pick : uint8_t { none, most, least, first, last };
// What of it is told first.
enum class Wanted : uint8_t { value, name, start, share, place };
enum class Dimension : uint8_t {
  none,
  name,
  family,
  library,
  direction,
  gpu,
  stream,
  process,
  thread,
  iteration,
  short_name,
  domain,
  core,  // of the host
  thread_name
};
// Of what runs on the GPU: whether its launch is in the capture, and whether a CUDA graph launched it.
enum class Launched : uint8_t { any, recorded, missing, by_graph };
// Of copies: whether the call that made them returns at once.
enum class CopyCalls : uint8_t { any, synchronous, asynchronous };
// Calls by what they are for.
enum class CallClass : uint8_t { any, launch, synchronise, allocate, release, copy, failed, nonzero_return };

struct TimeBounds {
  std::optional<int64_t> from, to;  // ns on the capture's clock
  bool operator==(const TimeBounds&) const = default;
};

struct Bound {
  bool above = true;  // else below
  bool inclusive = false;
  bool bytes = false;  // else ns
  int64_t value = 0;
  // Of a kernel's registers, blocks or threads per block, which have no unit, or of its queue time or launch
  // latency, in ns.
  Measure of = Measure::none;
  bool operator==(const Bound&) const = default;
};

struct AskQuery {
  Intent intent = Intent::measure;
  Subject subject = Subject::none;
  Measure measure = Measure::none;
  Measure order = Measure::none;  // by which is picked
  Statistic statistic = Statistic::none;
  double percentile = 0;
  Pick pick = Pick::none;
  int64_t rank = 1;
  int64_t top = 0;  // how many of the first are listed; 0 where one is asked for
  Wanted wanted = Wanted::value;
  bool of_capture = false;            // a share of the whole capture, and not of the span of a GPU
  Dimension place = Dimension::none;  // where what is picked ran, as it is wanted
  Dimension group = Dimension::none;
  // Conditions; an empty text is none.
  std::string name;
  std::string family;
  std::string library;
  std::string direction;
  std::string memory;
  std::string inside;       // label of NVTX ranges around the launch
  int64_t inside_rank = 0;  // which of them, by time; 0: all
  bool inside_any = false;  // inside whichever range
  // What is left out.
  std::string not_name, not_family, not_library, not_direction;
  CopyCalls copy_calls = CopyCalls::any;
  CallClass calls = CallClass::any, not_calls = CallClass::any;
  Launched launched = Launched::any;
  std::string launched_by;  // the name of the call
  std::vector<Bound> bounds;
  // The part of the capture.
  std::vector<int64_t> gpus;
  std::optional<int64_t> stream, process, thread, iteration;
  // What is asked is by how much the GPU or the process before has more than this one.
  std::optional<int64_t> minus_gpu, minus_process;
  bool machine = false;  // all that the machine has, used or not
  TimeBounds window;
  std::optional<int64_t> at;              // what runs at this time
  std::string after_event, before_event;  // bounds of the window: the questions for a point each
  int64_t after_from = 0, after_to = 0;   // of the time behind `after_event`, in ns; 0 and 0: all of it
  bool starting = false;  // what begins in the window, whole, and not what touches it, clipped
  bool whether = false;   // yes or no: whether there are any
  bool only = false;      // what is picked is the only one, or there is no answer
  std::string topic;      // the skill that is asked
  std::string from,
      to;  // of `between`: the questions for its two ends; of `ratio` and the like: for each of the two
  bool either_order = false;  // of `between`: what is asked is how far apart they are
  bool next = false;          // of `between`: the second is the first of its kind that begins after the one
  std::string pair;           // of `between the two kernels`: the question for their number
  // Given by who asks.
  double flops = 0;
  bool flops_in_all = false;  // of all runs together, and not of each
  double peak_flops = 0;      // FLOP/s of one GPU; 0 where its model tells
  std::string precision;
  bool operator==(const AskQuery&) const = default;
};

// The query in words, which are read as the same query again.
std::string understood(const AskQuery& query);

// `median `, `p99 `; empty for none.
std::string statistic_words(const AskQuery& query);
// `1st`, `2nd`.
std::string ordinal(int64_t rank);
// In quotation marks that the name has none of.
std::string quoted_name(const std::string& name);
// In the largest unit of which it is a whole number: it is read again.
std::string whole_time(int64_t ns);
// A time of the capture in seconds, exact: `0.942626994`.
std::string clock_seconds(int64_t ns);
std::string_view noun_of(Subject subject);  // singular
std::string plural_of(Subject subject);
std::string_view word_of(Measure measure);
std::string_view word_of(Dimension dimension);
std::string_view word_of(CallClass calls);  // `launch`, ...; empty for any
std::string_view word_of(Launched launched);
std::string_view word_of(CopyCalls calls);
// Whether a GPU has it, and not its single events.
bool is_of_gpus(Measure measure);
bool is_hardware(Measure measure);
// Whether a machine has it, and not each of its GPUs.
bool is_of_machine(Measure measure);
// Whether a launched kernel has it, and nothing else.
bool is_of_kernels(Measure measure);

}  // namespace nsys_ai::inline agent
