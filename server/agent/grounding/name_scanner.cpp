// Proceeds from certain names, over quotations and cells, to the single words of a sentence.
#include "agent/grounding/name_scanner.h"

#include <algorithm>

#include "agent/grounding/public_vocabulary.h"
#include "agent/grounding/public_names.h"
#include "agent/grounding/text_spans.h"
#include "analysis/kernels/kernels.h"
#include "base/text_table.h"
#include "base/word_character.h"
#include "base/context.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kCut = "…";
constexpr size_t kMostSigns = 24;  // before the first letter of a name
constexpr size_t kMostCut = 2000;  // bytes of a truncated name

bool is_punctuation(char c) { return c > ' ' && c < 0x7F && !is_word(c); }

// Without the backslashes of Markdown and of quotations.
std::string without_escapes(std::string_view text) {
  std::string plain;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\' && at + 1 < text.size() && (is_punctuation(text[at + 1]) || text[at + 1] == '_'))
      ++at;
    plain += text[at];
  }
  return plain;
}

// Removes Markdown escapes except for backquotes and bars: models read the text better, and what they repeat
// is then recognized.
std::string without_needless_escapes(std::string_view text) {
  constexpr std::string_view kEscaped = "_:.#+=-@!$&~<>[]()";
  std::string plain;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool escapes =
        text[at] == '\\' && at + 1 < text.size() && kEscaped.find(text[at + 1]) != kEscaped.npos;
    if (!escapes || (at > 0 && text[at - 1] == '\\')) plain += text[at];
  }
  return plain;
}

bool is_plain_word(std::string_view word) {
  return std::all_of(word.begin() + 1, word.end(), [](char c) { return c >= 'a' && c <= 'z'; }) &&
         ((word[0] >= 'a' && word[0] <= 'z') || (word[0] >= 'A' && word[0] <= 'Z'));
}
// NVTX, GPU, H2D.
bool is_abbreviation(std::string_view word) {
  return word.size() <= 6 &&
         std::all_of(word.begin(), word.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

size_t behind_word(std::string_view part, size_t at) {
  while (at < part.size() && name_character(part, at) > 0) at += name_character(part, at);
  return at;
}

// `head…tail` without the partial words at the cut; unchanged if nothing would remain of either side.
std::string cut_between_words(std::string_view cut_name) {
  const size_t cut = cut_name.find(kCut);
  if (cut == cut_name.npos) return std::string(cut_name);
  std::string_view head = cut_name.substr(0, cut), tail = cut_name.substr(cut + kCut.size());
  while (!head.empty() && is_word(head.back())) head.remove_suffix(1);
  while (!tail.empty() && name_character(tail, 0) > 0) tail.remove_prefix(1);
  if (head.empty() || tail.empty()) return std::string(cut_name);
  return std::string(head) + std::string(kCut) + std::string(tail);
}

bool is_path_byte(char c) {
  return is_word(c) || (static_cast<unsigned char>(c) & 0x80U) != 0 ||
         std::string_view("/.~+-@%=:\\").find(c) != std::string_view::npos;
}

}  // namespace

std::string NameScanner::scan(std::string_view text) {
  out_.clear();
  ThrottledCheck check;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    check(end - at + 1);
    line(without_needless_escapes(text.substr(at, end - at)));
    if (end < text.size()) out_ += '\n';
    at = end + 1;
  }
  return std::move(out_);
}

void NameScanner::line(std::string_view line) {
  size_t at = 0;
  const auto spans = text_spans(line);
  for (const TextSpan& of : spans) {
    if (of.begin < at) continue;
    // Unquoted names that themselves contain quotes or backquotes.
    for (size_t begin = at; begin < of.begin; ++begin) {
      if (begin > at && name_character(line, begin - 1) > 0) continue;
      const size_t behind = phrase(line, begin, of.begin + 1);
      if (behind == begin) continue;
      const std::string form = without_escapes(line.substr(begin, behind - begin));
      cells(line.substr(at, begin - at));
      write(index_.find(form), form);
      at = behind;
      break;
    }
    if (of.begin < at) continue;
    cells(line.substr(at, of.begin - at));
    out_ += line.substr(of.begin, of.mark);
    span(of.inside(line), of.code);
    out_ += line.substr(of.end - of.mark, of.mark);
    at = of.end;
  }
  cells(line.substr(at));
}

