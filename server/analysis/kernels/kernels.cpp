// Splits names into parts, and reads the facts of a profile's names.
#include "analysis/kernels/kernels.h"

#include <algorithm>

#include "base/parallel.h"
#include "base/word_character.h"
#include "base/context.h"

namespace nsys_ai {
namespace {

std::string_view last_part(std::string_view qualified) {
  const size_t colon = qualified.rfind("::");
  return colon == std::string_view::npos ? qualified : qualified.substr(colon + 2);
}

// Removes `part` only at the beginning of a word: `at::` is not in `genericReformat::`, nor in `nat::at::`.
void strip(std::string& text, std::string_view part) {
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at)) {
    if (at == 0 || !is_word(part.front()) || (!is_word(text[at - 1]) && text[at - 1] != ':'))
      text.erase(at, part.size());
    else
      ++at;
  }
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at))
    text.replace(at, from.size(), to);
}

// The name with its namespaces and template arguments, between the return type and the parameters.
std::string_view own_part(std::string_view demangled) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)";
  size_t begin = 0;
  int angle = 0;
  for (size_t at = 0; at < demangled.size(); ++at) {
    const char c = demangled[at];
    if (angle == 0 && demangled.substr(at).starts_with(kAnonymous)) {
      at += kAnonymous.size() - 1;
      continue;
    }
    if (c == '<') ++angle;
    if (c == '>' && angle > 0) --angle;
    if (angle > 0) continue;
    if (c == '(') return demangled.substr(begin, at - begin);
    if (c == ' ') begin = at + 1;  // a space outside template arguments ends a return type
  }
  // A name without parameters is no signature: it may be any text with spaces.
  constexpr std::string_view kReturns = "void ";
  return demangled.starts_with(kReturns) ? demangled.substr(kReturns.size()) : demangled;
}

}  // namespace

std::string qualified_name(std::string_view demangled) {
  std::string own(own_part(demangled));
  // The spellings of the demanglers of binutils and CUPTI.
  for (const std::string_view spelling : {"(anonymous namespace)", "<unnamed>"})
    replace_all(own, spelling, "anonymous");
  std::string name;
  int angle = 0;
  for (const char c : own) {
    if (c == '<') ++angle;
    if (angle == 0) name += c;
    if (c == '>' && angle > 0) --angle;
  }
  return name.empty() ? std::string(demangled) : name;
}

std::string display_name(std::string_view demangled) {
  // Parentheses inside template arguments enclose a cast, a parameter list or a lambda.
  std::string own(own_part(demangled));
  for (const std::string_view spelling : {"(anonymous namespace)::", "<unnamed>::"})
    replace_all(own, spelling, "");
  std::string name;
  int depth = 0;
  for (const char c : own) {
    if (c == '(' || c == '[') ++depth;
    if (depth == 0) name += c;
    if ((c == ')' || c == ']') && depth > 0) --depth;
  }
  for (const std::string_view noise :
       {"::operator  const", "at::native::", "at::", "c10::", "cutlass::", "std::", "void "})
    strip(name, noise);
  replace_all(name, "::::", "::");
  for (const std::string_view end : {"::,", "::>"}) replace_all(name, end, end.substr(2));
  return name.empty() ? std::string(demangled) : name;
}

namespace {

// The first template argument that is no number, without its own arguments; empty where there is none.
std::string_view first_type(std::string_view display) {
  const size_t open = display.find('<');
  if (open == std::string_view::npos) return {};
  int depth = 0;
  size_t begin = open + 1;
  size_t end = std::string_view::npos;  // end of the argument without its own arguments
  for (size_t at = begin; at < display.size(); ++at) {
    const char c = display[at];
    if (c == '<' && depth++ == 0) end = at;
    if (c != ',' && c != '>') continue;
    if (depth == 0) {
      std::string_view argument = display.substr(begin, std::min(at, end) - begin);
      argument.remove_prefix(std::min(argument.find_first_not_of(' '), argument.size()));
      const bool is_type = argument.size() > 1 && !(argument[0] >= '0' && argument[0] <= '9') &&
                           argument != "true" && argument != "false" &&
                           argument.find('=') == std::string_view::npos;
      if (is_type) return argument;
      begin = at + 1;
      end = std::string_view::npos;
    }
    if (c == '>' && depth-- == 0) break;
  }
  return {};
}

}  // namespace

std::string short_display_name(std::string_view demangled) {
  const std::string display = display_name(demangled);
  const std::string_view outer = std::string_view(display).substr(0, display.find('<'));
  if (outer.empty() || outer.size() == display.size()) return display;
  const bool is_shell = outer.find("::") == std::string_view::npos;
  const std::string_view type = is_shell ? first_type(display) : std::string_view();
  std::string name(outer);
  if (!type.empty()) name += "<" + std::string(type) + ">";
  return name;
}

std::string base_name(std::string_view demangled) {
  return std::string(last_part(qualified_name(demangled)));
}

std::string_view KernelFamilies::library_of(NameId name) const {
  const KernelFact<KernelLibrary>& library = facts_of(name).library;
  return library.is_known() ? name_of(library.value) : std::string_view();
}

// Reading a name takes about as long as scanning this many rows.
constexpr size_t kReadRows = 256;

KernelFamilies build_kernel_families(const Profile& profile) {
  KernelFamilies families;
  families.of_name.assign(profile.names().size(), 0);
  std::vector<NameId> full{NameId{}};  // parallel to the facts; names that no kernel has are not read
  for (const KernelName& name : profile.kernels().names.values) {
    if (families.of_name[name.full] != 0) continue;
    families.of_name[name.full] = static_cast<uint32_t>(full.size());
    full.push_back(name.full);
  }
  families.facts.resize(full.size());
  families.formats.resize(full.size());
  each_share(full.size(), shares_of(kReadRows * full.size(), 0), [&](size_t, size_t from, size_t to) {
    NameReader reader;
    ThrottledCheck check;
    for (size_t i = std::max<size_t>(from, 1); i < to; ++i) {
      check(kReadRows);
      const KernelFacts& facts = families.facts[i] = reader.read(profile.text(full[i]));
      if (facts.input.is_known()) families.formats[i] = input_format(facts);
    }
  });
  return families;
}

}  // namespace nsys_ai
