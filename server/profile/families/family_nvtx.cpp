// Reads additional data of NVTX events, and the schemas of their binary data.
#include "profile/families/family_nvtx.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

#include "profile/families/family_reader.h"

namespace nsys_ai {
namespace {

struct DetailsPart : RowSink {
  enum : size_t { kColour, kPayload, kJson = kPayload + 6, kJsonId, kBinary };
  static ColumnList columns() {
    ColumnList list;
    list.add({"color", "uint64Value", "int64Value", "doubleValue", "uint32Value", "int32Value", "floatValue",
              "jsonText?", "jsonTextId?", "binaryData?"});
    return list;
  }

  void append(TableRow& row) override {
    const auto colour = row.integer(kColour);
    const auto json = row.is_null(kJson) ? std::nullopt : row.text(kJson);
    const auto binary = row.text(kBinary);
    uint8_t kind = NvtxDetails::none;
    for (uint8_t i = 0; i < 6 && kind == NvtxDetails::none; ++i)
      if (!row.is_null(kPayload + i)) kind = static_cast<uint8_t>(i + 1);
    if (!colour && !json && !binary && kind == NvtxDetails::none && row.is_null(kJsonId)) return;
    rows.push_back(row.id());
    events.colour.push_back(static_cast<uint32_t>(colour.value_or(0)));
    int64_t bits = 0;
    if (kind == NvtxDetails::float64 || kind == NvtxDetails::float32)
      bits = std::bit_cast<int64_t>(row.real(kPayload + kind - 1).value_or(0));
    else if (kind != NvtxDetails::none)
      bits = row.integer_or(kPayload + kind - 1, 0);
    events.payload.push_back(kind);
    events.bits.push_back(bits);
    text.push_back(json ? part_keys.texts.of_text(*json) : part_keys.texts.of(row, kJsonId));
    events.binary.push_back(events.binary_bytes.size());
    for (const char byte : binary.value_or("")) events.binary_bytes.push_back(byte);
  }

