// Field numbers of Perfetto's trace format, as far as this program writes it.
//
// They are facts of the public schema (protos/perfetto/trace, release 59), with one enum per message.
#pragma once

#include <protozero/types.hpp>

namespace nsys_ai::perfetto {

using Tag = protozero::pbf_tag_type;

enum class Trace : Tag { packet = 1 };

enum class TracePacket : Tag {
  clock_snapshot = 6,
  timestamp = 8,
  trusted_packet_sequence_id = 10,
  track_event = 11,
  interned_data = 12,
  sequence_flags = 13,
  trace_packet_defaults = 59,
  track_descriptor = 60,
  first_packet_on_sequence = 87
};
enum SequenceFlag : uint32_t { kIncrementalStateCleared = 1, kNeedsIncrementalState = 2 };

enum class TracePacketDefaults : Tag { timestamp_clock_id = 58 };

enum class ClockSnapshot : Tag { clocks = 1 };
enum class Clock : Tag { clock_id = 1, timestamp = 2, is_incremental = 3 };
// Ids from 64 on are specific to the sequence that describes them.
enum ClockId : uint32_t { kRealtime = 1, kBoottime = 6, kSinceLastPacket = 64 };

enum class TrackDescriptor : Tag {
  uuid = 1,
  name = 2,
  process = 3,
  thread = 4,
  parent_uuid = 5,
  counter = 8,
  child_ordering = 11,
  sibling_order_rank = 12,
  description = 14,
  sibling_merge_behavior = 15,
  process_ordering = 19,
  thread_ordering = 20
};
enum ChildOrdering : int32_t { kExplicitOrder = 3 };
enum SiblingMerge : int32_t { kNeverMerge = 2 };
enum RootOrdering : int32_t { kExplicitRootOrder = 1 };

enum class ProcessDescriptor : Tag { pid = 1, process_name = 6 };
enum class ThreadDescriptor : Tag { pid = 1, tid = 2, thread_name = 5 };

enum class CounterDescriptor : Tag { unit_name = 6 };

enum class TrackEvent : Tag {
  category_iids = 3,
  debug_annotations = 4,
  type = 9,
  name_iid = 10,
  track_uuid = 11,
  double_counter_value = 44,
  flow_ids = 47
};
enum TrackEventType : int32_t { kSliceBegin = 1, kSliceEnd = 2, kInstant = 3, kCounter = 4 };

enum class DebugAnnotation : Tag { name_iid = 1, uint_value = 3, string_value = 6, string_value_iid = 17 };

enum class InternedData : Tag {
  event_categories = 1,
  event_names = 2,
  debug_annotation_names = 3,
  debug_annotation_string_values = 29
};
// Shared by EventCategory, EventName, DebugAnnotationName and InternedString.
enum class InternedText : Tag { iid = 1, text = 2 };

}  // namespace nsys_ai::perfetto
