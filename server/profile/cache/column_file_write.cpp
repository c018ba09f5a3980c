// Writes columns from one thread, which may have low priority; no lock is held.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <ctime>
#include <deque>

#include "base/descriptor.h"
#include "profile/cache/column_file.h"
#include "profile/cache/column_layout.h"

namespace nsys_ai {
namespace {

struct ArrayToWrite {
  const void* data;
  size_t bytes;
  size_t block_bytes;
};

// Collects the locations of the arrays, and writes all other data.
class ColumnWriter {
 public:
  template <class T>
  void value(const char*, const T& of) {
    if constexpr (std::is_same_v<T, std::string>)
      text(of);
    else if constexpr (std::is_same_v<T, std::optional<int64_t>>)
      number<uint8_t>(of.has_value()), number(of.value_or(0));
    else if constexpr (std::is_same_v<T, bool>)
      number<uint8_t>(of);
    else if constexpr (std::is_arithmetic_v<T>)
      number(of);
    else
      number(of.value);
  }
  void raw(const char*, const std::string& of) { text(of); }
  void raw(const char*, const std::vector<std::string>& of) {
    number<uint64_t>(of.size());
    for (const std::string& one : of) text(one);
  }
  template <class T>
  void list(const char*, const std::vector<T>& of) {
    number<uint64_t>(of.size());
    for (const T& one : of) members(*this, one);
  }
  void names(const char*, const Names& of) {
    Plain<uint32_t>& lengths = lengths_.emplace_back();
    Plain<char>& texts = texts_.emplace_back();
    for (size_t i = 0; i < of.size(); ++i) {
      const std::string_view text = of.text(NameId(i));
      lengths.push_back(static_cast<uint32_t>(text.size()));
      const size_t at = texts.size();
      // The buffer grows by half when it is full.
      if (at + text.size() > room_) texts.reserve(room_ = (at + text.size()) * 3 / 2);
      texts.resize_raw(at + text.size());
      if (!text.empty()) std::memcpy(&texts[at], text.data(), text.size());
    }
    array(lengths.begin(), lengths.size());
    array(texts.begin(), texts.size());
  }
  template <class T>
  void family(const char*, const T& columns) {
    number<uint64_t>(columns.size());
    members(*this, columns);
  }
  template <class T>
  void column(const char*, const Plain<T>& of) {
    array(of.begin(), of.size());
  }
  template <class N, class V>
  void column(const char*, const Packed<N, V>& of) {
    number<uint64_t>(ColumnParts::alike(of));
    number(ColumnParts::all(of));
    const auto& narrow = ColumnParts::narrow(of);
    array(narrow.begin(), narrow.size());
    // A pair has padding.
    Plain<uint32_t>& places = lengths_.emplace_back();
    Plain<int64_t>& numbers = numbers_.emplace_back();
    for (const auto& [place, wide] : ColumnParts::wide(of)) {
      places.push_back(place);
      numbers.push_back(wide);
    }
    array(places.begin(), places.size());
    array(numbers.begin(), numbers.size());
  }
  template <class T>
  void column(const char* name, const Coded<T>& of) {
    static_assert(std::has_unique_object_representations_v<T>);
    array(of.values.data(), of.values.size());
    column(name, of.code);
  }
  void column(const char*, const RowIds& of) {
    number<uint64_t>(of.size());
    const auto& runs = ColumnParts::runs(of);
    array(runs.data(), runs.size());
  }
  template <class T>
  void times(const char* name, const T& of) {
    column(name, of);
  }
  template <class T>
  void durations(const char* name, const T& of) {
    column(name, of);
  }
  template <class T>
  void open_durations(const char* name, const T& of) {
    column(name, of);
  }

  void texts(const char* name, const TextColumn& of) {
    runs(name, ColumnParts::templates(of));
    column(name, ColumnParts::template_of_event(of));
    runs(name, ColumnParts::numbers(of));
  }

  const std::vector<ArrayToWrite>& arrays() const { return arrays_; }
  std::string& rest() { return rest_; }

 private:
  template <class T>
  void number(T of) {
    rest_.append(reinterpret_cast<const char*>(&of), sizeof(of));
  }
  template <class N>
  void runs(const char* name, const ByteRuns<N>& of) {
    column(name, ColumnParts::lengths(of));
    column(name, ColumnParts::bytes(of));
    column(name, ColumnParts::begins(of));
  }
  void text(const std::string& of) {
    number<uint64_t>(of.size());
    rest_ += of;
  }
  template <class T>
  void array(const T* data, size_t count) {
    number<uint64_t>(count);
    arrays_.push_back({data, count * sizeof(T), block_elements(sizeof(T)) * sizeof(T)});
  }

  std::vector<ArrayToWrite> arrays_;
  std::string rest_;
  std::deque<Plain<uint32_t>> lengths_;  // owns arrays whose columns do not store them in this form
  std::deque<Plain<int64_t>> numbers_;
  std::deque<Plain<char>> texts_;
  size_t room_ = 0;
};

bool write_all(const Descriptor& file, const void* data, size_t bytes, uint64_t at) {
  const auto* from = static_cast<const unsigned char*>(data);
  while (bytes > 0) {
    const ssize_t put = ::pwrite(file.number(), from, bytes, static_cast<off_t>(at));
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    from += put;
    at += static_cast<uint64_t>(put);
    bytes -= static_cast<size_t>(put);
  }
  return true;
}

}  // namespace

int64_t column_file_bytes(const ProfileData& data) {
  ColumnWriter writer;
  members(writer, data);
  size_t bytes = sizeof(ColumnFileHeader) + writer.rest().size();
  for (const ArrayToWrite& array : writer.arrays())
    bytes += array_place(array.bytes) + (array.bytes / array.block_bytes + 1) * sizeof(uint64_t);
  return static_cast<int64_t>(bytes);
}

bool write_column_file(const ProfileData& data, const SourceIdentity& source,
                       const std::filesystem::path& path, const CancelToken& cancel) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file) return false;
  ColumnWriter writer;
  members(writer, data);
  ColumnFileHeader header;
  header.layout = ColumnLayout::sum();
  header.source = source;
  header.rest_at = sizeof(header);
  std::string sums;
  for (const ArrayToWrite& array : writer.arrays()) {
    header.rest_at = array_place(header.rest_at);
    for (size_t done = 0; done < array.bytes; done += array.block_bytes) {
      if (cancel.cancelled()) return false;
      const auto* block = static_cast<const unsigned char*>(array.data) + done;
      const size_t bytes = std::min(array.block_bytes, array.bytes - done);
      const uint64_t sum = checksum(block, bytes);
      sums.append(reinterpret_cast<const char*>(&sum), sizeof(sum));
      if (!write_all(file, block, bytes, header.rest_at)) return false;
      header.rest_at += bytes;
    }
  }
  const std::string rest = writer.rest() + sums;
  header.rest_bytes = rest.size();
  header.rest_sum = checksum(rest.data(), rest.size());
  // Whole seconds in the past: any file system keeps them, and a later change has another time.
  constexpr time_t kPast = 10;
  const std::array<timespec, 2> times = {{{0, UTIME_NOW}, {::time(nullptr) - kPast, 0}}};
  header.sealed_ns = int64_t{times[1].tv_sec} * 1'000'000'000;
  header.own_sum = header.computed_sum();
  return write_all(file, rest.data(), rest.size(), header.rest_at) &&
         write_all(file, &header, sizeof(header), 0) && ::futimens(file.number(), times.data()) == 0;
}

}  // namespace nsys_ai
