// Reads a profile's data from a column file in three steps: everything except the arrays, then the arrays
// block by block on all cores, then the checks that need complete arrays.
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "profile/cache/column_layout.h"

namespace nsys_ai {

// Part of an array: its place in the file, its destination, and how its elements are validated.
struct ColumnBlock {
  uint64_t at;
  size_t bytes;
  unsigned char* into;
  const std::function<bool(const unsigned char* block, size_t bytes)>* can_be;
};

// A visitor of `members`. It holds references into `data`, which must not move meanwhile.
class ColumnReader {
 public:
  // `rest` is the data after the arrays; the arrays are between two offsets of the file. Where `map` is a map
  // of the entire file, columns refer to it instead of being read; their elements are then not checked.
  ColumnReader(ProfileData& data, std::string_view rest, uint64_t arrays_at, uint64_t arrays_end,
               const unsigned char* map)
      : data_(data), rest_(rest), at_(arrays_at), end_(arrays_end), map_(map) {}

  // Allocates the arrays of `data`; false when the data read is invalid. Afterwards `blocks` lists the blocks
  // to read.
  bool lay_out();
  const std::vector<ColumnBlock>& blocks() const { return blocks_; }
  uint64_t sum_of(size_t block) const;
  // Independent tasks for after the blocks are read; they may run concurrently, and each may fail.
  const std::vector<std::function<bool()>>& last_steps() const { return last_steps_; }
  // Tasks for after those: checks that need several columns. They run one after the other, each on all cores.
  const std::vector<std::function<bool()>>& joint_steps() const { return joint_steps_; }

  template <class T>
  void value(const char*, T& of) {
    if constexpr (std::is_same_v<T, std::string>)
      good_ = text(of) && is_text(of) && good_;
    else if constexpr (std::is_same_v<T, std::optional<int64_t>>)
      optional(of);
    else if constexpr (std::is_same_v<T, bool>)
      of = number<uint8_t>() != 0;
    else if constexpr (std::is_arithmetic_v<T>)
      of = number<T>();
    else
      index(of);
  }
  void raw(const char*, std::string& of) { text(of); }
  void raw(const char*, std::vector<std::string>& of) {
    for (uint64_t left = count(); left > 0 && good_; --left) text(of.emplace_back());
  }
  template <class T>
  void list(const char*, std::vector<T>& of) {
    for (uint64_t left = count(); left > 0 && good_; --left) members(*this, of.emplace_back());
  }
  void names(const char*, Names& of);
  template <class T>
  void family(const char*, T& columns) {
    rows_ = number<uint64_t>();
    good_ = good_ && rows_ < UINT32_MAX;
    members(*this, columns);
  }
  template <class T>
  void column(const char*, Plain<T>& of) {
    array(of, [this](const T* from, const T* to) { return all_exist(from, to); });
    expect_rows(of.size());
  }
  template <class N, class V>
  void column(const char*, Packed<N, V>& of) {
    if constexpr (std::is_integral_v<V>)
      packed(
          of, [](int64_t) { return true; }, [] { return UINT64_MAX; });
    else
      packed(
          of, [this](int64_t number) { return number >= 0 && static_cast<uint64_t>(number) < limit(V()); },
          [this] { return limit(V()); });
  }
  template <class T>
  void column(const char*, Coded<T>& of) {
    array(of.values, [this](const T* from, const T* to) { return all_exist(from, to); });
    const std::vector<T>& values = of.values;
    packed(
        of.code, [&values](int64_t code) { return code >= 0 && static_cast<uint64_t>(code) < values.size(); },
        [&values] { return uint64_t{values.size()}; });
  }
  void column(const char*, RowIds& of);
  void texts(const char* name, TextColumn& of);
  void times(const char*, Plain<int64_t>& of) {
    array(of, [](const int64_t* from, const int64_t* to) {
      return std::all_of(
          from, to, [](int64_t time) { return time >= -Spans::kFarthestNs && time <= Spans::kFarthestNs; });
    });
    expect_rows(of.size());
  }
  void durations(const char*, Packed<uint32_t>& of) {
    packed(
        of, [](int64_t duration) { return duration >= 0 && duration <= Spans::kLongestNs; },
        [] { return UINT64_MAX; });
  }
  void open_durations(const char*, Packed<uint32_t>& of) {
    packed(
        of,
        [](int64_t duration) {
          return duration == Spans::kOpen || (duration >= 0 && duration <= Spans::kLongestNs);
        },
        [] { return UINT64_MAX; });
  }

