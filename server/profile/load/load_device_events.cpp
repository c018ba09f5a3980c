// Loads GPU operations: kernels, copies, memsets, and CUDA graphs recorded as one operation.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "profile/load/load_events.h"
#include "profile/load/stream_key.h"

namespace nsys_ai {

struct NameIds {
  int64_t full = 0;
  int64_t brief = 0;
  friend auto operator<=>(const NameIds&, const NameIds&) = default;
};
inline uint64_t hash_of(const NameIds& ids) {
  return mixed(static_cast<uint64_t>(ids.full)) ^ static_cast<uint64_t>(ids.brief);
}

inline uint64_t hash_of(const KernelName& name) {
  return mixed(uint64_t{name.full.value} << 32 | name.brief.value);
}

namespace {

// The common first columns of all tables of operations.
enum OperationColumn : size_t {
  kStart,
  kEnd,
  kDevice,
  kContext,
  kStream,
  kCorrelation,
  kPid,
  kNode,
  kOperationColumns
};

std::vector<std::string_view> wanted_of_operations(std::initializer_list<std::string_view> more) {
  std::vector<std::string_view> columns = {"start",    "end",           "deviceId",  "contextId",
                                           "streamId", "correlationId", "globalPid", "graphNodeId"};
  columns.insert(columns.end(), more);
  return columns;
}

template <class TableKind>
struct OperationsPart : RowSink {
  static constexpr bool kOfOperations = true;
  // False when the row is skipped.
  bool take_operation(TableRow& row, int64_t bytes = 0) {
    const auto interval = rejected.interval(row, kStart, kEnd);
    if (!interval || rejected.is_oversized(bytes, interval->duration())) return false;
    events.add_span(row.id(), interval->start, interval->end);
    late.add(interval->start);
    stream.push_back(streams.code({row.integer_or(kPid, 0), row.integer_or(kDevice, 0),
                                   row.integer_or(kContext, 0), row.integer_or(kStream, 0)}));
    events.correlation.push_back(rejected.narrow_id(row.integer_or(kCorrelation, 0)));
    node.push_back(nodes.code(row.integer_or(kNode, 0)));
    return true;
  }
  void want(Strings&) const {}
  template <class Visit>
  static void columns(TableKind& out, Visit& visit) {
    visit.column(out.row, &Operations::row);
    visit.column(out.start, &Operations::start);
    visit.column(out.duration, &Operations::duration);
    visit.column(out.correlation, &Operations::correlation);
    visit.codes(out.stream, &OperationsPart::stream, &OperationsPart::stream_map);
    visit.codes(out.graph_node.code, &OperationsPart::node, &OperationsPart::node_map);
  }

  TableKind events;
  RejectedRows rejected;
  Latecomers late;
  Dictionary<StreamKey> streams;
  Dictionary<int64_t> nodes;
  Packed<uint16_t, uint32_t> stream;
  Packed<uint16_t, uint32_t> node;
  std::vector<uint32_t> stream_map;
  std::vector<uint32_t> node_map;
};

// Numbers the distinct keys of all parts consistently: the map of each part, and the keys by number.
template <class Key, class Part, class Base>
std::vector<Key> number_keys(const std::vector<Part*>& parts, Dictionary<Key> Base::*keys,
                             std::vector<uint32_t> Base::*map) {
  Dictionary<Key> all;
  for (const Key& key : all_keys(parts, keys)) all.code(key);
  for (Part* part : parts)
    for (const Key& key : (part->*keys).keys()) (part->*map).push_back(all.code(key));
  return all.keys();
}

template <class Part>
void gather_operations(LoadContext& loading, const std::vector<Part*>& parts, Jobs& jobs) {
  auto& out = Part::family(loading.data);
  std::vector<uint32_t> streams;
  for (const StreamKey& key : number_keys<StreamKey>(parts, &Part::streams, &Part::stream_map))
    streams.push_back(
        loading.identities
            .stream(loading.identities.process(key.process), key.device, key.context, key.stream)
            .value);
  for (Part* part : parts)
    for (uint32_t& code : part->stream_map) code = streams[code];
  out.graph_node.values = number_keys<int64_t>(parts, &Part::nodes, &Part::node_map);
  ConcatVisitor<Part> visit(parts, jobs);
  Part::columns(out, visit);
}

// A launch shape during reading: two of its numbers per word, for fast hashing and comparison.
struct ShapeKey {
  std::array<uint64_t, 5> words{};

