// Which figures a text has: figures.test.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agent/grounding/figures.h"
#include "case_file.h"
#include "tests/support/places.h"

namespace nsys_ai::test {
namespace {

std::string_view word_of(FigureKind kind) {
  switch (kind) {
    case FigureKind::number:
      return "number";
    case FigureKind::identity:
      return "identity";
    case FigureKind::time:
      return "ns";
    case FigureKind::bytes:
      return "bytes";
    case FigureKind::bandwidth:
      return "B/s";
    case FigureKind::share:
      return "share";
    case FigureKind::ratio:
      return "ratio";
    case FigureKind::flops:
      return "FLOP";
    case FigureKind::flop_rate:
      return "FLOP/s";
    case FigureKind::frequency:
      return "Hz";
    case FigureKind::power:
      return "W";
  }
  return "";
}

std::string_view word_of(Hedge hedge) {
  switch (hedge) {
    case Hedge::none:
      return "";
    case Hedge::about:
      return ", about";
    case Hedge::at_least:
      return ", at least";
    case Hedge::at_most:
      return ", at most";
  }
  return "";
}

std::string told(const WordCase& given) {
  std::string lines;
  for (const WordCase::Line& line : given.given)
    for (const Figure& figure : figures_in(line.rest)) {
      lines += fmt::format("{} = {:.10g}", line.rest.substr(figure.begin, figure.end - figure.begin),
                           figure.value);
      if (figure.upper != figure.value) lines += fmt::format(" to {:.10g}", figure.upper);
      if (figure.half_step != 0) lines += fmt::format(" ±{:.10g}", figure.half_step);
      lines += fmt::format(" {}{}{}\n", word_of(figure.kind), figure.noun.empty() ? "" : " of " + figure.noun,
                           word_of(figure.hedge));
    }
  return lines.empty() ? "none\n" : lines;
}

TEST(Figures, AreFoundWithTheirUnits) {
  check_word_cases(source_folder() / "tests" / "agent" / "grounding" / "figures.test", told);
}

}  // namespace
}  // namespace nsys_ai::test
