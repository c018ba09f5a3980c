// The tokens of a source: without comments, with a text as one token, and with pairs of brackets linked.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "annotate/source_language.h"

namespace nsys_ai {

// Longer sources are read only up to here: nobody writes them by hand.
inline constexpr size_t kMaxSourceBytes = 4 << 20;

// A sign is its character; relevant signs of several characters have one of these.
inline constexpr char kScopeSign = 'S';     // ::
inline constexpr char kLaunchSign = 'L';    // <<<
inline constexpr char kArrowSign = 'A';     // ->
inline constexpr char kCompoundSign = 'C';  // <= == += <<: neither an assignment nor a bracket

struct SourceToken {
  enum class Kind : uint8_t { identifier, number, sign, text };
  static constexpr uint32_t kNoPartner = UINT32_MAX;

  uint32_t begin = 0;  // bytes [begin, end) of the source; a text includes its prefix and quotes
  uint32_t end = 0;
  uint32_t partner = kNoPartner;  // for a bracket: the token of the matching one
  Kind kind = Kind::sign;
  char sign = 0;  // 0 if the token is no sign
  bool starts_line = false;
  bool in_directive = false;  // part of a preprocessor directive; except in #define, only the directive's
                              // name is a token
};

// Reads the source in one pass, whatever it contains.
std::vector<SourceToken> source_tokens(SourceLanguage language, std::string_view source);

}  // namespace nsys_ai
