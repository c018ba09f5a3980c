// The relational model in words: the tables that a query may read, with the unit and meaning of each column.
#pragma once

#include <string>
#include <vector>

#include "base/value.h"

namespace nsys_ai {

struct ParamDoc {
  Column column;
  std::string otherwise;  // the default, as a query writes it: '1ms', NULL
};

struct TableDoc {
  std::string name;
  std::string doc;
  std::vector<Column> columns;
  std::vector<ParamDoc> params;  // for a table function
};

// "integer, ns": the type, and the unit if it has one.
std::string type_words(const Column& column);

// In reading order.
std::vector<TableDoc> model();

}  // namespace nsys_ai
