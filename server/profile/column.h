// Columns of events: plain arrays, and compact ones for numbers that are nearly always small.
//
// A column is filled by one thread and immutable afterwards. Large arrays make up most of a profile: they
// grow in place where the system can move pages, and are released as soon as a column is destroyed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/index.h"

namespace nsys_ai {

// Gives access to the private parts of columns for code that stores them in files
// (profile/cache/column_file.h).
struct ColumnParts;

// An array of trivially copyable values that is never zeroed and never copied by accident.
template <class T>
class Plain {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Plain() = default;
  Plain(std::initializer_list<T> values) {
    for (const T& value : values) push_back(value);
  }
  Plain(Plain&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)),
        is_borrowed_(std::exchange(other.is_borrowed_, false)) {}
  Plain& operator=(Plain&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    std::swap(is_borrowed_, other.is_borrowed_);
    return *this;
  }
  ~Plain() {
    if (!is_borrowed_) std::free(data_);
  }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T& operator[](size_t at) const { return data_[at]; }
  T& operator[](size_t at) { return data_[at]; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  const T& back() const { return data_[size_ - 1]; }
  size_t bytes() const { return capacity_ * sizeof(T); }

  [[gnu::always_inline]] void push_back(T value) {
    if (size_ == capacity_) [[unlikely]]
      grow();
    data_[size_++] = value;
  }
  void reserve(size_t capacity) {
    if (capacity <= capacity_) return;
    set_capacity(capacity);
  }
  // Leaves new elements uninitialised: for callers that write all of them.
  void resize_raw(size_t size) {
    reserve(size);
    size_ = size;
  }
  void assign(size_t size, T value) {
    resize_raw(size);
    std::fill(data_, data_ + size, value);
  }
  void append(const Plain& other) {
    if (other.empty()) return;
    reserve(size_ + other.size_);
    if (data_ + size_ != other.data_)
      std::memmove(static_cast<void*>(data_ + size_), other.data_, other.size_ * sizeof(T));
    size_ += other.size_;
  }
  void clear_and_free() { *this = Plain(); }

  // Makes an empty array borrow memory of another one, its host: arrays that fill adjacent parts of it side
  // by side need no copy when they are concatenated. An array that outgrows its room allocates memory of its
  // own. The elements belong to the host only when it appends them.
  void borrow_from(Plain& host, size_t first, size_t room) {
    *this = Plain();
    data_ = host.data_ + first;
    capacity_ = room;
    is_borrowed_ = true;
  }
  // Makes an empty array one of constant elements elsewhere, which must stay there.
  void refer_to(const T* elements, size_t count) {
    *this = Plain();
    data_ = const_cast<T*>(elements);
    size_ = capacity_ = count;
    is_borrowed_ = true;
  }
  bool is_borrowed() const { return is_borrowed_; }
  // Releases memory that far exceeds the elements' size.
  void fit() {
    if (!is_borrowed_ && size_ > 0 && capacity_ - size_ > size_ / 8) set_capacity(size_);
  }

 private:
  void set_capacity(size_t capacity) {
    void* moved = std::realloc(is_borrowed_ ? nullptr : static_cast<void*>(data_), capacity * sizeof(T));
    if (moved == nullptr) throw std::bad_alloc();
    if (is_borrowed_) std::memcpy(moved, data_, size_ * sizeof(T));
    is_borrowed_ = false;
    data_ = static_cast<T*>(moved);
    capacity_ = capacity;
  }
  [[gnu::noinline]] void grow() { reserve(std::max<size_t>(64, capacity_ + capacity_ / 2)); }

  T* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
  bool is_borrowed_ = false;
};

namespace column {
template <class T>
constexpr int64_t number_of(T value) {
  return static_cast<int64_t>(value);
}
template <class Tag>
constexpr int64_t number_of(Index<Tag> index) {
  return index.value;
}
template <class T>
constexpr T value_of(int64_t number) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(number);
  else
    return T(static_cast<size_t>(number));
}
}  // namespace column

// Numbers stored in as few bytes as nearly all of them need. Larger ones are in a separate list. Where all
// are equal, `fit` stores only that value.
template <class Narrow, class Value = int64_t>
class Packed {
  static constexpr Narrow kWide = std::numeric_limits<Narrow>::max();

