// Tracks in the order of their ranks, slices in the order of the file.
#include "tests/trace/print.h"

#include <algorithm>
#include <cstdio>

namespace nsys_ai::trace_test {
namespace {

// Exact, in the largest unit that leaves no fraction.
std::string time_text(int64_t ns) {
  constexpr std::pair<int64_t, const char*> kUnits[] = {
      {1'000'000'000, "s"}, {1'000'000, "ms"}, {1000, "us"}};
  if (ns == 0) return "0";
  for (const auto& [size, unit] : kUnits)
    if (ns % size == 0) return std::to_string(ns / size) + unit;
  return std::to_string(ns) + "ns";
}

std::string one_line(std::string text) {
  for (size_t at = 0; (at = text.find('\n', at)) != std::string::npos;) text.replace(at, 1, "\\n");
  return text;
}

// As many digits as the value has, three at most.
std::string value_text(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.3f", value);
  std::string out = text;
  out.erase(out.find_last_not_of('0') + 1);
  if (out.back() == '.') out.pop_back();
  return out;
}

std::string label(const DecodedTrack& track) {
  std::string text = track.name;
  if (track.tid)
    text += " {thread " + std::to_string(*track.tid) + " of " + std::to_string(*track.pid);
  else if (track.pid)
    text += " {process " + std::to_string(*track.pid);
  else
    return text;
  return text + (track.owner.empty() ? "}" : ", " + track.owner + "}");
}

std::string line(const DecodedSlice& slice) {
  std::string text(2 * slice.depth, ' ');
  text += time_text(slice.start);
  if (!slice.instant) text += ".." + (slice.end < 0 ? "" : time_text(slice.end));
  text += "  " + one_line(slice.name) + "  [";
  for (size_t i = 0; i < slice.categories.size(); ++i) text += (i ? ", " : "") + slice.categories[i];
  text += "]";
  for (const auto& [name, value] : slice.arguments) text += " " + name + "=" + value;
  if (slice.flow != 0) text += " arrow " + std::to_string(slice.flow);
  return text;
}

void print_children(const DecodedTrace& trace, uint64_t parent, const std::string& indent, std::string& out) {
  std::vector<const DecodedTrack*> children;
  for (const auto& [uuid, track] : trace.tracks)
    if (track.parent == parent) children.push_back(&track);
  std::stable_sort(children.begin(), children.end(),
                   [](const auto* a, const auto* b) { return a->rank < b->rank; });
  for (const DecodedTrack* track : children) {
    out += indent + label(*track) + "\n";
    for (const DecodedSlice& slice : trace.slices)
      if (slice.track == track->uuid) out += indent + "  | " + line(slice) + "\n";
    for (const DecodedValue& of : trace.values)
      if (of.track == track->uuid)
        out += indent + "  | " + time_text(of.time) + "  " + value_text(of.value) +
               (track->unit.empty() ? "" : " " + track->unit) + "\n";
    print_children(trace, track->uuid, indent + "  ", out);
  }
}

}  // namespace

std::string print(const DecodedTrace& trace) {
  std::string out;
  print_children(trace, 0, "", out);
  for (const std::string& fault : trace.faults) out += "FAULT " + fault + "\n";
  if (trace.open > 0) out += "FAULT " + std::to_string(trace.open) + " slices without an end\n";
  return out;
}

}  // namespace nsys_ai::trace_test
