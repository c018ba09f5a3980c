// Words of topics that a skill tells of as a whole. The first phrase of a row is how the topic is called.
#include <algorithm>
#include <cctype>
#include <iterator>

#include "agent/ask/lexicon_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
const LexiconRow kTopics[] = {
    {"launch overhead|kernel launch overhead|overhead of launching kernel|overhead of launching|"
     "cost of launching kernel|cost of launching|overhead of kernel launch|overhead of launch|"
     "launching overhead|which kernel cost more to launch than they run|more to launch than they run|"
     "cost of kernel launch",
     {{Role::topic, "kernel_launch_overhead"}}},
    {"are tensor cores used|are tensor core used|tensor core used|use tensor core|using tensor core|"
     "run on tensor core|use the tensor core|using the tensor core|are the tensor core used|"
     "are tensor core active|are the tensor core active|tensor core active|"
     "on the tensor core|on tensor core|tensor core|which kernel use tensor core|which kernel use the tensor core|"
     "which kernel run on tensor core|do matrix work run on tensor core|do matmul use tensor core|"
     "do gemm use tensor core|does matrix work run on tensor core|do matrix multiplication use tensor core",
     {{Role::topic, "tensor_core_hint"}}},
    {"too many small kernels|too many small kernel|launch storm|should i use cuda graph|"
     "would cuda graph help|do cuda graph help|should we use cuda graph|would a cuda graph help|"
     "are kernel too small|kernel too small|too many tiny kernel|too many short kernel|launch bound|"
     "many tiny kernel|many short kernel|lots of small kernel|lot of small kernel|lots of tiny kernel|lot of tiny kernel|"
     "is it launch bound|is the run launch bound|do i need cuda graph|can cuda graph help|"
     "worth using cuda graph|too many launch|many small kernel|kernel too short",
     {{Role::topic, "launch_storm"}}},
    {"what ran in cuda graphs|what ran in cuda graph|are cuda graph used|use cuda graph|using cuda graph|"
     "cuda graph used|does it use cuda graph|is a cuda graph used|do it use cuda graph|"
     "which cuda graph ran|does the run use cuda graph|were cuda graph used",
     {{Role::topic, "cuda_graphs"}}},
    {"peak memory usage|peak memory|peak gpu memory|peak device memory|gpu memory usage|"
     "device memory usage|memory usage|memory footprint|memory in use|how much memory is used|"
     "how much gpu memory is used|maximum memory usage|max memory usage|highest memory usage|"
     "how much memory is in use|vram usage|peak vram|memory use over time|memory usage over time|"
     "memory high water mark|how much memory was used|how much gpu memory was used|"
     "how much device memory was used|how much device memory is used|how much memory did it use|"
     "how much gpu memory did it use|peak gpu memory usage|peak device memory usage|memory consumption|"
     "gpu memory consumption",
     {{Role::topic, "memory_timeline"}}},
    {"pinned or pageable|pageable or pinned|are copy pinned|are the copy pinned|"
     "are the copy pinned or pageable|are copy pinned or pageable|which copy use pageable memory|"
     "do copy use pinned memory|do the copy use pinned memory|is pinned memory used|"
     "is memory pinned|is the memory pinned|are transfer pinned|are the transfer pinned|do we use pinned memory|"
     "are we using pinned memory|are h2d copy pinned|are the h2d copy pinned|are memcpy pinned|"
     "are the memcpy pinned|pinned or not|are copy pageable|are the copy pageable|is pinned memory in use|"
     "is the host memory pinned|is host memory pinned|which copy use pageable host memory|"
     "which copy are pageable",
     {{Role::topic, "pageable_copies"}}},
    {"which copies block the host|which copy block the host|copy that block the host|"
     "which copy are blocking|do copy block the host|copy block the host|"
     "which copy are synchronous|do any copy block the host|which copy block",
     {{Role::topic, "sync_copies"}}},
    {"cost of allocating memory|allocation cost|cost of allocation|allocation overhead|"
     "cost of memory allocation|memory allocation cost|memory allocation overhead|what do allocation cost|"
     "what does allocating memory cost|overhead of allocation|overhead of memory allocation",
     {{Role::topic, "allocation_cost"}}},
    {"iteration outliers|iteration outlier|which step are outlier|which iteration are outlier|"
     "step outlier|outlier step|outlier iteration|unusual step|unusual iteration|anomalous step|"
     "anomalous iteration|iteration anomaly|are there outlier iteration|are there outlier step|"
     "which iteration are unusual|which iteration stand out|which step stand out|which step are unusual",
     {{Role::topic, "iteration_anomalies"}}},
    {"is the host ahead of the gpu|does the gpu wait for the host|does the gpu wait for the cpu|"
     "is the gpu waiting for the host|is the gpu waiting for the cpu|does the gpu wait for launches|"
     "waiting on the cpu|waiting for the cpu|waiting on the host|waiting for the host|wait on the cpu|wait for the cpu|"
     "wait for the host|wait on the host|starved by the host|starved by the cpu|feed the gpu|too slow to feed the gpu|"
     "are launch late|late launch|is the cpu too slow|is the host too slow|cpu too slow|host too slow|"
     "is the cpu too slow to feed the gpu|is the host too slow to feed the gpu|"
     "is the cpu keeping up with the gpu|is the cpu keeping up|"
     "is the host keeping up|is the host keeping up with the gpu|host ahead of the gpu|"
     "cpu ahead of the gpu|is the cpu ahead of the gpu|does the host stay ahead of the gpu|"
     "does the cpu stay ahead of the gpu|does the cpu keep up|does the host keep up|can the cpu keep up|"
     "can the host keep up|host keep up|cpu keep up|does the host keep the gpu fed|"
     "does the cpu keep the gpu fed|keep the gpu fed|host fall behind|cpu fall behind|"
     "does the host keep up with the gpu|does the cpu keep up with the gpu|does the host stay ahead",
     {{Role::topic, "cpu_gpu_pipeline"}}},
    {"which collectives ran|which collective ran|what collective ran|collective breakdown|"
     "which collective are used|what collective are used|breakdown of collective|"
     "which nccl collective ran|which nccl operation ran|what nccl collective are there|"
     "which collective were used|breakdown of nccl|nccl breakdown|which nccl collective are used|"
     "what kind of collective",
     {{Role::topic, "nccl_breakdown"}}},
    {"slow collectives|slow collective|collective outlier|outlier collective|"
     "which collective took far longer than their like|which collective took far longer|"
     "anomalous collective|straggling collective|collective straggler|are there slow collective|"
     "unusual collective|collective that took far longer",
     {{Role::topic, "nccl_anomaly"}}},
    {"which layers take the time|which layer take the time|slowest layer|which layer is slowest|"
     "which layer is the slowest|most expensive layer|time per layer|layer breakdown|gpu time per layer|"
     "which layer take the most time|which layer take most time|which layer is the most expensive|"
     "which layer is most expensive|breakdown by layer|per layer breakdown|per layer time|heaviest layer|"
     "time by layer|gpu time by layer|time of each layer|kernel time per layer|which layer take longest|"
     "which layer take the longest|which layer of the model take the time|"
     "which layer of the model take the most time|which layer cost the most|"
     "which layer has the most gpu time|layer with the most gpu time|layer with the most time|"
     "which layer has the most time",
     {{Role::topic, "nvtx_layer_breakdown"}}},
    {"kernel time per nvtx range|gpu time per nvtx range|gpu time by nvtx range|"
     "gpu time of each nvtx range|kernel time by nvtx range|kernel time of each nvtx range|"
     "kernel time inside each nvtx range|kernel time is spent inside each nvtx range|"
     "which nvtx range launched the most gpu work|which nvtx range has the most gpu time|"
     "which range has most gpu time|which nvtx range has most gpu time|range with most gpu time|which range take the most gpu time|"
     "which range take most gpu time|which range cost the most gpu time|which range use the most gpu time|"
     "which range launch the most gpu work|"
     "which range has the most gpu time|which nvtx range take the most gpu time|"
     "nvtx range with the most gpu time|range with the most gpu time|nvtx range with the most kernel time|"
     "which nvtx range has the most kernel time|which range has the most kernel time|"
     "which nvtx range take most gpu time|gpu time per range|kernel time per range|"
     "kernel time for each nvtx range|gpu time for each nvtx range|"
     "which nvtx range cost the most gpu time|which nvtx range use the most gpu time|"
     "which nvtx range launch which kernel|which kernel did each nvtx range launch",
     {{Role::topic, "nvtx_kernel_map"}}},
    {"which code launches the kernels|which code launch the kernel|which line launch the work|"
     "which line launch the kernel|which function launch the kernel|which source line launch the kernel|"
     "which python function launch the kernel|which code launch the work|"
     "where in the code are the kernel launched|which part of the code launch the kernel|"
     "which line of the program launch the work|which line of code launch the kernel|"
     "where in the source are the kernel launched|what code launch the kernel",
     {{Role::topic, "code_attribution"}}},
    {"when is data copied to the gpu|when are host to device copy made|"
     "distribution of host to device copy|when do host to device copy happen|"
     "when is data copied to the device|when does data arrive on the gpu|when are copy to the gpu made|"
     "distribution of h2d copy|when do h2d copy happen|h2d distribution",
     {{Role::topic, "h2d_distribution"}}},
    {"is code loaded while the program runs|is code loaded while the program run|module loading|"
     "lazy module loading|is code loaded or compiled|jit compilation|"
     "is code compiled while the program run|is device code loaded|kernel compilation|lazy loading|"
     "code loading|is there jit compilation|does it compile kernel|is anything compiled|are module loaded|"
     "module load",
     {{Role::topic, "module_loading"}}},
    {"which calls of the operating system block|which call of the operating system block|"
     "which os call block|which system call block|where do thread block in the operating system|"
     "what do thread do in the operating system|which os runtime call block|which os call take the time|"
     "which system call take the time|what does the os do|which operating system call block",
     {{Role::topic, "os_runtime"}}},
    {"which threads are busy on the cpu|which thread are busy on the cpu|cpu utilization|cpu utilisation|"
     "cpu usage|busiest cpu thread|busiest thread|which thread is busiest|which thread is the bottleneck|"
     "which cpu thread is busiest|which cpu thread is the bottleneck|is the cpu the bottleneck|"
     "which thread is busy|how busy is the cpu|how busy are the thread|how busy are the cpu thread|"
     "which thread is the busiest|which cpu thread is the busiest",
     {{Role::topic, "thread_utilization"}}},
    {"do streams run side by side|do stream run side by side|stream concurrency|do stream run together|"
     "do stream overlap|do the stream overlap|do stream run concurrently|do the stream run concurrently|"
     "are stream concurrent|do kernel run concurrently|concurrency of stream|do stream run in parallel|"
     "do the stream run in parallel|do any stream overlap|is there stream concurrency|"
     "do kernel on different stream overlap",
     {{Role::topic, "stream_concurrency"}}},
    {"critical path|what is on the critical path|what is the critical path|what would shorten the run",
     {{Role::topic, "critical_path"}}},
    {"what is each fix worth|potential speedup|possible speedup|speedup potential|"
     "how much faster could it be|how much faster could it run|how much faster could the run be|"
     "what speedup is possible|maximum speedup|estimated speedup|how much speedup is possible|"
     "how much time could be saved|what could be saved|how much could be saved|how much time can be saved|"
     "how much could i save|how much time could i save|how much could i gain|upper bound of the speedup|"
     "headroom",
     {{Role::topic, "speedup_estimate"}}},
    {"which communicators are there|which communicator are there|nccl communicator|how large are message|"
     "nccl bandwidth|bus bandwidth of nccl|nccl bus bandwidth|busbw|how fast is the network|"
     "bandwidth of nccl|nccl message size|message size of nccl|communication bandwidth|"
     "bandwidth of communication|collective bandwidth|bandwidth of collective",
     {{Role::topic, "nccl_communicators"}}},
    {"what did each process do|process breakdown|breakdown by process|which process did what|"
     "what does each process do|which process do the work|which process did the work|"
     "which process took part",
     {{Role::topic, "process_breakdown"}}},
    {"cost of synchronization|synchronization cost|synchronization overhead|sync overhead|sync cost|"
     "cost of sync|cost of synchronisation|synchronisation overhead|what does synchronization cost|"
     "what do synchronization cost|what do wait for the gpu cost|overhead of synchronization|"
     "overhead of synchronisation|what does synchronisation cost|is there too much synchronization|"
     "too much synchronization|too many synchronization|excessive synchronization",
     {{Role::topic, "sync_cost"}}},
    {"idle time by cause|cause of idle time|what kind of gap make up the idle time|pipeline bubble|"
     "breakdown of idle time|idle time breakdown|what cause the idle time|what cause idle time|"
     "cause of the idle time|what kind of gap are there|what are the bubble|idle breakdown|"
     "breakdown of the idle time",
     {{Role::topic, "pipeline_bubble_metrics"}}},
    {"which kinds of work have the time|which kind of work have the time|breakdown by kernel type|"
     "breakdown by kind of kernel|kernel type breakdown|what kind of kernel run|"
     "what kind of kernel are there|what kind of work is it|kernel family breakdown|breakdown by family|"
     "breakdown by kernel family|breakdown of kernel by type|which kind of kernel take the time|"
     "what kind of kernel take the time|breakdown of gpu time by kind|breakdown of kernel time by type|"
     "breakdown of gpu time by type",
     {{Role::topic, "kernel_families"}}},
    {"can this capture be trusted|can the capture be trusted|can i trust this profile|"
     "can i trust this capture|can this profile be trusted|is the capture complete|"
     "is the profile complete|is this capture complete|what does the capture lack|"
     "what does this capture lack|what is missing in the capture|what is missing in this capture|"
     "what is missing from the capture|what is missing from this profile|quality of the capture|"
     "capture quality|is the capture trustworthy|is this capture trustworthy|"
     "what is missing from this capture|is anything missing from this capture|"
     "is anything missing in the capture|what was not recorded|what is not recorded|"
     "what did the capture not record",
     {{Role::topic, "profile_health"}}},
};
// clang-format on

// The lexicon is in lower case.
std::string with_acronyms(std::string_view words) {
  constexpr std::string_view kAcronyms[] = {"cpu", "cuda", "gpu", "nvtx"};
  std::string text;
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(word.size() + 1, words.size()));
    if (!text.empty()) text += ' ';
    const bool is_acronym = std::ranges::find(kAcronyms, word) != std::end(kAcronyms);
    for (const char c : word)
      text += is_acronym ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
  }
  return text;
}

}  // namespace

std::span<const LexiconRow> words_of_topics() { return kTopics; }

std::string words_of_topic(std::string_view skill) {
  const auto* row = std::ranges::find(kTopics, skill, [](const LexiconRow& r) { return r.meanings[0].text; });
  if (row == std::end(kTopics)) return std::string(skill);
  return with_acronyms(row->phrases.substr(0, row->phrases.find('|')));
}

}  // namespace nsys_ai::inline agent
