// Finds the namespaces, classes and functions that enclose a position in a C++ source.
//
// Braces are classified by the words before them; no names are resolved. An #else starts with the same open
// scopes as its #if.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "annotate/token_reader.h"

namespace nsys_ai {

// For one source, read from its first token to its last.
class CppScopes : protected TokenReader {
 public:
  using TokenReader::TokenReader;

 protected:
  // A declaration, complete when its statement ends or its brace opens.
  struct Declaration {
    size_t name = 0;        // the token of the name's last part
    std::string qualified;  // the name with the enclosing namespaces and classes
    bool kernel = false;    // declared with __global__
    bool body = false;      // it is a definition
    bool type = false;      // it is a class
  };
  // Processes the token at `at`; call it for each token in order.
  std::optional<Declaration> enter(size_t at);
  // The qualified name of the function around the last token; empty outside of functions.
  std::string function_around() const;

 private:
  enum class ScopeKind { block, function, name_space, type };
  struct Scope {
    ScopeKind kind = ScopeKind::block;
    std::string_view name;  // as it is written
    size_t resume = 0;      // the start of the enclosing statement, if it continues after this scope; else
                            // the brace
    size_t brace = 0;
    size_t brackets = 0;  // the number of brackets that were open before it
  };

  void directive(size_t at);
  std::optional<Declaration> open(size_t at);
  void close(size_t at);
  void push(ScopeKind kind, std::string_view name, size_t at, size_t resume);
  bool in_function() const;
  // The name of the function that [head_, end) declares, as a range of tokens.
  struct Name {
    size_t first = 0;
    size_t last = 0;
    size_t close = 0;  // the closing bracket of its parameters
  };
  std::optional<Name> function_name(size_t end) const;
  std::optional<size_t> type_name(size_t end) const;
  bool initialises(const Name& name, size_t end) const;
  std::string qualified(std::string_view name) const;
  std::string_view source_between(size_t first, size_t last) const;
  Declaration declaration_of(const Name& name) const;

  std::vector<Scope> scopes_;
  size_t deeper_ = 0;  // the number of open scopes beyond the maximum depth
  size_t head_ = 0;    // the first token of the current statement
  size_t brackets_ = 0;
  bool kernel_ = false;  // the current statement contains __global__
  struct State {
    std::vector<Scope> scopes;
    size_t deeper = 0;
    size_t brackets = 0;
  };
  std::vector<State> conditions_;  // the state at each open #if
};

}  // namespace nsys_ai
