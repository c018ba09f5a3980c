// One file for each answer, named by a checksum of its key. It also contains the key, which is compared.
#include "agent/consent/reply_cache.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/folder.h"
#include "base/log.h"
#include "base/shared_file.h"
#include "base/user_folders.h"
#include "profile/cache/checksum.h"
#include "protocol/read.h"
#include "protocol/write.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostKept = 2000;

struct KeptWords {
  std::vector<std::string> key;
  nsys::Words words;
};
template <class F>
void fields(KeptWords& v, F& f) {
  f("key", v.key, "What the answer hangs on.");
  f("words", v.words, "The answer.");
}

fs::path folder_of_words() {
  const fs::path folder = user_cache_folder();
  return folder.empty() ? folder : folder / "words";
}

fs::path file_of(const ReplyKey& key) {
  uint64_t sum = 0;
  for (const std::string& part : key) sum = checksum(part.data(), part.size(), sum + 1);
  return folder_of_words() / fmt::format("{:016x}.json", sum);
}

// Removes the files that were written first.
void remove_oldest(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  for (const fs::path& file : paths_in(folder)) {
    std::error_code gone;
    if (file.extension() == ".json") files.emplace_back(fs::last_write_time(file, gone), file);
  }
  if (files.size() <= kMostKept) return;
  std::ranges::sort(files);
  files.resize(files.size() - kMostKept);
  for (const auto& [written, file] : files) {
    std::error_code gone;
    fs::remove(file, gone);
  }
}

}  // namespace

std::optional<nsys::Words> cached_reply(const ReplyKey& key) {
  if (folder_of_words().empty()) return std::nullopt;
  const fs::path file = file_of(key);
  const auto text = read_shared_file(file, "answers");
  if (!text || text->empty()) return std::nullopt;
  const auto json = Json::parse(*text);
  if (!json) return std::nullopt;
  auto kept = read_json<KeptWords>(*json, "kept");
  if (!kept || kept->key != key) return std::nullopt;
  return std::move(kept->words);
}

void cache_reply(const ReplyKey& key, const nsys::Words& words) {
  const fs::path folder = folder_of_words();
  if (folder.empty()) return;
  const std::string text = write_json(KeptWords{key, words}).compact() + "\n";
  const auto kept = change_shared_file(
      file_of(key), "answers", [&](const std::string&) -> Result<std::string> { return text; }, 0600);
  if (!kept) return log_warning(kept.error().message);
  remove_oldest(folder);
}

}  // namespace nsys_ai
