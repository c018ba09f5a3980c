// Finds private names in a text.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "agent/grounding/aliases.h"
#include "agent/grounding/name_index.h"

namespace nsys_ai {

struct PrivateName {
  NameKind kind = NameKind::other;
  std::string_view form;           // as in the text, without Markdown escapes
  NameId kernel = NameId::none();  // set if it is the name of one kernel
};

// For one text at a time.
class NameScanner {
 public:
  // Returns the replacement for a name.
  using Replace = std::function<std::string(const PrivateName&)>;
  // Called for each library kernel that is sent under a shorter name than the text has.
  using Given = std::function<void(std::string_view as, NameId kernel)>;
  // Whether a word is an assigned alias, which is sent unchanged.
  using IsAlias = std::function<bool(std::string_view)>;

  NameScanner(const Profile& profile, const NameIndex& index, NamePolicy policy, Replace replace,
              IsAlias is_alias, Given given = {})
      : profile_(profile),
        index_(index),
        policy_(policy),
        replace_(std::move(replace)),
        is_alias_(std::move(is_alias)),
        given_(std::move(given)) {}

  std::string scan(std::string_view text);

 private:
  void line(std::string_view line);
  void cells(std::string_view part);
  void span(std::string_view inside, bool code);
  void plain(std::string_view part);
  // Each of these writes the text that it recognizes at `at` and returns its end, or returns `at`.
  size_t known_phrase(std::string_view part, size_t at);
  size_t marker(std::string_view part, size_t at);
  size_t cut_name(std::string_view part, size_t at);
  size_t path(std::string_view part, size_t at);
  size_t bracketed(std::string_view part, size_t at);
  size_t word(std::string_view part, size_t at);
  size_t phrase(std::string_view part, size_t at, size_t least) const;
  bool goes_out(std::string_view word) const;

  bool has_alias(std::string_view text) const;
  bool is_kept(const NameIndex::Found& found) const;
  void write(NameIndex::Found found, std::string_view form);
  void library_kernel(NameIndex::Found found, std::string_view form);

  const Profile& profile_;
  const NameIndex& index_;
  NamePolicy policy_;
  Replace replace_;
  IsAlias is_alias_;
  Given given_;
  std::string out_;
  bool in_library_name_ = false;
};

}  // namespace nsys_ai
