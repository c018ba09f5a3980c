// Visitors write the fields of a row directly into the piece.
#include "view/event_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/csv.h"
#include "base/json_append.h"
#include "base/text_table.h"
#include "skill/answer_frame.h"

namespace nsys_ai {
namespace {

constexpr size_t kChunk = size_t{256} << 10;
constexpr size_t kReportEvery = 1 << 14;

void append_integer(std::string& out, int64_t value) { fmt::format_to(std::back_inserter(out), "{}", value); }

std::string text_of(const RowRef& ref) { return fmt::format("{}:{}", ref.family, ref.row); }

// A cell of CSV.
template <class T>
void append_cell(std::string& out, const T& value) {
  if constexpr (std::is_same_v<T, std::string_view>)
    append_csv_text(out, value);
  else if constexpr (std::is_same_v<T, RowRef>)
    out += text_of(value);
  else if constexpr (std::is_same_v<T, Id>)
    append_integer(out, value.number);
  else
    append_integer(out, value.count);
}
template <class T>
void append_cell(std::string& out, const std::optional<T>& value) {
  if (value) append_cell(out, *value);
}

// A value of JSON.
template <class T>
void append_value(std::string& out, const T& value) {
  if constexpr (std::is_same_v<T, std::string_view>)
    append_json(out, value);
  else if constexpr (std::is_same_v<T, RowRef>)
    append_json(out, std::string_view(text_of(value)));
  else if constexpr (std::is_same_v<T, Id>)
    append_json(out, value.number);
  else
    append_json(out, value.count);
}

template <class T>
constexpr bool kOptional = false;
template <class T>
constexpr bool kOptional<std::optional<T>> = true;

// `"name":`, after a comma unless it is the first of its object.
void append_name(std::string& out, std::string_view name) {
  if (out.back() != '{') out += ',';
  append_json(out, name);
  out += ':';
}

// Writes a list; `append` writes each value.
template <class T, class Append>
void append_list(std::string& out, const std::vector<T>& values, Append append) {
  out += '[';
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += ',';
    append(values[i]);
  }
  out += ']';
}

void append_column(std::string& out, const Column& column) {
  const auto add = [&](std::string_view name, std::string_view value) {
    append_name(out, name);
    append_json(out, value);
  };
  out += '{';
  add("name", column.name);
  add("type", name_of(column.type));
  add("unit", name_of(column.unit));
  add("doc", column.doc);
  out += '}';
}

void append_scope(std::string& out, const AnswerScope& scope) {
  out += '{';
  append_name(out, "devices");
  append_list(out, scope.devices, [&](int64_t device) { append_json(out, device); });
  append_name(out, "window");
  out += '{';
  append_name(out, "startNs");
  append_json(out, scope.start_ns);
  append_name(out, "endNs");
  append_json(out, scope.end_ns);
  out += "}}";
}

// Calls `visit(Row())` with the row type of the event type.
template <class Visit>
auto with_row(EventType family, Visit visit) {
  switch (family) {
    case EventType::copies:
      return visit(CopyEvent());
    case EventType::memsets:
      return visit(MemsetEvent());
    case EventType::graphs:
      return visit(GraphEvent());
    case EventType::nvtx:
      return visit(NvtxEvent());
    case EventType::calls:
      return visit(CallEvent());
    case EventType::kernels:
      break;
  }
  return visit(KernelEvent());
}

class Writer {
 public:
  Writer(const Profile& profile, const Scope& scope, const std::vector<EventType>& families,
         EventFormat format, const EventSink& sink, const Work& work)
      : profile_(profile),
        scope_(scope),
        families_(families),
        format_(format),
        sink_(sink),
        work_(work),
        rows_(profile, scope) {
    for (const EventType family : families) total_ += rows_.size(family);
    // Loads the names before the first row, because JSON begins with the notes and every event has a name.
    profile.names();
    counts_.notes = losses_.notes();
    if (scope.has_window() && intersect(scope.window(), profile.extent()).empty() && !profile.extent().empty())
      counts_.notes.push_back(fmt::format("The window lies outside of what was recorded, {} to {}",
                                          readable_clock(profile.extent().start), readable_clock(profile.extent().end)));
  }

  Result<EventCounts> write() {
    if (format_ == EventFormat::csv) add_csv_head();
    if (format_ == EventFormat::json) add_json_head();
    for (const EventType family : families_) {
      const bool done =
          with_row(family, [&]<class Row>(Row row) { return write_family(rows_.size(family), row); });
      if (!done) return cancelled();
    }
    if (format_ == EventFormat::json) chunk_ += fmt::format("\n],\"total_events\":{}}}\n", counts_.rows);
    if (!flush()) return cancelled();
    return counts_;
  }

