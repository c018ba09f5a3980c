// What the reading of a capture has at hand.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/work.h"
#include "profile/identity.h"
#include "profile/part_texts.h"
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
  PartTexts::Faults text_faults{};

  void note(std::string text) { data.notes.push_back(std::move(text)); }
};

// Reads a small table row by row in this thread, and marks it as read; false when the file has none.
bool read_small_table(Loading& loading, Family family, std::vector<std::string_view> columns,
                      const std::function<void(Row&)>& take);
// Tells what was wrong with a table: damage, odd cells, columns that this version should have and lacks.
// `is_ordinary` says of a column whether versions without it are ordinary ones.
void note_scan(std::vector<std::string>& notes, const FileTable& table, const ScannedTable& scanned,
               const std::function<bool(std::string_view)>& is_ordinary = came_later);
inline void note_scan(Loading& loading, const FileTable& table, const ScannedTable& scanned) {
  note_scan(loading.data.notes, table, scanned);
}

}  // namespace nsys_ai
