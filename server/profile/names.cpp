// Interns texts and repairs invalid bytes.
#include "profile/names.h"

#include <cstdint>
#include <cstring>
#include <string>

namespace nsys_ai {
namespace {

// The length of the valid UTF-8 sequence at `at`; 0 when there is none.
size_t sequence_length(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  if (first == 0) return 0;
  if (first < 0x80) return 1;
  const size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || at + length > text.size()) return 0;
  for (size_t i = 1; i < length; ++i)
    if ((byte(at + i) & 0xC0) != 0x80) return 0;
  const unsigned char second = byte(at + 1);
  // Rejects overlong forms, surrogates and code points beyond U+10FFFF.
  if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
      (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F))
    return 0;
  return length;
}

}  // namespace

bool is_text(std::string_view bytes) {
  size_t at = 0;
  // Nearly all texts are ASCII, which is checked eight bytes at a time.
  for (uint64_t eight = 0; at + sizeof(eight) <= bytes.size(); at += sizeof(eight)) {
    std::memcpy(&eight, bytes.data() + at, sizeof(eight));
    constexpr uint64_t kOnes = 0x0101010101010101;
    if ((((eight - kOnes) | eight) & kOnes << 7) != 0) break;
  }
  while (at < bytes.size()) {
    const bool is_ascii = bytes[at] > 0;
    const size_t length = is_ascii ? 1 : sequence_length(bytes, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

std::string repaired_text(std::string_view text) {
  std::string repaired;
  for (size_t at = 0; at < text.size();) {
    const size_t length = sequence_length(text, at);
    if (length == 0)
      repaired += "\xEF\xBF\xBD";
    else
      repaired += text.substr(at, length);
    at += length == 0 ? 1 : length;
  }
  return repaired;
}

Names::Names() { intern(""); }

NameId Names::intern(std::string_view text) {
  if (is_text(text)) return NameId(texts_.add(text));
  ++repaired_;
  return NameId(texts_.add(repaired_text(text)));
}

std::vector<NameId> Names::intern_all(const TextSet& texts) {
  constexpr size_t kAhead = 16;
  const std::vector<uint32_t> hashes = texts.hashes();
  std::vector<NameId> names;
  names.reserve(texts.size());
  for (uint32_t i = 0; i < texts.size(); ++i) {
    if (i + kAhead < hashes.size()) texts_.expect(hashes[i + kAhead]);
    names.push_back(is_text(texts[i]) ? NameId(texts_.add(texts[i], hashes[i])) : intern(texts[i]));
  }
  return names;
}

NameId Names::find(std::string_view text) const {
  const uint32_t found = texts_.find(text);
  return found == TextSet::kNone ? NameId::none() : NameId(found);
}

}  // namespace nsys_ai