// Splits at bars or at two or more blanks.
void NameScanner::cells(std::string_view part) {
  size_t from = 0;
  const auto add = [&](size_t to) {
    const std::string_view cell = part.substr(from, to - from);
    const std::string_view name = trimmed(cell);
    if (name.empty()) {
      out_ += cell;
      return;
    }
    const auto before = static_cast<size_t>(name.data() - cell.data());
    out_ += cell.substr(0, before);
    const std::string form = without_escapes(name);
    NameIndex::Found found = index_.find(form);
    if (const size_t cut = form.find(kCut); found.kind == NameKind::none && cut != form.npos) {
      const std::string_view view = form;
      found = index_.find_cut(profile_, view.substr(0, cut), view.substr(cut + kCut.size()));
    }
    if (found.kind == NameKind::none)
      plain(name);
    else
      write(found, form);
    out_ += cell.substr(before + name.size());
  };
  for (size_t at = 0; at < part.size(); ++at) {
    const bool bar = part[at] == '|' && (at == 0 || part[at - 1] != '\\');
    if (!bar && part.substr(at, 2) != "  ") continue;
    add(at);
    out_ += part[at];
    from = at + 1;
  }
  add(part.size());
}

void NameScanner::span(std::string_view inside, bool code) {
  if (inside.empty()) return;
  std::string form(inside);
  NameIndex::Found found = index_.find(form);
  if (found.kind == NameKind::none && !code) {
    form = without_escapes(inside);
    found = index_.find(form);
  }
  if (const size_t cut = form.find(kCut);
      found.kind == NameKind::none && cut != form.npos && !has_alias(form)) {
    const std::string_view view = form;
    found = index_.find_cut(profile_, view.substr(0, cut), view.substr(cut + kCut.size()));
    // A truncated text in quotation marks is a name.
    if (found.kind == NameKind::none) found = {NameKind::range};
  }
  if (found.kind == NameKind::none)
    plain(inside);
  else
    write(found, form);
}

bool NameScanner::has_alias(std::string_view text) const {
  for (size_t at = 0; at < text.size();) {
    const size_t end = behind_word(text, at);
    if (end > at && is_alias_(text.substr(at, end - at))) return true;
    at = end > at ? end : after_character(text, at);
  }
  return false;
}

bool NameScanner::is_kept(const NameIndex::Found& found) const {
  if (found.kind == NameKind::none) return false;
  if (found.kind == NameKind::file) return true;
  return policy_ == NamePolicy::none || (policy_ == NamePolicy::public_only && !found.is_public);
}

void NameScanner::write(NameIndex::Found found, std::string_view form) {
  if (is_kept(found))
    out_ += replace_({found.kind, form, found.kernel});
  else if (found.kind == NameKind::kernel)
    library_kernel(found, form);
  else if (found.is_public)
    out_ += form;
  else
    plain(form);
}

// Gives one kernel one name, however a front end shortened it: a reader would take two forms for two kernels.
// Its arguments may contain user types, which are checked word by word.
void NameScanner::library_kernel(NameIndex::Found found, std::string_view form) {
  constexpr size_t kMostOfAName = 100;
  const bool cut = form.find(kCut) != form.npos;
  std::string name(form);
  if (found.kernel != NameId::none() && (cut || display_width(form) > kMostOfAName))
    name = shortened(display_name(one_line(profile_.text(found.kernel))), kMostOfAName);
  const size_t begin = out_.size();
  in_library_name_ = true;
  plain(cut_between_words(name));
  in_library_name_ = false;
  if (given_ && name != form) given_(std::string_view(out_).substr(begin), found.kernel);
}

