// Reads each family of events into its columns. Used by load.cpp alone.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "profile/identity.h"
#include "profile/profile.h"
#include "profile/schema.h"
#include "profile/string_refs.h"

namespace nsys_ai {

// What the reading of a capture has at hand.
struct Loading {
  const Database& database;
  const Work& work;
  ProfileData& data;
  Identities identities{data};
  StringRefs strings{};
  std::vector<std::pair<ThreadIx, NameId>> thread_names{};  // provisional ids of names

  void note(std::string text) { data.notes.push_back(std::move(text)); }
};

// Each fails only when the work is cancelled; damage and odd rows become notes.
Result<void> load_kernels(Loading& loading, FileTable& table);
Result<void> load_copies(Loading& loading, FileTable& table);
Result<void> load_memsets(Loading& loading, FileTable& table);
Result<void> load_calls(Loading& loading, FileTable& table);
Result<void> load_nvtx(Loading& loading, FileTable& table);

}  // namespace nsys_ai