 private:
  using CanBe = std::function<bool(const unsigned char*, size_t)>;

  template <class T>
  T number() {
    T of{};
    if (rest_.size() < sizeof(T)) {
      good_ = false;
      return of;
    }
    std::memcpy(&of, rest_.data(), sizeof(T));
    rest_.remove_prefix(sizeof(T));
    return of;
  }
  // The count of elements that use at least a byte each.
  uint64_t count() {
    const auto of = number<uint64_t>();
    good_ = good_ && of <= rest_.size();
    return good_ ? of : 0;
  }
  bool text(std::string& of) {
    const uint64_t bytes = count();
    of = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return good_;
  }
  void optional(std::optional<int64_t>& of) {
    const bool has = number<uint8_t>() != 0;
    const auto inside = number<int64_t>();
    if (has) of = inside;
  }
  template <class Tag>
  void index(Index<Tag>& of) {
    of.value = number<uint32_t>();
    const bool may_be_none = std::is_same_v<Index<Tag>, GpuIx>;
    good_ = good_ && (of.value < limit(of) || (may_be_none && !of.exists()));
  }

  uint64_t limit(NameId) const { return lengths_.size(); }
  uint64_t limit(ProcessIx) const { return data_.processes.size(); }
  uint64_t limit(ThreadIx) const { return data_.threads.size(); }
  uint64_t limit(GpuIx) const { return data_.gpus.size(); }
  uint64_t limit(DeviceIx) const { return data_.devices.size(); }
  uint64_t limit(StreamIx) const { return data_.streams.size(); }

  template <class T>
  bool all_exist(const T* from, const T* to) const {
    if constexpr (std::is_same_v<T, KernelName>)
      return std::all_of(from, to, [most = lengths_.size()](const KernelName& name) {
        return name.full.value < most && name.brief.value < most;
      });
    else if constexpr (std::is_same_v<T, NameId>)
      return std::all_of(from, to, [most = lengths_.size()](NameId name) { return name.value < most; });
    else
      return true;
  }

  void expect_rows(size_t size) { good_ = good_ && size == rows_; }
  // Whether an array of `count` elements fits at the place of the next array.
  bool fits(uint64_t count, size_t element_bytes) const {
    return good_ && at_ <= end_ && count <= (end_ - at_) / element_bytes;
  }
  // For lists that must be in memory of their own.
  template <class T>
  void copy_array(std::vector<T>& of, uint64_t count) {
    of.resize(count);
    if (count > 0) std::memcpy(static_cast<void*>(of.data()), map_ + at_, count * sizeof(T));
    at_ += count * sizeof(T);
  }
  void add_blocks(unsigned char* into, size_t bytes, size_t block_bytes, CanBe can_be);
  template <class Column, class Check>
  void array(Column& of, Check can_be) {
    using T = std::remove_cvref_t<decltype(of[0])>;
    constexpr size_t kBlock = block_elements(sizeof(T));
    const auto count = number<uint64_t>();
    at_ = array_place(at_);
    good_ = fits(count, sizeof(T));
    if (!good_) return;
    sums_ += (count + kBlock - 1) / kBlock;
    if (map_ != nullptr) {
      if constexpr (requires { of.refer_to(&of[0], count); }) {
        of.refer_to(reinterpret_cast<const T*>(map_ + at_), count);
        at_ += count * sizeof(T);
      } else {
        copy_array(of, count);
        last_steps_.push_back([&of, can_be] { return can_be(of.data(), of.data() + of.size()); });
      }
      return;
    }
    if constexpr (requires { of.resize_raw(count); })
      of.resize_raw(count);
    else
      of.resize(count);
    if (count == 0) return;
    add_blocks(reinterpret_cast<unsigned char*>(&of[0]), count * sizeof(T), kBlock * sizeof(T),
               [can_be](const unsigned char* block, size_t bytes) {
                 const T* from = reinterpret_cast<const T*>(block);
                 return can_be(from, from + bytes / sizeof(T));
               });
  }

