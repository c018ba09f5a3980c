// Reads and writes the files.
#include "features/workspace/suppressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/quotation.h"
#include "base/suggest.h"
#include "features/workspace/suppression_file.h"
#include "features/workspace/workspace_file.h"
#include "knowledge/book.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuppressedList = "suppressed findings";

Result<std::vector<Suppression>> read_file(const fs::path& file) {
  const auto text = read_shared_file(file, kSuppressedList);
  if (!text) return tl::unexpected(text.error());
  return parse_suppressions(file.string(), *text);
}

}  // namespace

void Suppressions::set_workspace(const std::vector<fs::path>& workspace) {
  const std::lock_guard guard(lock_);
  files_ = workspace_files(workspace, "suppressed.json");
  known_.reset();
}

void Suppressions::on_read(std::function<void(const fs::path&, const std::optional<Error>&)> notify) {
  const std::lock_guard guard(lock_);
  notify_ = std::move(notify);
}

std::vector<Suppressions::Stamp> Suppressions::stamps() const {
  std::vector<Stamp> all;
  for (const fs::path& file : files_) {
    std::error_code missing;
    Stamp stamp{fs::last_write_time(file, missing), fs::file_size(file, missing)};
    all.push_back(missing ? Stamp{} : stamp);
  }
  return all;
}

std::shared_ptr<const Suppressions::List> Suppressions::now() {
  const std::lock_guard guard(lock_);
  std::vector<Stamp> here = stamps();
  if (known_ && here == seen_) return known_;
  auto list = std::make_shared<List>();
  for (size_t i = 0; i < files_.size(); ++i) {
    auto read = read_file(files_[i]);
    const bool was_broken = broken_.erase(files_[i]) > 0;
    if (!read) broken_.insert(files_[i]);
    if (notify_ && (!read || was_broken))
      notify_(files_[i], read ? std::nullopt : std::optional<Error>(read.error()));
    if (read) std::move(read->begin(), read->end(), std::back_inserter(*list));
  }
  known_ = std::move(list);
  seen_ = std::move(here);
  return known_;
}

Result<fs::path> Suppressions::add(const Suppression& suppression) {
  const std::lock_guard guard(lock_);
  if (files_.empty())
    return fail(ErrorCode::cannot_do, "No folder is open in which a suppression could be kept.",
                "Open the folder of the project in the editor.");
  const fs::path& file = files_.front();
  const auto changed = change_shared_file(file, kSuppressedList, [&](const std::string& text) {
    return with_suppression(file.string(), text, suppression);
  });
  if (!changed)
    return tl::unexpected(Error{ErrorCode::cannot_do, changed.error().message, changed.error().hint});
  known_.reset();
  return file;
}

Result<void> Suppressions::remove(const std::string& finding, const std::string& profile_name) {
  const std::lock_guard guard(lock_);
  bool any = false;
  for (const fs::path& file : files_) {
    const auto list = read_file(file);
    if (!list) continue;  // a broken file suppresses nothing
    const auto concerns = [&](const Suppression& of) { return applies(of, finding, profile_name); };
    if (std::none_of(list->begin(), list->end(), concerns)) continue;
    const auto changed = change_shared_file(file, kSuppressedList, [&](const std::string& text) {
      return without_suppression(file.string(), text, finding, profile_name);
    });
    if (!changed) return tl::unexpected(changed.error());
    any = true;
  }
  if (!any)
    return fail(ErrorCode::bad_request,
                fmt::format("{} is not suppressed in {}.", quotation(finding), profile_name));
  known_.reset();
  return {};
}

Result<void> check_finding(const std::string& finding) {
  std::vector<std::string> known;
  for (const Cause& cause : root_cause_book()) known.push_back(cause.key);
  if (std::find(known.begin(), known.end(), finding) != known.end()) return {};
  const std::string near = either(nearest(finding, known));
  return fail(ErrorCode::bad_request, fmt::format("there is no finding {}.", quotation(finding)),
              near.empty() ? "" : fmt::format("Is it {}?", near));
}

}  // namespace nsys_ai
