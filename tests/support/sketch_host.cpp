// Statements about the host: API calls, NVTX, calls of the operating system, the profiler's own time.
#include <array>
#include <cstdlib>
#include <utility>

#include "sketch_parser.h"

namespace nsys_ai::sketch {
namespace {

enum SyncType : int64_t { kEventSync = 1, kWaitEvent = 2, kStreamSync = 3, kContextSync = 4 };
constexpr int64_t kNoStream = 4294967295;

constexpr std::pair<std::string_view, std::string_view> kApiSuffixes[] = {
    {"cudaDeviceSynchronize", "_v3020"},
    {"cudaEventQuery", "_v3020"},
    {"cudaEventRecord", "_v3020"},
    {"cudaEventSynchronize", "_v3020"},
    {"cudaFree", "_v3020"},
    {"cudaFreeHost", "_v3020"},
    {"cudaGraphInstantiate", "_v10000"},
    {"cudaGraphLaunch", "_v10000"},
    {"cudaHostAlloc", "_v3020"},
    {"cudaHostRegister", "_v4000"},
    {"cudaLaunchCooperativeKernel", "_v9000"},
    {"cudaLaunchKernel", "_v7000"},
    {"cudaLaunchKernelExC", "_v11060"},
    {"cudaMalloc", "_v3020"},
    {"cudaMallocAsync", "_v11020"},
    {"cudaMemcpy", "_v3020"},
    {"cudaMemcpy2DAsync", "_v3020"},
    {"cudaMemcpyAsync", "_v3020"},
    {"cudaMemcpyPeerAsync", "_v4000"},
    {"cudaMemset", "_v3020"},
    {"cudaMemsetAsync", "_v3020"},
    {"cudaStreamSynchronize", "_v3020"},
    {"cudaStreamWaitEvent", "_v3020"},
};

constexpr std::pair<std::string_view, int64_t> kSyncTypes[] = {
    {"event", kEventSync}, {"wait", kWaitEvent}, {"stream", kStreamSync}, {"context", kContextSync}};

int64_t sync_type_of(const std::string& api) {
  const std::string name = plain_api_name(api);
  if (name == "cudaEventSynchronize" || name == "cuEventSynchronize") return kEventSync;
  if (name == "cudaStreamWaitEvent" || name == "cuStreamWaitEvent") return kWaitEvent;
  if (name == "cudaStreamSynchronize" || name == "cuStreamSynchronize") return kStreamSync;
  if (name == "cudaDeviceSynchronize" || name == "cuCtxSynchronize") return kContextSync;
  return 0;
}

}  // namespace

std::string exported_api_name(const std::string& name) {
  for (const auto& [plain, suffix] : kApiSuffixes)
    if (plain == name) return name + std::string(suffix);
  return name;
}

std::string plain_api_name(const std::string& name) {
  const size_t version = name.rfind("_v");
  const bool versioned = version != std::string::npos && version + 2 < name.size() &&
                         name.find_first_not_of("0123456789", version + 2) == std::string::npos;
  std::string plain = versioned ? name.substr(0, version) : name;
  if (plain.ends_with("_ptsz")) plain.resize(plain.size() - 5);
  return plain;
}

// The wait that a synchronizing call records beside itself.
std::optional<Synchronization> Parser::synchronization(const std::string& api, Attributes& attributes) const {
  Synchronization sync{.type = sync_type_of(api)};
  if (const auto text = attributes.take("sync")) {
    sync.type = -1;
    if (*text == "none") sync.type = 0;
    for (const auto& [name, type] : kSyncTypes)
      if (name == *text) sync.type = type;
    if (sync.type < 0)
      wrong("'" + *text + "' is not a kind of wait; known are event, wait, stream, context, none");
  }
  const bool has_stream = sync.type == kStreamSync || sync.type == kWaitEvent;
  sync.stream = has_stream ? 7 : kNoStream;
  set_integer(attributes, "stream", sync.stream);
  set_integer(attributes, "context", sync.context);
  if (sync.type == 0) return std::nullopt;
  return sync;
}

void Parser::api() {
  const size_t process = current_process();
  const int64_t thread = optional_thread();
  const Attributes shared = optional_list();
  if (at_end()) wrong("there is no call");
  while (!at_end()) {
    Item item = next_item(shared);
    Call call{.process = process, .tid = thread, .name = item.name, .start = item.span.start};
    call.end = end_of(item);
    call.correlation = next_correlation();
    call.synchronization = synchronization(call.name, item.attributes);
    take_call_attributes(call, item.attributes);
    finish(item.attributes);
    sketch_.calls.push_back(std::move(call));
  }
}

void Parser::host_events(bool is_overhead) {
  const size_t process = current_process();
  const int64_t thread = optional_thread();
  if (at_end()) wrong("there is no call");
  while (!at_end()) {
    const Item item = next_item({});
    finish(item.attributes);
    sketch_.host_events.push_back({.overhead = is_overhead,
                                   .process = process,
                                   .tid = thread,
                                   .name = item.name,
                                   .start = item.span.start,
                                   .end = end_of(item)});
  }
}

void Parser::osrt() { host_events(false); }

void Parser::overhead() { host_events(true); }

// The id of a domain, which the process declares at its first use. Domain 0 has no name.
int64_t Parser::domain_id(const std::string& name, int64_t tid, int64_t when) {
  const size_t process = current_process();
  const auto [known, is_new] = domains_.try_emplace({process, name}, 0);
  if (!is_new) return known->second;
  for (const auto& [key, id] : domains_)
    if (key.first == process) ++known->second;
  sketch_.nvtx.push_back({.process = process,
                          .tid = tid,
                          .type = kDomain,
                          .start = when,
                          .domain = known->second,
                          .text = name});
  return known->second;
}

void Parser::nvtx_payload(NvtxEvent& event, Attributes& attributes) const {
  event.json = attributes.take("json");
  const auto text = attributes.take("payload");
  if (!text) return;
  if (const auto whole = parse_integer(*text); whole && text->find('.') == std::string::npos) {
    event.payload = *whole;
    return;
  }
  char* end = nullptr;
  event.payload = std::strtod(text->c_str(), &end);
  if (text->empty() || *end) wrong("'" + *text + "' is not a number for payload");
}

void Parser::nvtx_item(int64_t type, int64_t thread, int64_t domain, Item item) {
  NvtxEvent event{.process = current_process(), .tid = thread, .type = type, .start = item.span.start};
  event.domain = domain;
  event.text = item.name;
  event.end = item.span.end;
  Attributes& attributes = item.attributes;
  if (type == kStartEnd) event.range_id = ++start_end_ranges_[event.process];
  if (const auto other = attributes.take("end_thread")) event.end_tid = tid(integer(*other, "end_thread"));
  if (const auto id = attributes.take("category")) event.category = integer(*id, "category");
  if (const auto color = attributes.take("color")) event.color = integer(*color, "color");
  set_integer(attributes, "type", event.type);
  event.registered = attributes.take_word("registered");
  nvtx_payload(event, attributes);
  nvtx_blob(event, attributes);
  finish(attributes);
  sketch_.nvtx.push_back(std::move(event));
}

// `nvtx category 2 "io"`
void Parser::nvtx_category() {
  NvtxEvent event{.type = kCategory};
  event.category = next_integer("the category");
  event.text = next("the name").text;
  event.process = current_process();
  event.tid = optional_thread();
  event.start = line_->shift;
  if (next_is("domain")) event.domain = domain_id(next("the domain").text, event.tid, event.start);
  sketch_.nvtx.push_back(std::move(event));
}

void Parser::nvtx() {
  if (next_is("category")) return nvtx_category();
  const bool mark = next_is("mark");
  const int64_t type = mark ? kMark : next_is("startend") ? kStartEnd : kPushPop;
  const int64_t thread = optional_thread();
  const std::string domain = next_is("domain") ? next("the domain").text : "";
  const Attributes shared = optional_list();
  if (at_end()) wrong(mark ? "there is no mark" : "there is no range");
  while (!at_end()) {
    Item item;
    if (mark) {
      item.name = next("a name").text;
      item.span.start = add_clamped(next_time("'" + item.name + "'"), line_->shift);
      item.attributes = optional_list();
      item.attributes.add_defaults(shared);
    } else {
      item = next_item(shared);
    }
    const int64_t id = domain.empty() ? 0 : domain_id(domain, thread, item.span.start);
    nvtx_item(type, thread, id, std::move(item));
  }
}

}  // namespace nsys_ai::sketch
