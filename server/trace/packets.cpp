// Encodes packets field by field.
#include "trace/packets.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <protozero/pbf_builder.hpp>

namespace nsys_ai::perfetto {
namespace {

template <class Message>
using Builder = protozero::pbf_builder<Message>;

void add_clock(Builder<ClockSnapshot>& snapshot, ClockId id, uint64_t time) {
  Builder<Clock> clock{snapshot, ClockSnapshot::clocks};
  clock.add_uint32(Clock::clock_id, id);
  clock.add_uint64(Clock::timestamp, time);
  if (id == kSinceLastPacket) clock.add_bool(Clock::is_incremental, true);
}

InternedData table_of(TextTable kind) {
  switch (kind) {
    case TextTable::category:
      return InternedData::event_categories;
    case TextTable::event:
      return InternedData::event_names;
    case TextTable::argument:
      return InternedData::debug_annotation_names;
    default:
      return InternedData::debug_annotation_string_values;
  }
}

// Perfetto's ids of processes and threads have 32 bits.
int32_t id32(int64_t id) { return static_cast<int32_t>(id); }

void add_owner(Builder<TrackDescriptor>& track, const TrackInfo& words) {
  if (words.pid && words.tid) {
    Builder<ThreadDescriptor> thread{track, TrackDescriptor::thread};
    thread.add_int32(ThreadDescriptor::pid, id32(*words.pid));
    thread.add_int32(ThreadDescriptor::tid, id32(*words.tid));
    if (!words.owner.empty()) thread.add_string(ThreadDescriptor::thread_name, words.owner);
  } else if (words.pid) {
    Builder<ProcessDescriptor> process{track, TrackDescriptor::process};
    process.add_int32(ProcessDescriptor::pid, id32(*words.pid));
    if (!words.owner.empty()) process.add_string(ProcessDescriptor::process_name, words.owner);
  }
}

void add_argument(Builder<TrackEvent>& event, const Argument& argument) {
  Builder<DebugAnnotation> annotation{event, TrackEvent::debug_annotations};
  annotation.add_uint64(DebugAnnotation::name_iid, argument.name.number);
  if (const auto* number = std::get_if<uint64_t>(&argument.value))
    annotation.add_uint64(DebugAnnotation::uint_value, *number);
  else if (const auto* text = std::get_if<TextId>(&argument.value))
    annotation.add_uint64(DebugAnnotation::string_value_iid, text->number);
  else
    annotation.add_string(DebugAnnotation::string_value, std::get<std::string>(argument.value));
}

// The few numeric fields of an event. There are tens of millions of events: a fixed array and lengths
// computed in advance take a third of the time of a general message.
class Fields {
 public:
  template <class Field>
  void add(Field field, uint64_t value) {
    put(static_cast<uint64_t>(field) << 3 | kVarint);
    put(value);
  }
  template <class Field>
  void add_fixed64(Field field, uint64_t value) {
    put(static_cast<uint64_t>(field) << 3 | kFixed64);
    for (int byte = 0; byte < 8; ++byte) bytes_[size_++] = static_cast<char>(value >> (8 * byte) & 0xFF);
  }
  // The header of a message with that many bytes.
  template <class Field>
  void add_length(Field field, size_t length) {
    put(static_cast<uint64_t>(field) << 3 | kLengthDelimited);
    put(length);
  }
  std::string_view bytes() const { return {bytes_.data(), size_}; }
  size_t size() const { return size_; }

 private:
  enum : uint64_t { kVarint = 0, kFixed64 = 1, kLengthDelimited = 2 };
  static constexpr size_t kMax = 96;  // seven fields with a tag of two bytes and at most ten more bytes

  void put(uint64_t number) {
    for (; number >= 0x80; number >>= 7) bytes_[size_++] = static_cast<char>(number | 0x80);
    bytes_[size_++] = static_cast<char>(number);
  }

