// Tables.
#include "agent/words/figure_words.h"

#include <algorithm>
#include <array>

namespace nsys_ai::inline agent {
namespace {

constexpr std::array kUnitWords = {
    UnitWord{"ns", FigureKind::time, 1},
    UnitWord{"nanoseconds", FigureKind::time, 1},
    UnitWord{"nanosecond", FigureKind::time, 1},
    UnitWord{"us", FigureKind::time, 1e3},
    UnitWord{"µs", FigureKind::time, 1e3},  // the micro sign
    UnitWord{"μs", FigureKind::time, 1e3},  // the Greek letter
    UnitWord{"usec", FigureKind::time, 1e3},
    UnitWord{"microseconds", FigureKind::time, 1e3},
    UnitWord{"microsecond", FigureKind::time, 1e3},
    UnitWord{"ms", FigureKind::time, 1e6},
    UnitWord{"msec", FigureKind::time, 1e6},
    UnitWord{"milliseconds", FigureKind::time, 1e6},
    UnitWord{"millisecond", FigureKind::time, 1e6},
    UnitWord{"s", FigureKind::time, 1e9},
    UnitWord{"sec", FigureKind::time, 1e9},
    UnitWord{"secs", FigureKind::time, 1e9},
    UnitWord{"seconds", FigureKind::time, 1e9},
    UnitWord{"second", FigureKind::time, 1e9},
    UnitWord{"min", FigureKind::time, 60e9},
    UnitWord{"minutes", FigureKind::time, 60e9},
    UnitWord{"minute", FigureKind::time, 60e9},
    UnitWord{"h", FigureKind::time, 3600e9},
    UnitWord{"hours", FigureKind::time, 3600e9},
    UnitWord{"hour", FigureKind::time, 3600e9},
    UnitWord{"B", FigureKind::bytes, 1},
    UnitWord{"byte", FigureKind::bytes, 1},
    UnitWord{"bytes", FigureKind::bytes, 1},
    UnitWord{"kB", FigureKind::bytes, 1e3},
    UnitWord{"KB", FigureKind::bytes, 1e3},
    UnitWord{"MB", FigureKind::bytes, 1e6},
    UnitWord{"GB", FigureKind::bytes, 1e9},
    UnitWord{"TB", FigureKind::bytes, 1e12},
    UnitWord{"KiB", FigureKind::bytes, 1024.0},
    UnitWord{"MiB", FigureKind::bytes, 1024.0 * 1024},
    UnitWord{"GiB", FigureKind::bytes, 1024.0 * 1024 * 1024},
    UnitWord{"TiB", FigureKind::bytes, 1024.0 * 1024 * 1024 * 1024},
    UnitWord{"kilobytes", FigureKind::bytes, 1e3},
    UnitWord{"megabytes", FigureKind::bytes, 1e6},
    UnitWord{"gigabytes", FigureKind::bytes, 1e9},
    UnitWord{"B/s", FigureKind::bandwidth, 1},
    UnitWord{"kB/s", FigureKind::bandwidth, 1e3},
    UnitWord{"KB/s", FigureKind::bandwidth, 1e3},
    UnitWord{"MB/s", FigureKind::bandwidth, 1e6},
    UnitWord{"GB/s", FigureKind::bandwidth, 1e9},
    UnitWord{"TB/s", FigureKind::bandwidth, 1e12},
    UnitWord{"GiB/s", FigureKind::bandwidth, 1024.0 * 1024 * 1024},
    UnitWord{"%", FigureKind::share, 0.01},
    UnitWord{"percent", FigureKind::share, 0.01},
    UnitWord{"pp", FigureKind::share, 0.01},
    UnitWord{"x", FigureKind::ratio, 1},
    UnitWord{"X", FigureKind::ratio, 1},
    UnitWord{"×", FigureKind::ratio, 1},
    UnitWord{"times", FigureKind::ratio, 1},
    UnitWord{"fold", FigureKind::ratio, 1},
    UnitWord{"FLOP", FigureKind::flops, 1},
    UnitWord{"FLOPs", FigureKind::flops, 1},
    UnitWord{"MFLOP", FigureKind::flops, 1e6},
    UnitWord{"GFLOP", FigureKind::flops, 1e9},
    UnitWord{"GFLOPs", FigureKind::flops, 1e9},
    UnitWord{"TFLOP", FigureKind::flops, 1e12},
    UnitWord{"TFLOPs", FigureKind::flops, 1e12},
    UnitWord{"PFLOP", FigureKind::flops, 1e15},
    UnitWord{"GFLOPS", FigureKind::flop_rate, 1e9},
    UnitWord{"GFLOP/s", FigureKind::flop_rate, 1e9},
    UnitWord{"TFLOPS", FigureKind::flop_rate, 1e12},
    UnitWord{"TFLOP/s", FigureKind::flop_rate, 1e12},
    UnitWord{"TFLOPs/s", FigureKind::flop_rate, 1e12},
    UnitWord{"PFLOPS", FigureKind::flop_rate, 1e15},
    UnitWord{"Hz", FigureKind::frequency, 1},
    UnitWord{"kHz", FigureKind::frequency, 1e3},
    UnitWord{"MHz", FigureKind::frequency, 1e6},
    UnitWord{"GHz", FigureKind::frequency, 1e9},
    UnitWord{"mW", FigureKind::power, 1e-3},
    UnitWord{"W", FigureKind::power, 1},
    UnitWord{"kW", FigureKind::power, 1e3},
};

struct NounWord {
  std::string_view plural;
  std::string_view noun;
};
constexpr std::array kCounted = {
    NounWord{"allocations", "allocation"},
    NounWord{"blocks", "block"},
    NounWord{"calls", "call"},
    NounWord{"collectives", "collective"},
    NounWord{"contexts", "context"},
    NounWord{"copies", "copy"},
    NounWord{"devices", "gpu"},
    NounWord{"domains", "domain"},
    NounWord{"events", "event"},
    NounWord{"executions", "call"},
    NounWord{"files", "file"},
    NounWord{"gaps", "gap"},
    NounWord{"gpus", "gpu"},
    NounWord{"graphs", "graph"},
    NounWord{"instances", "instance"},
    NounWord{"invocations", "call"},
    NounWord{"iterations", "step"},
    NounWord{"kernels", "kernel"},
    NounWord{"launches", "launch"},
    NounWord{"layers", "layer"},
    NounWord{"marks", "mark"},
    NounWord{"memcpys", "copy"},
    NounWord{"memsets", "memset"},
    NounWord{"names", "name"},
    NounWord{"occurrences", "instance"},
    NounWord{"operations", "operation"},
    NounWord{"processes", "process"},
    NounWord{"ranges", "range"},
    NounWord{"ranks", "rank"},
    NounWord{"registers", "register"},
    NounWord{"rows", "row"},
    NounWord{"runs", "run"},
    NounWord{"samples", "sample"},
    NounWord{"sms", "sm"},
    NounWord{"steps", "step"},
    NounWord{"streams", "stream"},
    NounWord{"synchronisations", "synchronisation"},
    NounWord{"synchronizations", "synchronisation"},
    NounWord{"syncs", "synchronisation"},
    NounWord{"threads", "thread"},
    NounWord{"transfers", "copy"},
    NounWord{"waits", "wait"},
    NounWord{"warps", "warp"},
};

constexpr std::array kIdentified = {
    NounWord{"context", "context"}, NounWord{"contexts", "context"}, NounWord{"device", "gpu"},
    NounWord{"devices", "gpu"},     NounWord{"gpu", "gpu"},          NounWord{"gpus", "gpu"},
    NounWord{"graph", "graph"},     NounWord{"iteration", "step"},   NounWord{"iterations", "step"},
    NounWord{"pid", "process"},     NounWord{"process", "process"},  NounWord{"processes", "process"},
    NounWord{"rank", "rank"},       NounWord{"ranks", "rank"},       NounWord{"step", "step"},
    NounWord{"steps", "step"},      NounWord{"stream", "stream"},    NounWord{"streams", "stream"},
    NounWord{"thread", "thread"},   NounWord{"tid", "thread"},
};

constexpr auto kNaming = std::to_array<std::string_view>(
    {"ampere",  "appendix", "batch",    "bf",     "block",   "blackwell", "capability", "chapter",    "cuda",
     "cudnn",   "epoch",    "layer",    "layers", "level",   "line",      "lines",      "page",       "rows",
     "stage",   "example",  "figure",   "fp",     "gen",     "geforce",   "hopper",     "hypothesis", "int",
     "item",    "nccl",     "nsight",   "nvlink", "option",  "part",      "pcie",       "phase",      "point",
     "python",  "pytorch",  "question", "reason", "release", "rtx",       "schema",     "section",    "sm",
     "systems", "table",    "tesla",    "triton", "ubuntu",  "v",         "ver",        "version"});

constexpr std::array<std::string_view, 12> kOrders = {"first", "following", "last",   "next",
                                                      "other", "others",    "same",   "these",
                                                      "those", "top",       "bottom", "another"};

struct HedgeWord {
  std::string_view word;
  Hedge hedge;
};
constexpr std::array kHedges = {
    HedgeWord{"about", Hedge::about},      HedgeWord{"above", Hedge::at_least},
    HedgeWord{"almost", Hedge::at_most},   HedgeWord{"approximately", Hedge::about},
    HedgeWord{"approx", Hedge::about},     HedgeWord{"around", Hedge::about},
    HedgeWord{"below", Hedge::at_most},    HedgeWord{"circa", Hedge::about},
    HedgeWord{"exceeds", Hedge::at_least}, HedgeWord{"exceeding", Hedge::at_least},
    HedgeWord{"nearly", Hedge::at_most},   HedgeWord{"over", Hedge::at_least},
    HedgeWord{"roughly", Hedge::about},    HedgeWord{"some", Hedge::about},
    HedgeWord{"under", Hedge::at_most},    HedgeWord{"~", Hedge::about},
    HedgeWord{"≈", Hedge::about},          HedgeWord{">", Hedge::at_least},
    HedgeWord{"≥", Hedge::at_least},       HedgeWord{"<", Hedge::at_most},
    HedgeWord{"≤", Hedge::at_most},
};

constexpr std::array<std::string_view, 11> kNumbers = {"two",   "three", "four", "five",   "six",   "seven",
                                                       "eight", "nine",  "ten",  "eleven", "twelve"};

template <class Words>
bool holds(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

const UnitWord* unit_word(std::string_view word) {
  const auto* found = std::find_if(kUnitWords.begin(), kUnitWords.end(),
                                   [&](const UnitWord& unit) { return unit.word == word; });
  return found == kUnitWords.end() ? nullptr : &*found;
}

std::string_view counted_noun(std::string_view word) {
  for (const NounWord& counted : kCounted)
    if (word == counted.plural || word == counted.noun) return counted.noun;
  return word == "device" ? "gpu" : word == "iteration" ? "step" : "";
}

std::string_view identified_noun(std::string_view word) {
  for (const NounWord& identified : kIdentified)
    if (word == identified.plural) return identified.noun;
  return "";
}

bool names_with_number(std::string_view word) { return holds(kNaming, word); }
bool orders(std::string_view word) { return holds(kOrders, word); }

bool is_superlative(std::string_view word) {
  return (word.size() > 4 && word.ends_with("est")) || word == "most" || word == "least" || word == "worst";
}

Hedge hedge_word(std::string_view word) {
  for (const HedgeWord& hedge : kHedges)
    if (hedge.word == word) return hedge.hedge;
  return Hedge::none;
}

std::optional<int> number_word(std::string_view word) {
  const auto found = std::find(kNumbers.begin(), kNumbers.end(), word);
  if (found == kNumbers.end()) return std::nullopt;
  return static_cast<int>(found - kNumbers.begin()) + 2;
}

}  // namespace nsys_ai::inline agent
