// Shared by the readers of both languages: looking around in a list of tokens.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "annotate/mentions.h"
#include "annotate/source_tokens.h"

namespace nsys_ai {

// For one source and one thread.
class TokenReader {
 public:
  TokenReader(SourceLanguage language, std::string_view source, const MentionRequest& request)
      : language_(language), source_(source), request_(request), tokens_(source_tokens(language, source)) {
    reported_.assign(tokens_.size(), false);
  }

 protected:
  // Hand-written paths have no more parts, and template arguments no more tokens.
  static constexpr size_t kLongestPath = 16;
  static constexpr size_t kLongestAngle = 256;
  static constexpr size_t kNone = SIZE_MAX;

  size_t count() const { return tokens_.size(); }
  const SourceToken& token(size_t at) const { return tokens_[at]; }
  std::string_view text(size_t at) const {
    return source_.substr(tokens_[at].begin, tokens_[at].end - tokens_[at].begin);
  }
  // Indexes outside of the source match nothing.
  bool is_sign(size_t at, char sign) const { return at < count() && tokens_[at].sign == sign; }
  bool is_identifier(size_t at) const {
    return at < count() && tokens_[at].kind == SourceToken::Kind::identifier;
  }
  bool is_word(size_t at, std::string_view word) const { return is_identifier(at) && text(at) == word; }
  bool is_text(size_t at) const { return at < count() && tokens_[at].kind == SourceToken::Kind::text; }
  bool has_partner(size_t at) const { return at < count() && tokens_[at].partner != SourceToken::kNoPartner; }

  // A dotted or scoped path that ends with the identifier `last`.
  struct Path {
    size_t first = 0;                     // the token of the first identifier
    std::vector<std::string_view> parts;  // at most the last kLongestPath ones
    bool whole = true;                    // the path is complete: in `f().name` it is not
  };
  Path path_to(size_t last) const;

  // The arguments of a call, as ranges of tokens; `open` is the opening bracket and has a partner.
  struct Argument {
    size_t begin = 0;
    size_t end = 0;
  };
  // At most `most` of them.
  std::vector<Argument> arguments(size_t open, size_t most) const;

  // The token after the `>` that closes the `<` at `open`, or kNone; bounded.
  size_t after_angle(size_t open) const;
  // The `<` for the `>` at `close`, or kNone; bounded.
  size_t angle_before(size_t close) const;

  bool is_reported(size_t at) const { return reported_[at]; }
  void report_mention(Mention::Kind kind, TextParts name, size_t first_token, size_t last_token);
  void report_name(Mention::Kind kind, std::string name, size_t at) {
    report_mention(kind, {std::move(name)}, at, at);
  }

  SourceLanguage language_;
  std::string_view source_;
  const MentionRequest& request_;

 private:
  std::vector<SourceToken> tokens_;
  std::vector<bool> reported_;  // by token: whether it was reported
};

void find_cpp_mentions(std::string_view source, const MentionRequest& request);
void find_python_mentions(std::string_view source, const MentionRequest& request);

}  // namespace nsys_ai
