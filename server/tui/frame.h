// What a screen of the terminal shows, before any program paints it: lines, what is highlighted, where the
// cursor is, and what is under each place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

// What a part of a line means. A front end chooses the colour.
enum class FrameRole : uint8_t {
  plain,
  dim,
  heading,
  axis,
  key,
  error,
  severity,
  cursor,
  selected,
  bookmark,
  call,
  communication,
  copy,
  finding,
  graph,
  idle,
  iteration,
  memset,
  os_call,
  sync,
  compute_1,  // kernels, by family
  compute_2,
  compute_3,
  compute_4,
  range_1,  // NVTX ranges, by label
  range_2,
  range_3,
  range_4
};
constexpr size_t kFrameRoles = static_cast<size_t>(FrameRole::range_4) + 1;
// As on the wire and in names of highlight groups: "compute_1".
std::string_view name_of(FrameRole role);

struct FrameStyle {
  FrameRole role = FrameRole::plain;
  bool inverse = false;
  bool strong = false;

  friend bool operator==(const FrameStyle&, const FrameStyle&) = default;
};

// Part of a line, in bytes. What no span covers is plain.
struct FrameSpan {
  size_t line = 0;
  size_t begin = 0;
  size_t end = 0;
  FrameStyle style;
};

// What a click there means, in cells.
struct FrameHit {
  size_t line = 0;
  size_t begin = 0;
  size_t end = 0;
  std::string what;  // "row:stream:3", "item:2"
};

struct FramePlace {
  size_t line = 0;
  size_t column = 0;
};

struct FrameSize {
  size_t columns = 80;
  size_t lines = 24;

  friend bool operator==(const FrameSize&, const FrameSize&) = default;
};
// A smaller screen gets a frame of this size, of which it shows a part.
constexpr FrameSize kLeastFrame{40, 10};
constexpr FrameSize kMostFrame{1000, 500};
FrameSize clamped(FrameSize size);

struct Frame {
  std::vector<std::string> lines;  // UTF-8, each as wide as the screen
  std::vector<FrameSpan> spans;    // by line and beginning
  std::vector<FrameHit> hits;
  std::optional<FramePlace> cursor;  // where a person types
  std::string mode;                  // which keys hold: "timeline", "prompt", ...
  bool pending = false;              // more is known once the action `refine` is done
  bool ended = false;                // the person quit
};

}  // namespace nsys_ai
