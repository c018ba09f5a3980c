// The wire type of a query; its answer has the type of a skill's answer.
#pragma once

#include "protocol/nsys.h"

namespace nsys_ai::nsys {

struct QueryParams {
  std::string profile;
  std::string sql;
  std::optional<std::vector<int64_t>> gpus;
  std::optional<TimeWindow> trim;
  std::optional<int64_t> process;
  std::optional<int64_t> iteration;
  std::optional<std::string> phase;
  std::optional<int64_t> limit;
  std::optional<int64_t> offset;
  std::optional<Token> partialResultToken;
  std::optional<Token> workDoneToken;
};
template <class F>
void fields(QueryParams& v, F& f) {
  f("profile", v.profile, "The handle.");
  f("sql", v.sql, "One SELECT over the relational model of docs/SCHEMA.md.");
  f("gpus", v.gpus, "CUDA ordinals; all devices where it is empty or left out.");
  f("trim", v.trim, "The part of the capture to look at; all where it is left out.");
  f("process", v.process, "A pid; all processes where it is left out.");
  f("iteration", v.iteration,
    "A step of the program, from 0, as iteration_timing numbers them: its window and its process.");
  f("phase", v.phase,
    "A phase such as decode, as the skill phases names them: the window of its longest stretch, and its process.");
  f("limit", v.limit,
    "How many rows at most, 1000 where it is left out and at most 10000; with partialResultToken a million.");
  f("offset", v.offset, "How many rows of the answer to pass over: the `next_offset` of the page before.");
  f("partialResultToken", v.partialResultToken,
    "Asks for the rows as `$/progress` under this token; the answer then comes without rows.");
  f("workDoneToken", v.workDoneToken, "Asks for progress under this token.");
}

}  // namespace nsys_ai::nsys
