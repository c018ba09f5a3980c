// The names of a profile, found by the forms in which our texts show them.
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

// By hashes of forms, since the names themselves may be millions. Build with
// `profile.derived(build_name_index)`. A form is on one line (base/text_table.h).
class NameIndex {
 public:
  struct Found {
    NameKind kind = NameKind::none;
    bool is_public = false;
    NameId kernel = NameId::none();  // where only one kernel has the form
  };

  // What has the form: all of a name, or that of a kernel without what people leave out.
  Found find(std::string_view form) const;
  // The same of a name that was cut: `head…tail`.
  Found find_cut(const Profile& profile, std::string_view head, std::string_view tail) const;
  // Whether a name that is kept back has this as one of its words.
  bool has_private_word(std::string_view word) const { return private_words_.contains(hash_of(word)); }
  // Words of names of libraries; of names that were cut the beginning or the end of one.
  bool has_public_word(std::string_view word) const;
  bool begins_public_word(std::string_view word) const;
  bool ends_public_word(std::string_view word) const;
  // How many words a name has at most that is looked for among words of a text.
  size_t most_words() const { return most_words_; }
  // Whether a name that is long enough to be cut where it is shown begins with these words.
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

// Up to so many words from `at` on, with what is between them: where they end.
size_t behind_words(std::string_view text, size_t at, size_t words);

}  // namespace nsys_ai
