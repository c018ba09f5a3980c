// Reads a capture in order: the catalog, facts about the recording, events, then the names that they refer
// to.
#include "profile/load/load.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/text_table.h"
#include "profile/cache/column_cache.h"
#include "profile/load/load_events.h"
#include "profile/load/load_facts.h"
#include "profile/open_file.h"
#include "profile/report/report.h"
#include "profile/schema.h"
#include "profile/sqlite_file/file_check.h"
#include "profile/sqlite_file/table_pages.h"

namespace nsys_ai {
namespace {

// Shares of the work, for the progress.
constexpr double kEventsFrom = 0.02;
constexpr double kEventsTo = 0.85;
constexpr double kTextsTo = 0.92;

// Indices into columns have 32 bits.
constexpr int64_t kMaxRowsOfTable = UINT32_MAX - 1;

struct OpenFamily {
  EventLoader family;
  FileTable* table;

  bool is(TableKind of) const { return family.family == of; }
};

DataParts data_part_of(TableKind family) {
  switch (family) {
    case TableKind::kernel:
      return data_parts({DataPart::kernels});
    case TableKind::memcpy:
      return data_parts({DataPart::copies});
    case TableKind::memset:
      return data_parts({DataPart::memsets});
    case TableKind::graph_run:
      return data_parts({DataPart::graph_runs});
    case TableKind::runtime_call:
      return data_parts({DataPart::calls});
    case TableKind::nvtx:
      return data_parts({DataPart::nvtx});
    default:
      return kAllParts;
  }
}

// The parts whose names come from the string table.
constexpr DataParts kNamed = data_parts({DataPart::names, DataPart::nvtx, DataPart::places});

std::vector<OpenFamily> families_of(LoadContext& loading) {
  std::vector<OpenFamily> families;
  // Names are numbered in this order: kernel names come first because they are used most.
  for (auto make :
       {kernels_loader, copies_loader, memsets_loader, graph_runs_loader, calls_loader, nvtx_loader}) {
    EventLoader family = make();
    FileTable* table = find_table(loading.data.tables, family.family);
    if (table == nullptr) continue;
    table->read_as = std::string(name_of(family.family));
    families.push_back({std::move(family), table});
  }
  return families;
}

// Collects the span of the rows.
struct SpanOfRows : RowSink {
  void append(TableRow& row) override {
    const auto from = row.integer(0);
    if (!from) return;
    span.start = std::min(span.start, *from);
    span.end = std::max({span.end, *from, row.integer(1).value_or(*from)});
  }
  Interval span{INT64_MAX, INT64_MIN};
};

Interval span_of_edges(const LoadContext& loading, const std::vector<OpenFamily>& families) {
  Interval span{INT64_MAX, INT64_MIN};
  std::vector<TableScan> scans;
  scans.reserve(families.size());
  for (const OpenFamily& of : families)
    scans.push_back({of.table, {"start", "end"}, [] { return std::make_unique<SpanOfRows>(); }, true});
  const auto scanned =
      scan_tables({loading.source.image, loading.source.database, 1}, scans, loading.work.cancel);
  if (!scanned) return {};
  for (const ScannedTable& table : *scanned)
    for (const auto& part : table.parts) {
      const Interval of = static_cast<const SpanOfRows&>(*part).span;
      span = {std::min(span.start, of.start), std::max(span.end, of.end)};
    }
  return span.start > span.end ? Interval() : span;
}

// Fixed memory use of reading, in bytes: buffers, stacks, and the program's own pages.
constexpr int64_t kReading = 3 << 20;

// Estimates the rows of each table from its row ids, before any row is read.
LoadSize size_of(const LoadContext& loading, const std::vector<OpenFamily>& families) {
  LoadSize size;
  const int64_t left = memory_left();
  size.room = left - std::min(kReading, left / 4);
  for (const OpenFamily& of : families) {
    const auto count = count_rows(loading.source.image, of.table->root_page);
    of.table->rows = count ? count->rows : 0;
    of.table->rows_exact = count && count->exact;
    // Ids can have gaps; a row takes at least ten bytes.
    const int64_t rows = std::min(of.table->rows, loading.data.info.file_bytes / 10);
    (of.is(TableKind::runtime_call) ? size.calls
     : of.is(TableKind::nvtx)       ? size.nvtx
                                    : size.gpu_operations) += rows;
  }
  return size;
}

// Notes which event types are skipped, and removes them from the list.
Result<void> apply_plan(LoadContext& loading, const LoadSize& size, const LoadPlan& plan,
                        std::vector<OpenFamily>& families) {
  CaptureInfo& info = loading.data.info;
  info.calls_skipped = !plan.calls && size.calls > 0;
  info.nvtx_skipped = !plan.nvtx && size.nvtx > 0;
  info.only_window = plan.window;
  std::erase_if(families, [&](const OpenFamily& of) {
    return (!plan.calls && of.is(TableKind::runtime_call)) || (!plan.nvtx && of.is(TableKind::nvtx));
  });
  if (plan.calls && plan.nvtx && !plan.window) return {};
  DataParts about = 0;
  if (!plan.calls) about |= data_parts({DataPart::calls});
  if (!plan.nvtx) about |= data_parts({DataPart::nvtx});
  std::string out;
  if (info.calls_skipped) out += "CUDA calls";
  if (info.nvtx_skipped) out += out.empty() ? "NVTX ranges" : " and NVTX ranges";
  if (plan.window)
    out += fmt::format("{}what lies outside {:.6f} s to {:.6f} s", out.empty() ? "" : " and ",
                       static_cast<double>(plan.window->start) / 1e9,
                       static_cast<double>(plan.window->end) / 1e9);
  if (plan.window && plan.window->duration() <= 1)
    return fail(ErrorCode::cannot_do,
                fmt::format("The profile needs about {} of memory, and {} is left.",
                            readable_bytes(plan.whole_bytes), readable_bytes(size.room)),
                "Allow more with --memory-limit or NSYS_AI_MEMORY_LIMIT, or use a machine with more memory.");
  loading.note(fmt::format("The whole profile needs about {} of memory and {} is left: {} left out. "
                           "Allow more with --memory-limit, or choose another part with --trim.",
                           readable_bytes(plan.whole_bytes), readable_bytes(size.room),
                           out + (info.calls_skipped || info.nvtx_skipped ? " are" : " is")),
               plan.window ? kAllParts : about);
  return {};
}

Result<std::vector<ScannedTable>> scan_events(LoadContext& loading, const std::vector<OpenFamily>& families) {
  ProfileData& data = loading.data;
  const CaptureInfo& info = data.info;
  std::vector<TableScan> scans;
  scans.reserve(families.size());
  for (const OpenFamily& of : families)
    scans.push_back({of.table, of.family.columns,
                     [&data, &of] { return of.family.new_part(data.info.only_window, data); },
                     info.edges_only});
  loading.work.report(kEventsFrom, "reading events");
  auto scanned = scan_tables(loading.source, scans, loading.work.cancel, [&](double done) {
    loading.work.report(kEventsFrom + (kEventsTo - kEventsFrom) * done, "reading events");
  });
  if (!scanned) return scanned;
  for (size_t i = 0; i < families.size(); ++i) {
    FileTable& table = *families[i].table;
    if (!info.edges_only) {
      table.rows = (*scanned)[i].rows;
      table.rows_exact = true;
    }
    if (table.rows > kMaxRowsOfTable)
      return fail(ErrorCode::cannot_do,
                  fmt::format("{} has {} rows, more than can be numbered.", table.name, table.rows),
                  "Capture a shorter part of the run.");
    const DataParts about = data_part_of(families[i].family.family);
    std::vector<std::string> rejected;
    families[i].family.rejected((*scanned)[i]).note(rejected, table);
    loading.note_all(std::move(rejected), about);
    note_scan(loading, table, (*scanned)[i], about);
    families[i].family.want_texts((*scanned)[i], loading.strings);
  }
  return scanned;
}

Result<void> load_strings(LoadContext& loading) {
  FileTable* table = find_table(loading.data.tables, TableKind::string);
  // A summary of the edges needs few names, and a string table can be as large as any other table.
  constexpr int64_t kFewRows = 100'000;
  if (table != nullptr && loading.data.info.edges_only) {
    const auto count = count_rows(loading.source.image, table->root_page);
    if (!count || count->rows > kFewRows) table = nullptr;
  }
  auto scanned = loading.strings.read(loading.source, table, loading.work.cancel);
  if (!scanned) return tl::unexpected(scanned.error());
  if (table == nullptr) return {};
  table->read_as = std::string(name_of(TableKind::string));
  table->rows = scanned->rows;
  table->rows_exact = true;
  note_scan(loading, *table, *scanned, kNamed);
  return {};
}

void put_in_order(LoadContext& loading, const std::vector<OpenFamily>& families,
                  std::vector<ScannedTable>& scanned) {
  std::vector<size_t> repeated(families.size());
  parallel_for(loading.source.threads, families.size(),
               [&](size_t i) { repeated[i] = families[i].family.put_in_order(loading.data, scanned[i]); });
  for (size_t i = 0; i < families.size(); ++i)
    if (repeated[i] > 0)
      loading.note(fmt::format("{}: {} rows are equal to another one in every column and count once.",
                               families[i].table->name, repeated[i]),
                   data_part_of(families[i].family.family));
}

Result<void> load_events(LoadContext& loading, const LoadOptions& options) {
  std::vector<OpenFamily> families = families_of(loading);
  loading.data.info.edges_only = options.edges_only;
  LoadSize size = size_of(loading, families);
  if (!options.edges_only) {
    size.extent = span_of_edges(loading, families);
    if (auto fits = apply_plan(loading, size, plan_load(size, options), families); !fits) return fits;
  }
  auto scanned = scan_events(loading, families);
  if (!scanned) return tl::unexpected(scanned.error());
  const auto thread_names = load_thread_names(loading);
  loading.work.report(kEventsTo, "reading names");
  if (auto loaded = load_strings(loading); !loaded) return loaded;
  loading.work.report(kTextsTo, "putting events in columns");
  Jobs jobs;
  for (size_t i = 0; i < families.size(); ++i) families[i].family.gather(loading, (*scanned)[i], jobs);
  parallel_for(loading.source.threads, jobs.size(), [&](size_t job) {
    if (!loading.work.cancel.cancelled()) jobs[job]();
  });
  if (loading.work.cancel.cancelled()) return cancelled();
  put_in_order(loading, families, *scanned);
  load_processes_and_gpus(loading, thread_names);
  const PartTexts::Faults& texts = loading.text_faults;
  if (const size_t missing = loading.strings.missing() + texts.missing; missing > 0 && !options.edges_only)
    loading.note(fmt::format("{} names that events refer to are missing from the file.", missing), kNamed);
  if (const size_t repeated = loading.strings.repeated(); repeated > 0 && !options.edges_only)
    loading.note(note_of_repeated_ids(repeated), kNamed);
  if (const size_t repaired = loading.data.names.repaired() + texts.repaired; repaired > 0)
    loading.note(fmt::format("{} names held bytes that are no text; they show as \uFFFD.", repaired), kNamed);
  return {};
}

// Counts tables that are not read too, so that schema_inspect can report their size.
void count_other_tables(LoadContext& loading) {
  for (FileTable& table : loading.data.tables) {
    if (!table.read_as.empty()) continue;
    const auto count = count_rows(loading.source.image, table.root_page);
    table.rows = count ? count->rows : 0;
    table.rows_exact = count && count->exact;
    if (count && count->damaged)
      loading.note(
          fmt::format("{}: the file is damaged: the rows of the table cannot be counted.", table.name),
          data_parts({DataPart::catalog}));
  }
}

void note_what_is_missing(LoadContext& loading) {
  const ProfileData& data = loading.data;
  const auto has_rows = [&](TableKind of) {
    const FileTable* table = find_table(data.tables, of);
    return table != nullptr && table->rows > 0;
  };
  if (data.graph_runs.size() > 0)
    loading.note(fmt::format(
        "{} runs of CUDA graphs were recorded as a whole: they count as busy time, and the kernels inside are not known. "
        "Capture with `--cuda-graph-trace=node` to see them.",
        data.graph_runs.size()));
  // Other notes say why none of the rows of a table could be used.
  if (has_rows(TableKind::kernel) && data.kernels.size() == 0) return;
  if (data.kernels.size() + data.copies.size() + data.memsets.size() + data.graph_runs.size() +
          data.calls.size() + data.nvtx.size() ==
      0)
    loading.note(
        "The capture recorded no CUDA and no NVTX events: nothing can be said about the GPU. "
        "Capture with `nsys profile --trace=cuda,nvtx`.");
  else if (data.kernels.size() == 0)
    loading.note(data.copies.size() + data.memsets.size() + data.calls.size() == 0
                     ? "The capture recorded no CUDA events. Capture with `--trace=cuda,nvtx` to see the GPU."
                     : "The capture recorded no kernels.");
}

// 0 for a deleted file.
uintmax_t bytes_of(const std::filesystem::path& path) {
  std::error_code error;
  const uintmax_t bytes = std::filesystem::file_size(path, error);
  return error ? 0 : bytes;
}

std::optional<ProfileData> find_kept(const FileImage& image, SourceKind kind,
                                     const std::vector<FileTable>& tables, const Work& work,
                                     const LoadOptions& options) {
  if (options.column_cache == nullptr || options.edges_only) return std::nullopt;
  return options.column_cache->find(image, kind, tables, work);
}

}  // namespace

// `named` is the path of the profile in messages: the file itself, or the report that it was exported from.
static Result<ProfilePtr> load_file(const std::filesystem::path& path, const std::filesystem::path& named,
                                    const Work& work, const LoadOptions& options) {
  if (auto wrong = why_not_readable(path)) return tl::unexpected(*wrong);
  work.report(0.0, "opening " + named.filename().string());
  const auto image = FileImage::open(path, work.cancel);
  if (!image) return tl::unexpected(image.error());
  const auto damaged = [&](const std::string& what) {
    if ((*image)->was_changed())
      return fail(
          ErrorCode::cannot_do,
          fmt::format("Another program wrote to {} while it was read: {}.", path.string(), one_line(what)),
          "Wait until that program is done, and open the file again.");
    return fail(ErrorCode::cannot_do, fmt::format("{} is damaged: {}.", path.string(), one_line(what)),
                "Copy it again, or export the report again.");
  };
  auto database = Database::open(*image);
  if (!database) return damaged(database.error().message);
  ProfileData data;
  auto tables = read_catalog(*database);
  if (!tables) return damaged(tables.error().message);
  if (auto wrong = not_an_export(*tables, path.string())) return tl::unexpected(*wrong);
  const SourceKind kind = path == named ? SourceKind::file : SourceKind::cached_export;
  auto kept = find_kept(**image, kind, *tables, work, options);
  if (work.cancel.cancelled()) return cancelled();
  if (kept) data = std::move(*kept);
  data.info.path = named;
  data.info.file_bytes = static_cast<int64_t>(path == named ? (*image)->file_bytes() : bytes_of(named));
  const auto ready = [&] {
    work.report(1.0, "ready");
    return std::make_shared<const Profile>(
        std::move(data),
        std::make_shared<const OpenFile>(
            *image, std::move(*database), kind,
            options.column_cache ? std::make_shared<const ColumnCache>(*options.column_cache) : nullptr));
  };
  if (kept) return ready();

  data.tables = std::move(*tables);
  const TableSource source{**image, *database, usable_cores()};
  LoadContext loading{source, work, data};
  const auto& losses = (*image)->losses();
  for (const std::string& note : (*image)->notes())
    loading.note(note,
                 std::find(losses.begin(), losses.end(), note) == losses.end() ? DataParts{} : kAllParts);
  for (const std::string& name : read_masquerading_tables(*database))
    loading.note(
        fmt::format("{} is no table of its own, but a view or a virtual table, and is not read.", name),
        kAllParts);
  load_export_info(loading);
  if (auto loaded = load_events(loading, options); !loaded) return tl::unexpected(loaded.error());
  put_in_order(data);
  count_other_tables(loading);
  note_what_is_missing(loading);
  name_lazy_tables(data.tables);
  const bool changed = (*image)->was_changed();
  if ((*image)->read_failures() > 0) return not_readable(path);
  if (changed)
    loading.note("Another program wrote to the file while it was read; open it again.", kAllParts);
  return ready();
}

Result<ProfilePtr> load_profile(const std::filesystem::path& path, const Work& work,
                                const LoadOptions& options) {
  if (!is_report(path)) return load_file(path, path, work, options);
  const auto source = exported(path, work);
  if (!source) return tl::unexpected(source.error());
  auto profile = load_file(source->file(), path, part_of(work, source->share, 1), options);
  if (profile || profile.error().code == ErrorCode::cancelled) return profile;
  source->forget();
  return fail(profile.error().code,
              fmt::format("The export of {} cannot be read. {}", path.string(), profile.error().message),
              "Open the report again to export it again.");
}

}  // namespace nsys_ai