  NvtxDetails events;
  Plain<int64_t> rows;
  PartKeys part_keys;
  Packed<uint16_t, uint32_t> text;
};

// A row of the file and its place in a part.
struct DetailRow {
  int64_t row;
  uint32_t part;
  uint32_t at;
};

// The rows of all parts in the order of the file.
std::vector<DetailRow> rows_of(const std::vector<DetailsPart*>& parts) {
  std::vector<DetailRow> rows;
  for (uint32_t part = 0; part < parts.size(); ++part)
    for (uint32_t at = 0; at < parts[part]->rows.size(); ++at)
      rows.push_back({parts[part]->rows[at], part, at});
  const auto before = [](const DetailRow& a, const DetailRow& b) { return a.row < b.row; };
  if (!std::is_sorted(rows.begin(), rows.end(), before)) std::stable_sort(rows.begin(), rows.end(), before);
  return rows;
}

void add_row(NvtxDetails& family, const DetailsPart& part, size_t event, size_t i) {
  family.event.push_back(static_cast<uint32_t>(event));
  family.colour.push_back(part.events.colour[i]);
  family.payload.push_back(part.events.payload[i]);
  family.bits.push_back(part.events.bits[i]);
  family.json.push_number(as::TextMap{part.part_keys}[part.text[i]]);
  family.binary.push_back(family.binary_bytes.size());
  const size_t end = i + 1 < part.rows.size() ? part.events.binary[i + 1] : part.events.binary_bytes.size();
  for (size_t at = part.events.binary[i]; at < end; ++at)
    family.binary_bytes.push_back(part.events.binary_bytes[at]);
}

}  // namespace

size_t NvtxDetails::of(uint32_t nvtx) const {
  const uint32_t* found = std::lower_bound(event.begin(), event.end(), nvtx);
  return found == event.end() || *found != nvtx ? kNothing : static_cast<size_t>(found - event.begin());
}

double NvtxDetails::real(size_t at) const {
  if (payload[at] == float64 || payload[at] == float32) return std::bit_cast<double>(bits[at]);
  if (payload[at] == uint64) return static_cast<double>(static_cast<uint64_t>(bits[at]));
  return static_cast<double>(bits[at]);
}

std::string_view NvtxDetails::binary_data(size_t at) const {
  const size_t end = at + 1 < size() ? binary[at + 1] : binary_bytes.size();
  return {binary_bytes.begin() + binary[at], end - binary[at]};
}

size_t NvtxDetails::bytes() const {
  return base_bytes() + event.bytes() + colour.bytes() + payload.bytes() + bits.bytes() + json.bytes() +
         binary.bytes() + binary_bytes.bytes();
}

Result<NvtxDetails> NvtxDetails::read(const FamilyReader& reader) {
  NvtxDetails family;
  const FileTable* table = reader.table(TableKind::nvtx);
  if (table == nullptr) return family;
  const ColumnList columns = DetailsPart::columns();
  const std::vector<TableScan> scans = {
      {table, columns.wanted, [] { return std::make_unique<DetailsPart>(); }}};
  auto scanned = reader.scan(scans);
  if (!scanned) return tl::unexpected(scanned.error());
  const auto parts = parts_of<DetailsPart>(scanned->front());
  std::vector<PartKeys*> part_keys;
  part_keys.reserve(parts.size());
  for (DetailsPart* part : parts) part_keys.push_back(&part->part_keys);
  reader.note(family, scans[0], scanned->front(), columns.came_later, {}, 0);
  if (auto resolved = reader.resolve(family, part_keys); !resolved) return tl::unexpected(resolved.error());
  const Nvtx& nvtx = reader.profile().nvtx();
  const std::vector<DetailRow> rows = rows_of(parts);
  // Rows that were skipped at open have no event. The next row nearly always matches.
  auto next = rows.begin();
  for (size_t event = 0; event < nvtx.size(); ++event) {
    const int64_t row = nvtx.row[event];
    if (next == rows.end() || next->row != row)
      next = std::lower_bound(rows.begin(), rows.end(), row,
                              [](const DetailRow& a, int64_t wanted) { return a.row < wanted; });
    if (next != rows.end() && next->row == row) {
      add_row(family, *parts[next->part], event, next->at);
      ++next;
    }
  }
  return family;
}

const PayloadSchema* PayloadSchemas::find(int64_t domain, int64_t id) const {
  const auto found = std::lower_bound(
      schemas.begin(), schemas.end(), std::pair(domain, id),
      [](const PayloadSchema& schema, const auto& key) { return std::pair(schema.domain, schema.id) < key; });
  if (found == schemas.end() || found->domain != domain || found->id != id) return nullptr;
  return &*found;
}

size_t PayloadSchemas::bytes() const {
  size_t sum = base_bytes() + schemas.capacity() * sizeof(PayloadSchema);
  for (const PayloadSchema& schema : schemas) sum += schema.entries.capacity() * sizeof(PayloadEntry);
  return sum;
}

Result<PayloadSchemas> PayloadSchemas::read(const FamilyReader& reader) {
  PayloadSchemas family;
  std::map<std::pair<int64_t, int64_t>, PayloadSchema> schemas;
  const auto name = [&](TableRow& row, size_t at) { return family.names.intern(row.text(at).value_or("")); };
  const auto read = reader.each_row(
      TableKind::nvtx_schema, {"domainId", "schemaId", "name", "type", "flags", "payloadSize", "alignTo"},
      family, [&](TableRow& row) {
        PayloadSchema schema;
        schema.domain = row.integer_or(0, 0);
        schema.id = row.integer_or(1, 0);
        schema.name = name(row, 2);
        schema.type = row.integer_or(3, 0);
        schema.flags = row.integer_or(4, 0);
        schema.size = row.integer_or(5, 0);
        schema.alignment = row.integer_or(6, 0);
        schemas.try_emplace({schema.domain, schema.id}, std::move(schema));
      });
  if (!read) return tl::unexpected(read.error());
  int64_t homeless = 0;
  std::map<std::tuple<int64_t, int64_t, int64_t>, PayloadEntry> entries;
  const auto read_entries = reader.each_row(
      TableKind::nvtx_schema_entry,
      {"domainId", "schemaId", "idx", "flags", "type", "name", "description", "arrayOrUnionDetail", "offset"},
      family, [&](TableRow& row) {
        PayloadEntry entry;
        entry.index = row.integer_or(2, 0);
        entry.flags = row.integer_or(3, 0);
        entry.type = row.integer_or(4, 0);
        entry.name = name(row, 5);
        entry.description = name(row, 6);
        entry.detail = row.integer_or(7, 0);
        entry.offset = row.integer_or(8, -1);
        entries.try_emplace({row.integer_or(0, 0), row.integer_or(1, 0), entry.index}, entry);
      });
  if (!read_entries) return tl::unexpected(read_entries.error());
  for (const auto& [key, entry] : entries) {
    const auto schema = schemas.find({std::get<0>(key), std::get<1>(key)});
    if (schema == schemas.end())
      ++homeless;
    else
      schema->second.entries.push_back(entry);
  }
  for (auto& [key, schema] : schemas) family.schemas.push_back(std::move(schema));
  if (homeless > 0)
    family.note_loss(
        fmt::format("{} entries of NVTX payload schemas belong to no schema and are left out.", homeless));
  return family;
}

}  // namespace nsys_ai
