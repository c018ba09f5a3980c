// Parses only one object, without recursion: the text is untrusted.
#include "profile/families/json_members.h"

#include <cstdint>

namespace nsys_ai {
namespace {

class MemberReader {
 public:
  explicit MemberReader(std::string_view json) : json_(json) {}

  bool read(const std::function<void(std::string_view, std::string_view)>& visit) {
    if (!step_over('{')) return false;
    if (step_over('}')) return true;
    do {
      std::string_view name;
      if (!read_text(name, name_) || !step_over(':') || !read_value(name, visit)) return false;
    } while (step_over(','));
    return step_over('}');
  }

 private:
  void skip_spaces() {
    while (at_ < json_.size() &&
           (json_[at_] == ' ' || json_[at_] == '\n' || json_[at_] == '\t' || json_[at_] == '\r'))
      ++at_;
  }
  bool step_over(char c) {
    skip_spaces();
    if (at_ >= json_.size() || json_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool read_value(std::string_view name,
                  const std::function<void(std::string_view, std::string_view)>& visit) {
    skip_spaces();
    if (at_ >= json_.size()) return false;
    std::string_view value;
    if (json_[at_] == '"') {
      if (!read_text(value, value_)) return false;
      visit(name, value);
      return true;
    }
    if (json_[at_] == '{' || json_[at_] == '[') return skip_nested();
    const size_t from = at_;
    while (at_ < json_.size() && json_[at_] != ',' && json_[at_] != '}' && json_[at_] > ' ') ++at_;
    value = json_.substr(from, at_ - from);
    if (value.empty()) return false;
    if (value != "true" && value != "false" && value != "null") visit(name, value);
    return true;
  }

  bool skip_nested() {
    size_t depth = 0;
    std::string_view ignored;
    while (at_ < json_.size()) {
      const char c = json_[at_];
      if (c == '"') {
        if (!read_text(ignored, value_)) return false;
        continue;
      }
      ++at_;
      if (c == '{' || c == '[') ++depth;
      if ((c == '}' || c == ']') && --depth == 0) return true;
    }
    return false;
  }

  // A text without escapes is a view into the JSON; any other is written to `room`.
  bool read_text(std::string_view& text, std::string& room) {
    if (!step_over('"')) return false;
    const size_t from = at_;
    while (at_ < json_.size() && json_[at_] != '"' && json_[at_] != '\\') ++at_;
    if (at_ < json_.size() && json_[at_] == '"') {
      text = json_.substr(from, at_++ - from);
      return true;
    }
    room.assign(json_.substr(from, at_ - from));
    while (at_ < json_.size() && json_[at_] != '"') {
      if (json_[at_] != '\\') {
        room += json_[at_++];
        continue;
      }
      if (at_ + 1 >= json_.size()) return false;
      const char escaped = json_[at_ + 1];
      at_ += 2;
      if (escaped == 'u')
        add_code(room);
      else
        room += escaped == 'n' || escaped == 't' || escaped == 'r' ? ' ' : escaped;
    }
    text = room;
    return step_over('"');
  }

  // \uXXXX; halves of surrogate pairs and invalid digits become a question mark, since metric names have
  // none.
  void add_code(std::string& room) {
    uint32_t code = 0;
    for (int i = 0; i < 4 && at_ < json_.size(); ++i, ++at_) {
      const char c = json_[at_];
      const int digit = c >= '0' && c <= '9'   ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : -1;
      if (digit < 0) break;
      code = code << 4 | static_cast<uint32_t>(digit);
    }
    if (code == 0 || (code >= 0xD800 && code < 0xE000)) code = '?';
    if (code < 0x80) {
      room += static_cast<char>(code);
    } else if (code < 0x800) {
      room += static_cast<char>(0xC0 | code >> 6);
      room += static_cast<char>(0x80 | (code & 0x3F));
    } else {
      room += static_cast<char>(0xE0 | code >> 12);
      room += static_cast<char>(0x80 | (code >> 6 & 0x3F));
      room += static_cast<char>(0x80 | (code & 0x3F));
    }
  }

  std::string_view json_;
  size_t at_ = 0;
  std::string name_;
  std::string value_;
};

}  // namespace

bool each_member(std::string_view json,
                 const std::function<void(std::string_view name, std::string_view value)>& visit) {
  return MemberReader(json).read(visit);
}

}  // namespace nsys_ai
