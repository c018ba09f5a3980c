// Visits the members of blocks.
#include "view/pages/kept_overview.h"

#include <string>
#include <type_traits>
#include <utility>

#include "base/byte_archive.h"
#include "base/guarded.h"
#include "profile/cache/cache_folder.h"
#include "profile/cache/kept_part.h"

namespace nsys_ai {
namespace {

// One list of members for reading and writing.
template <class Archive, class Of>
void visit_view_param(Archive& archive, Of& param) {
  archive(param.first);
  archive(param.second);
}
template <class Archive, class Of>
void visit_view_link(Archive& archive, Of& link) {
  archive(link.view);
  archive.each(link.params, visit_view_param);
}
template <class Archive, class Of>
void visit_share(Archive& archive, Of& share) {
  archive(share);
}
template <class Archive, class Of>
void visit_cell(Archive& archive, Of& cell) {
  archive(cell.text);
  archive(cell.target);
  archive.maybe(cell.share, visit_share);
  archive.word(cell.number);
  archive.word(cell.indent);
  archive.word(cell.kind);
  archive.word(cell.most);
  archive.maybe(cell.view, visit_view_link);
  archive.maybe(cell.children, visit_view_link);
  archive.word(cell.sorted);
}
template <class Archive, class Of>
void visit_fact(Archive& archive, Of& fact) {
  archive(fact.label);
  visit_cell(archive, fact.value);
}
template <class Archive, class Of>
void visit_cells(Archive& archive, Of& cells) {
  archive.each(cells, visit_cell);
}
template <class Archive, class Of>
void visit_number(Archive& archive, Of& number) {
  archive.word(number);
}

template <class Archive>
void visit_members(Archive& archive, auto& block) {
  using Of = std::remove_cvref_t<decltype(block)>;
  if constexpr (std::is_same_v<Of, Heading>) {
    archive(block.text);
    archive(block.target);
  } else if constexpr (std::is_same_v<Of, Paragraph>) {
    archive(block.text);
    archive.each(block.refs, visit_cell);
  } else if constexpr (std::is_same_v<Of, Facts>) {
    archive.each(block.facts, visit_fact);
  } else if constexpr (std::is_same_v<Of, PageTable>) {
    archive.each(block.header, visit_cell);
    archive.each(block.rows, visit_cells);
    archive(block.caption);
    archive.each(block.sentences, visit_number);
  } else {
    archive.fail();
  }
}

void write_block(ByteWriter& archive, const Block& block) {
  archive.word(block.index());
  std::visit([&](const auto& of) { visit_members(archive, of); }, block);
}

template <size_t... kIndex>
void read_members(ByteReader& archive, size_t index, Block& block, std::index_sequence<kIndex...>) {
  const auto read = [&]<size_t kOf>() {
    if (index == kOf) visit_members(archive, block.emplace<kOf>());
    return index == kOf;
  };
  if (!(read.template operator()<kIndex>() || ...)) archive.fail();
}

void read_block(ByteReader& archive, Block& block) {
  size_t index = 0;
  archive.word(index);
  read_members(archive, index, block, std::make_index_sequence<std::variant_size_v<Block>>());
}

}  // namespace

std::optional<std::vector<uint8_t>> bytes_of(const OverviewBlocks& blocks) {
  ByteWriter writer;
  visit_members(writer, blocks.capture);
  writer.word(blocks.any_gpu_work);
  writer.each(blocks.rest, write_block);
  if (!writer.is_good()) return std::nullopt;
  return writer.taken();
}

std::optional<OverviewBlocks> overview_blocks_of(std::span<const uint8_t> bytes) {
  ByteReader reader(bytes);
  OverviewBlocks blocks;
  visit_members(reader, blocks.capture);
  reader.word(blocks.any_gpu_work);
  reader.each(blocks.rest, read_block);
  if (!reader.is_done()) return std::nullopt;
  return blocks;
}

std::optional<OverviewBlocks> kept_overview(const Profile& profile) {
  const auto part = part_of_program(CacheFolder::kOverview);
  const auto kept = part ? load_part(profile, *part) : std::nullopt;
  if (!kept) return std::nullopt;
  auto blocks = overview_blocks_of(*kept);
  if (!blocks) remove_part(profile, *part);
  return blocks;
}

void keep_overview(const Profile& profile, const OverviewBlocks& blocks) {
  run_guarded("The keeping of the overview", [&] {
    const auto part = part_of_program(CacheFolder::kOverview);
    if (const auto bytes = part ? bytes_of(blocks) : std::nullopt) store_part(profile, *part, *bytes);
  });
}

}  // namespace nsys_ai
