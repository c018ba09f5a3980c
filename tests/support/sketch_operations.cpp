// Statements about devices: kernels, copies, memsets, graphs, and the calls that launch them.
#include <algorithm>
#include <array>

#include "sketch_parser.h"

namespace nsys_ai::sketch {
namespace {

enum MemoryKind : int64_t { kPageable = 0, kPinned = 1, kDeviceMemory = 2 };

struct CopyName {
  std::string_view name;
  int64_t kind, source, target;
};
constexpr CopyName kCopies[] = {
    {"memcpy_h2d", 1, kPinned, kDeviceMemory},
    {"memcpy_d2h", 2, kDeviceMemory, kPinned},
    {"memcpy_h2a", 3, kPinned, 3},
    {"memcpy_a2h", 4, 3, kPinned},
    {"memcpy_a2a", 5, 3, 3},
    {"memcpy_a2d", 6, 3, kDeviceMemory},
    {"memcpy_d2a", 7, kDeviceMemory, 3},
    {"memcpy_d2d", 8, kDeviceMemory, kDeviceMemory},
    {"memcpy_h2h", 9, kPinned, kPinned},
    {"memcpy_p2p", 10, kDeviceMemory, kDeviceMemory},
    {"memcpy_uvm_h2d", 11, 4, 4},
    {"memcpy_uvm_d2h", 12, 4, 4},
    {"memcpy_uvm_d2d", 13, 4, 4},
};
constexpr std::string_view kMemoryKinds[] = {"pageable", "pinned",        "device",         "array",
                                             "managed",  "device_static", "managed_static", "unknown"};
constexpr int64_t kDefaultBytes = 1'000'000;

std::optional<int64_t> memory_kind(std::string_view name) {
  const auto* found = std::find(std::begin(kMemoryKinds), std::end(kMemoryKinds), name);
  if (found == std::end(kMemoryKinds)) return std::nullopt;
  return found - std::begin(kMemoryKinds);
}

// 128, 128x2 or 128x2x1.
std::optional<std::array<int64_t, 3>> parse_dimensions(const std::string& text) {
  std::array<int64_t, 3> sizes{1, 1, 1};
  size_t at = 0;
  for (int64_t& size : sizes) {
    const size_t end = std::min(text.find('x', at), text.size());
    const auto value = parse_integer(text.substr(at, end - at));
    if (!value) return std::nullopt;
    size = *value;
    if (end == text.size()) return sizes;
    at = end + 1;
  }
  return std::nullopt;
}

}  // namespace

Operation Parser::kernel(Item& item) {
  Operation op;
  op.demangled = op.short_name = item.name;
  if (const auto alias = aliases_.find(item.name); alias != aliases_.end() && !item.quoted) {
    op.demangled = alias->second.demangled;
    op.short_name = alias->second.short_name;
    op.mangled = alias->second.mangled;
    item.attributes.add_defaults(alias->second.attributes);
  }
  if (const auto text = item.attributes.take("short")) op.short_name = *text;
  const auto dimensions = [&](const char* key, std::array<int64_t, 3>& out) {
    const auto text = item.attributes.take(key);
    if (!text) return;
    const auto sizes = parse_dimensions(*text);
    if (!sizes) wrong("'" + *text + "' is not a size for " + key);
    out = *sizes;
  };
  dimensions("grid", op.grid);
  dimensions("block", op.block);
  set_integer(item.attributes, "regs", op.registers);
  const auto size = [&](const char* key, int64_t& out) {
    const auto text = item.attributes.take(key);
    if (!text) return;
    const auto bytes = parse_bytes(*text);
    if (!bytes) wrong("'" + *text + "' is not a size for " + key);
    out = *bytes;
  };
  size("smem", op.static_shared);
  size("dsmem", op.dynamic_shared);
  size("local", op.local);
  return op;
}

Operation Parser::copy(Item& item) {
  const auto* found = std::find_if(std::begin(kCopies), std::end(kCopies),
                                   [&](const auto& c) { return c.name == item.name; });
  if (found == std::end(kCopies)) wrong("'" + item.name + "' is not a kind of copy");
  Operation op{.kind = OperationKind::copy};
  op.copy_kind = found->kind;
  op.source_kind = found->source;
  op.target_kind = found->target;
  const auto size = item.attributes.take_size();
  const auto bytes = size ? parse_bytes(*size) : kDefaultBytes;
  if (!bytes) wrong("'" + *size + "' is not a size");
  op.bytes = *bytes;
  // A memory kind alone is about the host's side, for that is the side that varies.
  for (const std::string_view name : kMemoryKinds) {
    if (!item.attributes.take_word(std::string(name))) continue;
    if (op.source_kind == kPinned) op.source_kind = *memory_kind(name);
    if (op.target_kind == kPinned) op.target_kind = *memory_kind(name);
    break;
  }
  const auto side = [&](const char* key, int64_t& out) {
    const auto text = item.attributes.take(key);
    if (!text) return;
    const auto kind = memory_kind(*text);
    out = kind ? *kind : integer(*text, key);
  };
  side("src", op.source_kind);
  side("dst", op.target_kind);
  set_integer(item.attributes, "kind", op.copy_kind);
  if (const auto from = item.attributes.take("from")) op.source_device = integer(*from, "from");
  if (const auto to = item.attributes.take("to")) op.target_device = integer(*to, "to");
  return op;
}

Operation Parser::memory_set(Item& item) {
  Operation op{.kind = OperationKind::set};
  const auto size = item.attributes.take_size();
  const auto bytes = size ? parse_bytes(*size) : kDefaultBytes;
  if (!bytes) wrong("'" + *size + "' is not a size");
  op.bytes = *bytes;
  set_integer(item.attributes, "value", op.set_value);
  for (const std::string_view name : kMemoryKinds)
    if (item.attributes.take_word(std::string(name))) op.memory_kind = *memory_kind(name);
  return op;
}

void Parser::gpu() {
  const size_t process = current_process();
  const int64_t device = next_integer("the device");
  expect("stream");
  const int64_t stream = next_integer("the stream");
  const int64_t context = next_is("context") ? next_integer("the context") : 1;
  const Attributes shared = optional_list();
  if (at_end()) wrong("there is no operation after the stream");
  while (!at_end()) {
    Item item = next_item(shared);
    const bool is_copy = !item.quoted && item.name.starts_with("memcpy_");
    const bool is_set = !item.quoted && item.name == "memset";
    const bool is_graph = !item.quoted && item.name == "cuda_graph";
    Operation op = is_copy    ? copy(item)
                   : is_set   ? memory_set(item)
                   : is_graph ? Operation{.kind = OperationKind::graph}
                              : kernel(item);
    op.process = process;
    op.device = device;
    op.stream = stream;
    op.context = context;
    op.start = item.span.start;
    op.end = end_of(item);
    const bool blocks = is_copy && item.attributes.take_word("sync");
    launch(op, item.attributes,
           blocks     ? "cudaMemcpy"
           : is_copy  ? "cudaMemcpyAsync"
           : is_set   ? "cudaMemsetAsync"
           : is_graph ? "cudaGraphLaunch"
                      : "cudaLaunchKernel");
    finish(item.attributes);
    sketch_.operations.push_back(std::move(op));
  }
}

// `graph N launch START..END`: one call, whose correlation id the operations with [graph=N] after it share.
void Parser::graph() {
  const size_t process = current_process();
  const int64_t id = next_integer("the graph");
  expect("launch");
  const Interval span = parse_interval(next("the call's times").text, *line_);
  Attributes attributes = optional_list();
  Call call{.process = process, .tid = tid(1), .name = "cudaGraphLaunch", .start = span.start};
  if (!span.end) wrong("a launch has an end");
  call.end = *span.end;
  call.correlation = next_correlation();
  take_call_attributes(call, attributes);
  finish(attributes);
  graphs_[{process, id}] = {.correlation = call.correlation};
  sketch_.calls.push_back(std::move(call));
}

// True when a graph launch that was written before started the operation.
bool Parser::launch_by_graph(Operation& op, Attributes& attributes) {
  const auto text = attributes.take("graph");
  if (!text) return false;
  const int64_t id = integer(*text, "graph");
  op.graph_id = id;
  const auto known = graphs_.find({op.process, id});
  if (known == graphs_.end()) {
    if (op.kind == OperationKind::graph) return false;
    wrong("graph " + *text + " has no `graph " + *text + " launch START..END` before it");
  }
  op.correlation = known->second.correlation;
  // The same node has the same id in every launch of its graph.
  if (op.kind != OperationKind::graph) op.graph_node = id * 1'000'000 + ++known->second.nodes;
  return true;
}

void Parser::take_call_attributes(Call& call, Attributes& attributes) {
  if (const auto thread = attributes.take("thread")) call.tid = tid(integer(*thread, "thread"));
  if (const auto name = attributes.take("api")) call.name = *name;
  call.name = exported_api_name(call.name);
  call.event_class = call.name.starts_with("cu") && !call.name.starts_with("cuda") ? 1 : 0;
  set_integer(attributes, "class", call.event_class);
  set_integer(attributes, "ret", call.return_value);
  call.backtrace = attributes.take_word("backtrace") || backtraces_;
  if (const auto id = attributes.take("chain")) {
    call.chain = integer(*id, "chain");
    call.backtrace = true;
  }
  if (const auto id = attributes.take("corr"))
    call.correlation = *id == "none" ? std::nullopt : std::optional(integer(*id, "corr"));
}

void Parser::launch(Operation& op, Attributes& attributes, std::string api) {
  if (launch_by_graph(op, attributes)) return;
  Call call{.process = op.process, .tid = tid(1), .name = std::move(api)};
  int64_t lead = launches_.lead, duration = launches_.duration;
  if (const auto text = attributes.take("lead")) lead = time(*text, "lead");
  if (const auto text = attributes.take("call")) duration = time(*text, "call");
  call.start = add_clamped(op.start, -lead);
  // A call does not begin before the capture, unless its operation does.
  if (op.start >= 0) call.start = std::max<int64_t>(call.start, 0);
  // A copy that blocks keeps its caller until it is done.
  call.end = call.name == "cudaMemcpy" ? op.end : add_clamped(call.start, duration);
  bool none = launches_.none;
  if (const auto text = attributes.take("launch")) {
    none = *text == "none";
    if (!none) {
      const Interval span = parse_interval(*text, *line_);
      if (!span.end) wrong("a launch has an end");
      call.start = span.start;
      call.end = *span.end;
    }
  }
  call.correlation = next_correlation();
  take_call_attributes(call, attributes);
  op.correlation = call.correlation;
  if (!none) sketch_.calls.push_back(std::move(call));
}

}  // namespace nsys_ai::sketch
