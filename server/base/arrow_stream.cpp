// Messages as org.apache.arrow.flatbuf defines them: Schema.fbs and Message.fbs.
#include "base/arrow_stream.h"

#include <bit>
#include <cstring>
#include <utility>

#include "base/flat_buffer.h"

namespace nsys_ai {
namespace {

constexpr uint64_t kVersion = 4;  // V5
constexpr uint64_t kSchemaMessage = 1;
constexpr uint64_t kBatchMessage = 3;
constexpr uint64_t kIntType = 2;
constexpr uint64_t kRealType = 3;
constexpr uint64_t kTextType = 5;
constexpr size_t kRowsOfBatch = 1 << 16;
constexpr size_t kAlignment = 8;

// A message's length, its metadata and its body.
std::string message(uint64_t type, int64_t body_bytes, FlatChild header) {
  const std::string metadata = FlatBuffer::of([&](FlatBuffer& out) {
    return out.table({flat_number(3, 8, static_cast<uint64_t>(body_bytes)), flat_reference(2, header),
                      flat_number(0, 2, kVersion), flat_number(1, 1, type)});
  });
  std::string bytes(4, '\xFF');
  const auto size = static_cast<uint32_t>(metadata.size());
  for (unsigned i = 0; i < 4; ++i) bytes.push_back(static_cast<char>(size >> (8 * i) & 0xFFu));
  return bytes + metadata;
}

FlatChild metadata_list(const ArrowMetadata& metadata) {
  std::vector<FlatChild> pairs;
  for (const auto& [key, value] : metadata)
    pairs.push_back([&key = key, &value = value](FlatBuffer& out) {
      return out.table({flat_reference(0, [&](FlatBuffer& of) { return of.text(key); }),
                        flat_reference(1, [&](FlatBuffer& of) { return of.text(value); })});
    });
  return [pairs = std::move(pairs)](FlatBuffer& out) { return out.list(pairs); };
}

size_t write_type(FlatBuffer& out, ValueType type) {
  if (type == ValueType::integer) return out.table({flat_number(0, 4, 64), flat_number(1, 1, 1)});
  if (type == ValueType::real) return out.table({flat_number(0, 2, 2)});
  return out.table({});
}

size_t write_field(FlatBuffer& out, const Column& column) {
  const ArrowMetadata metadata = {{"unit", std::string(name_of(column.unit))}, {"doc", column.doc}};
  const uint64_t type = column.type == ValueType::integer ? kIntType
                        : column.type == ValueType::real  ? kRealType
                                                          : kTextType;
  return out.table({flat_reference(0, [&](FlatBuffer& of) { return of.text(column.name); }),
                    flat_reference(3, [&](FlatBuffer& of) { return write_type(of, column.type); }),
                    flat_reference(5, [](FlatBuffer& of) { return of.list({}); }),
                    flat_reference(6, metadata_list(metadata)), flat_number(1, 1, 1),
                    flat_number(2, 1, type)});
}

// The buffers of a batch, and where each of them is.
class BatchBody {
 public:
  void add(std::string_view bytes) {
    places_.push_back(static_cast<int64_t>(bytes_.size()));
    places_.push_back(static_cast<int64_t>(bytes.size()));
    bytes_.append(bytes);
    bytes_.append((kAlignment - bytes_.size() % kAlignment) % kAlignment, '\0');
  }
  const std::string& bytes() const { return bytes_; }
  const std::vector<int64_t>& places() const { return places_; }

 private:
  std::string bytes_;
  std::vector<int64_t> places_;
};

template <class T>
void append_number(std::string& to, T number) {
  char bytes[sizeof(number)];
  std::memcpy(bytes, &number, sizeof(number));
  to.append(bytes, sizeof(number));
}

// Returns how many values are null.
int64_t add_column(const Column& column, const RowSet& rows, size_t at, size_t from, size_t to,
                   BatchBody& body) {
  std::string valid((to - from + 7) / 8, '\0');
  std::string values;
  std::string offsets;
  int64_t nulls = 0;
  if (column.type == ValueType::text) append_number<int32_t>(offsets, 0);
  for (size_t row = from; row < to; ++row) {
    const ValueView value = rows.cell(row, at);
    const bool is_null = std::holds_alternative<std::monostate>(value);
    nulls += is_null ? 1 : 0;
    if (!is_null)
      valid[(row - from) / 8] = static_cast<char>(valid[(row - from) / 8] | 1 << ((row - from) % 8));
    if (column.type == ValueType::text) {
      if (const auto* text = std::get_if<std::string_view>(&value)) values.append(*text);
      append_number(offsets, static_cast<int32_t>(values.size()));
    } else if (column.type == ValueType::integer) {
      const auto* integer = std::get_if<int64_t>(&value);
      append_number<int64_t>(values, integer != nullptr ? *integer : 0);
    } else {
      const auto* real = std::get_if<double>(&value);
      const auto* integer = std::get_if<int64_t>(&value);
      append_number<double>(values, real != nullptr      ? *real
                                    : integer != nullptr ? static_cast<double>(*integer)
                                                         : 0.0);
    }
  }
  body.add(nulls > 0 ? valid : std::string());
  if (column.type == ValueType::text) body.add(offsets);
  body.add(values);
  return nulls;
}

}  // namespace

std::string arrow_schema(const std::vector<Column>& columns, const ArrowMetadata& metadata) {
  std::vector<FlatChild> members;
  for (const Column& column : columns)
    members.push_back([&column](FlatBuffer& out) { return write_field(out, column); });
  return message(kSchemaMessage, 0, [&](FlatBuffer& out) {
    return out.table({flat_reference(1, [&](FlatBuffer& of) { return of.list(members); }),
                      flat_reference(2, metadata_list(metadata))});
  });
}

std::string arrow_batch(const std::vector<Column>& columns, const RowSet& rows, size_t from, size_t to) {
  BatchBody body;
  std::vector<int64_t> nodes;
  for (size_t at = 0; at < columns.size(); ++at) {
    const int64_t nulls = add_column(columns[at], rows, at, from, to, body);
    nodes.push_back(static_cast<int64_t>(to - from));
    nodes.push_back(nulls);
  }
  return message(kBatchMessage, static_cast<int64_t>(body.bytes().size()),
                 [&](FlatBuffer& out) {
                   return out.table(
                       {flat_number(0, 8, to - from),
                        flat_reference(1, [&](FlatBuffer& of) { return of.structures(nodes, 2); }),
                        flat_reference(2, [&](FlatBuffer& of) { return of.structures(body.places(), 2); })});
                 }) +
         body.bytes();
}

std::string arrow_end() { return std::string("\xFF\xFF\xFF\xFF\0\0\0\0", 8); }

std::string arrow_stream(const std::vector<Column>& columns, const RowSet& rows,
                         const ArrowMetadata& metadata) {
  std::string stream = arrow_schema(columns, metadata);
  for (size_t from = 0; from < rows.size(); from += kRowsOfBatch)
    stream += arrow_batch(columns, rows, from, std::min(rows.size(), from + kRowsOfBatch));
  return stream + arrow_end();
}

}  // namespace nsys_ai
