// A table of topics, the first of which that is named says why.
#include "agent/ask/beyond.h"

#include <algorithm>

namespace nsys_ai::inline agent {
namespace {

struct BeyondTopic {
  std::string_view phrases;  // between bars, in the singular and in lower case
  std::string_view why;
};

constexpr BeyondTopic kBeyond[] = {
    {"occupancy|warp|stall|cache hit|hit rate|bank conflict|spill|spilling|spilled|l1|coalescing|coalesced|roofline|"
     "divergence|eligible|issue slot",
     "A capture of nsys counts nothing inside kernels, such as achieved occupancy, stalls, cache hits or spills: profile the "
     "kernel with Nsight Compute (`ncu --set full`)."},
    {"unified memory|page fault|managed memory",
     "Page faults of unified memory are recorded with `nsys profile --cuda-um-gpu-page-faults=true "
     "--cuda-um-cpu-page-faults=true` only, and I cannot tell them from a question."},
    {"infiniband|network|ethernet|nic|rdma|roce",
     "Traffic of the network is recorded with `nsys profile --nic-metrics=lf` only, and I cannot tell it from a "
     "question."},
    {"nvlink|pcie throughput|pcie bandwidth|pcie traffic|dram|hardware counter|gpu metric|sm throughput|sm active|"
     "tensor active|tensor core utilization|tensor core utilisation|clock frequency|metric|memory bandwidth utilization",
     "Hardware counters over time are recorded with `nsys profile --gpu-metrics-devices=all` only: the skill "
     "gpu_metrics tells them where the capture has them."},
    {"pcie|pcie generation|pcie gen|pcie lane",
     "Which link a GPU has is not in a capture: `nvidia-smi -q` tells it on the machine."},
    {"power|watt|temperature|energy|joule|thermal|throttling|throttle|fan",
     "Power, energy and temperature are not in a capture of nsys: watch them with `nvidia-smi dmon` or DCGM while "
     "the program runs."},
    {"python|source line|line of code|source file|line number|call stack|stack trace|stack|backtrace|source code",
     "Lines and stacks of the program are recorded with `nsys profile --cudabacktrace=kernel "
     "--python-backtrace=cuda` only: ask \"which code launches the kernels\"."},
    {"cpu instruction|instruction|ipc|branch miss|cache miss|flop rate|flop per second",
     "A capture of nsys says when work ran, and not the instructions that it did: `ncu` counts those of kernels, `perf stat` "
     "those of the CPU."},
    {"cpu function|function was sampled|hottest function|symbol|cpu sampling|cpu hotspot",
     "I can count CPU samples, and not name the functions they lie in; they are recorded with `nsys profile "
     "--sample=process-tree`."},
    {"high water mark|memory leak|fragmentation|out of memory",
     "Use of device memory is recorded with `nsys profile --cuda-memory-usage=true` only: ask \"peak memory "
     "usage\"."},
    {"disk|disk io|storage|file system|iops",
     "Reads and writes of files are in a capture as calls of the operating system alone: ask \"which calls of the "
     "operating system block\"."},
    {"training loss|loss|accuracy|perplexity|batch size|batch|learning rate|token|sequence length|sample per second|"
     "image per second|epoch|gradient norm|number of parameter|model size",
     "What the program computes, such as its loss, its batch size or its tokens, is not in a capture: write it into "
     "the names of NVTX ranges, or read the program's log."},
    {"dollar|cost in|price|euro|cloud cost",
     "What a run costs in money is not in a capture: multiply its time by the price of the machine."},
};

bool stands_there(const std::vector<WordToken>& tokens, size_t at, std::string_view phrase) {
  while (!phrase.empty()) {
    const std::string_view word = phrase.substr(0, phrase.find(' '));
    phrase.remove_prefix(std::min(word.size() + 1, phrase.size()));
    if (at >= tokens.size() || tokens[at].quoted) return false;
    const std::vector<std::string> forms = forms_of(tokens[at].word);
    if (std::find(forms.begin(), forms.end(), word) == forms.end()) return false;
    ++at;
  }
  return true;
}

}  // namespace

std::string why_beyond(const std::vector<WordToken>& tokens) {
  for (const BeyondTopic& topic : kBeyond)
    for (std::string_view left = topic.phrases; !left.empty();) {
      const std::string_view phrase = left.substr(0, left.find('|'));
      left.remove_prefix(std::min(phrase.size() + 1, left.size()));
      for (size_t at = 0; at < tokens.size(); ++at)
        if (stands_there(tokens, at, phrase)) return std::string(topic.why);
    }
  return "";
}

}  // namespace nsys_ai::inline agent
