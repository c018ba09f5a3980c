// Translates a word into conditions on the names in a capture.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "analysis/name_search.h"
#include "question/answer_context.h"
#include "question/sources.h"

namespace nsys_ai {

// The pattern for a part of a text, in which `*` stands for any text, for LIKE with `\\` as ESCAPE.
std::string like_text(const std::string& part);

// A condition for the calls whose names satisfy `wanted`; tests each name once. Fails if there are too many,
// with `of` as their name in the message.
Result<std::string> calls_named(const Profile& profile, const std::string& of,
                                const std::function<bool(std::string_view)>& wanted);

// A condition for the names of this kind that the word means: exact matches, otherwise names that contain it.
// `0` if there are none; fails if there are too many.
Result<std::string> names_condition(AnswerContext& context, NamedKind kind, const std::string& name);

// A table of the ranges or marks with this name; empty if the name means several labels or none.
Result<std::string> nvtx_named(AnswerContext& context, NamedKind kind, const std::string& name);

// A table of the kernels that were launched inside ranges with this name; empty if the name means several
// labels or none.
Result<std::string> kernels_inside(AnswerContext& context, const std::string& name);

// Narrows the source to launches or calls inside the ranges that the query names.
Result<void> place_inside(AnswerContext& context, Source& source);

}  // namespace nsys_ai
