// Finds a query's events in the relational model, and translates its conditions into SQL.
#pragma once

#include <string>

#include "question/answer_context.h"

namespace nsys_ai {

struct Source {
  std::string from;        // the table, or a subquery
  std::string where;       // its conditions and the query's; never empty
  std::string name;        // the column that holds the name
  std::string id;          // an expression for the reference; NULL if the events have none
  std::string table = {};  // the SQL for all events of the kind in the requested part, without the query's
                           // conditions
  std::string base_where = {};
};

// Fails if names cannot be looked up; a name without matches yields an empty answer.
Result<Source> source_of(AnswerContext& context);

// Whether the query is about a process that appears only in calls of the operating system, scheduling,
// samples or overhead, for example a compiler that the program starts: no scope can be limited to it.
bool is_of_other_process(const Profile& profile, const AskQuery& query, const Work& work);

// A table of the MPI calls.
Result<std::string> mpi_calls(AnswerContext& context);

// The measure of one event, as an expression over the source's columns.
std::string value_of(Measure measure);

}  // namespace nsys_ai
