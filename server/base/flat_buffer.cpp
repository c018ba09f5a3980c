// Writes forward: references are filled in when their child is there.
#include "base/flat_buffer.h"

#include <algorithm>

namespace nsys_ai {

std::string FlatBuffer::of(const FlatChild& root) {
  FlatBuffer buffer;
  buffer.refer(buffer.add(0, 4), root);
  buffer.align(8);
  return std::move(buffer.bytes_);
}

size_t FlatBuffer::table(const std::vector<FlatMember>& members) {
  // The places of the members, from the start of the table, whose first word leads to them.
  unsigned slots = 0;
  size_t size = 4;
  std::vector<size_t> places;
  for (const FlatMember& of : members) {
    slots = std::max(slots, of.slot + 1);
    size = (size + of.bytes - 1) / of.bytes * of.bytes;
    places.push_back(size);
    size += of.bytes;
  }
  align(2);
  const size_t index = bytes_.size();
  add(4 + 2 * slots, 2);
  add(size, 2);
  bytes_.append(2 * slots, '\0');
  for (size_t i = 0; i < members.size(); ++i) put(index + 4 + 2 * members[i].slot, places[i], 2);
  align(8);
  const size_t start = bytes_.size();
  add(start - index, 4);
  bytes_.append(size - 4, '\0');
  for (size_t i = 0; i < members.size(); ++i) {
    if (members[i].child)
      refer(start + places[i], members[i].child);
    else
      put(start + places[i], members[i].number, members[i].bytes);
  }
  return start;
}

size_t FlatBuffer::text(std::string_view text) {
  align(4);
  const size_t start = add(text.size(), 4);
  bytes_.append(text);
  bytes_.push_back('\0');
  return start;
}

size_t FlatBuffer::list(const std::vector<FlatChild>& children) {
  align(4);
  const size_t start = add(children.size(), 4);
  bytes_.append(4 * children.size(), '\0');
  for (size_t i = 0; i < children.size(); ++i) refer(start + 4 + 4 * i, children[i]);
  return start;
}

size_t FlatBuffer::structures(const std::vector<int64_t>& numbers, size_t words) {
  align(8);
  add(0, 4);  // so that the numbers are aligned
  const size_t start = add(numbers.size() / words, 4);
  for (const int64_t number : numbers) add(static_cast<uint64_t>(number), 8);
  return start;
}

void FlatBuffer::align(size_t to) { bytes_.append((to - bytes_.size() % to) % to, '\0'); }

void FlatBuffer::put(size_t at, uint64_t number, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i) bytes_[at + i] = static_cast<char>(number >> (8 * i) & 0xFFu);
}

size_t FlatBuffer::add(uint64_t number, unsigned bytes) {
  const size_t at = bytes_.size();
  bytes_.append(bytes, '\0');
  put(at, number, bytes);
  return at;
}

void FlatBuffer::refer(size_t at, const FlatChild& child) {
  const size_t place = child(*this);
  put(at, place - at, 4);
}

}  // namespace nsys_ai
