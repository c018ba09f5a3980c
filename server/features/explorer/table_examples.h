// A few values of each table of a file, for a person who wants to see what stands in it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

// By table, the texts of some rows, by column in the order of the file; empty where a cell is NULL or not
// shown. Tables that hold environments, command lines or what a program printed are left out; of other tables
// a number of a text stands with that text.
std::map<std::string, std::vector<std::vector<std::string>>> table_examples(const Profile& profile);

}  // namespace nsys_ai
