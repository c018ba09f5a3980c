// The tables of Nsight Systems' exports as one HTML file that opens from the disk: columns with what they
// mean, what refers to what, and the same data in the relational model.
#pragma once

#include <string>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

// Which type of events is read from a table, as FileTable::read_as; empty if none is.
std::string event_type_of(const FileTable& table);
// The tables of the relational model that are made of a table.
std::vector<std::string> model_tables_of(const std::string& table, const std::string& event_type);

// Of all tables that are known: docs/sqlite-explorer/index.html.
std::string explorer_page();
// Of the tables of a file, with the number of their rows and a few values.
std::string explorer_page(const Profile& profile);

}  // namespace nsys_ai
