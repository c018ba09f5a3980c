// Gets the export of a report from the cache, or from nsys, which runs once at a time per report.
#include "profile/report/report.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>

#include "profile/report/nsys_export.h"
#include "profile/report/report_key.h"
#include "profile/sqlite_file/file_check.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

// An export is several times as large as its report, and takes minutes while reading it takes seconds.
constexpr int64_t kBytesPerReportByte = 5;
constexpr int64_t kMinBytes = 16'000'000;
constexpr double kShare = 0.8;

Result<PinnedExport> make_export(const ExportCache& cache, const ReportKey& key, const fs::path& nsys,
                                 const fs::path& report, const Work& work) {
  const int64_t expected = std::max(kMinBytes, key.bytes * kBytesPerReportByte);
  if (auto room = cache.make_room(expected, report.string()); !room) return tl::unexpected(room.error());
  auto draft = cache.draft(key.text);
  if (!draft) return tl::unexpected(draft.error());
  const NsysExport order{nsys, report, draft->file(), expected};
  if (auto run = run_nsys_export(order, part_of(work, 0, kShare)); !run) return tl::unexpected(run.error());
  const auto now = key_of_report(report);
  if (!now || *now != key)
    return fail(ErrorCode::cannot_do, fmt::format("{} changed while it was exported.", report.string()),
                "Open it again when it is complete.");
  return cache.keep(key.text, *draft);
}

}  // namespace

bool is_report(const fs::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return (extension == ".nsys-rep" || extension == ".qdrep") && open_error(path);
}

void Exported::forget() const { ::unlink(held.file.c_str()); }

Result<Exported> exported(const fs::path& report, const Work& work, const ReportMachine& machine) {
  if (auto wrong = why_not_readable(report)) return tl::unexpected(*wrong);
  const auto key = key_of_report(report);
  if (!key) return tl::unexpected(key.error());
  const auto settings = cache_settings();
  if (!settings) return tl::unexpected(settings.error());
  const ExportCache cache(*settings, machine.free_bytes);
  // Checked first, because a cached export needs no nsys, and without nsys no folder should be created.
  const auto nsys = nsys_program(report, machine.usual_nsys_places);
  if (!nsys && !cache.has(key->text)) return tl::unexpected(nsys.error());
  if (auto prepared = cache.prepare(); !prepared) return tl::unexpected(prepared.error());
  const auto claim = cache.claim(key->text, report.filename().string(), work);
  if (!claim) return tl::unexpected(claim.error());
  if (auto found = cache.find(key->text)) return Exported{std::move(*found), 0};
  if (!nsys) return tl::unexpected(nsys.error());
  auto made = make_export(cache, *key, *nsys, report, work);
  if (!made) return tl::unexpected(made.error());
  return Exported{std::move(*made), kShare};
}

}  // namespace nsys_ai
