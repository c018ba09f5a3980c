// Which namespaces, classes and functions a place of a C++ source is in.
//
// Braces are classified by the words before them; nothing is resolved. What an #if opens, its #else opens
// again.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "annotate/token_reader.h"

namespace nsys_ai {

// For one source, from its first token to its last.
class CppScopes : protected TokenReader {
 public:
  using TokenReader::TokenReader;

 protected:
  // A statement ended or a brace opened: what was declared there, if anything.
  struct Declaration {
    size_t name = 0;        // the token of its last part
    std::string qualified;  // with the namespaces and classes around it
    bool kernel = false;    // __global__ stands before it
    bool body = false;      // it is defined here
    bool type = false;      // a class
  };
  // Takes the token at `at`; to be called for each in turn.
  std::optional<Declaration> enter(size_t at);
  // The function around the last token, as it is qualified; empty outside of functions.
  std::string function_around() const;

 private:
  enum class ScopeKind { block, function, name_space, type };
  struct Scope {
    ScopeKind kind = ScopeKind::block;
    std::string_view name;  // as it is written
    size_t resume = 0;      // where the statement around it began, if it continues after it; else the brace
    size_t brace = 0;
    size_t brackets = 0;  // that were open before it
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
    size_t close = 0;  // of its parameters
  };
  std::optional<Name> function_name(size_t end) const;
  std::optional<size_t> type_name(size_t end) const;
  bool initialises(const Name& name, size_t end) const;
  std::string qualified(std::string_view name) const;
  std::string_view source_between(size_t first, size_t last) const;
  Declaration declaration_of(const Name& name) const;

  std::vector<Scope> scopes_;
  size_t deeper_ = 0;  // scopes beyond the deepest that is kept
  size_t head_ = 0;    // the first token of the statement
  size_t brackets_ = 0;
  bool kernel_ = false;  // the statement says __global__
  struct State {
    std::vector<Scope> scopes;
    size_t deeper = 0;
    size_t brackets = 0;
  };
  std::vector<State> conditions_;  // as things stood at each open #if
};

}  // namespace nsys_ai
