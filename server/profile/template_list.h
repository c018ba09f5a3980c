// The templates of one part of a table while it is read.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "profile/byte_runs.h"

namespace nsys_ai {

// Numbers templates in order of occurrence. They are unique as long as that saves memory: where most differ,
// further ones are appended unchecked, and the code that joins parts finds equal ones. For one thread.
class TemplateList {
 public:
  uint32_t add(std::string_view of_template);
  size_t size() const { return texts_.size(); }
  std::string_view operator[](size_t number) const { return texts_[number]; }
  ByteRuns<uint16_t> take_texts() { return std::move(texts_); }

 private:
  static constexpr uint32_t kFree = UINT32_MAX;
  struct Slot {
    uint32_t hash = 0;
    uint32_t number = kFree;
    uint64_t begin = 0;  // offset of its text in the bytes of all
  };
  uint32_t append(std::string_view of_template);
  void grow();

  ByteRuns<uint16_t> texts_;
  std::vector<Slot> slots_;
  uint64_t added_ = 0;
  bool looks_for_equal_ = true;
};

}  // namespace nsys_ai
