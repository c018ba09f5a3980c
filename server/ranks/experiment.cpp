// Reads captures on a few threads, and finds out which ranks they hold.
#include "ranks/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <set>

#include "base/context.h"
#include "base/parallel.h"
#include "profile/load/load.h"
#include "profile/report/report.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kSmallestKept = 1 << 20;  // a smaller capture is read in milliseconds

std::optional<ColumnCache> record_cache() {
  auto settings = cache_settings();
  if (!settings || settings->limit <= 0) return std::nullopt;
  return ColumnCache(std::move(*settings), free_bytes_in, {.min_bytes = kSmallestKept});
}

bool is_capture(const fs::path& path) { return path.extension() == ".sqlite" || is_report(path); }

// The record that an earlier run kept. A report is looked up by its export.
std::optional<CaptureRecord> kept_record(const fs::path& path, const ColumnCache& cache,
                                         const CachedPart& part, const Work& work) {
  const auto look_at = [&](const fs::path& file, SourceKind kind) -> std::optional<CaptureRecord> {
    const auto image = FileImage::open(file, work.cancel);
    if (!image) return std::nullopt;
    const auto bytes = cache.find_part(**image, kind, part);
    return bytes ? capture_record_of(*bytes) : std::nullopt;
  };
  if (!is_report(path)) return look_at(path, SourceKind::file);
  const auto source = exported(path, work);
  return source ? look_at(source->file(), SourceKind::cached_export) : std::nullopt;
}

Result<CaptureRecord> record_of_file(const fs::path& path, const std::optional<ColumnCache>& cache,
                                     const Work& work) {
  const auto part = part_of_program(CacheFolder::kRanks);
  if (cache && part)
    if (auto kept = kept_record(path, *cache, *part, work)) return *kept;
  const auto profile = load_profile(path, work, {.window = {}, .column_cache = cache ? &*cache : nullptr});
  if (!profile) return tl::unexpected(profile.error());
  auto record = capture_record(**profile, work);
  if (record && part) store_part(**profile, *part, bytes_of(*record));
  return record;
}

// The number behind `rank` in a name: `run.rank12.sqlite`.
std::optional<int64_t> number_in_name(const std::string& name) {
  std::string lower = name;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const size_t at = lower.rfind("rank");
  if (at == std::string::npos) return std::nullopt;
  size_t from = at + 4;
  while (from < lower.size() && (lower[from] == '_' || lower[from] == '-' || lower[from] == '.')) ++from;
  size_t to = from;
  while (to < lower.size() && to < from + 9 && lower[to] >= '0' && lower[to] <= '9') ++to;
  if (to == from) return std::nullopt;
  return std::stoll(lower.substr(from, to - from));
}

// A communicator of a part of the run numbers its ranks from 0, too.
void drop_ranks_of_parts(std::vector<ExperimentCapture>& captures) {
  int64_t ranks = 0;
  for (const ExperimentCapture& capture : captures) ranks += std::ssize(capture.record.ranks);
  for (ExperimentCapture& capture : captures)
    for (RankRecord& rank : capture.record.ranks)
      if (rank.rank_of > 0 && rank.rank_of < ranks) rank.rank.reset();
}

void take_ranks_from_names(std::vector<ExperimentCapture>& captures, std::vector<std::string>& notes) {
  for (ExperimentCapture& capture : captures) {
    if (capture.record.ranks.size() != 1 || capture.record.ranks.front().rank) continue;
    RankRecord& rank = capture.record.ranks.front();
    rank.rank = number_in_name(capture.path.filename().string());
    if (rank.rank) rank.rank_from = "the file's name";
  }
  const auto is_named = [](const ExperimentCapture& of) {
    return std::any_of(of.record.ranks.begin(), of.record.ranks.end(),
                       [](const RankRecord& rank) { return rank.rank_from == "the file's name"; });
  };
  const auto named = std::count_if(captures.begin(), captures.end(), is_named);
  if (named > 0)
    notes.push_back(fmt::format(
        "The rank of {} captures is taken from the name of their file; the captures themselves do not state it",
        named));
}

