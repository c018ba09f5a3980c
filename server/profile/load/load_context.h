// The state that the steps of a load share.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/work.h"
#include "profile/identity.h"
#include "profile/load/part_texts.h"
#include "profile/load/strings.h"
#include "profile/profile.h"
#include "profile/schema.h"
#include "profile/sqlite_file/table_scan.h"

namespace nsys_ai::inline profile {

struct LoadContext {
  const TableSource& source;
  const Work& work;
  ProfileData& data;
  Identities identities{data};
  Strings strings{};
  PartTexts::Faults text_faults{};

  void note(std::string text) { data.notes.push_back(std::move(text)); }
};

// Reads a small table row by row in this thread, and marks it as read; false when the file has none.
bool read_small_table(LoadContext& loading, TableKind family, std::vector<std::string_view> columns,
                      const std::function<void(TableRow&)>& visit);
// Reports what was wrong with a table: damage, malformed cells, columns that this version should have and
// lacks. `is_ordinary` says whether versions without a column are ordinary ones.
void note_scan(std::vector<std::string>& notes, const FileTable& table, const ScannedTable& scanned,
               const std::function<bool(std::string_view)>& is_ordinary = came_later);
inline void note_scan(LoadContext& loading, const FileTable& table, const ScannedTable& scanned) {
  note_scan(loading.data.notes, table, scanned);
}

}  // namespace nsys_ai::inline profile
