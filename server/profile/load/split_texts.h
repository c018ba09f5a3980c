// The split texts of the string table, searchable by id.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "profile/byte_runs.h"
#include "profile/load/split_text.h"
#include "profile/load/text_ids.h"
#include "profile/template_list.h"

namespace nsys_ai {

// First the parts of the table are added, in order, then they are sorted, then any number of threads may look
// up texts.
class SplitTexts {
 public:
  struct Row {
    uint32_t key;          // the key of `TextIds`
    uint32_t of_template;  // twice the template's number, plus one where the id is requested as a name too
  };
  // One part of the table while it is read.
  struct Part {
    void add(uint32_t key, std::string_view text, bool is_name);

    TextSplitter splitter;
    TemplateList templates;
    Plain<Row> rows;
    ByteRuns<uint8_t> numbers;  // by row
    size_t repaired = 0;        // repaired texts, except those that are names too
    bool ascends = true;        // the keys of its rows ascend
  };
  void add(Part part);
  // Of rows with one key the last one is kept. Returns how many were dropped, except names.
  size_t put_in_order();

  size_t size() const;
  size_t repaired() const { return repaired_; }
  // The templates are numbered across all of them.
  std::vector<TemplateList*> template_lists();
  // Releases everything except the templates.
  void forget();

  struct Text {
    uint32_t of_template;
    std::string_view numbers;
  };
  // Finds texts by key, fastest in the order of keys. One per thread.
  class Finder {
   public:
    explicit Finder(const SplitTexts& texts) : texts_(texts) {}
    std::optional<Text> find(uint32_t key) {
      if ((at_ == end_ || at_->key != key) && !seek(key)) return std::nullopt;
      const Row& row = *at_++;
      return Text{first_template_ + (row.of_template >> 1), numbers_->run(static_cast<size_t>(&row - rows_))};
    }

   private:
    bool seek(uint32_t key);

    const SplitTexts& texts_;
    // The part with the previous result.
    const Row* rows_ = nullptr;
    const Row* at_ = nullptr;  // the next row
    const Row* end_ = nullptr;
    uint32_t first_template_ = 0;
    std::optional<ByteRuns<uint8_t>::Reader> numbers_;
  };

 private:
  // Some rows, by key; never empty.
  struct Run {
    Plain<Row> rows;
    ByteRuns<uint8_t> numbers;
    uint32_t first_template = 0;  // the number of the first of its templates across all parts
  };
  bool ascends() const;

  std::vector<Run> runs_;
  std::vector<TemplateList> templates_;  // indexed by part
  uint32_t next_template_ = 0;
  bool parts_ascend_ = true;
  size_t repaired_ = 0;
};

}  // namespace nsys_ai
