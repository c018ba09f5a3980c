// The encoding of packets, field by field.
#include "trace/packets.h"

#include <algorithm>
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

InternedData table_of(TextKind kind) {
  switch (kind) {
    case TextKind::category:
      return InternedData::event_categories;
    case TextKind::event:
      return InternedData::event_names;
    case TextKind::argument:
      return InternedData::debug_annotation_names;
    default:
      return InternedData::debug_annotation_string_values;
  }
}

// Perfetto's ids of processes and threads have 32 bits.
int32_t id32(int64_t id) { return static_cast<int32_t>(id); }

void add_owner(Builder<TrackDescriptor>& track, const TrackWords& words) {
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

void add_words(Builder<TrackEvent>& event, const EventWords& words) {
  event.add_uint64(TrackEvent::category_iids, words.category.number);
  if (words.domain.number != 0) event.add_uint64(TrackEvent::category_iids, words.domain.number);
  event.add_uint64(TrackEvent::name_iid, words.name.number);
  for (const Argument& argument : words.arguments) add_argument(event, argument);
  if (words.flow != 0) event.add_fixed64(TrackEvent::flow_ids, words.flow);
}

}  // namespace

Packets::Packets(const TraceSink& sink, size_t chunk_bytes, int64_t shift)
    : sink_(sink), chunk_bytes_(std::max<size_t>(chunk_bytes, 1)), shift_(shift) {
  chunk_.reserve(chunk_bytes_ + (size_t{16} << 10));
}

void Packets::begin_sequence(int64_t start, std::optional<int64_t> utc_at_zero) {
  ++sequence_;
  texts_ = {};
  defined_.clear();
  last_time_ = 0;
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
    if (utc_at_zero && !__builtin_add_overflow(*utc_at_zero, start, &utc) && utc > 0)
      add_clock(snapshot, kRealtime, static_cast<uint64_t>(utc));
    add_clock(snapshot, kBoottime, last_time_);
    add_clock(snapshot, kSinceLastPacket, last_time_);
  }
  finish_packet();
  if (sequence_ > 1) return;
  {
    // The track that stands for the whole trace: it says that ranks decide, not names or times.
    Builder<TracePacket> packet{packet_};
    packet.add_uint32(TracePacket::trusted_packet_sequence_id, sequence_);
    Builder<TrackDescriptor> root{packet, TracePacket::track_descriptor};
    root.add_uint64(TrackDescriptor::uuid, 0);
    root.add_enum(TrackDescriptor::child_ordering, kExplicitOrder);
    root.add_enum(TrackDescriptor::process_ordering, kExplicitRootOrder);
    root.add_enum(TrackDescriptor::thread_ordering, kExplicitRootOrder);
  }
  finish_packet();
}

void Packets::track(const TrackWords& words) {
  {
    Builder<TracePacket> packet{packet_};
    packet.add_uint32(TracePacket::trusted_packet_sequence_id, sequence_);
    Builder<TrackDescriptor> track{packet, TracePacket::track_descriptor};
    track.add_uint64(TrackDescriptor::uuid, words.id);
    if (words.parent != 0) track.add_uint64(TrackDescriptor::parent_uuid, words.parent);
    track.add_string(TrackDescriptor::name, words.name);
    add_owner(track, words);
    if (!words.unit.empty()) {
      Builder<CounterDescriptor> counter{track, TrackDescriptor::counter};
      counter.add_string(CounterDescriptor::unit_name, words.unit);
    }
    track.add_enum(TrackDescriptor::child_ordering, kExplicitOrder);
    track.add_int32(TrackDescriptor::sibling_order_rank, words.rank);
    // The viewer joins siblings with one name otherwise: two processes may both have a GPU 0.
    track.add_enum(TrackDescriptor::sibling_merge_behavior, kNeverMerge);
  }
  finish_packet();
}

TextId Packets::define(TextKind kind, std::string_view text) {
  const TextId id{++texts_[static_cast<size_t>(kind)]};
  Builder<InternedData> data{defined_};
  Builder<InternedText> entry{data, table_of(kind)};
  entry.add_uint64(InternedText::iid, id.number);
  entry.add_string(InternedText::text, text.data(), text.size());
  return id;
}

void Packets::begin(TrackId track, int64_t time, const EventWords& words) {
  event({kSliceBegin, track, time, &words});
}

void Packets::end(TrackId track, int64_t time) { event({kSliceEnd, track, time}); }

void Packets::instant(TrackId track, int64_t time, const EventWords& words) {
  event({kInstant, track, time, &words});
}

void Packets::counter(TrackId track, int64_t time, double value) {
  event({kCounter, track, time, nullptr, value});
}

// Perfetto computes with signed 64 bits.
uint64_t Packets::trace_time(int64_t time) {
  int64_t shifted = 0;
  if (__builtin_add_overflow(time, shift_, &shifted)) {
    shifted = std::numeric_limits<int64_t>::max();
    ++out_of_range_;
  }
  return std::max(static_cast<uint64_t>(std::max<int64_t>(shifted, 0)), last_time_);
}

void Packets::event(const Said& said) {
  const uint64_t now = trace_time(said.time);
  {
    Builder<TracePacket> packet{packet_};
    packet.add_uint64(TracePacket::timestamp, now - last_time_);
    packet.add_uint32(TracePacket::trusted_packet_sequence_id, sequence_);
    packet.add_uint32(TracePacket::sequence_flags, kNeedsIncrementalState);
    if (said.words && !defined_.empty()) {
      packet.add_message(TracePacket::interned_data, defined_);
      defined_.clear();
    }
    Builder<TrackEvent> event{packet, TracePacket::track_event};
    event.add_enum(TrackEvent::type, said.type);
    event.add_uint64(TrackEvent::track_uuid, said.track);
    if (said.words) add_words(event, *said.words);
    if (said.type == kCounter) event.add_double(TrackEvent::double_counter_value, said.value);
  }
  last_time_ = now;
  finish_packet();
}

void Packets::finish_packet() {
  Builder<Trace> trace{chunk_};
  trace.add_message(Trace::packet, packet_);
  packet_.clear();
  if (chunk_.size() >= chunk_bytes_) flush();
}

void Packets::flush() {
  if (wanted_ && !chunk_.empty()) {
    wanted_ = sink_(chunk_);
    bytes_ += chunk_.size();
  }
  chunk_.clear();
}

}  // namespace nsys_ai::perfetto
