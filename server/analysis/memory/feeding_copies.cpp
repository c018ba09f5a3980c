// Walks along a stream to the next kernel.
#include "analysis/memory/feeding_copies.h"

#include "analysis/time/stream_walk.h"

namespace nsys_ai {
namespace {

bool is_to_gpu(const Copies& copies, uint32_t copy) {
  constexpr uint8_t kHostToDevice = 1, kHostToArray = 3, kPeerToPeer = 10;
  const uint8_t kind = copies.copy_kind[copy];
  return kind == kHostToDevice || kind == kHostToArray || kind == kPeerToPeer;
}

}  // namespace

std::optional<uint32_t> feeding_copy(const Profile& profile, uint32_t kernel) {
  std::optional<uint32_t> found;
  each_on_stream(profile, {OperationNumbers::kernel, kernel}, Direction::back,
                 [&](OperationNumbers::Operation of) {
                   if (of.kind == OperationNumbers::copy && is_to_gpu(profile.copies(), of.at)) found = of.at;
                   return !found && of.kind != OperationNumbers::kernel;
                 });
  return found;
}

std::optional<uint32_t> fed_kernel(const Profile& profile, uint32_t copy) {
  std::optional<uint32_t> found;
  if (!is_to_gpu(profile.copies(), copy)) return found;
  each_on_stream(profile, {OperationNumbers::copy, copy}, Direction::on, [&](OperationNumbers::Operation of) {
    if (of.kind == OperationNumbers::kernel) found = of.at;
    return !found;
  });
  return found;
}

}  // namespace nsys_ai
