// What the reading of a capture has at hand.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/work.h"
#include "profile/identity.h"
#include "profile/profile.h"
#include "profile/schema.h"
#include "profile/strings.h"
#include "profile/table_scan.h"

namespace nsys_ai {

struct Loading {
  const TableSource& source;
  const Work& work;
  ProfileData& data;
  Identities identities{data};
  Strings strings{};

  void note(std::string text) { data.notes.push_back(std::move(text)); }
};

// Reads a small table row by row in this thread, and marks it as read; false when the file has none.
bool read_small_table(Loading& loading, Family family, std::vector<std::string_view> columns,
                      const std::function<void(Row&)>& take);
// Tells what was wrong with a table: damage, odd cells, columns that this version should have and lacks.
void note_scan(Loading& loading, const FileTable& table, const ScannedTable& scanned);

}  // namespace nsys_ai
