// Statements about call chains, samples of CPUs, and the binary payloads of NVTX events.
#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "sketch_parser.h"

namespace nsys_ai::sketch {
namespace {

// Bytes of an integer, the lowest first, as the machines that Nsight runs on have them.
std::string little_endian(int64_t value, size_t size) {
  std::string bytes;
  for (size_t i = 0; i < size; ++i)
    bytes += static_cast<char>(i < 8 ? static_cast<uint64_t>(value) >> (8 * i) & 0xff : value < 0 ? 0xff : 0);
  return bytes;
}

// Of the integers among NVTX's types of payload entries; 4 for the ids of enumerations.
size_t size_of_type(int64_t type) {
  constexpr std::array<size_t, 24> kSizes = {4, 1, 1, 2, 2, 4, 4, 8, 8, 8,  8, 1,
                                             1, 2, 2, 4, 4, 8, 8, 4, 8, 16, 8, 8};
  return type >= 0 && type < static_cast<int64_t>(kSizes.size()) ? kSizes[static_cast<size_t>(type)] : 4;
}

std::vector<std::string> split_at_slashes(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == '/')
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

}  // namespace

// `chain 1   cudaLaunchKernel@/usr/lib/libcudart.so.12   "step(int)@train"`: the leaf first. What begins with
// 0x was not resolved.
void Parser::chain() {
  const int64_t id = next_integer("the chain");
  std::vector<Frame>& frames = sketch_.chains[id];
  if (!frames.empty()) wrong("chain " + std::to_string(id) + " is there already");
  while (!at_end()) {
    const std::string text = next("a frame").text;
    const size_t at = text.rfind('@');
    if (at == std::string::npos) wrong("'" + text + "' is no frame: SYMBOL@MODULE");
    frames.push_back({text.substr(0, at), text.substr(at + 1), text.starts_with("0x")});
  }
  if (frames.empty()) wrong("there is no frame");
}

// `sample thread 1   12us 13us [chain=1 cycles=100]`
void Parser::sample() {
  const size_t process = current_process();
  const int64_t thread = optional_thread();
  const Attributes shared = optional_list();
  if (at_end()) wrong("there is no sample");
  while (!at_end()) {
    Sample sample{.process = process, .tid = thread};
    sample.time = add_clamped(next_time("the sample"), line_->shift);
    Attributes attributes = optional_list();
    attributes.add_defaults(shared);
    set_integer(attributes, "cycles", sample.cycles);
    if (const auto chain = attributes.take("chain")) sample.chain = integer(*chain, "chain");
    finish(attributes);
    sketch_.samples.push_back(sample);
  }
}

// `schema 16777221 domain NCCL 24   "NCCL communicator ID" 18   "Message size [bytes]" 22 at 8`
void Parser::schema() {
  PayloadSchema schema{.id = next_integer("the schema")};
  if (next_is("domain")) schema.domain = domain_id(next("the domain").text, optional_thread(), line_->shift);
  schema.size = next_integer("the size in bytes");
  while (!at_end()) {
    PayloadEntry entry{.name = next("an entry").text};
    entry.type = next_integer("the type of " + entry.name);
    if (next_is("at")) entry.offset = next_integer("the offset of " + entry.name);
    schema.entries.push_back(std::move(entry));
  }
  sketch_.schemas.push_back(std::move(schema));
}

// `data=SCHEMA:1/2/3` is the header that Nsight writes and the values at their offsets; `blob=HEX` is as it
// is.
void Parser::nvtx_blob(NvtxEvent& event, Attributes& attributes) const {
  if (const auto hex = attributes.take("blob")) {
    event.blob.emplace();
    for (size_t i = 0; i + 1 < hex->size(); i += 2) {
      const auto byte = parse_integer("0x" + hex->substr(i, 2));
      if (!byte) wrong("'" + *hex + "' is not hexadecimal");
      *event.blob += static_cast<char>(*byte);
    }
    if (hex->size() % 2 != 0) wrong("a byte of a blob has two digits");
  }
  const auto text = attributes.take("data");
  if (!text) return;
  const size_t colon = text->find(':');
  const int64_t id = integer(text->substr(0, colon), "data");
  const auto schema = std::find_if(sketch_.schemas.begin(), sketch_.schemas.end(),
                                   [&](const auto& of) { return of.id == id && of.domain == event.domain; });
  if (schema == sketch_.schemas.end())
    wrong("domain " + std::to_string(event.domain) + " has no such schema");
  std::string payload(static_cast<size_t>(schema->size), '\0');
  const std::vector<std::string> values =
      split_at_slashes(colon == std::string::npos ? "" : text->substr(colon + 1));
  size_t at = 0;
  for (size_t i = 0; i < std::min(values.size(), schema->entries.size()); ++i) {
    const PayloadEntry& entry = schema->entries[i];
    const std::string bytes = little_endian(integer(values[i], "data"), size_of_type(entry.type));
    if (entry.offset) at = static_cast<size_t>(*entry.offset);
    if (at + bytes.size() > payload.size()) wrong("the payload is smaller than its values");
    payload.replace(at, bytes.size(), bytes);
    at += bytes.size();
  }
  event.blob = little_endian(schema->domain, 8) + little_endian(id, 8) + little_endian(schema->size, 8) +
               little_endian(32 + schema->size, 8) + payload;
}

}  // namespace nsys_ai::sketch
