// Profiles whose tables are made by hand, and columns of families as lists to compare.
#pragma once

#include <string>
#include <vector>

#include "profile/families/lazy_family.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::test {

// A profile of one kernel of process 100, and what `sql` adds to it.
inline ProfilePtr with(const std::string& sql, const std::string& version = "2026.2") {
  const TemporaryFolder folder;
  const auto path = folder / "sketch.sqlite";
  sketch::write("process 100 \"rank 0\"\nthread 1 \"main\"\ngpu 0 stream 7   gemm 100..200us\n",
                path.string(), version);
  change(path, sql);
  auto profile = load_profile(path);
  if (!profile) throw std::runtime_error(profile.error().message);
  return *profile;
}

template <class T>
const T& family(const ProfilePtr& profile) {
  auto read = profile->events<T>();
  if (!read) throw std::runtime_error(read.error().message);
  return **read;
}

// The ids of process 100 and of a thread of it, as files hold them.
constexpr int64_t kVm = 1;
constexpr int64_t pid(int64_t of) { return kVm << 48 | of << 24; }
inline std::string tid(int64_t process, int64_t thread) { return std::to_string(pid(process) | thread); }
inline std::string texts(const std::string& rows) { return "INSERT INTO StringIds VALUES " + rows + ";"; }

template <class Column>
std::vector<int64_t> all(const Column& column) {
  std::vector<int64_t> values;
  for (size_t i = 0; i < column.size(); ++i) values.push_back(static_cast<int64_t>(column[i]));
  return values;
}
template <class T, class Column>
std::vector<std::string> all_names(const T& family, const Column& column) {
  std::vector<std::string> names;
  for (size_t i = 0; i < column.size(); ++i) names.emplace_back(family.text(column[i]));
  return names;
}

}  // namespace nsys_ai::test
