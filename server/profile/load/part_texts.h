// The texts of events while they are read: each part of a table takes its own apart, then parts become one
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

// Texts of one part of a table, in the order of its rows. For one thread until parts are concatenated.
class PartTexts {
 public:
  // What was wrong with texts.
  struct Faults {
    size_t repaired = 0;  // held bytes that are no text
    size_t missing = 0;   // ids that the string table lacks
  };

  // Has templates fill their room in the whole.
  void borrow_from(TextColumn& whole, size_t first, size_t rows, size_t of);
  // A text that stands in the row.
  void add(std::string_view text);
  // One of the string table; `Strings::kNone` where the row has none.
  void add_id(int64_t id);
  void want(Strings& strings) const { strings.want_texts(ids_); }

  // Once the strings were read. They are given back.
  static Faults concatenate(TextColumn& whole, const std::vector<PartTexts*>& parts, Strings& strings,
                            size_t threads);

 private:
  // The key of no id.
  static constexpr uint32_t kNoId = TextIds::kKeys - 1;
  class Merging;
  class Named;
  struct Numbering;
  // Codes become ids, and texts of the string table bring their numbers.
  void resolve(const Numbering& numbering, const Strings& strings);

  TextSplitter splitter_;
  TemplateList templates_;
  TextIds ids_;
  TextSet repaired_;         // what was no text, each once
  Plain<TemplateId> codes_;  // twice the key of an id, or twice the number of a template and one
  ByteRuns<uint8_t> numbers_;
};

}  // namespace nsys_ai