// A file name says nothing where there is one file.
std::string label_of(const ExperimentCapture& capture, const RankRecord& rank, bool is_only_capture) {
  const auto& all = capture.record.ranks;
  const bool needs_file = !is_only_capture || all.size() < 2 || !rank.pid;
  std::string label = rank.rank ? std::to_string(*rank.rank) : needs_file ? capture.path.stem().string() : "";
  const bool shares_process = std::count_if(all.begin(), all.end(), [&](const RankRecord& of) {
                                return of.process_key == rank.process_key;
                              }) > 1;
  if (!rank.rank && all.size() > 1 && rank.pid) label += fmt::format(" pid {}", *rank.pid);
  if (shares_process || (!rank.rank && all.size() > 1)) label += fmt::format(" GPU {}", rank.device);
  return label.starts_with(' ') ? label.substr(1) : label;
}

}  // namespace

Result<std::vector<fs::path>> captures_below(const std::vector<std::string>& paths) {
  std::vector<fs::path> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      files.emplace_back(path);
      continue;
    }
    std::set<fs::path> found;
    for (fs::recursive_directory_iterator at(path, fs::directory_options::skip_permission_denied, error), end;
         !error && at != end; at.increment(error))
      if (is_capture(at->path()) && at->is_regular_file(error)) found.insert(at->path());
    if (found.empty())
      return fail(ErrorCode::bad_request, fmt::format("There is no profile below {}.", path),
                  "Name a folder with .sqlite exports or reports (.nsys-rep), or the files themselves.");
    // An export beside its report is the same capture.
    for (const fs::path& file : found)
      if (!is_report(file) || !found.contains(fs::path(file).replace_extension(".sqlite")))
        files.push_back(file);
  }
  return files;
}

Result<Experiment> read_experiment(const std::vector<fs::path>& files, const ExperimentOptions& options,
                                   const Work& work) {
  const auto cache = record_cache();
  std::vector<std::optional<Result<CaptureRecord>>> read(files.size());
  std::atomic<size_t> done = 0;
  const auto read_all = cancellable(work, [&]() -> Result<void> {
    parallel_for(
        std::max<size_t>(1, options.at_once), files.size(),
        [&](size_t at) {
          read[at] = record_of_file(files[at], cache, Work{work.cancel, {}});
          ++done;
        },
        [&] {
          work.report(static_cast<double>(done) / static_cast<double>(files.size()),
                      fmt::format("reading {} captures", files.size()));
        });
    return {};
  });
  if (!read_all) return tl::unexpected(read_all.error());
  std::vector<ExperimentCapture> captures;
  std::vector<UnreadCapture> unread;
  for (size_t at = 0; at < files.size(); ++at) {
    if (!read[at]) return cancelled();
    if (*read[at]) {
      captures.push_back({files[at], std::move(**read[at])});
    } else {
      if (read[at]->error().code == ErrorCode::cancelled) return cancelled();
      unread.push_back({files[at], read[at]->error().message});
    }
  }
  return experiment_of(std::move(captures), std::move(unread), options);
}

Experiment experiment_of(std::vector<ExperimentCapture> captures, std::vector<UnreadCapture> unread,
                         const ExperimentOptions& options) {
  Experiment experiment;
  drop_ranks_of_parts(captures);
  if (options.ranks_by_name) take_ranks_from_names(captures, experiment.notes);
  experiment.captures = std::move(captures);
  experiment.unread = std::move(unread);
  for (uint32_t at = 0; at < experiment.captures.size(); ++at) {
    const ExperimentCapture& capture = experiment.captures[at];
    for (uint32_t of = 0; of < capture.record.ranks.size(); ++of)
      experiment.ranks.push_back(
          {at, of, label_of(capture, capture.record.ranks[of], experiment.captures.size() == 1)});
  }
  std::stable_sort(
      experiment.ranks.begin(), experiment.ranks.end(),
      [&](const ExperimentRank& a, const ExperimentRank& b) {
        const auto number = [&](const ExperimentRank& rank) {
          return experiment.captures[rank.capture].record.ranks[rank.of].rank.value_or(INT64_MAX);
        };
        return number(a) < number(b);
      });
  std::map<std::string, int64_t> uses;
  for (const ExperimentRank& rank : experiment.ranks) ++uses[rank.label];
  size_t repeated = 0;
  for (ExperimentRank& rank : experiment.ranks) {
    if (uses[rank.label] == 1) continue;
    ++repeated;
    rank.label += fmt::format(" ({})", experiment.captures[rank.capture].path.filename().string());
  }
  if (repeated > 0)
    experiment.notes.push_back(fmt::format(
        "{} ranks have the number or the name of another one: the captures may be of different runs",
        repeated));
  return experiment;
}

}  // namespace nsys_ai
