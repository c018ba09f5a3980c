// Strips the frameworks' decorations; the rest is a path of identifiers, or no function.
#include "annotate/label_functions.h"

#include <algorithm>

#include "analysis/host/source_labels.h"
#include "analysis/kernels/kernels.h"

namespace nsys_ai {
namespace {

constexpr size_t kLongestFunction = 512;
constexpr size_t kMaxParts = 16;

bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || is_ascii_digit(c) ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_identifier(std::string_view text) {
  return !text.empty() && !is_ascii_digit(text[0]) && std::all_of(text.begin(), text.end(), is_name_char);
}

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

// `Model_0` numbers the instances of a module.
std::string_view without_instance(std::string_view name) {
  const size_t last = name.find_last_not_of("0123456789");
  const bool counted =
      last != std::string_view::npos && last + 1 < name.size() && name[last] == '_' && last > 0;
  return counted ? name.substr(0, last) : name;
}

}  // namespace

std::vector<std::string> path_parts(std::string_view qualified) {
  std::vector<std::string> parts;
  while (!qualified.empty()) {
    const size_t end = std::min(qualified.find_first_of(".:"), qualified.size());
    const std::string_view part = qualified.substr(0, end);
    if (!is_identifier(part) || parts.size() == kMaxParts) return {};
    // Sources do not write the name of an anonymous namespace.
    if (part != "anonymous") parts.emplace_back(part);
    qualified.remove_prefix(end);
    if (qualified.empty()) break;
    if (!take(qualified, "::")) qualified.remove_prefix(1);
    if (qualified.empty()) return {};
  }
  return parts;
}

bool same_end(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  const size_t shared = std::min(a.size(), b.size());
  return shared > 0 && std::equal(a.end() - static_cast<ptrdiff_t>(shared), a.end(),
                                  b.end() - static_cast<ptrdiff_t>(shared));
}

std::optional<LabelFunction> function_of_label(std::string_view label) {
  if (label.size() > kLongestFunction) return std::nullopt;
  LabelFunction function;
  std::string_view name = label;
  std::string held;
  if (auto place = source_of_label(label); place && !place->function.empty()) {
    function.file = std::move(place->file);
    held = std::move(place->function);
    name = held;
  }
  if (take(name, "nn.Module: ") || take(name, "module: ") || take(name, "Module: "))
    name = without_instance(name);
  // `Optimizer.step#Adam.step`
  if (const size_t hash = name.rfind('#'); hash != std::string_view::npos && hash + 1 < name.size())
    name = name.substr(hash + 1);
  std::string plain(name);
  if (name.find_first_of("(<") != std::string_view::npos) plain = qualified_name(name);
  function.path = path_parts(plain);
  if (function.path.empty()) return std::nullopt;
  return function;
}

}  // namespace nsys_ai
