// Looks up the names of a profile by the forms in which this program shows them.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

enum class NameKind : uint8_t { none, kernel, range, process, thread, file, call, other };

// Stores hashes of forms, since there may be millions of names. Build with
// `profile.derived(build_name_index)`. A form is on one line (base/text_table.h).
class NameIndex {
 public:
  struct Found {
    NameKind kind = NameKind::none;
    bool is_public = false;
    NameId kernel = NameId::none();  // set if only one kernel has the form
  };

  // The names with this form: a full name, or a kernel's shortened name.
  Found find(std::string_view form) const;
  // The same for a name that was truncated in the middle: `head…tail`.
  Found find_cut(const Profile& profile, std::string_view head, std::string_view tail) const;
  // Whether this is a word of a private name.
  bool has_private_word(std::string_view word) const { return private_words_.contains(hash_of(word)); }
  // Whether this is a word of a library's name, or the beginning or end of one in a truncated name.
  bool has_public_word(std::string_view word) const;
  bool begins_public_word(std::string_view word) const;
  bool ends_public_word(std::string_view word) const;
  // The largest number of words in a name that is searched for in running text.
  size_t most_words() const { return most_words_; }
  // Whether a name that is long enough to be truncated begins with these words.
  bool begins_long_name(std::string_view two_words) const { return long_names_.contains(hash_of(two_words)); }

 private:
  friend NameIndex build_name_index(const Profile& profile);
  static uint64_t hash_of(std::string_view text);
  void add(std::string_view form, Found found);
  void add_words(std::string_view name);
  void add_kernels(const Profile& profile);
  void add_labels(const Profile& profile);
  void add_places(const Profile& profile);

  std::unordered_map<uint64_t, Found> forms_;
  std::unordered_set<uint64_t> labels_;  // normalised
  std::unordered_set<uint64_t> private_words_;
  std::set<std::string, std::less<>> public_words_;
  std::unordered_set<uint64_t> long_names_;
  size_t most_words_ = 1;
};
NameIndex build_name_index(const Profile& profile);

// The end of at most `words` words from `at` on, including the text between them.
size_t behind_words(std::string_view text, size_t at, size_t words);

}  // namespace nsys_ai
