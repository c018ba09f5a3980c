// Decides which names may be sent to a language model, and restores the others in its reply.
//
// Outgoing text passes through `outgoing`, which replaces each private name by an alias: K17 is a kernel,
// N203 a range. The model's text passes through `incoming`. A name is private unless it is known to be
// public; no name passes because it looks harmless.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

// `public_only`: sends names of libraries, frameworks and CUDA's API. `all`: sends all names except those of
// files, machines and users. `none`: sends no names, not even those of libraries.
enum class NamePolicy { public_only, all, none };
// `public`, `all`, `none`.
std::string_view name_of(NamePolicy policy);
std::optional<NamePolicy> name_policy_named(std::string_view name);

// The aliases of one conversation about one profile, numbered as they are assigned. Thread-safe.
class Aliases {
 public:
  // The profile outlives this. The first text builds an index of its names, which all conversations share.
  Aliases(const Profile& profile, NamePolicy policy);
  ~Aliases();

  // The text with private names replaced. Names may be quoted ("..."), code (`...`) or cells of a table,
  // truncated in the middle or escaped; the remaining text is checked word by word. The same text yields the
  // same bytes for the lifetime of this object.
  std::string outgoing(std::string_view text);

  // A model's text with names in place of aliases: each as Markdown code, on one line and shortened to a
  // readable length.
  std::string incoming(std::string_view markdown) const;
  // A tool argument with the profile's names in place of aliases.
  std::string incoming_argument(std::string_view text) const;

  // The words of an outgoing text that `outgoing` would replace. Empty for texts that `outgoing` returned.
  std::vector<std::string> leaks(std::string_view text) const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

// Replaces aliases in text that arrives in pieces, which may split an alias. For one thread.
class IncomingPieces {
 public:
  explicit IncomingPieces(const Aliases& aliases) : aliases_(aliases) {}
  // Returns the text that is certain so far; the rest follows with a later piece or at the end.
  std::string next(std::string_view piece);
  std::string end();

 private:
  const Aliases& aliases_;
  std::string held_;
};

}  // namespace nsys_ai