 private:
  template <class Row>
  bool write_family(size_t size, Row& row) {
    place_columns<Row>();
    for (size_t i = 0; i < size; ++i, ++done_) {
      if (done_ % kReportEvery == 0) {
        if (work_.cancel.cancelled()) return false;
        work_.report(static_cast<double>(done_) / static_cast<double>(std::max<size_t>(1, total_)),
                     "writing events");
      }
      if (!rows_.read(i, row)) continue;
      if (format_ == EventFormat::csv)
        add_csv_row(row);
      else
        add_json_row(row);
      ++counts_.rows;
      if (chunk_.size() >= kChunk && !flush()) return false;
    }
    return true;
  }

  bool flush() {
    counts_.bytes += std::ssize(chunk_);
    const bool taken = chunk_.empty() || sink_(chunk_);
    chunk_.clear();
    return taken && !work_.cancel.cancelled();
  }

  // The columns of all event types, in the order of their first occurrence.
  void add_csv_head() {
    for (const EventType family : families_)
      with_row(family, [&]<class Row>(Row) {
        for_each_field<Row>([&](std::string_view name, auto&, std::string_view) {
          if (std::find(header_.begin(), header_.end(), name) == header_.end()) header_.push_back(name);
        });
      });
    for (size_t i = 0; i < header_.size(); ++i) {
      if (i > 0) chunk_ += ',';
      append_csv_word(chunk_, header_[i]);
    }
    chunk_ += "\n";
  }

  // The indices of an event type's fields among the columns of all types.
  template <class Row>
  void place_columns() {
    field_of_.assign(header_.size(), kNoField);
    size_t field = 0;
    for_each_field<Row>([&](std::string_view name, auto&, std::string_view) {
      const auto column = std::find(header_.begin(), header_.end(), name);
      if (column != header_.end()) field_of_[static_cast<size_t>(column - header_.begin())] = field;
      ++field;
    });
  }

  template <class Row>
  void add_csv_row(const Row& row) {
    cells_.clear();
    ends_.clear();
    for_each_field(row, [&](std::string_view, const auto& member, std::string_view) {
      append_cell(cells_, member);
      ends_.push_back(cells_.size());
    });
    for (size_t i = 0; i < header_.size(); ++i) {
      if (i > 0) chunk_ += ',';
      const size_t field = field_of_[i];
      if (field == kNoField) continue;
      const size_t begin = field == 0 ? 0 : ends_[field - 1];
      chunk_.append(cells_, begin, ends_[field] - begin);
    }
    chunk_ += "\n";
  }

  void add_json_head() {
    chunk_ += '{';
    append_name(chunk_, "schema");
    append_json(chunk_, std::string_view("nsys-ai.events/1"));
    append_name(chunk_, "profile");
    append_json(chunk_, profile_.info().path.filename().string());
    append_name(chunk_, "scope");
    append_scope(chunk_, scope_.described(profile_));
    std::vector<std::string> notes;
    note_scope(profile_, scope_, notes);
    notes.insert(notes.end(), counts_.notes.begin(), counts_.notes.end());
    append_name(chunk_, "notes");
    append_list(chunk_, notes, [&](const std::string& note) { append_json(chunk_, note); });
    append_name(chunk_, "columns");
    chunk_ += '{';
    for (const EventType family : families_)
      with_row(family, [&]<class Row>(Row row) {
        append_name(chunk_, row.kind);
        append_list(chunk_, columns_of<Row>(), [&](const Column& column) { append_column(chunk_, column); });
      });
    chunk_ += '}';
    append_name(chunk_, "events");
    chunk_ += '[';
  }

  template <class Row>
  void add_json_row(const Row& row) {
    if (format_ == EventFormat::json) chunk_ += counts_.rows > 0 ? ",\n" : "\n";
    chunk_ += '{';
    for_each_field(row, [&]<class M>(std::string_view name, const M& member, std::string_view) {
      if constexpr (kOptional<M>) {
        if (!member) return;
        append_name(chunk_, name);
        append_value(chunk_, *member);
      } else {
        append_name(chunk_, name);
        append_value(chunk_, member);
      }
    });
    chunk_ += format_ == EventFormat::json ? "}" : "}\n";
  }

  static constexpr size_t kNoField = SIZE_MAX;

  const LossNotes losses_;
  const Profile& profile_;
  const Scope& scope_;
  const std::vector<EventType>& families_;
  EventFormat format_;
  const EventSink& sink_;
  const Work& work_;
  EventRows rows_;
  size_t total_ = 0;
  size_t done_ = 0;
  EventCounts counts_;
  std::string chunk_;
  std::vector<std::string_view> header_;
  std::vector<size_t> field_of_;  // by column
  std::string cells_;             // of the current row
  std::vector<size_t> ends_;      // end of each field's cell
};

}  // namespace

Result<EventCounts> write_events(const Profile& profile, const Scope& scope,
                                 const std::vector<EventType>& families, EventFormat format,
                                 const EventSink& sink, const Work& work) {
  return Writer(profile, scope, families, format, sink, work).write();
}

}  // namespace nsys_ai
