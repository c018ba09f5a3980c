// Reads only the texts to which events refer by the file's ids.
//
// Names are interned unchanged; other texts are split while the table is read. The string table of a real
// export also contains entire environment blocks that no event refers to; they are skipped without being
// stored.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "profile/byte_runs.h"
#include "profile/dictionary.h"
#include "profile/load/split_texts.h"
#include "profile/load/text_ids.h"
#include "profile/names.h"
#include "profile/sqlite_file/table_scan.h"

namespace nsys_ai {

// First every id is requested, then the table is read once, then names can be looked up by id.
class Strings {
 public:
  // The id of a cell that has none.
  static constexpr int64_t kNone = INT64_MIN;

  void want(int64_t id) {
    if (id != kNone) wanted_.code(id);
  }
  bool wants_any() const { return !wanted_.keys().empty(); }
  // The same for ids whose texts are to be split.
  void want_texts(const TextIds& ids) { wanted_texts_.add_all(ids); }
  // Fails only when cancelled. A null table leaves every id without a text.
  Result<ScannedTable> read(const TableSource& source, const FileTable* table, const CancelToken& cancel);
  // Interns the name on first use; returns the empty name for kNone and for ids that the table lacks.
  NameId of(int64_t id, Names& names);
  // Requested ids that the table lacks.
  size_t missing() const { return missing_; }
  // Rows of the table with a requested id that another row has too; the last of them counts.
  size_t repeated() const { return repeated_; }

  // The split texts.
  SplitTexts& split_texts() { return split_texts_; }
  const SplitTexts& split_texts() const { return split_texts_; }
  // All requested ids, which define these keys.
  const TextIds& wanted_texts() const { return wanted_texts_; }
  // How many of these texts were repaired, and how many ids the table lacks; ids that are requested as names
  // too are counted with the names.
  size_t repaired_texts() const { return split_texts_.repaired(); }
  size_t missing_texts() const;
  // Releases the split texts.
  void forget_texts();

 private:
  bool has_text(int64_t id) const;
  IdDictionary wanted_;
  TextIds wanted_texts_;
  SplitTexts split_texts_;
  std::vector<std::unique_ptr<RowSink>> parts_;         // own the texts
  std::vector<std::optional<std::string_view>> texts_;  // indexed by code
  std::vector<NameId> names_;                           // indexed by code; none() until it is used
  size_t missing_ = 0;
  size_t repeated_ = 0;
};

// The note about ids that several rows have.
std::string note_of_repeated_ids(size_t rows);

// Texts of one part of a table while it is read: ids of the string table, and texts stored in the row.
class TextCodes {
 public:
  // A code of this part.
  uint32_t of(TableRow& row, size_t id_column) {
    return ids_.code(row.integer(id_column).value_or(Strings::kNone)) << 1;
  }
  uint32_t of_text(std::string_view text) { return texts_.add(text) << 1 | 1; }
  void want(Strings& strings) const {
    for (const int64_t id : ids_.keys()) strings.want(id);
  }
  // Computes the names by code, for `name`.
  void resolve(Strings& strings, Names& names);
  NameId name(uint32_t code) const { return (code & 1 ? text_names_ : id_names_)[code >> 1]; }

 private:
  IdDictionary ids_;
  TextSet texts_;
  std::vector<NameId> id_names_;
  std::vector<NameId> text_names_;
};

}  // namespace nsys_ai
