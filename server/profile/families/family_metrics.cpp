// Reads samples of GPU metrics, in both layouts of exports: a table of values, and JSON texts.
#include "profile/families/family_metrics.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <map>
#include <set>

#include "profile/families/family_reader.h"
#include "profile/families/json_members.h"

namespace nsys_ai {
namespace {

// The lowest bits of a type are the GPU.
int64_t gpu_of_type(int64_t type) { return type & 0xFF; }

std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

struct MetricKey {
  int64_t type = 0;
  int64_t metric = 0;
  friend bool operator==(const MetricKey&, const MetricKey&) = default;
};
uint64_t hash_of(const MetricKey& key) {
  return mixed(mixed(static_cast<uint64_t>(key.type)) ^ static_cast<uint64_t>(key.metric));
}

// The results of a part in either layout.
struct MetricsPart : RowSink {
  void add(int64_t row, int64_t time, int64_t type, uint32_t code, double number) {
    events.row.push_back(row);
    events.time.push_back(time);
    events.gpu.push_back(gpu_of_type(type));
    metric.push_back(code);
    events.value.push_back(number);
  }

  GpuMetrics events;
  RejectedRows rejected;
  int64_t skipped = 0;
  int64_t unreadable = 0;
  Packed<uint8_t, uint32_t> metric;
  std::vector<uint32_t> metric_map;
};

struct ValuesPart : MetricsPart {
  enum : size_t { kTime, kRawTime, kType, kMetric, kValue };
  static ColumnList columns() {
    ColumnList list;
    list.add({"timestamp", "rawTimestamp?", "typeId", "metricId", "value"});
    return list;
  }

  void append(TableRow& row) override {
    const auto raw = row.integer(kTime);
    const auto time = rejected.instant(raw ? raw : row.integer(kRawTime));
    if (!time) return;
    const auto value = row.real(kValue);
    if (!value || !std::isfinite(*value)) {
      ++unreadable;
      return;
    }
    const int64_t type = row.integer_or(kType, 0);
    add(row.id(), *time, type, metrics.code({type, row.integer_or(kMetric, 0)}), *value);
  }

  Dictionary<MetricKey> metrics;
};

struct SamplesPart : MetricsPart {
  enum : size_t { kTime, kRawTime, kType, kData };
  static ColumnList columns() {
    ColumnList list;
    list.add({"timestamp", "rawTimestamp", "typeId", "data"});
    return list;
  }

  explicit SamplesPart(const std::set<int64_t>* of) : types(of) {}
  void append(TableRow& row) override {
    const int64_t type = row.integer_or(kType, 0);
    if (types != nullptr && types->count(type) == 0) {
      ++skipped;
      return;
    }
    // Files of 2022 have only the raw time.
    const auto raw = row.integer(kTime);
    const auto time = rejected.instant(raw ? raw : row.integer(kRawTime));
    if (!time) return;
    const bool whole =
        each_member(row.text(kData).value_or(""), [&](std::string_view name, std::string_view text) {
          if (const auto number = number_of(text))
            add(row.id(), *time, type, names.add(name), *number);
          else
            ++unreadable;
        });
    unreadable += whole ? 0 : 1;
  }