void NameScanner::plain(std::string_view part) {
  for (size_t at = 0; at < part.size();) {
    const bool inside_word = at > 0 && name_character(part, at) > 0 && is_word(part[at - 1]);
    size_t next = at;
    if (part[at] != ' ' && !inside_word) {
      if (next == at) next = path(part, at);
      if (next == at) next = known_phrase(part, at);
      if (next == at) next = marker(part, at);
      if (next == at) next = cut_name(part, at);
      if (next == at) next = bracketed(part, at);
    }
    if (next == at && name_character(part, at) > 0) next = word(part, at);
    if (next == at) {
      next = after_character(part, at);
      out_ += part.substr(at, next - at);
    }
    at = next;
  }
}

// The end of the longest run of words from `at` on that is a private name and reaches `least`; `at` if there
// is none. A single ordinary word is looked up only in cells and quotations: a label may be `idle`.
size_t NameScanner::phrase(std::string_view part, size_t at, size_t least) const {
  if (policy_ == NamePolicy::all) return at;
  const size_t first_end = behind_words(part, at, 1);
  size_t first = at;
  while (first < first_end && name_character(part, first) == 0) first = after_character(part, first);
  const std::string_view head = part.substr(first, first_end - first);
  if (head.empty() || first > at + kMostSigns) return at;
  const bool may_begin = std::any_of(head.begin(), head.end(), is_digit) || index_.has_private_word(head) ||
                         policy_ == NamePolicy::none;
  if (!may_begin) return at;
  for (size_t words = index_.most_words(); words > 0; --words) {
    const size_t end = behind_words(part, at, words);
    if (words > 1 && end == behind_words(part, at, words - 1)) continue;
    // Names may end with brackets or similar signs.
    for (size_t behind = end; behind <= part.size() && behind <= end + 4; ++behind) {
      const std::string_view candidate = part.substr(at, behind - at);
      const bool ordinary = words == 1 && candidate == head && is_plain_word(head) && is_own_word(head);
      if (behind >= least && !ordinary && is_kept(index_.find(without_escapes(candidate)))) return behind;
      if (behind >= part.size() || part[behind] == ' ' || name_character(part, behind) > 0) break;
    }
  }
  return at;
}

size_t NameScanner::known_phrase(std::string_view part, size_t at) {
  const size_t behind = phrase(part, at, 0);
  if (behind == at) return at;
  const std::string form = without_escapes(part.substr(at, behind - at));
  write(index_.find(form), form);
  return behind;
}

// A truncated name in the middle of a sentence: two thirds precede the "…", one third follows.
size_t NameScanner::cut_name(std::string_view part, size_t at) {
  if (policy_ == NamePolicy::all || in_library_name_) return at;
  const size_t cut = part.substr(0, std::min(part.size(), at + kMostCut)).find(kCut, at);
  if (cut == part.npos) return at;
  const std::string two = without_escapes(part.substr(at, behind_words(part, at, 2) - at));
  if (!index_.begins_long_name(two)) return at;
  const std::string head = without_escapes(part.substr(at, cut - at));
  const size_t rest = display_width(head) / 2;
  const auto behind = [&](size_t characters) {
    size_t end = cut + kCut.size();
    while (end < part.size() && characters > 0) end = after_character(part, end), --characters;
    return end;
  };
  for (const size_t tail : {rest, rest - std::min<size_t>(rest, 1)}) {
    const size_t end = behind(tail);
    const std::string last = without_escapes(part.substr(cut + kCut.size(), end - cut - kCut.size()));
    const auto found = index_.find_cut(profile_, head, last);
    if (found.kind != NameKind::kernel || is_kept(found)) continue;
    library_kernel(found, head + std::string(kCut) + last);
    return end;
  }
  size_t end = behind_word(part, behind(rest));
  while (part[end - 1] == ' ') --end;
  const std::string form = without_escapes(part.substr(at, end - at));
  if (has_alias(form)) return at;
  out_ += replace_({NameKind::range, form, NameId::none()});
  return end;
}

