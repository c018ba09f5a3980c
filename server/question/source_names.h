// The names of a capture that a word means, as conditions of a query.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "analysis/name_search.h"
#include "question/answer_context.h"
#include "question/sources.h"

namespace nsys_ai {

// A part of a text, `*` for whatever lies between, as LIKE takes it with `\\` as ESCAPE.
std::string like_text(const std::string& part);

// The calls that are wanted, by their names, each of which is looked at once. Fails where they are too many;
// `of` is what they are called then.
Result<std::string> calls_named(const Profile& profile, const std::string& of,
                                const std::function<bool(std::string_view)>& wanted);

// The names of the kind that a word means: those that are called so, else those that contain it. `0` where
// there are none; fails where there are too many.
Result<std::string> names_condition(AnswerContext& context, NamedKind kind, const std::string& name);

// The ranges or marks of the name as a table of their own; empty where the name means several labels or none.
Result<std::string> nvtx_named(AnswerContext& context, NamedKind kind, const std::string& name);

// The kernels launched inside ranges of the name, as a table; empty where the name means several labels or
// none.
Result<std::string> kernels_inside(AnswerContext& context, const std::string& name);

// Narrows to what was launched, or called, inside the ranges that are meant.
Result<void> place_inside(AnswerContext& context, Source& source);

}  // namespace nsys_ai
