// Maps names to aliases and back, numbered by kind.
#include "agent/grounding/aliases.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "agent/grounding/name_scanner.h"
#include "agent/grounding/public_vocabulary.h"
#include "agent/grounding/text_spans.h"
#include "analysis/kernels/kernels.h"
#include "base/text_table.h"
#include "base/word_character.h"

namespace nsys_ai {
namespace {

constexpr size_t kMostShown = 160;

std::string_view letters_of(NameKind kind) {
  switch (kind) {
    case NameKind::kernel:
      return "K";
    case NameKind::range:
      return "N";
    case NameKind::process:
      return "P";
    case NameKind::thread:
      return "TH";
    case NameKind::file:
      return "F";
    case NameKind::call:
      return "C";
    case NameKind::none:
    case NameKind::other:
      break;
  }
  return "X";
}

std::string code_of(std::string_view name) {
  std::string code = shortened(one_line(name), kMostShown);
  std::replace(code.begin(), code.end(), '`', '\'');
  return code;
}

size_t behind_ascii_word(std::string_view text, size_t at) {
  while (at < text.size() && is_word(text[at])) ++at;
  return at;
}

struct PolicyName {
  NamePolicy policy;
  std::string_view name;
};
constexpr std::array kPolicies = {PolicyName{NamePolicy::public_only, "public"},
                                  PolicyName{NamePolicy::all, "all"}, PolicyName{NamePolicy::none, "none"}};

}  // namespace

std::string_view name_of(NamePolicy policy) {
  for (const PolicyName& known : kPolicies)
    if (known.policy == policy) return known.name;
  return "";
}

std::optional<NamePolicy> name_policy_named(std::string_view name) {
  for (const PolicyName& known : kPolicies)
    if (known.name == name) return known.policy;
  return std::nullopt;
}

class Aliases::State {
 public:
  State(const Profile& profile, NamePolicy policy) : profile_(profile), policy_(policy) {}

  std::string outgoing(std::string_view text) {
    const NameIndex& index = profile_.derived(build_name_index);
    const std::lock_guard lock(mutex_);
    return NameScanner(
               profile_, index, policy_, [&](const PrivateName& name) { return alias_of(index, name); },
               [](std::string_view) { return false; },
               [&](std::string_view as, NameId kernel) { note_short_name(as, kernel); })
        .scan(text);
  }

  std::vector<std::string> leaks(std::string_view text) const {
    const NameIndex& index = profile_.derived(build_name_index);
    const std::lock_guard lock(mutex_);
    std::vector<std::string> leaks;
    const auto note = [&](const PrivateName& name) {
      leaks.emplace_back(name.form);
      return std::string();
    };
    NameScanner(profile_, index, policy_, note, [&](std::string_view word) {
      return numbers_.contains(std::string(word));
    }).scan(text);
    return leaks;
  }

  std::string shown(std::string_view text) const {
    const std::lock_guard lock(mutex_);
    std::string out;
    size_t at = 0;
    for (const TextSpan& span : text_spans(text)) {
      if (!span.code) continue;
      out += replaced(text.substr(at, span.begin - at),
                      [](const Entry& entry) { return "`" + entry.shown + "`"; });
      out += replaced(text.substr(span.begin, span.end - span.begin),
                      [](const Entry& entry) { return entry.shown; });
      at = span.end;
    }
    return out + replaced(text.substr(at), [](const Entry& entry) { return "`" + entry.shown + "`"; });
  }

  std::string argument(std::string_view text) const {
    const std::lock_guard lock(mutex_);
    std::string out;
    for (size_t at = 0; at < text.size();) {
      const auto [begin, of] = first_short_name(text, at);
      out += replaced(text.substr(at, begin - at), [](const Entry& entry) { return entry.name; });
      if (of == short_names_.end()) break;
      out += of->second == NameId::none() ? of->first : profile_.text(of->second);
      at = begin + of->first.size();
    }
    return out;
  }

 private:
  struct Entry {
    std::string alias;
    std::string name;   // the profile's name, as far as it is known
    std::string shown;  // as Markdown code
  };

