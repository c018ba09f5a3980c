// The figures of a text: numbers that claim something.
//
// A figure is a number with what it counts or measures: 12.3 ms, 1,234 calls, 97 %, 1.5x. Numbers that name
// or order are no figures: code, quoted names, references, versions, GPUs and number formats, dates, numbers
// of lists and headings, `the 3 longest`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

// `identity`: a number that identifies one of several: GPU 1, stream 7. `number`: a number without a unit.
enum class FigureKind {
  number,
  identity,
  time,
  bytes,
  bandwidth,
  share,
  ratio,
  flops,
  flop_rate,
  frequency,
  power
};

// How the words before a number extend its range. `at_least`: more than, over. `at_most`: under, nearly, up
// to.
enum class Hedge { none, about, at_least, at_most };

struct Figure {
  size_t begin = 0;  // in bytes, includes the unit
  size_t end = 0;
  FigureKind kind = FigureKind::number;
  double value = 0;      // in ns, bytes, bytes a second, 1, FLOP, FLOP/s, Hz, W
  double half_step = 0;  // of the last given digit: the unrounded value lies within this distance
  Hedge hedge = Hedge::none;
  std::string noun;  // for a number or an identity, in lower case and singular: call, kernel, gpu
  // The upper end of a range like `3 to 4 ms`, which is one figure; otherwise equal to `value`.
  double upper = 0;
  double unit = 1;  // size of the unit in which it is written
};

// In the order of the text, which is Markdown or plain.
std::vector<Figure> figures_in(std::string_view text);

}  // namespace nsys_ai