  std::array<char, kMax> bytes_;
  size_t size_ = 0;
};

void add_words(Fields& event, const EventInfo& words, uint64_t flow) {
  event.add(TrackEvent::category_iids, words.category.number);
  if (words.domain.number != 0) event.add(TrackEvent::category_iids, words.domain.number);
  event.add(TrackEvent::name_iid, words.name.number);
  if (flow != 0) event.add_fixed64(TrackEvent::flow_ids, flow);
}

}  // namespace

void Packets::begin_sequence(int64_t start, std::optional<int64_t> utc_at_zero) {
  ++sequence_;
  texts_ = {};
  defined_.clear();
  last_time_ = 0;
  begun_ = 0;
  {
    Builder<TracePacket> packet{packet_};
    packet.add_uint32(TracePacket::trusted_packet_sequence_id, sequence_);
    packet.add_uint32(TracePacket::sequence_flags, kIncrementalStateCleared);
    packet.add_bool(TracePacket::first_packet_on_sequence, true);
    Builder<TracePacketDefaults> defaults{packet, TracePacket::trace_packet_defaults};
    defaults.add_uint32(TracePacketDefaults::timestamp_clock_id, kSinceLastPacket);
  }
  finish_packet();
  last_time_ = trace_time(start);
  {
    Builder<TracePacket> packet{packet_};
    packet.add_uint32(TracePacket::trusted_packet_sequence_id, sequence_);
    Builder<ClockSnapshot> snapshot{packet, TracePacket::clock_snapshot};
    int64_t utc = 0;
    if (place_)
      add_clock(snapshot, kRealtime, static_cast<uint64_t>(place_->utc_at_zero) + last_time_);
    else if (utc_at_zero && !__builtin_add_overflow(*utc_at_zero, start, &utc) && utc > 0)
      add_clock(snapshot, kRealtime, static_cast<uint64_t>(utc));
    add_clock(snapshot, kBoottime, last_time_);
    add_clock(snapshot, kSinceLastPacket, last_time_);
  }
  finish_packet();
  if (sequence_ != descriptions() + 1) return;
  {
    // The root track: it says that tracks are sorted by rank instead of name or time.
    Builder<TracePacket> packet{packet_};
    packet.add_uint32(TracePacket::trusted_packet_sequence_id, descriptions());
    Builder<TrackDescriptor> root{packet, TracePacket::track_descriptor};
    root.add_uint64(TrackDescriptor::uuid, 0);
    root.add_enum(TrackDescriptor::child_ordering, kExplicitOrder);
    root.add_enum(TrackDescriptor::process_ordering, kExplicitRootOrder);
    root.add_enum(TrackDescriptor::thread_ordering, kExplicitRootOrder);
  }
  finish_packet();
}

void Packets::track(const TrackInfo& words) {
  {
    Builder<TracePacket> packet{packet_};
    packet.add_uint32(TracePacket::trusted_packet_sequence_id, descriptions());
    Builder<TrackDescriptor> track{packet, TracePacket::track_descriptor};
    track.add_uint64(TrackDescriptor::uuid, placed(words.id));
    if (words.parent != 0) track.add_uint64(TrackDescriptor::parent_uuid, placed(words.parent));
    const bool leads = place_ && words.parent == 0;
    track.add_string(TrackDescriptor::name, leads ? place_->label + " · " + words.name : words.name);
    // Processes of several hosts can have one pid, by which Perfetto would merge them.
    if (!place_) add_owner(track, words);
    if (words.unit) {
      std::string counter;
      if (!words.unit->empty())
        Builder<CounterDescriptor>{counter}.add_string(CounterDescriptor::unit_name, *words.unit);
      track.add_message(TrackDescriptor::counter, counter);
    }
    track.add_enum(TrackDescriptor::child_ordering, kExplicitOrder);
    constexpr uint32_t kRanksOfPlace = 1'000'000;
    track.add_int32(TrackDescriptor::sibling_order_rank,
                    words.rank + (leads ? static_cast<int32_t>(place_->number * kRanksOfPlace) : 0));
    // Otherwise the viewer merges siblings with the same name: two processes can both have a GPU 0.
    track.add_enum(TrackDescriptor::sibling_merge_behavior, kNeverMerge);
  }
  finish_packet();
}

TextId Packets::define(TextTable kind, std::string_view text) {
  const TextId id{++texts_[static_cast<size_t>(kind)]};
  Builder<InternedData> data{defined_};
  Builder<InternedText> entry{data, table_of(kind)};
  entry.add_uint64(InternedText::iid, id.number);
  entry.add_string(InternedText::text, text.data(), text.size());
  return id;
}

void Packets::slice(TrackId track, Interval time, const EventInfo& words) {
  end_until(time.start);
  begin(track, time.start, words);
  open_.push({time.end, begun_++, track});
}

void Packets::instant(TrackId track, int64_t time, const EventInfo& words) {
  end_until(time);
  event({kInstant, track, time, &words});
}

void Packets::counter(TrackId track, int64_t time, double value) {
  end_until(time);
  event({kCounter, track, time, nullptr, value});
}

void Packets::end_sequence() { end_until(std::numeric_limits<int64_t>::max()); }

void Packets::begin(TrackId track, int64_t time, const EventInfo& words) {
  event({kSliceBegin, track, time, &words});
}

void Packets::end(TrackId track, int64_t time) { event({kSliceEnd, track, time}); }

void Packets::end_until(int64_t time) {
  for (; !open_.empty() && open_.top().end <= time; open_.pop()) end(open_.top().track, open_.top().end);
}

uint64_t Packets::trace_time(int64_t time) {
  return std::max(static_cast<uint64_t>(shifted(time)), last_time_);
}

void Packets::event(const PacketEvent& of) {
  const uint64_t now = trace_time(of.time);
  Fields packet;
  packet.add(TracePacket::timestamp, now - last_time_);
  packet.add(TracePacket::trusted_packet_sequence_id, sequence_);
  packet.add(TracePacket::sequence_flags, kNeedsIncrementalState);
  Fields event;
  event.add(TrackEvent::type, of.type);
  event.add(TrackEvent::track_uuid, placed(of.track));
  if (of.words) add_words(event, *of.words, placed(of.words->flow));
  if (of.type == kCounter)
    event.add_fixed64(TrackEvent::double_counter_value, std::bit_cast<uint64_t>(of.value));
  arguments_.clear();
  if (of.words && !of.words->arguments.empty()) {
    Builder<TrackEvent> arguments{arguments_};
    for (const Argument& argument : of.words->arguments) add_argument(arguments, argument);
  }
  const bool defines = of.words && !defined_.empty();
  if (defines) packet.add_length(TracePacket::interned_data, defined_.size());
  const size_t event_size = event.size() + arguments_.size();
  Fields event_head;
  event_head.add_length(TracePacket::track_event, event_size);
  Fields head;
  head.add_length(Trace::packet,
                  packet.size() + (defines ? defined_.size() : 0) + event_head.size() + event_size);
  std::string& out = chunks_.text();
  out.append(head.bytes()).append(packet.bytes());
  if (defines) {
    out += defined_;
    defined_.clear();
  }
  out.append(event_head.bytes()).append(event.bytes()).append(arguments_);
  last_time_ = now;
  chunks_.cut();
}

void Packets::finish_packet() {
  Builder<Trace> trace{chunks_.text()};
  trace.add_message(Trace::packet, packet_);
  packet_.clear();
  chunks_.cut();
}

}  // namespace nsys_ai::perfetto
