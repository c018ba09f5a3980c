// A short name for the contents of a set of files, which changes when a file changes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace nsys_ai {

// FNV-1a of 64 bits. Used by one thread.
class Fingerprint {
 public:
  void add(std::string_view text) {
    for (const char c : text) step(static_cast<unsigned char>(c));
    step(0);
  }
  std::string text() const { return fmt::format("{:016x}", hash_); }

 private:
  void step(unsigned char byte) { hash_ = (hash_ ^ byte) * 0x100000001b3; }

  uint64_t hash_ = 0xcbf29ce484222325;
};

}  // namespace nsys_ai
