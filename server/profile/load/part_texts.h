// The texts of events while they are read: each part of a table splits its own, then the parts become one
// column.
#pragma once

#include <string_view>
#include <vector>

#include "profile/load/strings.h"
#include "profile/load/text_ids.h"
#include "profile/template_list.h"
#include "profile/text_column.h"
#include "profile/text_set.h"

namespace nsys_ai {

// Texts of one part of a table, in row order. For one thread until parts are concatenated.
class PartTexts {
 public:
  // Counts problems of texts.
  struct Faults {
    size_t repaired = 0;  // texts with bytes that are not valid text
    size_t missing = 0;   // ids that the string table lacks
  };

  // Makes templates use their place in the final column.
  void borrow_from(TextColumn& whole, size_t first, size_t rows, size_t of);
  // Adds a text that is stored in the row.
  void add(std::string_view text);
  // Adds a text of the string table; `Strings::kNone` where the row has none.
  void add_id(int64_t id);
  void want(Strings& strings) const { strings.want_texts(ids_); }

  // Called after the strings were read. Releases the parts.
  static Faults concatenate(TextColumn& whole, const std::vector<PartTexts*>& parts, Strings& strings,
                            size_t threads);

 private:
  // The key of no id.
  static constexpr uint32_t kNoId = TextIds::kKeys - 1;
  class Merging;
  class Named;
  struct Numbering;
  // Replaces codes by ids, and fetches the numbers of string table texts.
  void resolve(const Numbering& numbering, const Strings& strings);

  TextSplitter splitter_;
  TemplateList templates_;
  TextIds ids_;
  TextSet repaired_;         // distinct repaired texts
  Plain<TemplateId> codes_;  // twice the key of an id, or twice the number of a template plus one
  ByteRuns<uint8_t> numbers_;
};

}  // namespace nsys_ai
