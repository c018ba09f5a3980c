// Statements about the machine and the file, and how a line is taken apart.
#include "sketch_parser.h"

#include <algorithm>
#include <cctype>

namespace nsys_ai::sketch {
namespace {

constexpr int64_t kMaxPid = (1 << 24) - 1;

}  // namespace

void Attributes::add(const Token& list) {
  for (const Token& token : list.inside) {
    const size_t equals = token.quoted ? std::string::npos : token.text.find('=');
    if (equals == std::string::npos)
      entries_.emplace_back(token.text, "");
    else
      entries_.emplace_back(token.text.substr(0, equals), token.text.substr(equals + 1));
  }
}

void Attributes::add_defaults(const Attributes& defaults) {
  const size_t own = entries_.size();
  for (const auto& entry : defaults.entries_) {
    const auto same = [&](const auto& mine) { return mine.first == entry.first; };
    if (std::none_of(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(own), same))
      entries_.push_back(entry);
  }
}

std::optional<std::string> Attributes::take(const std::string& key) {
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [&](const auto& entry) { return entry.first == key; });
  if (found == entries_.end()) return std::nullopt;
  std::string value = std::move(found->second);
  entries_.erase(found);
  return value;
}

std::optional<std::string> Attributes::take_size() {
  for (const auto& [key, value] : entries_)
    if (!key.empty() && std::isdigit(static_cast<unsigned char>(key[0]))) {
      std::string size = key;
      take(size);
      return size;
    }
  return std::nullopt;
}

std::optional<std::string> Attributes::left_over() const {
  if (entries_.empty()) return std::nullopt;
  return entries_.front().first;
}

const Token& Parser::next(const std::string& what) {
  if (at_end()) wrong("the line ends where " + what + " should be");
  return tokens_[at_++];
}

bool Parser::next_is(const std::string& word) {
  if (at_end() || tokens_[at_].quoted || tokens_[at_].text != word) return false;
  ++at_;
  return true;
}

void Parser::expect(const std::string& word) {
  if (!next_is(word)) wrong("'" + word + "' is missing" + (at_end() ? "" : " before '" + peek()->text + "'"));
}

int64_t Parser::integer(const std::string& text, const std::string& what) const {
  const auto value = parse_integer(text);
  if (!value) wrong("'" + text + "' is not a number for " + what);
  return *value;
}

int64_t Parser::time(const std::string& text, const std::string& what) const {
  const auto value = parse_time(text);
  if (!value) wrong("'" + text + "' is not a time for " + what);
  return *value;
}

int64_t Parser::next_integer(const std::string& what) { return integer(next(what).text, what); }

int64_t Parser::next_time(const std::string& what) { return time(next(what).text, what); }

void Parser::set_integer(Attributes& attributes, const char* key, int64_t& out) const {
  if (const auto value = attributes.take(key)) out = integer(*value, key);
}

Attributes Parser::optional_list() {
  Attributes attributes;
  if (!at_end() && tokens_[at_].list) attributes.add(tokens_[at_++]);
  return attributes;
}

// Statements that take nothing but attributes need no brackets around them.
Attributes Parser::rest_as_attributes() {
  Attributes attributes;
  while (!at_end()) {
    const Token& token = tokens_[at_++];
    attributes.add(token.list ? token : Token{.inside = {token}});
  }
  return attributes;
}

Item Parser::next_item(const Attributes& defaults) {
  Item item;
  const Token& name = next("a name");
  if (name.list) wrong("a list stands where a name should be");
  item.name = name.text;
  item.quoted = name.quoted;
  item.span = parse_interval(next("the times of '" + item.name + "'").text, *line_);
  item.attributes = optional_list();
  item.attributes.add_defaults(defaults);
  return item;
}

void Parser::finish(const Attributes& attributes) const {
  if (const auto left = attributes.left_over()) wrong("'" + *left + "' is not an attribute here");
}

int64_t Parser::end_of(const Item& item) const {
  if (!item.span.end) wrong("'" + item.name + "' has no end; only NVTX ranges may be open");
  return *item.span.end;
}

size_t Parser::current_process() {
  if (!process_) {
    sketch_.processes.push_back({.pid = 100, .name = "python"});
    process_ = sketch_.processes.size() - 1;
  }
  return *process_;
}

int64_t Parser::tid(int64_t thread_number) {
  Process& process = sketch_.processes[current_process()];
  if (thread_number < 1) wrong("threads are numbered from 1");
  const auto known = process.threads.find(thread_number);
  const int64_t tid = known == process.threads.end() ? process.pid + thread_number - 1 : known->second.tid;
  if (tid < 0 || tid > kMaxPid) wrong("a thread id needs 24 bits");
  return tid;
}

int64_t Parser::optional_thread() { return tid(next_is("thread") ? next_integer("the thread") : 1); }

int64_t Parser::next_correlation() { return sketch_.processes[current_process()].next_correlation++; }

void Parser::version() { sketch_.version = next("the version").text; }

void Parser::process() {
  const int64_t pid = next_integer("the pid");
  if (pid < 0 || pid > kMaxPid) wrong("a pid needs 24 bits");
  std::string name = at_end() ? "" : next("the name").text;
  Attributes attributes = rest_as_attributes();
  int64_t host = 0;
  set_integer(attributes, "host", host);
  finish(attributes);
  auto& all = sketch_.processes;
  const auto same =
      std::find_if(all.begin(), all.end(), [&](const Process& p) { return p.pid == pid && p.host == host; });
  process_ = static_cast<size_t>(same - all.begin());
  if (same == all.end())
    all.push_back({.pid = pid, .host = host, .name = name.empty() ? "python" : name});
  else if (!name.empty())
    same->name = name;
}

