// The order in which a capture is read: catalog, facts about the recording, events, then the names they refer
// to.
#include "profile/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text_table.h"
#include "profile/file_check.h"
#include "profile/load_events.h"
#include "profile/load_facts.h"
#include "profile/schema.h"

namespace nsys_ai {
namespace {

struct EventFamily {
  Family family;
  std::string_view what;
  Result<void> (*load)(Loading&, FileTable&);
};
constexpr std::array kEventFamilies = {
    EventFamily{Family::kernel, "kernels", load_kernels},
    EventFamily{Family::memcpy, "copies", load_copies},
    EventFamily{Family::memset, "memsets", load_memsets},
    EventFamily{Family::runtime_call, "CUDA calls", load_calls},
    EventFamily{Family::nvtx, "NVTX ranges", load_nvtx},
};

// Which part of the whole work each family takes is unknown before it is read: equal parts are said.
Result<void> load_families(Loading& loading) {
  double done = 0.05;
  for (const EventFamily& family : kEventFamilies) {
    if (loading.work.cancel.cancelled()) return cancelled();
    loading.work.report(done, fmt::format("reading {}", family.what));
    done += 0.15;
    FileTable* table = find_table(loading.data.tables, family.family);
    if (table == nullptr) continue;
    table->read_as = std::string(name_of(family.family));
    if (auto loaded = family.load(loading, *table); !loaded) return loaded;
  }
  return {};
}

void finalize_names(Loading& loading) {
  ProfileData& data = loading.data;
  StringRefs& strings = loading.strings;
  strings.resolve(data.names);
  strings.finalize(data.kernels.name);
  strings.finalize(data.kernels.short_name);
  strings.finalize(data.calls.name);
  strings.finalize(data.nvtx.text);
  // A kernel whose long name is missing is still told by its short one.
  const NameId unnamed = data.names.intern("(kernel without a name)");
  for (size_t i = 0; i < data.kernels.size(); ++i) {
    if (data.names.text(data.kernels.name[i]).empty())
      data.kernels.name[i] =
          data.names.text(data.kernels.short_name[i]).empty() ? unnamed : data.kernels.short_name[i];
    if (data.names.text(data.kernels.short_name[i]).empty())
      data.kernels.short_name[i] = data.kernels.name[i];
  }
  if (strings.missing() > 0)
    loading.note(fmt::format("{} names that events refer to are missing from the file.", strings.missing()));
  if (data.names.repaired() > 0)
    loading.note(
        fmt::format("{} names held bytes that are no text; they show as \uFFFD.", data.names.repaired()));
}

Result<void> load_strings(Loading& loading) {
  FileTable* table = find_table(loading.data.tables, Family::string);
  if (table == nullptr) return {};
  table->read_as = std::string(name_of(Family::string));
  auto reader = TableReader::open(loading.database, *table, {"id", "value"});
  if (!reader) return {};
  table->rows = 0;
  while (reader->next()) {
    if (++table->rows % 4096 == 0 && loading.work.cancel.cancelled()) return cancelled();
    const auto id = reader->integer(0);
    const auto text = reader->text(1);
    if (id && text) loading.strings.take(*id, *text);
  }
  if (reader->damaged())
    loading.note(
        fmt::format("{}: reading stopped, because the file is damaged ({}).", table->name, reader->damage()));
  return {};
}

// Tables that nothing is made of are counted, so that schema_inspect can tell how much lies there.
Result<void> count_other_tables(Loading& loading) {
  for (FileTable& table : loading.data.tables) {
    if (loading.work.cancel.cancelled()) return cancelled();
    if (!table.read_as.empty() && table.rows > 0) continue;
    auto count = loading.database.prepare("SELECT count(*) FROM main." + sql_name(table.name));
    if (count && count->next()) table.rows = count->integer(0).value_or(0);
  }
  return {};
}

// A read-ahead log or a journal beside the file holds changes that are not looked at.
void note_journals(Loading& loading, const std::filesystem::path& path) {
  for (const char* suffix : {"-wal", "-journal"}) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path.string() + suffix, error);
    if (!error && size > 0)
      loading.note(
          fmt::format("A journal lies beside the file ({}{}): another program is writing to it or was "
                      "interrupted, and what the journal holds is not shown.",
                      path.filename().string(), suffix));
  }
}

void note_what_is_missing(Loading& loading) {
  const ProfileData& data = loading.data;
  for (const FileTable& table : data.tables)
    if (table.name == "CUPTI_ACTIVITY_KIND_GRAPH_TRACE" && table.rows > 0)
      loading.note(fmt::format(
          "{} CUDA graphs were recorded as a whole and are not read: GPUs were busy for longer than is "
          "shown. Capture with `--cuda-graph-trace=node` to see the kernels inside.",
          table.rows));
  if (data.kernels.size() + data.copies.size() + data.memsets.size() + data.calls.size() + data.nvtx.size() ==
      0)
    loading.note(
        "The capture recorded no CUDA and no NVTX events: nothing can be said about the GPU. Capture with "
        "`nsys profile --trace=cuda,nvtx`.");
  else if (data.kernels.size() == 0)
    loading.note(data.copies.size() + data.memsets.size() + data.calls.size() == 0
                     ? "The capture recorded no CUDA events. Capture with `--trace=cuda,nvtx` to see the GPU."
                     : "The capture recorded no kernels.");
}

}  // namespace

Result<ProfilePtr> load_profile(const std::filesystem::path& path, const Work& work) {
  if (auto wrong = why_not_openable(path)) return tl::unexpected(*wrong);
  work.report(0.0, "opening " + path.filename().string());
  const auto damaged = [&](const std::string& what) {
    return fail(ErrorCode::cannot_do, fmt::format("{} is damaged: {}.", path.string(), one_line(what)),
                "Copy it again, or export the report again.");
  };
  auto database = Database::open(path);
  if (!database) return damaged(database.error().message);
  ProfileData data;
  auto tables = read_catalog(*database);
  if (!tables) return damaged(tables.error().message);
  data.tables = std::move(*tables);
  if (auto wrong = not_an_export(data.tables, path.string())) return tl::unexpected(*wrong);
  data.info.path = path;
  data.info.file_bytes = static_cast<int64_t>(std::filesystem::file_size(path));

  Loading loading{*database, work, data};
  note_journals(loading, path);
  for (const std::string& name : read_impostors(*database))
    loading.note(
        fmt::format("{} is no table of its own, but a view or a virtual table, and is not read.", name));
  load_export_info(loading);
  if (auto loaded = load_families(loading); !loaded) return tl::unexpected(loaded.error());
  load_thread_names(loading);
  work.report(0.85, "reading names");
  if (auto loaded = load_strings(loading); !loaded) return tl::unexpected(loaded.error());
  finalize_names(loading);
  load_processes_and_gpus(loading);
  put_in_order(data);
  if (auto counted = count_other_tables(loading); !counted) return tl::unexpected(counted.error());
  note_what_is_missing(loading);
  work.report(1.0, "ready");
  return std::make_shared<const Profile>(std::move(data));
}

}  // namespace nsys_ai
