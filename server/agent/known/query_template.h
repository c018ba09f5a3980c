// Queries of known wordings, with slots in place of what a question names.
#pragma once

#include <string>
#include <string_view>

#include "agent/known/frame.h"

namespace nsys_ai::inline agent {

// A query in the words of `understood`, with the slots and scopes of a question in place of what it names,
// and marks `@g` where a scope stands. What the question does not name stays as it is.
std::string template_of(std::string_view query, const Frame& question);

// Whether the template has all names, numbers and conditions of the question.
bool uses_what_is_named(std::string_view query_template, const Frame& question);

// The query that a template says of a question. Empty where it lacks something that the question names, or
// has a slot that the question lacks.
std::string filled(std::string_view query_template, const Frame& question);

// The template of wordings that ask what no capture tells, such as the loss of a training.
inline constexpr std::string_view kNothingAsked = "nothing";
// The template of wordings whose query has what they do not name: they are read in another way.
inline constexpr std::string_view kReadOtherwise = "otherwise";

// The template without its marks: what is asked, wherever.
std::string without_marks(std::string_view query_template);

// What a template asks, wherever: the same for two that say it in different words.
std::string what_is_asked(std::string_view query_template);

}  // namespace nsys_ai::inline agent