  void set(size_t at, int32_t number) {
    words[at / 2] |= uint64_t{static_cast<uint32_t>(number)} << (at % 2 * 32);
  }
  int32_t operator[](size_t at) const { return static_cast<int32_t>(words[at / 2] >> (at % 2 * 32)); }
  LaunchShape shape() const {
    const ShapeKey& key = *this;
    return {{key[0], key[1], key[2]}, {key[3], key[4], key[5]}, key[6], key[7], key[8]};
  }
  friend auto operator<=>(const ShapeKey&, const ShapeKey&) = default;
  friend bool operator==(const ShapeKey& a, const ShapeKey& b) {
    uint64_t different = 0;
    for (size_t i = 0; i < a.words.size(); ++i) different |= a.words[i] ^ b.words[i];
    return different == 0;
  }
};
uint64_t hash_of(const ShapeKey& key) { return mixed(key.words); }

struct KernelsPart : OperationsPart<Kernels> {
  enum : size_t {
    kDemangled = kOperationColumns,
    kShort,
    kMangled,
    kGridX,  // followed by the rest of a launch shape, in the order of its fields
  };
  static constexpr size_t kShapeColumns = 9;
  static std::vector<std::string_view> wanted() {
    return wanted_of_operations({"demangledName", "shortName", "mangledName", "gridX", "gridY", "gridZ",
                                 "blockX", "blockY", "blockZ", "registersPerThread", "staticSharedMemory",
                                 "dynamicSharedMemory"});
  }

  void append(TableRow& row) override {
    const int64_t impossible = rejected.impossible();
    if (!take_operation(row)) {
      if (rejected.impossible() > impossible) impossible_names.code(name_ids(row));
      return;
    }
    const uint32_t named = names.code(name_ids(row));
    name.push_back(named);
    if (named == last_shape.size()) last_shape.push_back(0);
    ShapeKey key;
    for (size_t i = 0; i < kShapeColumns; ++i)
      key.set(i, rejected.narrow_number(row.integer_or(kGridX + i, 0)));
    last_shape[named] = shapes.code(key, last_shape[named]);
    shape.push_back(last_shape[named]);
  }
  void want(Strings& strings) const {
    for (const auto* all : {&names, &impossible_names})
      for (const NameIds& ids : all->keys()) {
        strings.want(ids.full);
        strings.want(ids.brief);
      }
  }
  static Kernels& family(ProfileData& data) { return data.kernels; }
  template <class Visit>
  static void columns(Kernels& out, Visit& visit) {
    OperationsPart::columns(out, visit);
    visit.codes(out.names.code, &KernelsPart::name, &KernelsPart::name_map);
    visit.codes(out.shapes.code, &KernelsPart::shape, &KernelsPart::shape_map);
  }
  static void gather(LoadContext& loading, const std::vector<KernelsPart*>& parts, Jobs& jobs);
  static NameIds name_ids(TableRow& row) {
    auto full = row.integer(kDemangled);
    const auto brief = row.integer(kShort);
    if (!full) full = brief ? brief : row.integer(kMangled);
    return {full.value_or(Strings::kNone), brief ? *brief : full.value_or(Strings::kNone)};
  }

  Dictionary<NameIds> impossible_names;  // of rows whose times cannot be
  Dictionary<NameIds> names;
  Dictionary<ShapeKey> shapes;
  std::vector<uint32_t> last_shape;  // indexed by name: kernels with one name mostly have one shape
  Packed<uint16_t, uint32_t> name;
  Packed<uint16_t, uint32_t> shape;
  std::vector<uint32_t> name_map;
  std::vector<uint32_t> shape_map;
};

// A kernel whose long name is missing is identified by its short one.
KernelName kernel_name(LoadContext& loading, const NameIds& ids) {
  Names& names = loading.data.names;
  KernelName name{loading.strings.of(ids.full, names), loading.strings.of(ids.brief, names)};
  const auto is_empty = [&](NameId id) { return names.text(id).empty(); };
  if (is_empty(name.full))
    name.full = is_empty(name.brief) ? names.intern("(kernel without a name)") : name.brief;
  if (is_empty(name.brief)) name.brief = name.full;
  return name;
}

// Names the kernels that no figure holds, since their times cannot be.
void note_impossible(LoadContext& loading, const std::vector<KernelsPart*>& parts) {
  constexpr size_t kMaxNamed = 4;
  std::set<std::string, std::less<>> listed;
  for (const KernelsPart* part : parts)
    for (const NameIds& ids : part->impossible_names.keys())
      listed.emplace(loading.data.names.text(kernel_name(loading, ids).brief));
  if (listed.empty()) return;
  while (listed.size() > kMaxNamed) listed.erase(std::prev(listed.end()));
  loading.note(fmt::format("Kernels with impossible times are in no figure, among them: {}.",
                           fmt::join(listed, ", ")),
               data_parts({DataPart::kernels}));
}

void KernelsPart::gather(LoadContext& loading, const std::vector<KernelsPart*>& parts, Jobs& jobs) {
  note_impossible(loading, parts);
  Kernels& out = loading.data.kernels;
  Dictionary<KernelName> names;
  for (const NameIds& ids : all_keys<NameIds>(parts, &KernelsPart::names))
    names.code(kernel_name(loading, ids));
  for (KernelsPart* part : parts)
    for (const NameIds& ids : part->names.keys())
      part->name_map.push_back(names.code(kernel_name(loading, ids)));
  out.names.values = names.keys();
  for (const ShapeKey& key : number_keys<ShapeKey>(parts, &KernelsPart::shapes, &KernelsPart::shape_map))
    out.shapes.values.push_back(key.shape());
  gather_operations(loading, parts, jobs);
}

struct CopiesPart : OperationsPart<Copies> {
  enum : size_t { kBytes = kOperationColumns, kCopyKind, kSrcKind, kDstKind, kCount };
  static std::vector<std::string_view> wanted() {
    return wanted_of_operations({"bytes", "copyKind", "srcKind", "dstKind", "copyCount"});
  }

