// Python: the first pass reads declarations, the second reads every other word and knows the file's
// declarations.
#include <algorithm>
#include <array>
#include <optional>
#include <unordered_set>
#include <utility>

#include "annotate/range_names.h"
#include "annotate/token_reader.h"

namespace nsys_ai {
namespace {

// The last names of calls and decorators that turn the definition below them into a kernel.
constexpr std::array kKernelDecorators = std::to_array<std::string_view>({"jit", "kernel"});
// Calls that take a kernel's name as a string.
constexpr std::array kPythonKernelTextCalls =
    std::to_array<std::string_view>({"ElementwiseKernel", "RawKernel", "ReductionKernel", "get_function",
                                     "get_kernel", "load_kernel", "triton"});
// Names of the argument with a range's text.
constexpr std::array kMessageArguments =
    std::to_array<std::string_view>({"label", "message", "msg", "name", "range_name"});
constexpr size_t kDeepestScope = 16;
constexpr size_t kLongestPythonScopeName = 128;
constexpr size_t kLongestKernelText = 256;

template <class List>
bool is_among(std::string_view text, const List& list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

class PythonReader : TokenReader {
 public:
  PythonReader(std::string_view source, const MentionRequest& request)
      : TokenReader(SourceLanguage::python, source, request) {}

  void run() {
    for (size_t at = 0; at < count(); ++at)
      if (token(at).starts_line && at >= continued_) at_line(at);
    for (size_t at = 0; at < count(); ++at)
      if (is_identifier(at)) at_word(at);
  }

 private:
  // What decorators say of the definition below them.
  struct Decorators {
    bool kernel = false;
    std::vector<size_t> ranges;  // the names of decorators that make a range named after the function
  };

  void at_line(size_t at) {
    if (is_sign(at, '@')) return decorator(at + 1);
    if (is_word(at, "import") || is_word(at, "from")) imports(at);
    const size_t keyword = is_word(at, "async") ? at + 1 : at;
    if ((is_word(keyword, "def") || is_word(keyword, "class")) && is_identifier(keyword + 1))
      define(at, keyword + 1);
    decorators_ = {};
  }

  void decorator(size_t at) {
    while (is_identifier(at) && is_sign(at + 1, '.') && is_identifier(at + 2)) at += 2;
    if (!is_identifier(at)) return;
    const Path path = path_to(at);
    const bool call = is_sign(at + 1, '(') && has_partner(at + 1);
    // The arguments may span more lines.
    if (call) continued_ = token(at + 1).partner + 1;
    if (is_among(path.parts.back(), kKernelDecorators)) decorators_.kernel = true;
    if (is_range(path) && !(call && range_text(at + 1))) decorators_.ranges.push_back(at);
  }

  void define(size_t line, size_t name) {
    const size_t indent = indent_of(line);
    while (!scopes_.empty() && scopes_.back().indent >= indent) scopes_.pop_back();
    const std::string plain(text(name));
    std::string qualified;
    for (const Scope& scope : scopes_) qualified += std::string(scope.name) + ".";
    qualified += plain;
    if (decorators_.kernel) {
      kernels_.insert(text(name));
      report_name(Mention::Kind::kernel_definition, plain, name);
    } else {
      defined_.insert(text(name));
      report_name(Mention::Kind::function, qualified, name);
    }
    for (const size_t range : decorators_.ranges)
      report_name(Mention::Kind::function_range, qualified, range);
    if (scopes_.size() < kDeepestScope)
      scopes_.push_back({indent, text(name).substr(0, kLongestPythonScopeName)});
  }

  size_t indent_of(size_t at) const {
    size_t begin = token(at).begin;
    while (begin > 0 && (source_[begin - 1] == ' ' || source_[begin - 1] == '\t')) --begin;
    return token(at).begin - begin;
  }

  // `import a.b as c, d` and `from a.b import (c, d as e)`.
  void imports(size_t at) {
    const bool of_nvtx = is_word(at, "from") && module_of_nvtx(at + 1);
    if (is_word(at, "from")) {
      while (at < count() && !is_word(at, "import")) {
        ++at;
        if (at < count() && token(at).starts_line) return;
      }
    }
    size_t end = at + 1;
    if (is_sign(end, '(') && has_partner(end)) end = token(end).partner;
    while (end < count() && !token(end).starts_line) ++end;
    bool first = true;
    for (++at; at < end; ++at) {
      if (is_sign(at, ',')) first = true;
      if (!is_identifier(at)) continue;
      const bool alias = is_word(at - 1, "as");
      if (first || alias) {
        imported_.insert(text(at));
        if (of_nvtx || names_nvtx(text(at)) || (alias && is_identifier(at - 2) && names_nvtx(text(at - 2))))
          of_nvtx_.insert(text(at));
      }
      first = false;
    }
  }

  bool module_of_nvtx(size_t at) const {
    for (; at < count() && !is_word(at, "import") && !token(at).starts_line; ++at)
      if (is_identifier(at) && names_nvtx(text(at))) return true;
    return false;
  }

  bool is_range(const Path& path) const {
    if (path.whole && of_nvtx_.contains(path.parts.front()) && !is_domain(path.parts.back())) return true;
    return is_range_path(path.parts);
  }

  void at_word(size_t at) {
    if (is_sign(at + 1, '.') && is_identifier(at + 2)) return;  // a part of a longer path
    const bool call = is_sign(at + 1, '(') && has_partner(at + 1);
    if (call) texts_of_call(at);
    if (is_reported(at) || !request_.kernel(text(at))) return;
    if (is_launch(at)) return report_name(Mention::Kind::kernel_launch, std::string(text(at)), at);
    if (is_sign(at + 1, '=') && !token(at).starts_line) return;  // the name of a keyword argument
    if (may_be_kernel(at, call)) report_name(Mention::Kind::kernel, std::string(text(at)), at);
  }

  bool is_launch(size_t at) const {
    return is_sign(at + 1, '[') && has_partner(at + 1) && is_sign(token(at + 1).partner + 1, '(');
  }

  // A variable with a kernel's name is no kernel. The name is a kernel if the file defines or imports it, or
  // if the file calls it without defining it.
  bool may_be_kernel(size_t at, bool call) const {
    const Path path = path_to(at);
    if (!path.whole) return false;
    const std::string_view root = path.parts.front();
    if (path.parts.size() > 1) return imported_.contains(root);
    if (kernels_.contains(root) || imported_.contains(root)) return true;
    return call && !defined_.contains(root);
  }

  void texts_of_call(size_t at) {
    const Path path = path_to(at);
    if (is_range(path)) {
      if (const auto found = range_text(at + 1))
        report_mention(Mention::Kind::range, found->text, found->begin, found->end - 1);
    } else if (is_among(path.parts.back(), kPythonKernelTextCalls)) {
      for (const Argument& argument : arguments(at + 1, 4)) kernel_text(argument);
    }
  }

  void kernel_text(const Argument& argument) {
    if (argument.end != argument.begin + 1 || !is_text(argument.begin)) return;
    const TextParts name = literal_text(language_, text(argument.begin));
    // A text with code in it is no name.
    if (name[0].size() <= kLongestKernelText && name[0].find_first_of("{};\n") == std::string::npos)
      report_mention(Mention::Kind::kernel_text, name, argument.begin, argument.begin);
  }

  struct RangeText {
    TextParts text;
    size_t begin = 0;  // tokens
    size_t end = 0;
  };

  // The first argument, or the keyword argument for the message.
  std::optional<RangeText> range_text(size_t open) const {
    constexpr size_t kMaxArguments = 8;
    bool first = true;
    for (Argument argument : arguments(open, kMaxArguments)) {
      const bool named = is_identifier(argument.begin) && is_sign(argument.begin + 1, '=');
      if (named && !is_among(text(argument.begin), kMessageArguments)) continue;
      if (named) argument.begin += 2;
      if (!named && !std::exchange(first, false)) continue;
      if (auto found = text_of(argument)) return found;
    }
    return std::nullopt;
  }

  // Adjacent literals, with the values that are inserted into them.
  std::optional<RangeText> text_of(const Argument& argument) const {
    size_t at = argument.begin;
    if (!is_text(at)) return std::nullopt;
    TextParts parts = literal_text(language_, text(at));
    for (++at; at < argument.end && is_text(at); ++at)
      parts = joined(parts, literal_text(language_, text(at)));
    const RangeText found{{}, argument.begin, at};
    if (at == argument.end) return RangeText{parts, found.begin, found.end};
    if (is_sign(at, '%')) return RangeText{with_holes(parts, HoleStyle::percent), found.begin, found.end};
    if (is_sign(at, '.') && is_word(at + 1, "format"))
      return RangeText{with_holes(parts, HoleStyle::braces), found.begin, found.end};
    if (!is_sign(at, '+')) return std::nullopt;
    parts.emplace_back();  // an appended value is known only at run time
    return RangeText{parts, found.begin, found.end};
  }

  struct Scope {
    size_t indent = 0;
    std::string_view name;
  };
  std::vector<Scope> scopes_;
  Decorators decorators_;
  size_t continued_ = 0;  // earlier tokens belong to a decorator
  std::unordered_set<std::string_view> imported_;
  std::unordered_set<std::string_view> of_nvtx_;  // imported names that create ranges
  std::unordered_set<std::string_view> kernels_;  // defined here
  std::unordered_set<std::string_view> defined_;  // functions and classes
};

}  // namespace

void find_python_mentions(std::string_view source, const MentionRequest& request) {
  PythonReader(source, request).run();
}

}  // namespace nsys_ai
