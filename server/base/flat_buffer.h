// Tables in the format of FlatBuffers, of which Arrow's messages are made: little-endian, each behind what
// refers to it. https://flatbuffers.dev/internals/
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

class FlatBuffer;

// Writes a value that is referred to, and returns its place.
using FlatChild = std::function<size_t(FlatBuffer&)>;

// A member of a table: a number in `bytes` bytes, or a reference to a child.
struct FlatMember {
  unsigned slot = 0;
  unsigned bytes = 4;
  uint64_t number = 0;
  FlatChild child = {};
};
inline FlatMember flat_number(unsigned slot, unsigned bytes, uint64_t number) {
  return {slot, bytes, number, {}};
}
inline FlatMember flat_reference(unsigned slot, FlatChild child) { return {slot, 4, 0, std::move(child)}; }

// For one thread.
class FlatBuffer {
 public:
  // The bytes of a buffer with that root, padded to 8 bytes.
  static std::string of(const FlatChild& root);

  size_t table(const std::vector<FlatMember>& members);
  size_t text(std::string_view text);
  size_t list(const std::vector<FlatChild>& children);
  // Structures of 64-bit numbers, `words` each.
  size_t structures(const std::vector<int64_t>& numbers, size_t words);

 private:
  void align(size_t to);
  void put(size_t at, uint64_t number, unsigned bytes);
  size_t add(uint64_t number, unsigned bytes);
  void refer(size_t at, const FlatChild& child);

  std::string bytes_;
};

}  // namespace nsys_ai
