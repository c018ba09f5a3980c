// Uses the search of names, which reads each distinct name once.
#include "question/names.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "analysis/kernels/kernels.h"
#include "analysis/name_search.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "base/text_pattern.h"

namespace nsys_ai {
namespace {

std::optional<Thing> thing_of(NamedKind kind) {
  if (kind == NamedKind::kernel) return Thing::kernel;
  if (kind == NamedKind::nvtx) return Thing::range;
  if (kind == NamedKind::mark) return Thing::mark;
  return kind == NamedKind::call ? std::optional(Thing::call) : std::nullopt;
}

// Whether people would call the found thing `wanted`, which is in lower case.
bool is_called(const FoundName& found, const std::string& wanted) {
  if (ascii_lower(found.name) == wanted) return true;
  if (found.kind == NamedKind::nvtx || found.kind == NamedKind::mark)
    return ascii_lower(normalised_label(found.name)) == wanted;
  if (found.kind != NamedKind::kernel) return false;
  return ascii_lower(base_name(found.name)) == wanted || ascii_lower(qualified_name(found.name)) == wanted ||
         ascii_lower(display_name(found.name)) == wanted;
}

// The form of a name that people say: for a kernel, without its arguments.
std::string spoken(const FoundName& found) {
  return found.kind == NamedKind::kernel ? base_name(found.name) : found.name;
}

bool is_letter_or_digit(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

// Whether `word`, in lower case, occurs in the name between other characters, or where a capital begins a
// word.
bool has_word(const std::string& name, const std::string& word) {
  // Words with digits, for example sm80, are not English.
  constexpr size_t kShortest = 5, kShortestWithDigits = 4;
  const bool digits =
      std::any_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
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

std::optional<int64_t> process_named(const Profile& profile, std::string_view name) {
  std::optional<int64_t> pid;
  for (const Process& process : profile.processes()) {
    const std::string_view path = process.name;
    if (!process.known || ascii_lower(path.substr(path.rfind('/') + 1)) != ascii_lower(name)) continue;
    if (pid && *pid != process.pid) return std::nullopt;
    pid = process.pid;
  }
  return pid;
}

Result<std::vector<NamedThing>> kinds_with_name(const Profile& profile, const WantedName& asked,
                                             const Work& work) {
  auto pattern = TextPattern::make(asked.text, {});
  if (!pattern) return std::vector<NamedThing>{};
  const auto found = search_names(profile, Scope::whole(profile), {*pattern, {}, std::nullopt}, work);
  if (!found) return tl::unexpected(found.error());
  constexpr size_t kShortestPart = 3;
  const std::string wanted = ascii_lower(asked.text);
  std::vector<NamedThing> things;
  for (const FoundName& each : found->names) {
    const auto thing = thing_of(each.kind);
    if (!thing) continue;
    const bool exact = is_called(each, wanted);
    if (!exact && !(asked.marked ? wanted.size() >= kShortestPart : has_word(spoken(each), wanted))) continue;
    const auto known = std::ranges::find(things, *thing, &NamedThing::thing);
    if (known == things.end())
      things.push_back({*thing, exact});
    else
      known->exact = known->exact || exact;
  }
  if (std::ranges::any_of(things, &NamedThing::exact))
    std::erase_if(things, [](const NamedThing& thing) { return !thing.exact; });
  return things;
}

}  // namespace nsys_ai
