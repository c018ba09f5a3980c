// Refers to the columns in a map of the file, where it is sealed; else reads them into private memory, and
// validates all data before it is used.
#include <sys/mman.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "base/memory.h"
#include "base/parallel.h"
#include "profile/cache/column_file.h"
#include "profile/cache/column_reader.h"
#include "profile/cache/file_map.h"
#include "profile/load/load_plan.h"

namespace nsys_ai {

bool ColumnReader::lay_out() {
  members(*this, data_);
  return good_ && at_ == end_ && rest_.size() == sums_ * sizeof(uint64_t);
}

uint64_t ColumnReader::sum_of(size_t block) const {
  uint64_t sum = 0;
  std::memcpy(&sum, rest_.data() + block * sizeof(sum), sizeof(sum));
  return sum;
}

// The first access to a large array is this read, and page faults would take most of its time.
static void ask_for_large_pages(unsigned char* into, size_t bytes) {
  constexpr uintptr_t kPage = 2 << 20;
  const size_t before = (kPage - reinterpret_cast<uintptr_t>(into) % kPage) % kPage;
  const size_t whole = bytes < before ? 0 : (bytes - before) / kPage * kPage;
  if (whole > 0) ::madvise(into + before, whole, MADV_HUGEPAGE);
}

void ColumnReader::add_blocks(unsigned char* into, size_t bytes, size_t block_bytes, CanBe can_be) {
  ask_for_large_pages(into, bytes);
  const CanBe& kept = can_be_.emplace_back(std::move(can_be));
  for (size_t done = 0; done < bytes; done += block_bytes)
    blocks_.push_back({at_ + done, std::min(block_bytes, bytes - done), into + done, &kept});
  at_ += bytes;
}

// Interned again, since hash positions of texts depend on the build.
void ColumnReader::names(const char*, Names& of) {
  array(lengths_, [](const uint32_t*, const uint32_t*) { return true; });
  array(texts_, [](const char*, const char*) { return true; });
  last_steps_.insert(last_steps_.begin(), [this, &of] {
    if (std::accumulate(lengths_.begin(), lengths_.end(), uint64_t{0}) != texts_.size()) return false;
    const char* at = texts_.begin();
    for (size_t i = 0; i < lengths_.size(); ++i) {
      if (of.intern({at, lengths_[i]}).value != i) return false;
      at += lengths_[i];
    }
    return of.size() == lengths_.size() && of.repaired() == 0;
  });
}

void ColumnReader::column(const char*, RowIds& of) {
  const auto size = number<uint64_t>();
  expect_rows(size);
  ColumnParts::set_size(of, size);
  auto& runs = ColumnParts::runs(of);
  array(runs, [](const auto*, const auto*) { return true; });
  last_steps_.push_back([&runs, size] {
    if (runs.empty() != (size == 0)) return false;
    for (size_t i = 0; i < runs.size(); ++i) {
      const uint64_t next = i + 1 < runs.size() ? runs[i + 1].at : size;
      if (runs[i].at >= next || (i == 0 && runs[i].at != 0)) return false;
      if (runs[i].row > INT64_MAX - static_cast<int64_t>(next - runs[i].at)) return false;
    }
    return true;
  });
}

namespace {

// Whether the lengths add up to the number of bytes, so that strings can be accessed.
template <class N>
bool have_their_bytes(ByteRuns<N>& runs) {
  constexpr size_t kTogether = ByteRuns<N>::kTogether;
  const uint64_t bytes = ColumnParts::bytes(runs).size();
  Plain<uint64_t>& begins = ColumnParts::begins(runs);
  if (begins.size() != (runs.size() + kTogether - 1) / kTogether) return false;
  // First checks the sum of the lengths.
  std::atomic<bool> good = true;
  each_piece(runs.size(), [&](size_t from, size_t to) {
    for (size_t at = from; at < to; ++at) {
      const uint64_t length = runs.length(at);
      if (length > bytes) good = false;
      uint64_t& sum = begins[at / kTogether];
      sum = (at % kTogether == 0 ? 0 : sum) + std::min(length, bytes);
    }
  });
  uint64_t begin = 0;
  for (size_t i = 0; i < begins.size() && good; ++i) {
    const uint64_t sum = begins[i];
    if (sum > bytes - begin) return false;
    begins[i] = begin;
    begin += sum;
  }
  return good && begin == bytes;
}

// Whether `holds(at, run)` for all strings; uses all cores.
template <class N, class Holds>
bool all_hold(const ByteRuns<N>& runs, Holds holds) {
  std::atomic<bool> good = true;
  each_piece(runs.size(), [&](size_t from, size_t to) {
    if (good && !runs.all_hold(from, to, holds)) good = false;
  });
  return good;
}

// The placeholders of a template, without the text between them.
std::string signs_of(std::string_view of_template) {
  std::string signs;
  for (const char c : of_template)
    if (is_sign(c)) signs += c;
  return signs;
}

// Each event must have a number for each placeholder of its template.
bool are_texts(TextColumn& of) {
  auto& templates = ColumnParts::templates(of);
  auto& numbers = ColumnParts::numbers(of);
  if (!have_their_bytes(templates) || !have_their_bytes(numbers)) return false;
  if (!all_hold(templates, [](size_t, std::string_view text) { return is_template(text); })) return false;
  // The placeholders are cached for templates of many events only, to save memory.
  constexpr size_t kManyEvents = 16;
  std::vector<std::string> signs;
  if (templates.size() <= numbers.size() / kManyEvents)
    for (size_t id = 0; id < templates.size(); ++id) signs.push_back(signs_of(templates[id]));
  return all_hold(numbers, [&](size_t at, std::string_view run) {
    const size_t id = of[at].value;
    return bytes_of_numbers(signs.empty() ? templates[id] : signs[id], run) == run.size();
  });
}

}  // namespace

void ColumnReader::texts(const char*, TextColumn& of) {
  runs(ColumnParts::templates(of));
  auto& of_event = ColumnParts::template_of_event(of);
  array(of_event, [most = of.templates().size()](const TemplateId* from, const TemplateId* to) {
    return std::all_of(from, to, [most](TemplateId id) { return id.value < most; });
  });
  expect_rows(of_event.size());
  runs(ColumnParts::numbers(of));
  good_ = good_ && of_event.size() == ColumnParts::numbers(of).size();
  if (map_ == nullptr) joint_steps_.push_back([&of] { return are_texts(of); });
}

namespace {

// Whether a load of the same events would fit into memory, too.
bool has_room(const ProfileData& data) {
  LoadSize size;
  size.gpu_operations = static_cast<int64_t>(data.kernels.size() + data.copies.size() + data.memsets.size() +
                                             data.graph_runs.size());
  size.calls = static_cast<int64_t>(data.calls.size());
  size.nvtx = static_cast<int64_t>(data.nvtx.size());
  size.room = memory_left();
  return plan_load(size, {}).whole_bytes <= size.room;
}

ColumnsRead read_blocks(const ReadableFile& file, const ColumnReader& reader, const Work& work) {
  constexpr size_t kTogether = 8;
  constexpr double kRead = 0.9;  // share of the work
  const std::vector<ColumnBlock>& blocks = reader.blocks();
  std::atomic<bool> good = true;
  std::atomic<size_t> done = 0;
  work.report(0, "reading columns kept from last time");
  const auto read_piece = [&](size_t piece) {
    for (size_t i = piece * kTogether; i < std::min(blocks.size(), (piece + 1) * kTogether); ++i) {
      if (!good || work.cancel.cancelled()) return;
      const ColumnBlock& block = blocks[i];
      if (!file.read(block.at, block.bytes, block.into) ||
          checksum(block.into, block.bytes) != reader.sum_of(i) || !(*block.can_be)(block.into, block.bytes))
        good = false;
      ++done;
    }
  };
  parallel_for(usable_cores(), (blocks.size() + kTogether - 1) / kTogether, read_piece, [&] {
    work.report(kRead * static_cast<double>(done) / static_cast<double>(blocks.size()),
                "reading columns kept from last time");
  });
  const auto& steps = reader.last_steps();
  if (good && !work.cancel.cancelled())
    parallel_for(usable_cores(), steps.size(), [&](size_t step) {
      if (!steps[step]()) good = false;
    });
  for (const auto& step : reader.joint_steps())
    if (good && !work.cancel.cancelled() && !step()) good = false;
  if (work.cancel.cancelled()) return ColumnsRead::cancelled;
  return good ? ColumnsRead::done : ColumnsRead::useless;
}

}  // namespace

// Whether the header belongs to a file of this size, this build and this state of the profile.
static bool is_good(const ColumnFileHeader& header, uint64_t file_bytes, const SourceIdentity& source) {
  return header.magic == ColumnFileHeader::kMagic && header.version == ColumnFileHeader::kVersion &&
         header.own_sum == header.computed_sum() && header.layout == ColumnLayout::sum() &&
         header.source == source && header.rest_at >= sizeof(header) && header.rest_at <= file_bytes &&
         header.rest_bytes == file_bytes - header.rest_at;
}

// Empty where the file must be read: it is not safe to map, or may have changed since it was written.
static std::optional<ColumnsRead> map_column_file(const std::filesystem::path& path,
                                                  const SourceIdentity& source, const Work& work,
                                                  ProfileData& data) {
  const auto map = FileMap::of(path);
  ColumnFileHeader header;
  if (!map || map->size() < sizeof(header)) return std::nullopt;
  std::memcpy(&header, map->bytes(), sizeof(header));
  if (!is_good(header, map->size(), source) || header.sealed_ns != map->modified_ns() ||
      !map->is_of_this_boot())
    return std::nullopt;
  const std::string_view rest(reinterpret_cast<const char*>(map->bytes()) + header.rest_at,
                              header.rest_bytes);
  if (checksum(rest.data(), rest.size()) != header.rest_sum) return ColumnsRead::useless;
  work.report(0, "opening columns kept from last time");
  ColumnReader reader(data, rest, sizeof(header), header.rest_at, map->bytes());
  if (!reader.lay_out()) return ColumnsRead::useless;
  data.map = map;
  if (!has_room(data)) return ColumnsRead::no_room;
  for (const auto& step : reader.last_steps())
    if (!step()) return ColumnsRead::useless;
  return work.cancel.cancelled() ? ColumnsRead::cancelled : ColumnsRead::done;
}

ColumnsRead read_column_file(const std::filesystem::path& path, const SourceIdentity& source,
                             const Work& work, ProfileData& data) {
  if (const auto mapped = map_column_file(path, source, work, data)) return *mapped;
  int cause = 0;
  const ReadableFile file = ReadableFile::open(path, cause);
  if (!file) return ColumnsRead::absent;
  ColumnFileHeader header;
  if (!file.read(0, sizeof(header), reinterpret_cast<unsigned char*>(&header)) ||
      !is_good(header, file.size(), source))
    return ColumnsRead::useless;
  // A sparse file takes no disk space and can claim any size.
  if (file.size() > static_cast<uint64_t>(memory_left())) return ColumnsRead::no_room;
  std::string rest(header.rest_bytes, '\0');
  if (!file.read(header.rest_at, rest.size(), reinterpret_cast<unsigned char*>(rest.data())) ||
      checksum(rest.data(), rest.size()) != header.rest_sum)
    return ColumnsRead::useless;
  ColumnReader reader(data, rest, sizeof(header), header.rest_at, nullptr);
  if (!reader.lay_out()) return ColumnsRead::useless;
  if (!has_room(data)) return ColumnsRead::no_room;
  return read_blocks(file, reader, work);
}

}  // namespace nsys_ai
