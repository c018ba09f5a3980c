// Visits the members of a record.
#include <span>

#include "base/byte_archive.h"
#include "ranks/capture_record.h"

namespace nsys_ai {
namespace {

// One list of members for reading and writing.
template <class Archive, class Of>
void visit_number(Archive& archive, Of& number) {
  archive(number);
}
template <class Archive, class Of>
void visit_text(Archive& archive, Of& text) {
  archive(text);
}
template <class Archive, class Of>
void visit_time(Archive& archive, Of& time) {
  archive(time.start);
  archive(time.end);
}
template <class Archive, class Of>
void visit_kernel(Archive& archive, Of& kernel) {
  archive(kernel.name);
  archive(kernel.calls);
  archive(kernel.ns);
}
template <class Archive, class Of>
void visit_step(Archive& archive, Of& step) {
  archive(step.number);
  visit_time(archive, step.time);
  archive(step.busy);
  archive(step.communication);
}
template <class Archive, class Of>
void visit_channel(Archive& archive, Of& channel) {
  archive(channel.name);
  archive.word(channel.by_order);
  archive.word(channel.host);
  archive(channel.ranks);
}
template <class Archive, class Of>
void visit_collective(Archive& archive, Of& collective) {
  archive(collective.channel);
  archive(collective.operation);
  visit_time(archive, collective.time);
  archive(collective.bytes);
  archive(collective.busy_before);
}
template <class Archive, class Of>
void visit_rank(Archive& archive, Of& rank) {
  archive(rank.process_key);
  archive.maybe(rank.pid, visit_number);
  archive(rank.process);
  archive(rank.device);
  archive(rank.gpu);
  archive(rank.uuid);
  archive.maybe(rank.rank, visit_number);
  archive(rank.rank_from);
  archive(rank.rank_of);
  visit_time(archive, rank.span);
  archive(rank.kernels);
  archive(rank.busy);
  archive(rank.compute);
  archive(rank.communication);
  archive(rank.overlap);
  archive(rank.all_calls);
  archive(rank.compute_sum);
  archive.each(rank.top, visit_kernel);
  archive(rank.step_label);
  archive.each(rank.steps, visit_step);
  archive.each(rank.channels, visit_channel);
  archive.each(rank.operations, visit_text);
  archive.each(rank.collectives, visit_collective);
  archive.each(rank.host_calls, visit_collective);
}
template <class Archive, class Of>
void visit_record(Archive& archive, Of& record) {
  archive(record.host);
  archive.maybe(record.utc_start, visit_number);
  archive.each(record.ranks, visit_rank);
  archive.each(record.notes, visit_text);
}

bool is_valid(const RankRecord& rank) {
  for (const bool host : {false, true})
    for (const RankCollective& of : rank.taken(host))
      if (of.channel < 0 || of.channel >= std::ssize(rank.channels) || of.operation < 0 ||
          of.operation >= std::ssize(rank.operations))
        return false;
  return true;
}

}  // namespace

std::vector<uint8_t> bytes_of(const CaptureRecord& record) {
  ByteWriter writer;
  visit_record(writer, record);
  return writer.taken();
}

std::optional<CaptureRecord> capture_record_of(std::span<const uint8_t> bytes) {
  ByteReader reader(bytes);
  CaptureRecord record;
  visit_record(reader, record);
  if (!reader.is_done()) return std::nullopt;
  for (const RankRecord& rank : record.ranks)
    if (!is_valid(rank)) return std::nullopt;
  return record;
}

}  // namespace nsys_ai