  void append(TableRow& row) override {
    const int64_t bytes = row.integer_or(kBytes, 0);
    if (!take_operation(row, bytes)) return;
    events.bytes.push_back(bytes);
    events.copy_kind.push_back(rejected.narrow_kind(row.integer_or(kCopyKind, 0)));
    events.src_kind.push_back(rejected.narrow_kind(row.integer_or(kSrcKind, 7)));
    events.dst_kind.push_back(rejected.narrow_kind(row.integer_or(kDstKind, 7)));
    events.count.push_back(std::max<int64_t>(1, row.integer_or(kCount, 1)));
  }
  static Copies& family(ProfileData& data) { return data.copies; }
  template <class Visit>
  static void columns(Copies& out, Visit& visit) {
    OperationsPart::columns(out, visit);
    visit.column(out.bytes, &Copies::bytes);
    visit.column(out.copy_kind, &Copies::copy_kind);
    visit.column(out.src_kind, &Copies::src_kind);
    visit.column(out.dst_kind, &Copies::dst_kind);
    visit.column(out.count, &Copies::count);
  }
  static constexpr auto gather = &gather_operations<CopiesPart>;
};

struct MemsetsPart : OperationsPart<Memsets> {
  enum : size_t { kBytes = kOperationColumns, kMemoryKind };
  static std::vector<std::string_view> wanted() { return wanted_of_operations({"bytes", "memKind"}); }

  void append(TableRow& row) override {
    const int64_t bytes = row.integer_or(kBytes, 0);
    if (!take_operation(row, bytes)) return;
    events.bytes.push_back(bytes);
    events.memory_kind.push_back(rejected.narrow_kind(row.integer_or(kMemoryKind, 7)));
  }
  static Memsets& family(ProfileData& data) { return data.memsets; }
  template <class Visit>
  static void columns(Memsets& out, Visit& visit) {
    OperationsPart::columns(out, visit);
    visit.column(out.bytes, &Memsets::bytes);
    visit.column(out.memory_kind, &Memsets::memory_kind);
  }
  static constexpr auto gather = &gather_operations<MemsetsPart>;
};

struct GraphRunsPart : OperationsPart<GraphRuns> {
  enum : size_t { kGraph = kOperationColumns, kExecutable };
  static std::vector<std::string_view> wanted() { return wanted_of_operations({"graphId", "graphExecId"}); }

  void append(TableRow& row) override {
    if (!take_operation(row)) return;
    events.graph.push_back(row.integer_or(kGraph, 0));
    events.executable.push_back(row.integer_or(kExecutable, 0));
  }
  static GraphRuns& family(ProfileData& data) { return data.graph_runs; }
  template <class Visit>
  static void columns(GraphRuns& out, Visit& visit) {
    OperationsPart::columns(out, visit);
    visit.column(out.graph, &GraphRuns::graph);
    visit.column(out.executable, &GraphRuns::executable);
  }
  static constexpr auto gather = &gather_operations<GraphRunsPart>;
};

}  // namespace

EventLoader copies_loader() { return loader_of<CopiesPart>(TableKind::memcpy); }
EventLoader graph_runs_loader() { return loader_of<GraphRunsPart>(TableKind::graph_run); }
EventLoader kernels_loader() { return loader_of<KernelsPart>(TableKind::kernel); }
EventLoader memsets_loader() { return loader_of<MemsetsPart>(TableKind::memset); }

}  // namespace nsys_ai
