// Which names leave this machine on their way to a language model, and how those that stay come back.
//
// Text goes out through `outgoing`, where a name that stays is replaced by an alias: K17 is a kernel, N203 a
// range. What the model says comes in through `incoming`. A name is kept back unless it is known to be
// public; nothing is let through because it looks harmless.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

// `public_only`: names of libraries, frameworks and of CUDA's interface go out. `all`: all names but those of
// files, machines and users do. `none`: not even a library's.
enum class NamePolicy { public_only, all, none };
// `public`, `all`, `none`.
std::string_view name_of(NamePolicy policy);
std::optional<NamePolicy> name_policy_named(std::string_view name);

// The aliases of one conversation about one profile, numbered as they are needed. Thread-safe.
class Aliases {
 public:
  // The profile outlives this. Its names are indexed at the first text, once for all conversations.
  Aliases(const Profile& profile, NamePolicy policy);
  ~Aliases();

  // The text as it may leave. It may quote names ("..."), show them as code (`...`) or have them as cells of
  // a table, cut in the middle or escaped; what stands elsewhere is looked at word by word. The same text
  // gives the same bytes as long as this lives.
  std::string outgoing(std::string_view text);

  // What a model says, with names for aliases: each as code in Markdown, on one line and cut to what can be
  // read.
  std::string incoming(std::string_view markdown) const;
  // An argument of a tool, with names for aliases as the profile has them.
  std::string incoming_argument(std::string_view text) const;

  // The words of a text that is about to leave which `outgoing` would not let go. Empty for all it gave.
  std::vector<std::string> leaks(std::string_view text) const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

// Puts names for aliases into text that comes in pieces, of which one may end in the middle of an alias.
// For one thread.
class IncomingPieces {
 public:
  explicit IncomingPieces(const Aliases& aliases) : aliases_(aliases) {}
  // As much as is sure so far; the rest comes with a later piece, or with the end.
  std::string next(std::string_view piece);
  std::string end();

 private:
  const Aliases& aliases_;
  std::string held_;
};

}  // namespace nsys_ai
