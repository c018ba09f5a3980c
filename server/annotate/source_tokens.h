// The tokens of a source: comments are gone, a text is one token, and a bracket knows its partner.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "annotate/source_language.h"

namespace nsys_ai {

// Longer sources are read up to here: nobody writes them by hand.
inline constexpr size_t kMaxSourceBytes = 4 << 20;

// A sign is its character; signs of several characters that matter have one of these.
inline constexpr char kScopeSign = 'S';     // ::
inline constexpr char kLaunchSign = 'L';    // <<<
inline constexpr char kArrowSign = 'A';     // ->
inline constexpr char kCompoundSign = 'C';  // <= == += <<: neither an assignment nor a bracket

struct SourceToken {
  enum class Kind : uint8_t { identifier, number, sign, text };
  static constexpr uint32_t kNoPartner = UINT32_MAX;

  uint32_t begin = 0;  // bytes [begin, end) of the source; of a text with its prefix and quotes
  uint32_t end = 0;
  uint32_t partner = kNoPartner;  // of a bracket: the token that closes or opens it
  Kind kind = Kind::sign;
  char sign = 0;  // 0 where the token is none
  bool starts_line = false;
  bool in_directive = false;  // of the preprocessor; of those other than #define, only the name is a token
};

// In one pass, whatever the text holds.
std::vector<SourceToken> source_tokens(SourceLanguage language, std::string_view source);

}  // namespace nsys_ai
