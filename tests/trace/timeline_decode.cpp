// Reads the lists of each row as a page does.
#include "tests/trace/timeline_decode.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

namespace nsys_ai::trace_test {

DecodedTrace decode(const Timeline& timeline) {
  DecodedTrace trace;
  std::set<std::pair<int64_t, int64_t>> places;
  const auto text = [&](int64_t at) { return timeline.texts.at(static_cast<size_t>(at)); };
  for (size_t i = 0; i < timeline.rows.size(); ++i) {
    const TimelineRow& row = timeline.rows[i];
    const auto uuid = static_cast<uint64_t>(i + 1);
    if (row.parent > static_cast<int64_t>(i)) trace.faults.push_back(row.name + " comes before its parent");
    if (!places.emplace(row.parent, row.rank).second)
      trace.faults.push_back(row.name + " has the rank of another");
    if (!std::is_sorted(row.starts.begin(), row.starts.end()))
      trace.faults.push_back(row.name + " goes back");
    trace.tracks[uuid] = {.uuid = uuid,
                          .parent = static_cast<uint64_t>(row.parent),
                          .rank = row.rank,
                          .name = row.name,
                          .counter = !row.values.empty(),
                          .unit = row.unit};
    for (size_t at = 0; at < row.values.size(); ++at)
      trace.values.push_back({uuid, timeline.run_start + row.starts.at(at), row.values[at]});
    for (size_t at = 0; at < row.lengths.size(); ++at) {
      DecodedSlice slice{.track = uuid,
                         .start = timeline.run_start + row.starts.at(at),
                         .end = timeline.run_start + row.starts.at(at) + row.lengths[at],
                         .depth = static_cast<size_t>(row.depths.at(at)),
                         .instant = row.lengths[at] == 0,
                         .name = text(row.names.at(at)),
                         .categories = {text(row.kinds.at(at))}};
      if (row.refs.at(at) >= 0) slice.arguments.emplace_back("ref", text(row.refs[at]));
      if (row.facts.at(at) >= 0) slice.arguments.emplace_back("facts", text(row.facts[at]));
      trace.slices.push_back(std::move(slice));
    }
  }
  if (!timeline.complete) trace.faults.emplace_back("the rest is left out");
  return trace;
}

std::vector<std::string> row_ids(const TimelineSource& source, const TraceOptions& options) {
  const std::vector<std::pair<std::vector<std::string>, bool>> kinds = {
      {{"stream"}, options.kernels},
      {{"nvtx", "start_end"}, options.nvtx},
      {{"calls"}, options.calls},
      {{"os_calls"}, options.os_calls},
      {{"other"}, options.others},
      {{"steps"}, options.iterations},
      {{"nvtx_on_gpu"}, options.nvtx_on_gpu},
      {{"idle"}, options.idle},
      {{"busy", "host_to_device", "device_to_host", "between_gpus", "launches", "queue"}, options.counters},
      {{"nvtx_counter"}, options.nvtx && options.counters},
      {{"metric"}, options.metrics},
      {{"finding"}, options.findings},
      {{"bookmark"}, options.bookmarks}};
  const auto listed = source.rows();
  if (!listed) throw std::runtime_error(listed.error().message);
  std::vector<std::string> ids;
  for (const TimelineRow& row : listed->rows)
    for (const auto& [names, shown] : kinds)
      if (shown && std::count(names.begin(), names.end(), row.id.substr(0, row.id.find(':'))) > 0)
        ids.push_back(row.id);
  return ids;
}

}  // namespace nsys_ai::trace_test
