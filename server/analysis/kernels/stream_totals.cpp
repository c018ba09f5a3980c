// One pass over each family.
#include "analysis/kernels/stream_totals.h"

#include <algorithm>
#include <initializer_list>

namespace nsys_ai {
namespace {

// `visit` receives one operation and its duration.
template <class Visit>
void add(const Operations& operations, std::vector<StreamTotals>& totals, Visit visit) {
  for (size_t i = 0; i < operations.size(); ++i) {
    StreamTotals& of = totals[StreamIx(operations.stream[i])];
    const Interval time = operations.interval(i);
    of.span = of.operations() == 0
                  ? time
                  : Interval{std::min(of.span.start, time.start), std::max(of.span.end, time.end)};
    visit(of, time.duration());
  }
}

}  // namespace

std::vector<StreamTotals> build_stream_totals(const Profile& profile) {
  std::vector<StreamTotals> totals(profile.streams().size());
  add(profile.kernels(), totals, [](StreamTotals& of, int64_t length) {
    ++of.kernels;
    of.kernel_time += length;
  });
  add(profile.copies(), totals, [](StreamTotals& of, int64_t length) {
    ++of.copies;
    of.copy_time += length;
  });
  add(profile.memsets(), totals, [](StreamTotals& of, int64_t) { ++of.memsets; });
  add(profile.graph_runs(), totals, [](StreamTotals& of, int64_t) { ++of.graph_runs; });
  return totals;
}

std::vector<StreamIx> busiest_streams(const Profile& profile, Interval window) {
  std::vector<Sum> times(profile.streams().size());
  for (const Operations* family : std::initializer_list<const Operations*>{
           &profile.kernels(), &profile.copies(), &profile.memsets(), &profile.graph_runs()})
    for (size_t i = 0; i < family->size(); ++i)
      times[family->stream[i]] += intersect(family->interval(i), window).duration();
  std::vector<StreamIx> busiest;
  for (size_t at = 0; at < times.size(); ++at)
    if (times[at] > 0) busiest.emplace_back(at);
  std::stable_sort(busiest.begin(), busiest.end(),
                   [&](StreamIx a, StreamIx b) { return times[a] > times[b]; });
  return busiest;
}

}  // namespace nsys_ai