  const std::set<int64_t>* types;  // null where the file does not separate metrics from other events
  TextSet names;
};

template <class Part>
Result<GpuMetrics> read_parts(const FamilyReader& reader, GpuMetrics family, TableKind table,
                              const std::function<std::unique_ptr<RowSink>()>& new_part,
                              const std::function<std::vector<NameId>(Names&, const Part&)>& names_of) {
  const ColumnList columns = Part::columns();
  const std::vector<TableScan> scans = {{reader.table(table), columns.wanted, new_part}};
  auto scanned = reader.scan(scans);
  if (!scanned) return tl::unexpected(scanned.error());
  RejectedRows rejected;
  int64_t skipped = 0;
  Dictionary<uint64_t> metrics;  // keyed by name
  size_t values = 0;
  for (const Part* part : parts_of<Part>(scanned->front())) values += part->events.size();
  if (values >= UINT32_MAX)
    return fail(ErrorCode::cannot_do,
                fmt::format("{} has {} values, more than can be numbered.", scans[0].table->name, values),
                "Capture a shorter part of the run.");
  for (Part* part : parts_of<Part>(scanned->front())) {
    for (const NameId name : names_of(family.names, *part))
      part->metric_map.push_back(metrics.code(name.value));
    rejected.add(part->rejected);
    skipped += part->skipped;
    family.unreadable += part->unreadable;
    family.row.append(part->events.row);
    family.time.append(part->events.time);
    family.gpu.append(part->events.gpu);
    family.value.append(part->events.value);
    family.metric.append_mapped(part->metric, part->metric_map);
    part->events = GpuMetrics();
    part->metric.clear_and_free();
  }
  for (const uint64_t name : metrics.keys()) family.metrics.emplace_back(static_cast<size_t>(name));
  reader.note(family, scans[0], scanned->front(), columns.came_later, rejected, skipped);
  if (family.unreadable > 0)
    family.note_loss(fmt::format("{}: {} values of metrics are no numbers and are left out.",
                                 scans[0].table->name, family.unreadable));
  return family;
}

Result<GpuMetrics> read_values(const FamilyReader& reader) {
  GpuMetrics family;
  std::map<std::pair<int64_t, int64_t>, std::string> names;
  const auto named = reader.each_row(TableKind::gpu_metric_name, {"typeId", "metricId", "metricName"}, family,
                                     [&](TableRow& row) {
                                       if (const auto name = row.text(2))
                                         names[{row.integer_or(0, 0), row.integer_or(1, 0)}] = *name;
                                     });
  if (!named) return tl::unexpected(named.error());
  return read_parts<ValuesPart>(
      reader, std::move(family), TableKind::gpu_metric, [] { return std::make_unique<ValuesPart>(); },
      [&](Names& out, const ValuesPart& part) {
        std::vector<NameId> of;
        for (const MetricKey& key : part.metrics.keys()) {
          const auto found = names.find({key.type, key.metric});
          of.push_back(
              out.intern(found == names.end() ? fmt::format("(metric {})", key.metric) : found->second));
        }
        return of;
      });
}

// The types of events that are GPU metrics; empty where the file does not say.
Result<std::optional<std::set<int64_t>>> metric_types(const FamilyReader& reader, GpuMetrics& family) {
  if (reader.table(TableKind::generic_source) == nullptr || reader.table(TableKind::generic_type) == nullptr)
    return std::nullopt;
  std::set<int64_t> sources;
  std::set<int64_t> types;
  const auto of_sources =
      reader.each_row(TableKind::generic_source, {"sourceId", "data"}, family, [&](TableRow& row) {
        each_member(row.text(1).value_or(""), [&](std::string_view name, std::string_view value) {
          if (name == "Name" && value.find("Metrics") != std::string_view::npos)
            sources.insert(row.integer_or(0, 0));
        });
      });
  if (!of_sources) return tl::unexpected(of_sources.error());
  const auto of_types =
      reader.each_row(TableKind::generic_type, {"typeId", "sourceId"}, family, [&](TableRow& row) {
        if (sources.count(row.integer_or(1, 0)) > 0) types.insert(row.integer_or(0, 0));
      });
  if (!of_types) return tl::unexpected(of_types.error());
  return types;
}

Result<GpuMetrics> read_samples(const FamilyReader& reader) {
  GpuMetrics family;
  const auto types = metric_types(reader, family);
  if (!types) return tl::unexpected(types.error());
  const std::set<int64_t>* wanted = types->has_value() ? &**types : nullptr;
  return read_parts<SamplesPart>(
      reader, std::move(family), TableKind::generic_event,
      [wanted] { return std::make_unique<SamplesPart>(wanted); },
      [](Names& out, const SamplesPart& part) {
        std::vector<NameId> of;
        for (uint32_t i = 0; i < part.names.size(); ++i) of.push_back(out.intern(part.names[i]));
        return of;
      });
}

}  // namespace

void MetricValues::push_back(double value) {
  if (value >= 0 && value < kOther && std::trunc(value) == value && !std::signbit(value)) {
    small_.push_back(static_cast<uint16_t>(value));
    return;
  }
  others_.emplace_back(static_cast<uint32_t>(small_.size()), value);
  small_.push_back(kOther);
}

void MetricValues::append(const MetricValues& part) {
  const auto offset = static_cast<uint32_t>(small_.size());
  small_.append(part.small_);
  for (const auto& [at, value] : part.others_) others_.emplace_back(at + offset, value);
}

double MetricValues::other_at(size_t at) const {
  return std::lower_bound(others_.begin(), others_.end(), at,
                          [](const auto& other, size_t wanted) { return other.first < wanted; })
      ->second;
}

size_t GpuMetrics::bytes() const {
  return base_bytes() + row.bytes() + time.bytes() + gpu.bytes() + metric.bytes() + value.bytes() +
         metrics.capacity() * sizeof(NameId);
}

Result<GpuMetrics> GpuMetrics::read(const FamilyReader& reader) {
  const FileTable* values = reader.table(TableKind::gpu_metric);
  if (values != nullptr && values->rows > 0) return read_values(reader);
  if (reader.table(TableKind::generic_event) != nullptr) return read_samples(reader);
  return GpuMetrics();
}

}  // namespace nsys_ai
