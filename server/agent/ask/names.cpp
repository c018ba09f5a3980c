// By the search of names, which reads each distinct name once.
#include "agent/ask/names.h"

#include <algorithm>
#include <cctype>

#include "analysis/kernels/kernels.h"
#include "analysis/name_search.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "base/text_pattern.h"

namespace nsys_ai::inline agent {
namespace {

Subject subject_of(NamedKind kind) {
  switch (kind) {
    case NamedKind::kernel:
      return Subject::kernel;
    case NamedKind::nvtx:
      return Subject::range;
    case NamedKind::mark:
      return Subject::mark;
    case NamedKind::call:
      return Subject::call;
    case NamedKind::copy:
      return Subject::none;
  }
  return Subject::none;
}

// Whether people would say that the found one is called `wanted`, in lower case.
bool is_called(const FoundName& found, const std::string& wanted) {
  if (ascii_lower(found.name) == wanted) return true;
  if (found.kind == NamedKind::nvtx || found.kind == NamedKind::mark)
    return ascii_lower(normalised_label(found.name)) == wanted;
  if (found.kind != NamedKind::kernel) return false;
  return ascii_lower(base_name(found.name)) == wanted || ascii_lower(qualified_name(found.name)) == wanted ||
         ascii_lower(display_name(found.name)) == wanted;
}

// What people say of a name: of a kernel without its arguments.
std::string spoken(const FoundName& found) {
  return found.kind == NamedKind::kernel ? base_name(found.name) : found.name;
}

bool is_letter_or_digit(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

// Whether `word`, in lower case, stands in the name between other characters, or where capitals begin a word.
bool has_word(const std::string& name, const std::string& word) {
  // Words with digits, such as sm80, are no English.
  constexpr size_t kShortest = 5, kShortestWithDigits = 4;
  const bool digits = std::any_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  if (word.size() < (digits ? kShortestWithDigits : kShortest)) return false;
  const std::string lower = ascii_lower(name);
  for (size_t at = lower.find(word); at != std::string::npos; at = lower.find(word, at + 1)) {
    const size_t end = at + word.size();
    const auto is_capital = [&](size_t i) { return std::isupper(static_cast<unsigned char>(name[i])) != 0; };
    const bool begins =
        at == 0 || !is_letter_or_digit(name[at - 1]) || (is_capital(at) && !is_capital(at - 1));
    const bool ends =
        end == name.size() || !is_letter_or_digit(name[end]) || (is_capital(end) && !is_capital(end - 1));
    if (begins && ends) return true;
  }
  return false;
}

}  // namespace

Result<std::vector<NamedThing>> things_named(const Profile& profile, const WantedName& asked,
                                             const Work& work) {
  const std::string& name = asked.text;
  auto pattern = TextPattern::make(name, {});
  if (!pattern) return std::vector<NamedThing>{};
  const auto found = search_names(profile, Scope::whole(profile), {*pattern, {}, std::nullopt}, work);
  if (!found) return tl::unexpected(found.error());
  const std::string wanted = ascii_lower(name);
  std::vector<NamedThing> things;
  for (const FoundName& each : found->names) {
    const Subject subject = subject_of(each.kind);
    if (subject == Subject::none) continue;
    const bool exact = is_called(each, wanted);
    if (!exact && !(asked.like_name ? wanted.size() >= 3 : has_word(spoken(each), wanted))) continue;
    const auto known =
        std::find_if(things.begin(), things.end(), [&](const NamedThing& t) { return t.subject == subject; });
    if (known == things.end())
      things.push_back({subject, name, exact});
    else
      known->exact = known->exact || exact;
  }
  if (std::any_of(things.begin(), things.end(), [](const NamedThing& t) { return t.exact; }))
    things.erase(std::remove_if(things.begin(), things.end(), [](const NamedThing& t) { return !t.exact; }),
                 things.end());
  return things;
}

std::vector<std::string> near_names(const Profile& profile, const std::string& name) {
  return near_words(profile, name, {NamedKind::kernel, NamedKind::nvtx, NamedKind::call});
}

}  // namespace nsys_ai::inline agent
