// What a text of a source says when it runs, as far as the source shows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "annotate/source_language.h"

namespace nsys_ai {

// The known parts of a text. Between two of them, anything may stand: `f"step {i} of {n}"` has the parts
// "step ", " of " and "". A text without holes has one part.
using TextParts = std::vector<std::string>;

// Of one literal, with its prefix and its quotes.
TextParts literal_text(SourceLanguage language, std::string_view literal);

// Which characters of a text are replaced when it runs.
enum class HoleStyle {
  braces,  // "step {}".format(i), fmt::format("step {}", i)
  percent  // "step %d" % i, range("step %d", i)
};
TextParts with_holes(const TextParts& text, HoleStyle style);

// One text after the other.
TextParts joined(TextParts first, const TextParts& second);

}  // namespace nsys_ai
