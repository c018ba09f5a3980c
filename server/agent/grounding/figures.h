// The figures of a text: numbers that claim something.
//
// A figure is a number with what it counts or measures: 12.3 ms, 1,234 calls, 97 %, 1.5x. What names or
// orders is none: code, quoted names, references, versions, GPUs and number formats, dates, numbers of lists
// and headings, `the 3 longest`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

// `identity`: a number that names one of several: GPU 1, stream 7. `number`: all that has no unit.
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

// How the words before a number widen it. `at_least` is more than, over; `at_most` is under, nearly, up to.
enum class Hedge { none, about, at_least, at_most };

struct Figure {
  size_t begin = 0;  // in bytes, with its unit
  size_t end = 0;
  FigureKind kind = FigureKind::number;
  double value = 0;      // in s^-9 (ns), bytes, bytes a second, 1, FLOP, FLOP/s, Hz, W
  double half_step = 0;  // of the last digit that is given: the value lies within that of what was rounded
  Hedge hedge = Hedge::none;
  std::string noun;  // of a number or an identity, in lower case and the singular: call, kernel, gpu
  // Of a range such as `3 to 4 ms`, which is one figure: its upper end; else equal to `value`.
  double upper = 0;
  double unit = 1;  // size of the unit that it is said in
};

// In the order of the text, which is Markdown or plain.
std::vector<Figure> figures_in(std::string_view text);

}  // namespace nsys_ai