 public:
  size_t size() const { return narrow_.size() + alike_; }
  size_t bytes() const { return narrow_.bytes() + wide_.capacity() * sizeof(wide_[0]); }
  Value operator[](size_t at) const {
    const Narrow narrow = alike_ == 0 ? narrow_[at] : all_;
    return narrow != kWide ? column::value_of<Value>(narrow) : wide_at(at);
  }
  // Whether every number is this one, which a column that was fitted knows.
  bool all_are(Value value) const {
    if (alike_ > 0) return column::value_of<Value>(all_) == value;
    for (size_t at = 0; at < narrow_.size(); ++at)
      if ((*this)[at] != value) return false;
    return true;
  }
  [[gnu::always_inline]] void push_back(Value value) { push_number(column::number_of(value)); }
  [[gnu::always_inline]] void push_number(int64_t number) {
    if (static_cast<uint64_t>(number) < uint64_t{kWide}) [[likely]]
      narrow_.push_back(static_cast<Narrow>(number));
    else
      push_wide(number);
  }
  void reserve(size_t capacity) { narrow_.reserve(capacity); }
  void append(const Packed& other) {
    const auto offset = static_cast<uint32_t>(narrow_.size());
    narrow_.append(other.narrow_);
    for (const auto& [at, number] : other.wide_) wide_.emplace_back(at + offset, number);
  }
  // Appends the codes of a part, each mapped to its value in `map`.
  template <class Codes, class Map>
  void append_mapped(const Codes& codes, const Map& map) {
    reserve(size() + codes.size());
    for (size_t i = 0; i < codes.size(); ++i) push_number(map[codes[i]]);
  }
  void clear_and_free() { *this = Packed(); }
  template <class Other>
  void borrow_from(Packed<Narrow, Other>& host, size_t first, size_t room) {
    narrow_.borrow_from(host.narrow_, first, room);
  }
  bool is_borrowed() const { return narrow_.is_borrowed(); }
  // Call after the last append.
  void fit() {
    narrow_.fit();
    const auto differs = [this](Narrow number) { return number != narrow_[0]; };
    if (narrow_.empty() || narrow_[0] == kWide || std::any_of(narrow_.begin(), narrow_.end(), differs))
      return;
    alike_ = narrow_.size();
    all_ = narrow_[0];
    narrow_.clear_and_free();
  }

 private:
  friend ColumnParts;
  template <class, class>
  friend class Packed;
  [[gnu::noinline]] void push_wide(int64_t number) {
    wide_.emplace_back(static_cast<uint32_t>(narrow_.size()), number);
    narrow_.push_back(kWide);
  }
  Value wide_at(size_t at) const {
    const auto found = std::lower_bound(wide_.begin(), wide_.end(), at,
                                        [](const auto& wide, size_t wanted) { return wide.first < wanted; });
    return column::value_of<Value>(found->second);
  }

  Plain<Narrow> narrow_;
  std::vector<std::pair<uint32_t, int64_t>> wide_;  // (index, number), by index
  // How many numbers equal `all_`; then nothing else is stored.
  size_t alike_ = 0;
  Narrow all_{};
};

// The row numbers of events in the file, run-length encoded: they increase by one nearly everywhere.
class RowIds {
 public:
  RowIds() = default;
  RowIds(std::initializer_list<int64_t> rows) {
    for (const int64_t row : rows) push_back(row);
  }
  size_t size() const { return size_; }
  int64_t operator[](size_t at) const {
    if (runs_.size() == 1) return runs_[0].row + static_cast<int64_t>(at);
    const auto after = std::upper_bound(runs_.begin(), runs_.end(), at,
                                        [](size_t wanted, const Run& run) { return wanted < run.at; });
    return (after - 1)->row + static_cast<int64_t>(at - (after - 1)->at);
  }
  [[gnu::always_inline]] void push_back(int64_t row) {
    if (runs_.empty() || runs_.back().row + static_cast<int64_t>(size_ - runs_.back().at) != row)
      runs_.push_back({size_, row});
    ++size_;
  }
  void append(const RowIds& other) {
    for (size_t run = 0; run < other.runs_.size(); ++run) {
      const size_t next = run + 1 < other.runs_.size() ? other.runs_[run + 1].at : other.size_;
      push_back(other.runs_[run].row);
      size_ += next - other.runs_[run].at - 1;
    }
  }
  void reserve(size_t) {}
  void clear_and_free() { *this = RowIds(); }
  bool is_borrowed() const { return false; }
  void fit() {}
  // The index of a row; `size()` when no event has it. Rows of a damaged file need not increase, so every run
  // is checked.
  size_t find(int64_t row) const {
    for (size_t run = 0; run < runs_.size(); ++run) {
      const size_t next = run + 1 < runs_.size() ? runs_[run + 1].at : size_;
      // Unsigned, because the distance of two rows may exceed a signed number.
      const uint64_t offset = static_cast<uint64_t>(row) - static_cast<uint64_t>(runs_[run].row);
      if (row >= runs_[run].row && offset < next - runs_[run].at) return runs_[run].at + offset;
    }
    return size_;
  }
  size_t bytes() const { return runs_.capacity() * sizeof(Run); }

 private:
  friend ColumnParts;
  struct Run {
    size_t at;
    int64_t row;
  };
  std::vector<Run> runs_;
  size_t size_ = 0;
};

// Dictionary encoding: each distinct value is stored once, and each event stores its code.
template <class Value>
struct Coded {
  Packed<uint16_t, uint32_t> code;
  std::vector<Value> values;

  size_t size() const { return code.size(); }
  const Value& operator[](size_t at) const { return values[code[at]]; }
  size_t bytes() const { return code.bytes() + values.capacity() * sizeof(Value); }
};

}  // namespace nsys_ai
