// The shared state of the steps of a load.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/work.h"
#include "profile/families/lazy_family.h"
#include "profile/identity.h"
#include "profile/load/part_texts.h"
#include "profile/load/strings.h"
#include "profile/profile.h"
#include "profile/schema.h"
#include "profile/sqlite_file/table_scan.h"

namespace nsys_ai {

struct LoadContext {
  const TableSource& source;
  const Work& work;
  ProfileData& data;
  Identities identities{data};
  Strings strings{};
  PartTexts::Faults text_faults{};

  // `about` names the parts that were not read correctly; it is 0 where the capture itself lacks the data.
  void note(std::string text, DataParts about = 0) { data.notes.push_back({std::move(text), about}); }
  void note_all(std::vector<std::string> texts, DataParts about) {
    for (std::string& text : texts) note(std::move(text), about);
  }
};

// Reads a small table row by row in this thread, and marks it as read; false when the file lacks it.
bool read_small_table(LoadContext& loading, TableKind family, std::vector<std::string_view> columns,
                      const std::function<void(TableRow&)>& visit);
// Reports problems of a table: damage, malformed cells, and missing columns that this version should have.
// `is_ordinary` says whether ordinary versions lack a column.
void note_scan(LazyFamily& family, const FileTable& table, const ScannedTable& scanned,
               const std::function<bool(std::string_view)>& is_ordinary);
// The same for tables that are read at open. Columns that were not captured are not reported in each answer.
void note_scan(LoadContext& loading, const FileTable& table, const ScannedTable& scanned, DataParts about);

}  // namespace nsys_ai
