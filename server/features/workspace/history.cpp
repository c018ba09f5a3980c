// Appends lines, and reads the commit of the workspace from git's files.
#include "features/workspace/history.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/text_table.h"
#include "features/workspace/workspace_file.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

std::string lower(std::string_view text) {
  std::string lowered(text);
  std::ranges::transform(lowered, lowered.begin(), [](unsigned char letter) { return std::tolower(letter); });
  return lowered;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char letter : lower(text))
    if (std::isalnum(static_cast<unsigned char>(letter)) != 0)
      words.back() += letter;
    else if (!words.back().empty())
      words.emplace_back();
  if (words.back().empty()) words.pop_back();
  return words;
}

bool names(const nsys::FindingChange& finding, const std::vector<std::string>& words) {
  const std::string text = lower(finding.key + " " + finding.title);
  return !words.empty() && std::ranges::all_of(words, [&](const std::string& word) {
    return text.find(word) != std::string::npos;
  });
}

std::string trimmed(std::string text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.pop_back();
  return text;
}

std::optional<std::string> first_line(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return std::nullopt;
  const auto text = read_shared_file(file, "commit");
  if (!text) return std::nullopt;
  return trimmed(text->substr(0, text->find('\n')));
}

// The commit that is checked out, as far as loose references say.
std::optional<std::string> commit_of(const fs::path& folder) {
  for (fs::path at = folder;; at = at.parent_path()) {
    if (const auto head = first_line(at / ".git" / "HEAD")) {
      constexpr std::string_view kReference = "ref: ";
      const auto commit =
          head->starts_with(kReference) ? first_line(at / ".git" / head->substr(kReference.size())) : head;
      if (!commit || commit->size() < 7) return std::nullopt;
      return commit->substr(0, 12);
    }
    if (at == at.parent_path()) return std::nullopt;
  }
}

}  // namespace

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

std::string outcome_of_hypothesis(const nsys::Comparison& comparison, std::string_view hypothesis) {
  const std::vector<std::string> words = words_of(hypothesis);
  for (const nsys::FindingChange& of : comparison.findings)
    if (names(of, words))
      return fmt::format("{} {}: {} -> {} of the capture, mean over GPUs", of.key, of.change,
                         readable_ns(of.beforeNs), readable_ns(of.afterNs));
  return "no finding of either side has that name";
}

void look_at_hypothesis(const std::string& hypothesis, nsys::Comparison& comparison) {
  const std::vector<std::string> words = words_of(hypothesis);
  comparison.hypothesis = fmt::format("Hypothesis {}: {}.", one_line(hypothesis),
                                      outcome_of_hypothesis(comparison, hypothesis));
  std::stable_partition(comparison.findings.begin(), comparison.findings.end(),
                        [&](const nsys::FindingChange& of) { return names(of, words); });
}

Result<void> keep_in_history(const std::vector<fs::path>& workspace, const nsys::Comparison& comparison,
                             std::optional<std::string> note, std::optional<std::string> hypothesis) {
  const std::vector<fs::path> files = workspace_files(workspace, "history.jsonl");
  if (files.empty()) return fail(ErrorCode::cannot_do, "No folder is open in which a history could be kept.");
  HistoryEntry entry;
  entry.at = utc_now();
  entry.commit = commit_of(workspace.front());
  entry.note = std::move(note);
  if (hypothesis) entry.cameTrue = outcome_of_hypothesis(comparison, *hypothesis);
  entry.hypothesis = std::move(hypothesis);
  entry.verdict = comparison.verdict;
  entry.text = comparison.text;
  entry.before = comparison.before.files;
  entry.after = comparison.after.files;
  entry.ratio = comparison.ratio;
  entry.interval = comparison.interval;
  return append_line(files.front(), "history", entry);
}

Result<History> history_of(const std::vector<fs::path>& workspace) {
  return read_lines<HistoryEntry>(workspace_files(workspace, "history.jsonl"), "history");
}

}  // namespace nsys_ai
