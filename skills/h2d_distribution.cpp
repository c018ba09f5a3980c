// When do host-to-device copies happen? One row per tenth of the span.
#include <algorithm>
#include <array>
#include <string_view>

#include "analysis/memory/transfers.h"
#include "analysis/time/busy.h"
#include "analysis/time/busy_bins.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::h2d_distribution_skill {
namespace {

constexpr int64_t kBins = 10;

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  Id bin;
  ClockNs start_ns;
  ClockNs end_ns;
  int64_t ops = 0;
  Bytes bytes;
  std::optional<GbPerS> gbps;
  std::string pattern;
};
template <class F>
void fields(Row& r, F& f) {
  f("bin", r.bin, "Which tenth of the span, from 0.");
  f("start_ns", r.start_ns, "Where it begins.");
  f("end_ns", r.end_ns, "Where it ends.");
  f("ops", r.ops, "How many host-to-device copies began in it.");
  f("bytes", r.bytes, "What such copies moved in it: of one that reaches beyond, in proportion to time.");
  f("gbps", r.gbps, "bytes / time in which such a copy ran in the bin; none where none did.");
  f("pattern", r.pattern, "Of all bins together: start-heavy, even or spikes.");
}

struct Bin {
  int64_t operations = 0;
  Sum bytes{};
  std::vector<Interval> running;
};
using Bins = std::array<Bin, kBins>;

// From the first start to the last end of operations on the devices of the scope.
Interval span_of(const std::vector<DeviceTime>& times) {
  Interval span = times.front().span;
  for (const DeviceTime& of : times)
    span = {std::min(span.start, of.span.start), std::max(span.end, of.span.end)};
  return span;
}

// Rounds cumulative bytes at each bound instead of the bytes of each bin, so that the bins add up to the
// total.
void deal_out(Interval span, Interval inside, int64_t bytes, Bins& bins) {
  int64_t before = 0;
  for (int64_t bin = 0; bin < kBins; ++bin) {
    const Interval of{bin_start(span, kBins, bin), bin_start(span, kBins, bin + 1)};
    const bool last = bin + 1 == kBins;
    if (inside.start >= of.end && !last) continue;
    Bin& in = bins[static_cast<size_t>(bin)];
    if (inside.start >= of.start) ++in.operations;
    const bool ends = inside.end <= of.end || last;
    const int64_t until = ends ? bytes : clipped_bytes(bytes, inside, {inside.start, of.end});
    in.bytes += until - before;
    before = until;
    const Interval part = intersect(inside, of);
    if (!part.empty()) in.running.push_back(part);
    if (ends) return;
  }
}

// At least seven tenths in the first two bins mean a heavy start; otherwise copies are even if no bin
// has twice its share.
std::string_view pattern_of(const Bins& bins) {
  double total = 0;
  double most = 0;
  for (const Bin& bin : bins) {
    total += static_cast<double>(bin.bytes);
    most = std::max(most, static_cast<double>(bin.bytes));
  }
  if (static_cast<double>(bins[0].bytes) + static_cast<double>(bins[1].bytes) >= 0.7 * total)
    return "start-heavy";
  return most <= 2 * total / kBins ? "even" : "spikes";
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const Copies& copies = context.profile.copies();
  const std::vector<DeviceTime> times = device_times(context.profile, context.scope);
  const Empty none{"No memory was copied from the host to a device in this scope."};
  if (times.empty()) return none;
  const Interval span = span_of(times);
  Bins bins;
  bool any = false;
  for (size_t i = 0; i < copies.size(); ++i) {
    if (copies.copy_kind[i] != kHostToDevice || !context.scope.has(copies.stream[i])) continue;
    const auto inside = context.scope.clip(copies.interval(i));
    if (!inside) continue;
    any = true;
    deal_out(span, *inside, clipped_bytes(copies.bytes[i], copies.interval(i), *inside), bins);
  }
  if (!any) return none;
  Rows<Row> rows;
  for (int64_t bin = 0; bin < kBins; ++bin) {
    Bin& of = bins[static_cast<size_t>(bin)];
    const int64_t running = IntervalSet::union_of(std::move(of.running)).total();
    rows.rows.push_back({bin, ClockNs{bin_start(span, kBins, bin)}, ClockNs{bin_start(span, kBins, bin + 1)},
                         of.operations, Bytes{of.bytes}, speed_cell(of.bytes, running),
                         std::string(pattern_of(bins))});
  }
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "h2d_distribution",
       .title = "When do host-to-device copies happen?",
       .doc =
           "The span of all operations in the scope, over its GPUs together, in ten equal bins, by time. "
           "Bytes lie in the bins in which they moved; a copy counts as an operation where it began. "
           "The pattern: start-heavy when at least 70 % of the bytes lie in the first two bins, even when no bin holds more than twice its tenth, else spikes.",
       .reading =
           "Start-heavy is loading a model once. "
           "Even means that each step feeds data: it should overlap computation, see overlap_breakdown. "
           "Spikes ask what happens there: run a skill with --trim around the bin.",
       .source = "Bins and patterns are this program's own.",
       .limits = "Copies to arrays and migrations of unified memory are not counted.",
       .needs = {Need::copy}},
      run);
}

}  // namespace nsys_ai::h2d_distribution_skill
