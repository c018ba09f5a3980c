// Takes one step for each token; examines the words of a statement once, when it ends or opens a brace.
#include "annotate/cpp_scopes.h"

#include <algorithm>
#include <array>

namespace nsys_ai {
namespace {

constexpr size_t kMaxScopes = 64;
constexpr size_t kMaxConditions = 64;
constexpr size_t kLongestScopeName = 128;

// Words before a bracket that contains no parameters.
constexpr std::array kNoFunctions = std::to_array<std::string_view>({
    "__align__",
    "__attribute__",
    "__cluster_dims__",
    "__declspec",
    "__launch_bounds__",
    "__maxnreg__",
    "alignas",
    "asm",
    "catch",
    "decltype",
    "explicit",
    "for",
    "if",
    "noexcept",
    "requires",
    "return",
    "sizeof",
    "static_assert",
    "switch",
    "while",
});
// Words between a function's parameters and its body.
constexpr std::array kBehindParameters = std::to_array<std::string_view>(
    {"__attribute__", "const", "final", "mutable", "noexcept", "override", "requires", "try", "volatile"});
constexpr std::array kTypeWords = std::to_array<std::string_view>({"class", "struct", "union"});

template <class List>
bool is_any_of(std::string_view text, const List& list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

}  // namespace

std::optional<CppScopes::Declaration> CppScopes::enter(size_t at) {
  if (token(at).in_directive) {
    directive(at);
    return std::nullopt;
  }
  switch (token(at).sign) {
    case '(':
    case '[':
      ++brackets_;
      return std::nullopt;
    case ')':
    case ']':
      brackets_ -= brackets_ > 0 ? 1 : 0;
      return std::nullopt;
    case '{':
      return open(at);
    case '}':
      close(at);
      return std::nullopt;
    case ';': {
      if (brackets_ > 0) return std::nullopt;
      std::optional<Declaration> declared;
      if (kernel_)
        if (const auto name = function_name(at)) declared = declaration_of(*name);
      head_ = at + 1;
      kernel_ = false;
      return declared;
    }
    default:
      if (is_word(at, "__global__")) kernel_ = true;
      return std::nullopt;
  }
}

// An #else starts with the scopes that were open at its #if.
void CppScopes::directive(size_t at) {
  if (brackets_ == 0) head_ = at + 1;
  if (!is_identifier(at) || at == 0 || !is_sign(at - 1, '#')) return;
  const std::string_view word = text(at);
  if (word.starts_with("if")) {
    if (conditions_.size() < kMaxConditions) conditions_.push_back({scopes_, deeper_, brackets_});
  } else if (word.starts_with("el") && !conditions_.empty()) {
    scopes_ = conditions_.back().scopes;
    deeper_ = conditions_.back().deeper;
    brackets_ = conditions_.back().brackets;
  } else if (word == "endif" && !conditions_.empty()) {
    conditions_.pop_back();
  }
}

std::optional<CppScopes::Declaration> CppScopes::open(size_t at) {
  if (brackets_ > 0 || in_function()) {
    // The statement continues after a brace among arguments.
    push(ScopeKind::block, {}, at, brackets_ > 0 ? head_ : at);
    return std::nullopt;
  }
  if (is_word(head_, "namespace") || (is_word(head_, "inline") && is_word(head_ + 1, "namespace"))) {
    const size_t first = is_word(head_, "inline") ? head_ + 2 : head_ + 1;
    push(ScopeKind::name_space, first < at ? source_between(first, at - 1) : std::string_view(), at, at);
    return std::nullopt;
  }
  if (const auto name = function_name(at)) {
    if (initialises(*name, at)) {
      push(ScopeKind::block, {}, at, head_);
      return std::nullopt;
    }
    Declaration declared = declaration_of(*name);
    declared.body = true;
    push(ScopeKind::function, source_between(name->first, name->last), at, at);
    return declared;
  }
  if (const auto name = type_name(at)) {
    Declaration declared{*name, qualified(text(*name)), false, true, true};
    push(ScopeKind::type, text(*name), at, at);
    return declared;
  }
  push(ScopeKind::block, {}, at, at);
  return std::nullopt;
}

void CppScopes::push(ScopeKind kind, std::string_view name, size_t at, size_t resume) {
  if (scopes_.size() == kMaxScopes)
    ++deeper_;
  else
    scopes_.push_back({kind, name.substr(0, kLongestScopeName), resume, at, brackets_});
  brackets_ = 0;
  head_ = at + 1;
  kernel_ = false;
}

void CppScopes::close(size_t at) {
  head_ = at + 1;
  kernel_ = false;
  brackets_ = 0;
  if (deeper_ > 0) {
    --deeper_;
  } else if (!scopes_.empty()) {
    brackets_ = scopes_.back().brackets;
    if (scopes_.back().resume != scopes_.back().brace) head_ = scopes_.back().resume;
    scopes_.pop_back();
  }
}

bool CppScopes::in_function() const {
  return std::any_of(scopes_.begin(), scopes_.end(),
                     [](const Scope& scope) { return scope.kind == ScopeKind::function; });
}

// Finds the first top-level bracket of the statement that follows a possible function name and precedes no
// other declaration: `ATTRIBUTE(x) void f(int)`.
std::optional<CppScopes::Name> CppScopes::function_name(size_t end) const {
  size_t at = head_;
  if (is_word(at, "template") && is_sign(at + 1, '<')) {
    const size_t behind = after_angle(at + 1);
    if (behind != kNone) at = behind;
  }
  for (; at < end; ++at) {
    if (is_sign(at, '=')) return std::nullopt;
    if (is_sign(at, '[') && has_partner(at)) at = token(at).partner;
    if (!is_sign(at, '(')) continue;
    if (!has_partner(at) || token(at).partner >= end) return std::nullopt;
    const size_t close = token(at).partner;
    const size_t behind = close + 1;
    size_t word = at > head_ ? at - 1 : kNone;
    if (is_sign(word, '>')) {  // a specialisation: f<float>(...)
      const size_t open = angle_before(word);
      word = open == kNone || open <= head_ ? kNone : open - 1;
    }
    const bool named = is_identifier(word) && !is_any_of(text(word), kNoFunctions);
    const bool goes_on = behind < end && is_identifier(behind) && !is_any_of(text(behind), kBehindParameters);
    if (named && !goes_on) return Name{path_to(word).first, word, close};
    at = close;
  }
  return std::nullopt;
}

// `class EXPORT Name final : Base`.
std::optional<size_t> CppScopes::type_name(size_t end) const {
  size_t at = head_;
  while (at < end && !(is_identifier(at) && is_any_of(text(at), kTypeWords))) {
    const size_t behind = is_sign(at, '<') ? after_angle(at) : kNone;
    at = behind == kNone ? at + 1 : behind;
  }
  std::optional<size_t> name;
  for (++at; at < end && !is_sign(at, ':'); ++at) {
    if (is_sign(at, '=')) return std::nullopt;  // a variable of that type
    if ((is_sign(at, '(') || is_sign(at, '[')) && has_partner(at)) at = token(at).partner;
    if (is_sign(at, '<')) break;
    if (is_identifier(at) && text(at) != "final" && !is_sign(at + 1, '(')) name = at;
  }
  return name;
}

// `A::A() : member{1}, other(2) {`: whether the brace at `end` belongs to a member.
bool CppScopes::initialises(const Name& name, size_t end) const {
  if (!is_sign(name.close + 1, ':')) return false;
  return is_sign(end - 1, '>') || (is_identifier(end - 1) && !is_any_of(text(end - 1), kBehindParameters));
}

std::string_view CppScopes::source_between(size_t first, size_t last) const {
  return source_.substr(token(first).begin, token(last).end - token(first).begin);
}

std::string CppScopes::qualified(std::string_view name) const {
  std::string result;
  for (const Scope& scope : scopes_)
    if (scope.kind != ScopeKind::block && !scope.name.empty()) result += std::string(scope.name) + "::";
  return result + std::string(name);
}

CppScopes::Declaration CppScopes::declaration_of(const Name& name) const {
  return {name.last, qualified(source_between(name.first, name.last).substr(0, 4 * kLongestScopeName)),
          kernel_, false, false};
}

std::string CppScopes::function_around() const {
  std::string result;
  for (const Scope& scope : scopes_) {
    if (scope.kind == ScopeKind::block || scope.name.empty()) continue;
    result += (result.empty() ? "" : "::") + std::string(scope.name);
    if (scope.kind == ScopeKind::function) return result;
  }
  return {};
}

}  // namespace nsys_ai
