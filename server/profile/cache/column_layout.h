// The layout of a column file, shared by its writer and its reader.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "profile/cache/checksum.h"
#include "profile/cache/members.h"
#include "profile/cache/source_identity.h"

namespace nsys_ai {

// Access to the private parts of columns.
struct ColumnParts {
  using Run = RowIds::Run;
  using Wide = std::pair<uint32_t, int64_t>;

  template <class P>
  static auto& narrow(P& packed) {
    return packed.narrow_;
  }
  template <class P>
  static auto& wide(P& packed) {
    return packed.wide_;
  }
  template <class P>
  static auto& alike(P& packed) {
    return packed.alike_;
  }
  template <class P>
  static auto& all(P& packed) {
    return packed.all_;
  }
  template <class R>
  static auto& runs(R& rows) {
    return rows.runs_;
  }
  static void set_size(RowIds& rows, size_t size) { rows.size_ = size; }
  template <class R>
  static auto& lengths(R& runs) {
    return runs.lengths_;
  }
  template <class R>
  static auto& bytes(R& runs) {
    return runs.bytes_;
  }
  template <class R>
  static auto& begins(R& runs) {
    return runs.begins_;
  }
  template <class T>
  static auto& templates(T& texts) {
    return texts.templates_.texts_;
  }
  template <class T>
  static auto& template_of_event(T& texts) {
    return texts.of_event_;
  }
  template <class T>
  static auto& numbers(T& texts) {
    return texts.numbers_;
  }
};

struct ColumnFileHeader {
  static constexpr std::array<char, 8> kMagic = {'n', 's', 'y', 's', 'c', 'o', 'l', 's'};
  // Incremented when the meaning of the content changes but its layout does not, for example when a load
  // produces different columns from the same file.
  static constexpr uint64_t kVersion = 5;

  std::array<char, 8> magic = kMagic;
  uint64_t version = kVersion;
  uint64_t layout = 0;
  SourceIdentity source;
  uint64_t rest_at = 0;     // where the arrays end
  uint64_t rest_bytes = 0;  // all other data and the blocks' checksums, up to the end of the file
  uint64_t rest_sum = 0;
  int64_t sealed_ns = 0;  // the time of the file's last change; another one shows that it was changed since
  uint64_t own_sum = 0;  // checksum of the header up to here

  uint64_t computed_sum() const { return checksum(this, offsetof(ColumnFileHeader, own_sum)); }
};
static_assert(std::has_unique_object_representations_v<ColumnFileHeader>);

// The unit of reading, validating and writing: about 256 KiB of complete elements, which fit in the nearest
// caches.
constexpr size_t block_elements(size_t element_bytes) { return (size_t{1} << 18) / element_bytes; }

// Where the next array begins: at a multiple of the size of any element.
constexpr uint64_t array_place(uint64_t at) { return (at + 15) / 16 * 16; }

// The names, kinds and sizes of all members, in order: equal for builds with the same layout.
class ColumnLayout {
 public:
  static uint64_t sum() {
    ProfileData data;
    ColumnLayout layout;
    members(layout, data);
    return layout.sum_;
  }

  template <class T>
  void value(std::string_view name, T&) {
    add(name, kind_of<T>(), std::is_arithmetic_v<T> ? sizeof(T) : 0);
  }
  template <class T>
  void raw(std::string_view name, T&) {
    add(name, 'r', 0);
  }
  template <class T>
  void list(std::string_view name, std::vector<T>&) {
    add(name, '(', 0);
    T element;
    members(*this, element);
    add(name, ')', 0);
  }
  void names(std::string_view name, Names&) { add(name, 'n', 0); }
  template <class T>
  void family(std::string_view name, T& columns) {
    add(name, '{', 0);
    members(*this, columns);
    add(name, '}', 0);
  }
  template <class T>
  void column(std::string_view name, Plain<T>&) {
    add(name, 'p', sizeof(T));
  }
  template <class N, class V>
  void column(std::string_view name, Packed<N, V>&) {
    add(name, 'k', sizeof(N) << 8 | sizeof(V));
  }
  template <class T>
  void column(std::string_view name, Coded<T>&) {
    add(name, 'c', sizeof(T));
  }
  void column(std::string_view name, RowIds&) { add(name, 'i', sizeof(ColumnParts::Run)); }
  void texts(std::string_view name, TextColumn& of) {
    add(name, 't', 0);
    column("of_event", ColumnParts::template_of_event(of));
    column("template_lengths", ColumnParts::lengths(ColumnParts::templates(of)));
    column("number_lengths", ColumnParts::lengths(ColumnParts::numbers(of)));
  }
  template <class T>
  void times(std::string_view name, T& of) {
    column(name, of);
  }
  template <class T>
  void durations(std::string_view name, T& of) {
    column(name, of);
  }
  template <class T>
  void open_durations(std::string_view name, T& of) {
    column(name, of);
  }

 private:
  template <class T>
  static constexpr char kind_of() {
    if constexpr (std::is_same_v<T, std::string>)
      return 's';
    else if constexpr (std::is_same_v<T, bool>)
      return 'b';
    else if constexpr (std::is_arithmetic_v<T>)
      return std::is_signed_v<T> ? 'd' : 'u';
    else if constexpr (std::is_same_v<T, std::optional<int64_t>>)
      return 'o';
    else
      return 'x';
  }
  void add(std::string_view name, char kind, size_t bytes) {
    const uint64_t kind_and_size = static_cast<uint64_t>(kind) << 32 | bytes;
    sum_ = checksum(name.data(), name.size(), sum_ ^ kind_and_size * 0x9E3779B97F4A7C15);
  }

  uint64_t sum_ = 0;
};

}  // namespace nsys_ai