  std::string alias_of(const NameIndex& index, const PrivateName& of) {
    const bool known_kernel = of.kernel != NameId::none();
    std::string name(known_kernel ? profile_.text(of.kernel) : of.form);
    std::string key = std::string(letters_of(of.kind)) + '\n' + name;
    const auto [found, is_new] = by_name_.try_emplace(std::move(key), entries_.size());
    if (!is_new) return entries_[found->second].alias;
    std::string alias;
    int& number = last_number_[static_cast<size_t>(of.kind)];
    // An alias must differ from the program's vocabulary and from the profile's names.
    do alias = fmt::format("{}{}", letters_of(of.kind), ++number);
    while (is_own_word(alias) || is_technical_word(alias) || index.find(alias).kind != NameKind::none);
    numbers_.emplace(alias, entries_.size());
    std::string shown = code_of(known_kernel ? display_name(name) : name);
    entries_.push_back({alias, std::move(name), std::move(shown)});
    return alias;
  }

  using ShortNames = std::map<std::string, NameId, std::less<>>;

  // A short name that two kernels share belongs to neither.
  void note_short_name(std::string_view as, NameId kernel) {
    const auto [known, is_new] = short_names_.try_emplace(std::string(as), kernel);
    if (!is_new && known->second != kernel) known->second = NameId::none();
  }

  // The first occurrence of a kernel's short name, and which one it is.
  std::pair<size_t, ShortNames::const_iterator> first_short_name(std::string_view text, size_t at) const {
    std::pair<size_t, ShortNames::const_iterator> first{text.size(), short_names_.end()};
    for (auto of = short_names_.begin(); of != short_names_.end(); ++of)
      if (const size_t begin = text.find(of->first, at); begin < first.first) first = {begin, of};
    return first;
  }

  template <class Text>
  std::string replaced(std::string_view text, const Text& text_of) const {
    std::string out;
    for (size_t at = 0; at < text.size();) {
      const size_t end = behind_ascii_word(text, at);
      if (end == at) {
        out += text[at++];
        continue;
      }
      const auto found = numbers_.find(std::string(text.substr(at, std::min<size_t>(end - at, 24))));
      if (found != numbers_.end() && end - at <= 24)
        out += text_of(entries_[found->second]);
      else
        out += text.substr(at, end - at);
      at = end;
    }
    return out;
  }

  const Profile& profile_;
  const NamePolicy policy_;
  mutable std::mutex mutex_;
  std::vector<Entry> entries_;
  std::unordered_map<std::string, size_t> by_name_;
  std::unordered_map<std::string, size_t> numbers_;  // by alias
  ShortNames short_names_;                           // library kernels, by the form in which they were sent
  std::array<int, 8> last_number_{};                 // by NameKind
};

Aliases::Aliases(const Profile& profile, NamePolicy policy)
    : state_(std::make_unique<State>(profile, policy)) {}
Aliases::~Aliases() = default;

std::string Aliases::outgoing(std::string_view text) { return state_->outgoing(text); }
std::string Aliases::incoming(std::string_view markdown) const { return state_->shown(markdown); }
std::string Aliases::incoming_argument(std::string_view text) const { return state_->argument(text); }
std::vector<std::string> Aliases::leaks(std::string_view text) const { return state_->leaks(text); }

std::string IncomingPieces::next(std::string_view piece) {
  held_ += piece;
  // The text may end inside an alias, and aliases in code are replaced differently from others.
  size_t sure = held_.size();
  while (sure > 0 && is_word(held_[sure - 1])) --sure;
  const size_t line = held_.rfind('\n', sure == 0 ? 0 : sure - 1);
  const size_t begin = line == held_.npos ? 0 : line + 1;
  const std::string_view open = std::string_view(held_).substr(begin, sure - begin);
  if (std::count(open.begin(), open.end(), '`') % 2 != 0) sure = begin + open.rfind('`');
  std::string text = aliases_.incoming(std::string_view(held_).substr(0, sure));
  held_.erase(0, sure);
  return text;
}

std::string IncomingPieces::end() {
  std::string text = aliases_.incoming(held_);
  held_.clear();
  return text;
}

}  // namespace nsys_ai
