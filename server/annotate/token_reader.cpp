// Skips brackets by their partners, and template arguments by counting.
#include "annotate/token_reader.h"

#include <algorithm>

namespace nsys_ai {

TokenReader::Path TokenReader::path_to(size_t last) const {
  Path path;
  path.first = last;
  path.parts.push_back(text(last));
  size_t at = last;
  while (at > 0 && path.parts.size() < kLongestPath) {
    const char joint = tokens_[at - 1].sign;
    if (joint != '.' && joint != kScopeSign && joint != kArrowSign) break;
    size_t before = at - 2;  // wraps to an index outside if the source begins with the joint
    if (is_sign(before, '>') && joint == kScopeSign) {
      const size_t open = angle_before(before);
      before = open == kNone || open == 0 ? kNone : open - 1;
    }
    if (!is_identifier(before)) {
      path.whole = joint == kScopeSign;  // `::name` is complete
      break;
    }
    at = path.first = before;
    path.parts.push_back(text(before));
  }
  std::reverse(path.parts.begin(), path.parts.end());
  return path;
}

std::vector<TokenReader::Argument> TokenReader::arguments(size_t open, size_t most) const {
  std::vector<Argument> found;
  const size_t close = tokens_[open].partner;
  size_t begin = open + 1;
  for (size_t at = begin; at < close && found.size() < most; ++at) {
    if (is_sign(at, ',')) {
      found.push_back({begin, at});
      begin = at + 1;
    } else if (has_partner(at) && tokens_[at].partner > at) {
      at = tokens_[at].partner;
    }
  }
  if (found.size() < most && begin < close) found.push_back({begin, close});
  return found;
}

size_t TokenReader::after_angle(size_t open) const {
  int depth = 0;
  for (size_t at = open; at < count() && at < open + kLongestAngle; ++at) {
    const char sign = tokens_[at].sign;
    if (sign == ';' || sign == '{' || sign == '}' || sign == ')') return kNone;
    if (sign == '<') ++depth;
    if (sign == '>' && --depth == 0) return at + 1;
    if (sign == '(' && has_partner(at)) at = tokens_[at].partner;
  }
  return kNone;
}

size_t TokenReader::angle_before(size_t close) const {
  int depth = 0;
  for (size_t steps = 0; steps < kLongestAngle && close >= steps; ++steps) {
    size_t at = close - steps;
    const char sign = tokens_[at].sign;
    if (sign == ';' || sign == '{' || sign == '}' || sign == '(') return kNone;
    if (sign == '>') ++depth;
    if (sign == '<' && --depth == 0) return at;
    if (sign == ')' && has_partner(at)) steps = close - tokens_[at].partner;
  }
  return kNone;
}

void TokenReader::report_mention(Mention::Kind kind, TextParts name, size_t first_token, size_t last_token) {
  if (reported_[first_token]) return;
  reported_[first_token] = true;
  request_.report_mention({kind, std::move(name), tokens_[first_token].begin, tokens_[last_token].end});
}

void find_mentions(SourceLanguage language, std::string_view source, const MentionRequest& request) {
  if (language == SourceLanguage::python)
    find_python_mentions(source, request);
  else
    find_cpp_mentions(source, request);
}

}  // namespace nsys_ai