  // The lengths add up to the number of bytes, which the joint steps check.
  template <class N>
  void runs(ByteRuns<N>& of) {
    packed_list(
        ColumnParts::lengths(of), [](int64_t length) { return length >= 0; }, [] { return UINT64_MAX; });
    array(ColumnParts::bytes(of), [](const char*, const char*) { return true; });
    array(ColumnParts::begins(of), [](const uint64_t*, const uint64_t*) { return true; });
  }

  // `limit` returns the exclusive bound of narrow numbers, once all lists are read.
  template <class N, class V, class Check, class Limit>
  void packed(Packed<N, V>& of, Check can_be, Limit limit) {
    packed_list(of, can_be, limit);
    expect_rows(of.size());
  }
  template <class N, class V, class Check, class Limit>
  void packed_list(Packed<N, V>& of, Check can_be, Limit limit) {
    constexpr N kMark = std::numeric_limits<N>::max();
    std::atomic<uint64_t>& marks = marks_.emplace_back(0);
    ColumnParts::alike(of) = number<uint64_t>();
    ColumnParts::all(of) = number<N>();
    good_ = good_ && ColumnParts::alike(of) < UINT32_MAX;
    Plain<N>& narrow = ColumnParts::narrow(of);
    array(narrow, [&marks, limit](const N* from, const N* to) {
      uint64_t found = 0;
      N most = 0;
      for (const N* at = from; at < to; ++at) {
        found += *at == kMark ? 1 : 0;
        most = std::max(most, *at == kMark ? N{0} : *at);
      }
      if (found > 0) marks += found;
      return most < limit() || static_cast<ptrdiff_t>(found) == to - from;
    });
    Plain<uint32_t>& places = places_.emplace_back();
    Plain<int64_t>& numbers = numbers_.emplace_back();
    array(places, [](const uint32_t*, const uint32_t*) { return true; });
    array(numbers, [](const int64_t*, const int64_t*) { return true; });
    const bool is_mapped = map_ != nullptr;
    last_steps_.push_back([&of, &narrow, &marks, &places, &numbers, can_be, is_mapped] {
      if ((places.size() != marks && !is_mapped) || numbers.size() != places.size()) return false;
      const N all = ColumnParts::all(of);
      if (ColumnParts::alike(of) > 0 && (!narrow.empty() || all == kMark || !can_be(all))) return false;
      auto& wide = ColumnParts::wide(of);
      wide.reserve(places.size());
      for (size_t i = 0; i < places.size(); ++i) {
        const bool ascends = i == 0 || places[i - 1] < places[i];
        if (!ascends || places[i] >= narrow.size() || narrow[places[i]] != kMark || !can_be(numbers[i]))
          return false;
        wide.emplace_back(places[i], numbers[i]);
      }
      return true;
    });
  }

  ProfileData& data_;
  std::string_view rest_;
  uint64_t at_;
  uint64_t end_;
  const unsigned char* map_;
  uint64_t sums_ = 0;  // of blocks
  bool good_ = true;
  uint64_t rows_ = 0;  // of the current family
  std::vector<ColumnBlock> blocks_;
  std::deque<CanBe> can_be_;
  std::vector<std::function<bool()>> last_steps_;
  std::vector<std::function<bool()>> joint_steps_;
  std::deque<std::atomic<uint64_t>> marks_;
  std::deque<Plain<uint32_t>> places_;
  std::deque<Plain<int64_t>> numbers_;
  Plain<uint32_t> lengths_;  // of names
  Plain<char> texts_;
};

}  // namespace nsys_ai
