// A strict reader, written against the schema's numbers, not against the writer's.
#include "tests/trace/decode.h"

#include <protozero/pbf_reader.hpp>
#include <set>

namespace nsys_ai::trace_test {
namespace {

using protozero::pbf_reader;

struct RawEvent {
  int32_t type = 0;
  uint64_t track = 0, name = 0, flow = 0;
  std::vector<uint64_t> categories{};
  std::vector<pbf_reader> arguments{};
  std::optional<double> value{};
};

class Reader {
 public:
  DecodedTrace read(std::string_view bytes);

 private:
  void packet(pbf_reader packet);
  void clocks(pbf_reader snapshot);
  void track(pbf_reader descriptor);
  void owner(pbf_reader descriptor, DecodedTrack& track, bool thread);
  void interned(pbf_reader data);
  void event(pbf_reader event);
  void begin(const RawEvent& event);
  void end(const RawEvent& event);
  void add_argument(pbf_reader annotation, DecodedSlice& slice);
  std::string text(uint32_t table, uint64_t iid);
  void fault(const std::string& what) {
    trace_.faults.push_back("packet " + std::to_string(trace_.packet_ends.size()) + ": " + what);
  }

  DecodedTrace trace_;
  std::map<std::pair<uint32_t, uint64_t>, std::string> texts_;  // by field of InternedData, iid
  std::map<uint64_t, std::vector<size_t>> open_;                // by track: slices, outermost first
  // Tracks are described on the first one. Each of the others has texts and a clock of its own, and begins
  // where the one before has ended.
  static constexpr uint32_t kDescriptions = 1;
  uint32_t sequence_ = kDescriptions;
  bool deltas_ = false;
  int64_t now_ = 0;
};

DecodedTrace Reader::read(std::string_view bytes) {
  try {
    pbf_reader file(bytes.data(), bytes.size());
    while (file.next()) {
      if (file.tag() != 1) fault("a field beside packets: " + std::to_string(file.tag()));
      packet(file.get_message());
      trace_.packet_ends.push_back(bytes.size() - file.length());
    }
  } catch (const protozero::exception& error) {
    fault(error.what());
  }
  for (const auto& [track, slices] : open_) trace_.open += slices.size();
  return std::move(trace_);
}

void Reader::packet(pbf_reader packet) {
  std::optional<uint64_t> delta;
  uint32_t sequence = 0, flags = 0;
  bool describes = false;
  std::optional<pbf_reader> event_body;
  while (packet.next()) {
    switch (packet.tag()) {
      case 6:
        clocks(packet.get_message());
        break;
      case 8:
        delta = packet.get_uint64();
        break;
      case 10:
        sequence = packet.get_uint32();
        break;
      case 11:
        event_body = packet.get_message();
        break;
      case 12:
        interned(packet.get_message());
        break;
      case 13:
        flags = packet.get_uint32();
        if (flags & 1) {
          texts_.clear();
          deltas_ = false;
          trace_.clocks.erase(64);
          ++sequence_;
        }
        break;
      case 59: {
        pbf_reader defaults = packet.get_message();
        while (defaults.next())
          if (defaults.tag() == 58)
            deltas_ = defaults.get_uint32() == 64;
          else
            defaults.skip();
        break;
      }
      case 60:
        track(packet.get_message());
        describes = true;
        break;
      case 87:
        packet.skip();
        break;
      default:
        fault("an unknown field: " + std::to_string(packet.tag()));
        packet.skip();
    }
  }
  if (sequence != (describes ? kDescriptions : sequence_)) fault("not of the sequence that was begun last");
  if (!event_body) return;
  if (!delta) return fault("an event without a time");
  if (!deltas_ || trace_.clocks.count(64) == 0) fault("an event before its clock");
  if (!(flags & 2)) fault("an event that does not say that it needs the sequence's texts");
  if (*delta > static_cast<uint64_t>(INT64_MAX - now_)) return fault("a time beyond 64 bits");
  now_ += static_cast<int64_t>(*delta);
  event(*event_body);
}

void Reader::clocks(pbf_reader snapshot) {
  while (snapshot.next(1)) {
    pbf_reader clock = snapshot.get_message();
    uint32_t id = 0;
    uint64_t time = 0;
    while (clock.next()) {
      if (clock.tag() == 1)
        id = clock.get_uint32();
      else if (clock.tag() == 2)
        time = clock.get_uint64();
      else
        clock.skip();
    }
    trace_.clocks[id] = time;
    if (id == 64) now_ = static_cast<int64_t>(time);
  }
}

void Reader::track(pbf_reader descriptor) {
  DecodedTrack track;
  while (descriptor.next()) {
    switch (descriptor.tag()) {
      case 1:
        track.uuid = descriptor.get_uint64();
        break;
      case 2:
        track.name = descriptor.get_string();
        break;
      case 3:
        owner(descriptor.get_message(), track, false);
        break;
      case 4:
        owner(descriptor.get_message(), track, true);
        break;
      case 5:
        track.parent = descriptor.get_uint64();
        break;
      case 8: {
        pbf_reader counter = descriptor.get_message();
        track.counter = true;
        while (counter.next(6)) track.unit = counter.get_string();
        break;
      }
      case 12:
        track.rank = descriptor.get_int32();
        break;
      default:
        descriptor.skip();
    }
  }
  if (track.uuid == 0) return;  // the whole trace
  if (track.parent != 0 && trace_.tracks.count(track.parent) == 0) fault("a track before its parent");
  if (!trace_.tracks.emplace(track.uuid, track).second) fault("a track described twice");
}

void Reader::owner(pbf_reader descriptor, DecodedTrack& track, bool thread) {
  const uint32_t name = thread ? 5 : 6;
  while (descriptor.next()) {
    if (descriptor.tag() == 1)
      track.pid = descriptor.get_int32();
    else if (thread && descriptor.tag() == 2)
      track.tid = descriptor.get_int32();
    else if (descriptor.tag() == name)
      track.owner = descriptor.get_string();
    else
      descriptor.skip();
  }
}

void Reader::interned(pbf_reader data) {
  while (data.next()) {
    const uint32_t table = data.tag();
    pbf_reader entry = data.get_message();
    uint64_t iid = 0;
    std::string text;
    while (entry.next()) {
      if (entry.tag() == 1)
        iid = entry.get_uint64();
      else
        text = entry.get_string();
    }
    if (iid == 0) fault("a text without a number");
    if (!texts_.emplace(std::make_pair(table, iid), text).second) fault("a text defined twice");
  }
}

std::string Reader::text(uint32_t table, uint64_t iid) {
  const auto found = texts_.find({table, iid});
  if (found != texts_.end()) return found->second;
  fault("a text used before it is defined");
  return "?";
}

void Reader::event(pbf_reader body) {
  RawEvent event;
  while (body.next()) {
    switch (body.tag()) {
      case 3:
        event.categories.push_back(body.get_uint64());
        break;
      case 4:
        event.arguments.push_back(body.get_message());
        break;
      case 9:
        event.type = body.get_enum();
        break;
      case 10:
        event.name = body.get_uint64();
        break;
      case 11:
        event.track = body.get_uint64();
        break;
      case 44:
        event.value = body.get_double();
        break;
      case 47:
        event.flow = body.get_fixed64();
        break;
      default:
        fault("an unknown field of an event: " + std::to_string(body.tag()));
        body.skip();
    }
  }
  if (trace_.tracks.count(event.track) == 0) fault("an event on a track that is not described");
  const auto known = trace_.tracks.find(event.track);
  const bool on_counter = known != trace_.tracks.end() && known->second.counter;
  if (on_counter != (event.type == 4) || on_counter != event.value.has_value())
    fault("a counter's value and a slice share a track");
  if (event.type == 4)
    trace_.values.push_back({event.track, now_, event.value.value_or(0)});
  else if (event.type == 2)
    end(event);
  else if (event.type == 1 || event.type == 3)
    begin(event);
  else
    fault("an event of type " + std::to_string(event.type));
}

void Reader::begin(const RawEvent& event) {
  DecodedSlice slice;
  slice.track = event.track;
  slice.start = now_;
  slice.instant = event.type == 3;
  slice.depth = open_[event.track].size();
  slice.name = text(2, event.name);
  slice.flow = event.flow;
  for (const uint64_t category : event.categories) slice.categories.push_back(text(1, category));
  for (const pbf_reader& argument : event.arguments) add_argument(argument, slice);
  if (slice.instant)
    slice.end = now_;
  else
    open_[event.track].push_back(trace_.slices.size());
  trace_.slices.push_back(std::move(slice));
}

void Reader::end(const RawEvent& event) {
  std::vector<size_t>& open = open_[event.track];
  if (open.empty()) return fault("an end without a beginning");
  trace_.slices[open.back()].end = now_;
  open.pop_back();
}

void Reader::add_argument(pbf_reader annotation, DecodedSlice& slice) {
  std::string name = "?", value = "?";
  while (annotation.next()) {
    if (annotation.tag() == 1)
      name = text(3, annotation.get_uint64());
    else if (annotation.tag() == 3)
      value = std::to_string(annotation.get_uint64());
    else if (annotation.tag() == 6)
      value = annotation.get_string();
    else if (annotation.tag() == 17)
      value = text(29, annotation.get_uint64());
    else
      annotation.skip();
  }
  slice.arguments.emplace_back(name, value);
}

}  // namespace

DecodedTrace decode(std::string_view bytes) { return Reader().read(bytes); }

}  // namespace nsys_ai::trace_test
