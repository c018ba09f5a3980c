// Looks up backtraces and samples by call, so that only launch calls are examined.
#include "analysis/kernels/launch_chains.h"

#include <algorithm>

namespace nsys_ai {
namespace {

uint64_t key_of(ProcessIx process, uint32_t correlation) {
  return uint64_t{process.value} << 32 | correlation;
}

}  // namespace

Result<LaunchChains> LaunchChains::read(const Profile& profile, const Work& work) {
  LaunchChains found(profile);
  const auto backtraces = profile.events<CudaBacktraces>(work);
  if (!backtraces) return tl::unexpected(backtraces.error());
  if ((*backtraces)->size() > 0) {
    const auto chains = profile.events<CudaCallChains>(work);
    if (!chains) return tl::unexpected(chains.error());
    found.cuda_chains_ = *chains;
    found.add_backtraces(**backtraces);
  }
  const auto samples = profile.events<CpuSamples>(work);
  if (!samples) return tl::unexpected(samples.error());
  if ((*samples)->size() > 0) {
    const auto chains = profile.events<SampleChains>(work);
    if (!chains) return tl::unexpected(chains.error());
    found.sample_chains_ = *chains;
    if ((*chains)->size() > 0) found.add_samples(**samples);
  }
  return found;
}

void LaunchChains::add_backtraces(const CudaBacktraces& calls) {
  for (size_t i = 0; i < calls.size(); ++i) {
    const ThreadIx thread = calls.threads[calls.thread[i].value].thread;
    if (!thread.exists() || calls.correlation[i] == 0) continue;
    backtraces_.try_emplace(key_of(profile_.threads()[thread].process, calls.correlation[i]),
                            calls.call_chain[i]);
  }
}

void LaunchChains::add_samples(const CpuSamples& samples) {
  samples_.resize(profile_.threads().size());
  for (size_t i = 0; i < samples.size(); ++i) {
    const ThreadIx thread = samples.threads[samples.thread[i].value].thread;
    if (!thread.exists()) continue;
    samples_[thread].samples.push_back({samples.time[i], samples.id[i]});
    any_sample_ = true;
  }
  for (ThreadSamples& of : samples_) std::sort(of.samples.begin(), of.samples.end());
}

std::optional<LaunchChains::Chain> LaunchChains::backtrace(uint32_t call) const {
  if (backtraces_.empty()) return std::nullopt;
  const Calls& calls = profile_.calls();
  const ProcessIx process = profile_.threads()[calls.thread[call]].process;
  const auto found = backtraces_.find(key_of(process, calls.correlation[call]));
  if (found == backtraces_.end()) return std::nullopt;
  const auto frames = cuda_chains_->of(found->second);
  if (frames.size() == 0) return std::nullopt;
  return Chain{cuda_chains_, frames, found->second, false};
}

std::optional<LaunchChains::Chain> LaunchChains::sample(uint32_t call) {
  if (!any_sample_) return std::nullopt;
  const Calls& calls = profile_.calls();
  auto& [samples, next] = samples_[calls.thread[call]];
  const int64_t start = calls.start[call];
  const bool is_there = (next == 0 || samples[next - 1].time < start) &&
                        (next == samples.size() || samples[next].time >= start);
  if (!is_there)
    next = static_cast<size_t>(std::lower_bound(samples.begin(), samples.end(), Sample{start, 0}) -
                               samples.begin());
  if (next == samples.size() || samples[next].time > calls.end(call)) return std::nullopt;
  const auto frames = sample_chains_->of(samples[next].id);
  if (frames.size() == 0) return std::nullopt;
  return Chain{sample_chains_, frames, samples[next].id, true};
}

}  // namespace nsys_ai
