// Computes and words figures, for all kinds of questions.
#pragma once

#include <string>

#include "question/sources.h"

namespace nsys_ai {

constexpr int64_t kListed = 10;  // rows in addition to the answer

// Whether the statistic is an order statistic, and not a sum or mean.
bool is_ranked(const std::optional<Statistic>& statistic);
// The measure of all events, as an SQL expression.
std::string aggregate(const AskQuery& query, Measure measure);
// A mean of integer quantities, rounded like those of skills.
Value rounded(const Value& value, Unit unit);
std::string shown(const Value& value, Unit unit);
std::string quoted_name(const std::string& name);
// `The number of kernels on GPU 0 is 2,005.`
std::string sentence(const AnswerContext& context, const std::string& value);
std::string only_so_many(int64_t count);
// Adds the short name that people use, in addition to the recorded one.
void add_short_name(AnswerContext& context, const std::string& name);
// Whether several processes in scope use the same GPU number.
bool has_shared_gpu(const AnswerContext& context);
// Whether they do, and each number is known to mean one GPU.
bool has_one_shared_gpu(const AnswerContext& context);
// Whether they do and a number may mean several GPUs; the answer then says so.
bool shares_a_gpu(AnswerContext& context);

// The parts of `answer_events` that are in separate files.
Result<void> answer_groups(AnswerContext& context, const Source& source);
Result<void> answer_iteration_groups(AnswerContext& context);
Result<void> answer_single(AnswerContext& context, const Source& source);
// Whether the capture has steps; if not, the answer says so. Repeats of a block do not count.
bool has_steps(AnswerContext& context);

}  // namespace nsys_ai
