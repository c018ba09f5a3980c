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
  std::vector<ParamDoc> params;  // of a table function
};

// "integer, ns": the type, and the unit where there is one.
std::string type_words(const Column& column);

// In the order in which they are to be read.
std::vector<TableDoc> model();

}  // namespace nsys_ai
