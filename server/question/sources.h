// Where a query's events stand in the relational model, and its conditions as SQL.
#pragma once

#include <string>

#include "question/answer_context.h"

namespace nsys_ai {

struct Source {
  std::string from;        // the table, or a statement in brackets
  std::string where;       // its conditions and those of the query; never empty
  std::string name;        // the column with the name
  std::string id;          // an expression with the reference; NULL where events have none
  std::string table = {};  // `from` and `where` of all such events in the part that is asked about
  std::string base_where = {};
};

// Fails when names cannot be looked up; a name of nothing is an empty answer.
Result<Source> source_of(AnswerContext& context);

// Whether the query is of a process that only calls of the operating system, scheduling, samples or overhead
// name, such as a compiler that the program starts: no scope can be of it alone.
bool is_of_other_process(const Profile& profile, const AskQuery& query, const Work& work);

// The calls of MPI as a table.
Result<std::string> mpi_calls(AnswerContext& context);

// The measure of one event as an expression over the columns of the source.
std::string value_of(Measure measure);

}  // namespace nsys_ai
