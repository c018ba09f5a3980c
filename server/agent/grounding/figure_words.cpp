// Tables of words, one for each meaning.
#include "agent/grounding/figure_words.h"

#include <algorithm>
#include <array>

namespace nsys_ai {
namespace {

constexpr std::array kUnitWords = {
    FigureUnit{"ns", FigureKind::time, 1},
    FigureUnit{"nanoseconds", FigureKind::time, 1},
    FigureUnit{"nanosecond", FigureKind::time, 1},
    FigureUnit{"us", FigureKind::time, 1e3},
    FigureUnit{"µs", FigureKind::time, 1e3},  // the micro sign
    FigureUnit{"μs", FigureKind::time, 1e3},  // the Greek letter
    FigureUnit{"usec", FigureKind::time, 1e3},
    FigureUnit{"microseconds", FigureKind::time, 1e3},
    FigureUnit{"microsecond", FigureKind::time, 1e3},
    FigureUnit{"ms", FigureKind::time, 1e6},
    FigureUnit{"msec", FigureKind::time, 1e6},
    FigureUnit{"milliseconds", FigureKind::time, 1e6},
    FigureUnit{"millisecond", FigureKind::time, 1e6},
    FigureUnit{"s", FigureKind::time, 1e9},
    FigureUnit{"sec", FigureKind::time, 1e9},
    FigureUnit{"secs", FigureKind::time, 1e9},
    FigureUnit{"seconds", FigureKind::time, 1e9},
    FigureUnit{"second", FigureKind::time, 1e9},
    FigureUnit{"min", FigureKind::time, 60e9},
    FigureUnit{"minutes", FigureKind::time, 60e9},
    FigureUnit{"minute", FigureKind::time, 60e9},
    FigureUnit{"h", FigureKind::time, 3600e9},
    FigureUnit{"hours", FigureKind::time, 3600e9},
    FigureUnit{"hour", FigureKind::time, 3600e9},
    FigureUnit{"B", FigureKind::bytes, 1},
    FigureUnit{"byte", FigureKind::bytes, 1},
    FigureUnit{"bytes", FigureKind::bytes, 1},
    FigureUnit{"kB", FigureKind::bytes, 1e3},
    FigureUnit{"KB", FigureKind::bytes, 1e3},
    FigureUnit{"MB", FigureKind::bytes, 1e6},
    FigureUnit{"GB", FigureKind::bytes, 1e9},
    FigureUnit{"TB", FigureKind::bytes, 1e12},
    FigureUnit{"KiB", FigureKind::bytes, 1024.0},
    FigureUnit{"MiB", FigureKind::bytes, 1024.0 * 1024},
    FigureUnit{"GiB", FigureKind::bytes, 1024.0 * 1024 * 1024},
    FigureUnit{"TiB", FigureKind::bytes, 1024.0 * 1024 * 1024 * 1024},
    FigureUnit{"kilobytes", FigureKind::bytes, 1e3},
    FigureUnit{"megabytes", FigureKind::bytes, 1e6},
    FigureUnit{"gigabytes", FigureKind::bytes, 1e9},
    FigureUnit{"B/s", FigureKind::bandwidth, 1},
    FigureUnit{"kB/s", FigureKind::bandwidth, 1e3},
    FigureUnit{"KB/s", FigureKind::bandwidth, 1e3},
    FigureUnit{"MB/s", FigureKind::bandwidth, 1e6},
    FigureUnit{"GB/s", FigureKind::bandwidth, 1e9},
    FigureUnit{"TB/s", FigureKind::bandwidth, 1e12},
    FigureUnit{"KiB/s", FigureKind::bandwidth, 1024.0},
    FigureUnit{"MiB/s", FigureKind::bandwidth, 1024.0 * 1024},
    FigureUnit{"GiB/s", FigureKind::bandwidth, 1024.0 * 1024 * 1024},
    FigureUnit{"%", FigureKind::share, 0.01},
    FigureUnit{"percent", FigureKind::share, 0.01},
    FigureUnit{"pp", FigureKind::share, 0.01},
    FigureUnit{"x", FigureKind::ratio, 1},
    FigureUnit{"X", FigureKind::ratio, 1},
    FigureUnit{"×", FigureKind::ratio, 1},
    FigureUnit{"times", FigureKind::ratio, 1},
    FigureUnit{"fold", FigureKind::ratio, 1},
    FigureUnit{"FLOP", FigureKind::flops, 1},
    FigureUnit{"FLOPs", FigureKind::flops, 1},
    FigureUnit{"MFLOP", FigureKind::flops, 1e6},
    FigureUnit{"GFLOP", FigureKind::flops, 1e9},
    FigureUnit{"GFLOPs", FigureKind::flops, 1e9},
    FigureUnit{"TFLOP", FigureKind::flops, 1e12},
    FigureUnit{"TFLOPs", FigureKind::flops, 1e12},
    FigureUnit{"PFLOP", FigureKind::flops, 1e15},
    FigureUnit{"GFLOPS", FigureKind::flop_rate, 1e9},
    FigureUnit{"GFLOP/s", FigureKind::flop_rate, 1e9},
    FigureUnit{"TFLOPS", FigureKind::flop_rate, 1e12},
    FigureUnit{"TFLOP/s", FigureKind::flop_rate, 1e12},
    FigureUnit{"TFLOPs/s", FigureKind::flop_rate, 1e12},
    FigureUnit{"PFLOPS", FigureKind::flop_rate, 1e15},
    FigureUnit{"Hz", FigureKind::frequency, 1},
    FigureUnit{"kHz", FigureKind::frequency, 1e3},
    FigureUnit{"MHz", FigureKind::frequency, 1e6},
    FigureUnit{"GHz", FigureKind::frequency, 1e9},
    FigureUnit{"mW", FigureKind::power, 1e-3},
    FigureUnit{"W", FigureKind::power, 1},
    FigureUnit{"kW", FigureKind::power, 1e3},
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

struct NumberWord {
  std::string_view word;
  int number;
};
constexpr std::array kNumbers = {
    NumberWord{"two", 2},        NumberWord{"three", 3},     NumberWord{"four", 4},
    NumberWord{"five", 5},       NumberWord{"six", 6},       NumberWord{"seven", 7},
    NumberWord{"eight", 8},      NumberWord{"nine", 9},      NumberWord{"ten", 10},
    NumberWord{"eleven", 11},    NumberWord{"twelve", 12},   NumberWord{"thirteen", 13},
    NumberWord{"fourteen", 14},  NumberWord{"fifteen", 15},  NumberWord{"sixteen", 16},
    NumberWord{"seventeen", 17}, NumberWord{"eighteen", 18}, NumberWord{"nineteen", 19},
    NumberWord{"twenty", 20},    NumberWord{"thirty", 30},   NumberWord{"forty", 40},
    NumberWord{"fifty", 50},     NumberWord{"sixty", 60},    NumberWord{"seventy", 70},
    NumberWord{"eighty", 80},    NumberWord{"ninety", 90},
};

constexpr std::array kParts = {
    NumberWord{"third", 3},   NumberWord{"thirds", 3}, NumberWord{"quarter", 4}, NumberWord{"quarters", 4},
    NumberWord{"fifth", 5},   NumberWord{"fifths", 5}, NumberWord{"sixth", 6},   NumberWord{"eighth", 8},
    NumberWord{"eighths", 8}, NumberWord{"tenth", 10}, NumberWord{"tenths", 10},
};

// `may` is omitted, because it is also a verb.
constexpr auto kMonths =
    std::to_array<std::string_view>({"january", "february", "march", "april", "june", "july", "august",
                                     "september", "october", "november", "december"});

template <class Words>
bool holds(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

const FigureUnit* unit_word(std::string_view word) {
  const auto* found = std::find_if(kUnitWords.begin(), kUnitWords.end(),
                                   [&](const FigureUnit& unit) { return unit.word == word; });
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
  for (const NumberWord& number : kNumbers)
    if (number.word == word) return number.number;
  return std::nullopt;
}

int part_word(std::string_view word) {
  for (const NumberWord& part : kParts)
    if (part.word == word) return part.number;
  return 0;
}

bool is_month(std::string_view word) { return holds(kMonths, word); }

const FigureUnit* rate_of(const FigureUnit& unit) {
  if (unit.kind != FigureKind::bytes && unit.kind != FigureKind::flops) return nullptr;
  const FigureKind rate = unit.kind == FigureKind::bytes ? FigureKind::bandwidth : FigureKind::flop_rate;
  const auto* found = std::find_if(kUnitWords.begin(), kUnitWords.end(), [&](const FigureUnit& other) {
    return other.kind == rate && other.size == unit.size;
  });
  return found == kUnitWords.end() ? nullptr : &*found;
}

}  // namespace nsys_ai