void Parser::thread() {
  const int64_t number = next_integer("the thread");
  Thread thread{.tid = tid(number), .name = next("the name").text};
  Attributes attributes = rest_as_attributes();
  set_integer(attributes, "tid", thread.tid);
  finish(attributes);
  sketch_.processes[current_process()].threads[number] = std::move(thread);
  tid(number);
}

void Parser::device() {
  Device device{.id = next_integer("the device"), .name = next("the name").text};
  Attributes attributes = rest_as_attributes();
  set_integer(attributes, "sms", device.sms);
  const auto size = [&](const char* key, int64_t& out) {
    const auto text = attributes.take(key);
    const auto bytes = text ? parse_bytes(*text) : std::nullopt;
    if (text && !bytes) wrong("'" + *text + "' is not a size for " + key);
    if (bytes) out = *bytes;
  };
  size("memory", device.memory);
  size("bandwidth", device.bandwidth);
  set_integer(attributes, "clock", device.clock);
  device.uuid = attributes.take("uuid").value_or("");
  device.bus = attributes.take("bus").value_or("");
  if (const auto capability = attributes.take("cc")) {
    const size_t dot = capability->find('.');
    device.compute_major = integer(capability->substr(0, dot), "cc");
    device.compute_minor = dot == std::string::npos ? 0 : integer(capability->substr(dot + 1), "cc");
  }
  finish(attributes);
  sketch_.devices.push_back(std::move(device));
}

void Parser::cuda_device() {
  const int64_t cuda = next_integer("the CUDA device");
  expect("is");
  expect("gpu");
  CudaDevice device{.gpu = next_integer("the GPU")};
  Attributes attributes = rest_as_attributes();
  device.uuid = attributes.take("uuid").value_or("");
  set_integer(attributes, "sms", device.sms);
  finish(attributes);
  sketch_.processes[current_process()].cuda_devices[cuda] = std::move(device);
}

void Parser::kernel_alias() {
  const std::string name = next("the alias").text;
  expect("=");
  Alias alias;
  alias.demangled = alias.short_name = next("the kernel's name").text;
  while (!at_end() && !peek()->list) {
    if (next_is("short"))
      alias.short_name = next("the short name").text;
    else if (next_is("mangled"))
      alias.mangled = next("the mangled name").text;
    else
      wrong("'" + peek()->text + "' is not a part of a kernel's names; known are short, mangled");
  }
  alias.attributes = optional_list();
  aliases_[name] = std::move(alias);
}

void Parser::session_start() { sketch_.session_start = next_integer("the start"); }

void Parser::duration() { sketch_.duration = next_time("the duration"); }

void Parser::launches() {
  launches_ = {};
  launches_.none = next_is("none");
  if (launches_.none || next_is("default")) return;
  launches_.lead = next_time("the time before the operation");
  expect("before");
  if (next_is("for")) launches_.duration = next_time("the call's duration");
}

void Parser::backtraces() { backtraces_ = true; }

void Parser::string() { sketch_.strings.push_back(next("the text").text); }

void Parser::meta() {
  const std::string name = next("the name").text;
  sketch_.metadata.push_back({.line = line_->number, .column = name, .text = next("the value").text});
}

void Parser::without() { sketch_.without.push_back({.line = line_->number, .table = next("a table").text}); }

void Parser::empty() { sketch_.empty.push_back({.line = line_->number, .table = next("a table").text}); }

void Parser::without_column() {
  const std::string table = next("a table").text;
  sketch_.without_column.push_back({.line = line_->number, .table = table, .column = next("a column").text});
}

void Parser::sql() { sketch_.sql.push_back({.line = line_->number, .text = next("a statement").text}); }

void Parser::loose() { sketch_.loose = true; }

const std::map<std::string_view, Parser::Statement>& Parser::statements() {
  static const std::map<std::string_view, Statement> all{
      {"api", &Parser::api},           {"backtraces", &Parser::backtraces},
      {"chain", &Parser::chain},       {"cuda_device", &Parser::cuda_device},
      {"device", &Parser::device},     {"duration", &Parser::duration},
      {"empty", &Parser::empty},       {"gpu", &Parser::gpu},
      {"graph", &Parser::graph},       {"kernel", &Parser::kernel_alias},
      {"launches", &Parser::launches}, {"loose", &Parser::loose},
      {"meta", &Parser::meta},         {"nvtx", &Parser::nvtx},
      {"osrt", &Parser::osrt},         {"overhead", &Parser::overhead},
      {"process", &Parser::process},   {"sample", &Parser::sample},
      {"schema", &Parser::schema},     {"session_start", &Parser::session_start},
      {"sql", &Parser::sql},           {"string", &Parser::string},
      {"thread", &Parser::thread},     {"version", &Parser::version},
      {"without", &Parser::without},   {"without_column", &Parser::without_column},
  };
  return all;
}

Sketch Parser::parse(const std::string& text) {
  for (const Line& line : unroll(text)) {
    line_ = &line;
    tokens_ = tokenize(line);
    at_ = 0;
    if (tokens_.empty()) continue;
    const std::string word = next("a statement").text;
    const auto found = statements().find(word);
    if (found == statements().end() || tokens_[0].quoted) wrong("'" + word + "' is not a statement");
    (this->*found->second)();
    if (!at_end()) wrong("'" + peek()->text + "' is left over");
  }
  return std::move(sketch_);
}

Sketch parse(const std::string& text) { return Parser().parse(text); }

}  // namespace nsys_ai::sketch
