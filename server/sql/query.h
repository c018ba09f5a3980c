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
  // The query's file; errors then begin with `FILE:LINE: `. Empty for a query that comes from no file.
  std::string_view file = {};
};

// Why rows are missing at the end of an answer.
enum class Truncation { none, rows, bytes };

// Columns that come from columns of the model, or from plain aggregates of one, have its units
// (sql/column_units.h). A column has the type of its values: text if one of them is text, else real if one is
// real. A repeated column name is numbered: `id`, `id_2`.
struct QueryAnswer {
  Table table;
  Truncation cut = Truncation::none;
  Interval recorded = {};  // the time of the families that were read; empty if none was
  Interval window = {};    // the window of the scope; without one, the time of the families that were read
  std::vector<std::string> notes = {};  // what a reader must know about the tables that were read, one
                                        // sentence each
};

// Fails with bad_request for a query that is invalid, does more than read, or lacks a binding; with cannot_do
// when it needs more time or space than the limits allow; with cancelled. Stops within 50 ms of a cancel,
// except while it builds an index of the profile (the links behind `launch`, `nvtx`, `parent` and `depth`) or
// runs the analysis behind a table function, which takes as long as its skill.
Result<QueryAnswer> run_query(const Profile& profile, const Scope& scope, const Query& query,
                              const QueryLimits& limits = {}, const Work& work = {});

// The columns and parameters of a query, determined without a profile.
struct QueryShape {
  std::vector<std::string> columns;     // as SQLite names them
  std::vector<std::string> parameters;  // without the colon, in order of first use
};
Result<QueryShape> describe_query(std::string_view sql, std::string_view file = {});

}  // namespace nsys_ai
