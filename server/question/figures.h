// How figures are computed and said, for all kinds of questions.
#pragma once

#include <string>

#include "question/sources.h"

namespace nsys_ai {

constexpr int64_t kListed = 10;  // rows beside the answer

// Whether it is a value in order of size, and not a sum or mean.
bool is_ranked(const std::optional<Statistic>& statistic);
// The measure of all events as an expression.
std::string aggregate(const AskQuery& query, Measure measure);
// A mean of whole quantities is rounded as skills round theirs.
Value rounded(const Value& value, Unit unit);
std::string shown(const Value& value, Unit unit);
std::string quoted_name(const std::string& name);
// `The number of kernels on GPU 0 is 2,005.`
std::string sentence(const AnswerContext& context, const std::string& value);
std::string only_so_many(int64_t count);
// The name as people say it, beside the one that the file has.
void add_short_name(AnswerContext& context, const std::string& name);
// Whether processes in scope number a GPU alike.
bool has_shared_gpu(const AnswerContext& context);
// Whether they do, and each number is known to be one GPU.
bool has_one_shared_gpu(const AnswerContext& context);
// Whether they do and it is not known to be one GPU; then says so.
bool shares_a_gpu(AnswerContext& context);

// The parts of `answer_events` that stand in files of their own.
Result<void> answer_groups(AnswerContext& context, const Source& source);
Result<void> answer_iteration_groups(AnswerContext& context);
Result<void> answer_single(AnswerContext& context, const Source& source);
// Whether the capture has steps; where not, says so. Repeats of a block are none.
bool has_steps(AnswerContext& context);

}  // namespace nsys_ai
