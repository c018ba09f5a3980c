// Runs one untrusted SELECT over the relational model.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "base/result.h"
#include "base/value.h"
#include "base/work.h"
#include "profile/profile.h"
#include "sql/sandbox.h"

namespace nsys_ai {

// Values of the parameters `:name`, without the colon.
using Bindings = std::map<std::string, Value>;

struct Query {
  std::string_view sql;
  Bindings bindings = {};
  // The file it stands in; errors then begin with `FILE:LINE: `. Empty for a query that stands in no file.
  std::string_view file = {};
};

// Why rows are missing at the end of an answer.
enum class Cut { none, rows, bytes };

// Columns that are columns of the model, or plain aggregates of one, have its units (sql/column_units.h). All
// have the type of their values: text where one is text, else real where one is real. A column name that
// occurs again is numbered: `id`, `id_2`.
struct QueryAnswer {
  Table table;
  Cut cut = Cut::none;
  Interval recorded = {};  // the families that were read; empty where none was
  Interval window = {};    // of the scope; where none was asked for, it holds the families that were read
  std::vector<std::string> notes = {};  // what is to be known of the tables that were read, one sentence each
};

// Fails as bad_request on a query that is wrong, asks for more than reading, or lacks a binding; as cannot_do
// when it needs more time or space than the limits leave; as cancelled. Stops within 50 ms of a cancel, but
// for what is built once per profile, such as the links behind `launch`, `nvtx`, `parent` and `depth`, and
// for an analysis behind a table function, which takes as long as its skill does.
Result<QueryAnswer> run_query(const Profile& profile, const Scope& scope, const Query& query,
                              const QueryLimits& limits = {}, const Work& work = {});

// What a query will answer with and what it asks for, found without a profile.
struct QueryShape {
  std::vector<std::string> columns;     // as SQLite names them
  std::vector<std::string> parameters;  // without the colon, in the order of first use
};
Result<QueryShape> describe_query(std::string_view sql, std::string_view file = {});

}  // namespace nsys_ai