// Paths and hosts: /srv/me/run.py, src/train/main.cu, D:\\data, me@host, node7.example.com.
size_t NameScanner::path(std::string_view part, size_t at) {
  if (at > 0 && is_path_byte(part[at - 1])) return at;
  size_t end = at;
  while (end < part.size() && is_path_byte(part[end])) ++end;
  while (end > at && std::string_view(".:-=\\").find(part[end - 1]) != std::string_view::npos) --end;
  const std::string_view text = part.substr(at, end - at);
  if (text.size() < 3) return at;
  const auto slashes = std::count(text.begin(), text.end(), '/');
  const auto dots = std::count(text.begin(), text.end(), '.');
  const bool rooted =
      (text[0] == '/' || text.starts_with("~/") || text.starts_with("./") || text.starts_with("../")) &&
      text.find_first_not_of("/.~") != text.npos;
  const bool drive = text[1] == ':' && text[2] == '\\';
  const bool at_host = text.find('@') != text.npos && text.back() != '@' && text.front() != '@';
  const bool nested = slashes > 1 || (slashes == 1 && dots > 0) || (slashes == 0 && dots > 1);
  const bool is_path = rooted || drive || at_host;
  if (!is_path && !nested) return at;
  if (!is_path) {
    // A path of the program's own words, or a number, is not private: `copies/memsets/kernels`, `2026.2.1`.
    bool own = true;
    for (size_t here = 0; here < text.size();) {
      const size_t behind = behind_word(text, here);
      const std::string_view word = text.substr(here, behind - here);
      if (behind > here) own = own && (is_own_word(word) || is_technical_word(word) || is_alias_(word));
      here = behind > here ? behind : after_character(text, here);
    }
    if (own) return at;
  }
  out_ += replace_({is_path || slashes > 0 ? NameKind::file : NameKind::other, text, NameId::none()});
  return end;
}

// `process 144 (train)`.
size_t NameScanner::bracketed(std::string_view part, size_t at) {
  if (part[at] != '(') return at;
  const size_t close = part.find(')', at);
  if (close == part.npos) return at;
  const std::string form = without_escapes(part.substr(at + 1, close - at - 1));
  const auto found = index_.find(form);
  if (!is_kept(found)) return at;
  out_ += "(" + replace_({found.kind, form, found.kernel}) + ")";
  return close + 1;
}

// Framework markers: aten::_to_copy.
size_t NameScanner::marker(std::string_view part, size_t at) {
  if (policy_ != NamePolicy::public_only || name_character(part, at) == 0) return at;
  size_t end = behind_word(part, at);
  if (part.substr(end, 2) != "::") return at;
  while (part.substr(end, 2) == "::" && behind_word(part, end + 2) > end + 2)
    end = behind_word(part, end + 2);
  const std::string_view name = part.substr(at, end - at);
  const auto found = index_.find(name);
  if (!found.is_public || found.kind != NameKind::range) return at;
  out_ += name;
  return end;
}

size_t NameScanner::word(std::string_view part, size_t at) {
  const size_t end = behind_word(part, at);
  const std::string_view word = part.substr(at, end - at);
  // A truncated library name ends in a partial word.
  const bool cut_behind = part.substr(end).starts_with(kCut) && index_.begins_public_word(word);
  const bool cut_before = part.substr(0, at).ends_with(kCut) && index_.ends_public_word(word);
  if (goes_out(word) || (policy_ == NamePolicy::public_only && (cut_behind || cut_before)))
    out_ += word;
  else
    out_ += replace_({index_.find(word).kind, word, index_.find(word).kernel});
  return end;
}

bool NameScanner::goes_out(std::string_view word) const {
  if (policy_ == NamePolicy::all || is_alias_(word)) return true;
  if (is_technical_word(word) || is_language_word(word)) return true;
  if (policy_ == NamePolicy::none && index_.find(word).kind != NameKind::none && !is_plain_word(word))
    return false;
  if (is_own_word(word)) return true;
  if (policy_ == NamePolicy::public_only && (index_.has_public_word(word) || is_public_call(word)))
    return true;
  // An ordinary word is private if a private name contains it; any other word is always private.
  return (is_plain_word(word) || is_abbreviation(word)) && !index_.has_private_word(word);
}

}  // namespace nsys_ai
