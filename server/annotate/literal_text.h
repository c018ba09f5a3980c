// The run-time value of a text in a source, as far as the source shows it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "annotate/source_language.h"

namespace nsys_ai {

// The known parts of a text, between which any text may occur: `f"step {i} of {n}"` has the parts "step ", "
// of " and "". A text without holes has one part.
using TextParts = std::vector<std::string>;

// The parts of one literal, given with its prefix and quotes.
TextParts literal_text(SourceLanguage language, std::string_view literal);

// The syntax of the placeholders that are replaced at run time.
enum class HoleStyle {
  braces,  // "step {}".format(i), fmt::format("step {}", i)
  percent  // "step %d" % i, range("step %d", i)
};
TextParts with_holes(const TextParts& text, HoleStyle style);

// The concatenation of two texts.
TextParts joined(TextParts first, const TextParts& second);

}  // namespace nsys_ai
