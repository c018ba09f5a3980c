// Reads samples and call chains, and groups the frames of each chain.
#include "profile/families/family_samples.h"

#include <algorithm>
#include <numeric>

#include "profile/families/family_reader.h"

namespace nsys_ai {
namespace {

// Files store chains contiguously, but nothing guarantees it.
template <class Chains>
void put_in_order(Chains& chains) {
  const auto before = [&](size_t a, size_t b) {
    if (chains.chain[a] != chains.chain[b]) return chains.chain[a] < chains.chain[b];
    return chains.depth[a] < chains.depth[b];
  };
  bool in_order = true;
  for (size_t i = 1; i < chains.size() && in_order; ++i) in_order = !before(i, i - 1);
  if (!in_order) {
    std::vector<uint32_t> order(chains.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), before);
    reorder(chains, order);
  }
  for (uint32_t i = 0; i < chains.size(); ++i) {
    if (i > 0 && chains.chain[i] == chains.chain[i - 1]) continue;
    chains.ids.push_back(chains.chain[i]);
    chains.first.push_back(i);
  }
  chains.first.push_back(static_cast<uint32_t>(chains.size()));
}

template <class Chains>
Result<Chains> read_chains(const FamilyReader& reader, TableKind table) {
  auto chains = read_fields<Chains>(reader, {{table}});
  if (chains) put_in_order(*chains);
  return chains;
}

// Files of 2022 number the chains of calls from 0, and the chains themselves from 1. Such files are
// recognised by two facts: the largest number in a call is one less than the last chain, and chain 0 does not
// exist.
void align_chains(CudaBacktraces& calls, const CudaCallChains& chains) {
  const auto [least, most] = std::minmax_element(calls.call_chain.begin(), calls.call_chain.end());
  if (least == calls.call_chain.end() || *least != 0 || chains.ids.empty()) return;
  if (chains.ids[0] != 1 || chains.ids.back() != *most + 1) return;
  for (size_t i = 0; i < calls.size(); ++i) ++calls.call_chain[i];
  calls.notes.push_back(
      "Calls of CUDA name their call chains by numbers that are one too small; they are read as meant.");
}

}  // namespace

CallChains::Frames CallChains::of(int64_t id) const {
  if (id < 0 || id >= int64_t{kNoId}) return {};
  const auto* found = std::lower_bound(ids.begin(), ids.end(), static_cast<uint32_t>(id));
  if (found == ids.end() || *found != static_cast<uint32_t>(id)) return {};
  const auto at = static_cast<size_t>(found - ids.begin());
  return {first[at], first[at + 1]};
}

size_t CallChains::bytes() const { return bytes_of(*this) + first.bytes() + ids.bytes(); }

Result<SampleChains> SampleChains::read(const FamilyReader& reader) {
  return read_chains<SampleChains>(reader, TableKind::sample_chain);
}
Result<OsCallChains> OsCallChains::read(const FamilyReader& reader) {
  return read_chains<OsCallChains>(reader, TableKind::os_call_chain);
}
Result<CudaCallChains> CudaCallChains::read(const FamilyReader& reader) {
  return read_chains<CudaCallChains>(reader, TableKind::cuda_call_chain);
}
Result<CpuSamples> CpuSamples::read(const FamilyReader& reader) {
  return read_fields<CpuSamples>(reader, {{TableKind::composite_event}});
}

Result<CudaBacktraces> CudaBacktraces::read(const FamilyReader& reader) {
  const auto chains = reader.profile().events<CudaCallChains>(reader.work());
  if (!chains) return tl::unexpected(chains.error());
  // Without chains the numbers are meaningless, and the table of calls is large.
  if ((*chains)->size() == 0) return CudaBacktraces();
  auto calls = read_fields<CudaBacktraces>(reader, {{TableKind::runtime_call}});
  if (calls) align_chains(*calls, **chains);
  return calls;
}

}  // namespace nsys_ai
