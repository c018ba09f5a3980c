// The table of the lexicon: phrases of one meaning between bars, in the singular and in lower case.
#pragma once

#include <string_view>
#include <vector>

#include "agent/ask/lexicon.h"
#include "agent/ask/query.h"

namespace nsys_ai::inline agent {

struct LexiconRow {
  std::string_view phrases;
  std::vector<Meaning> meanings;
};

inline const LexiconRow kLexicon[] = {
    // clang-format off
    {"how|cuda|performance|reach|reached|achieve|achieved|attain|communicated|detected|found|counted|fill|filled|"
     "set by|moving|move|moves|together with|a|an|the|only|of|on|in|at|to|for|from|with|by|and|me|please|show|tell|give|find|list|print|display|report|"
     "calculate|determine|state|identify|i|we|my|our|you|your|us|can|could|would|should|will|do|doe|did|is|"
     "are|was|were|be|been|being|has|have|had|there|it|its|this|that|these|those|they|them|their|here|what|"
     "whose|as|so|if|then|any|all|ever|just|only a|actually|exactly|overall|altogether|in all|in total|"
     "together|combined|entire|whole|single|individual|own|given|spend|spent|spending|take|took|taken|"
     "taking|run|ran|running|execute|executed|executing|launched|happen|happened|occur|occurred|use|used|"
     "using|make|made|issue|issued|perform|performed|show up|appear|appeared|record|recorded|captured|seen|"
     "see|get|got|goe|go|went|last for|consume|consumed|accumulate|accumulated|contain|does|cost|need|"
     "needed|begun|belong|account|accounted|represent|constitute|make up|made up|involve|involved|present|"
     "exist|work|doing|invoked|finish up|done|in the capture|in the profile|in the trace|in this profile|"
     "in this capture|in this trace|in this run|in the run|in the recording|in the file|during the capture|"
     "during the profile|during the run|over the capture|over the run|over the whole capture|"
     "over the whole run|in the whole capture|in the whole run|in the whole profile|in the entire capture|"
     "across the capture|across the run|across the profile|across the whole capture|"
     "across the whole run|across all gpu|on all gpu|over all gpu|across both gpu|on both gpu|"
     "over both gpu|across gpu|on the gpu|on gpu|on the device|on any gpu|at all|on the host|on the cpu|"
     "on host|on cpu|host side|of the profile|of this profile|across|over|during|through|throughout|among|"
     "between them|named|name contain|with name|with the name|whose name contain",
     {{Role::filler}}},
    {"compute",
     {{Role::measure, Measure::compute}}},
    {"called",
     {{Role::filler}}},
    {"how many|how often|how many time|number of|count of|count|number|how many run of|how many call of|"
     "how many call to|number of time|number of call to|number of run of|how many instance of|"
     "how many invocation of|how frequently|what number of|total number of|total count of|the number of|"
     "tally|quantity of|how many individual",
     {{Role::question, Question::how_many}}},
    {"how long|how much time|how many second|how many millisecond|how many microsecond|how many nanosecond|"
     "for how long",
     {{Role::question, Question::how_long}}},
    {"how much|how big|how large|amount of|what amount of",
     {{Role::question, Question::how_much}}},
    {"which|who|what kind of",
     {{Role::question, Question::which}}},
    {"when|at what time|at which time|when do|at what timestamp|what time|start|begin|started|began|"
     "first start",
     {{Role::question, Question::when}}},
    {"why|what cause|reason|how come|what make|what keep",
     {{Role::question, Question::why}}},
    {"name of",
     {{Role::question, Question::name_of}}},
    {"start of|start time of|beginning of|begin time of|start timestamp of",
     {{Role::question, Question::start_of}}},
    {"value of",
     {{Role::question, Question::value_of}}},
    {"average number of|mean number of",
     {{Role::question, Question::how_many}, {Role::statistic, Statistic::mean}}},
    {"time|duration|long|length|runtime|run time|execution time|elapsed time|gpu time|elapsed|"
     "time on the gpu|gpu duration|time spent|device time|time on gpu|duration of|host time|cpu time|"
     "time on the host|of the time|of time|of its time|of the total time|of the gpu time|of the whole time|"
     "of gpu time|of total time|kernel's time",
     {{Role::measure, Measure::time}}},
    {"kernel|cuda kernel|gpu kernel|kernel launch|kernel execution|kernel run|kernel invocation|"
     "kernel instance|kernel call",
     {{Role::subject, Subject::kernel}}},
    {"copy|memcpy|memory copy|memcopy|transfer|memory transfer|data transfer|memory copy operation|"
     "memcpy operation|copied|transferred|copy operation|moved|data movement|copy throughput",
     {{Role::subject, Subject::copy}}},
    {"memset|memory set|memory fill|memset operation|fill operation",
     {{Role::subject, Subject::memset}}},
    {"gpu operation|operation|gpu op|gpu activity|device operation|device activity|gpu event",
     {{Role::subject, Subject::operation}}},
    {"gap|idle gap|bubble|idle period|idle stretch|idle interval|gpu gap|hole|gpu idle gap|gpu idle period|"
     "idle span|period of idle|gpu bubble|pause",
     {{Role::subject, Subject::gap}}},
    {"nvtx range|range|nvtx|nvtx region|annotation|nvtx annotation|push pop range|nvtx label|label",
     {{Role::subject, Subject::range}}},
    {"mark|nvtx mark|nvtx marker|marker",
     {{Role::subject, Subject::mark}}},
    {"api call|cuda call|cuda api function|runtime function|cuda runtime function|call|cuda api call|runtime call|driver call|cuda api|api|api function|"
     "cuda function|cuda runtime call|runtime api call|cuda runtime api call|host api call|"
     "cudalaunchkernel call|allocated",
     {{Role::subject, Subject::call}}},
    {"launch|launch call|kernel launch call|launch api call|kernel launch api call|launch api|"
     "launching call",
     {{Role::subject, Subject::call}, {Role::calls, CallClass::launch}}},
    {"synchronization|synchronisation|sync|sync call|synchronization call|synchronisation call|synchronize|"
     "synchronise|synchronizing|synchronising|synchronization api call|sync api call|blocking sync|"
     "blocking synchronization|synchronization api|waiting for the gpu|blocked in synchronization",
     {{Role::subject, Subject::call}, {Role::calls, CallClass::synchronise}}},
    {"allocation|memory allocation|allocation call|malloc|malloc call|allocating memory|allocating|"
     "memory allocation call|allocation api call",
     {{Role::subject, Subject::call}, {Role::calls, CallClass::allocate}}},
    {"free call|release call|memory release|deallocation|deallocation call|freeing memory|memory free|"
     "freeing",
     {{Role::subject, Subject::call}, {Role::calls, CallClass::release}}},
    {"memcpy call|copy call|memcpy api call|memory copy call|copy api call",
     {{Role::subject, Subject::call}, {Role::calls, CallClass::copy}}},
    {"os call|system call|syscall|os runtime call|os function|operating system call|os runtime function|"
     "os runtime|os event|os runtime event",
     {{Role::subject, Subject::os_call}}},
    {"mpi call|mpi function|mpi|mpi event|mpi operation",
     {{Role::subject, Subject::mpi_call}}},
    {"cuda graph|graph|graph launch|cuda graph launch",
     {{Role::subject, Subject::graph}}},
    {"iteration|step|training step|train step|training iteration",
     {{Role::subject, Subject::iteration}}},
    {"gpu|device|cuda device|card|accelerator",
     {{Role::subject, Subject::gpu}}},
    {"stream|cuda stream",
     {{Role::subject, Subject::stream}}},
    {"process|program",
     {{Role::subject, Subject::process}}},
    {"thread|cpu thread|host thread",
     {{Role::subject, Subject::thread}}},
    {"capture|profile|trace|recording|whole run",
     {{Role::subject, Subject::capture}}},
    {"collective|nccl kernel|communication kernel|comm kernel|nccl operation|nccl collective|"
     "collective kernel|collective operation|nccl call|collective communication kernel",
     {{Role::subject, Subject::kernel}, {Role::family, "communication"}}},
    {"family communication|communication family|nccl",
     {{Role::family, "communication"}}},
    {"compute kernel|computation kernel|non communication kernel|non nccl kernel",
     {{Role::subject, Subject::kernel}, {Role::family, "compute"}}},
    {"family compute",
     {{Role::family, "compute"}}},
    {"gemm|matmul|matrix multiplication|matrix multiply|matrix product|gemm family",
     {{Role::family, "gemm"}}},
    {"attention|flash attention|flashattention|attention family",
     {{Role::family, "attention"}}},
    {"elementwise|element wise|pointwise|elementwise family",
     {{Role::family, "elementwise"}}},
    {"reduction|reduction family",
     {{Role::family, "reduction"}}},
    {"normalisation|normalization|layernorm|layer norm|layer normalization|rmsnorm|normalization family|"
     "normalisation family|norm",
     {{Role::family, "normalisation"}}},
    {"softmax",
     {{Role::family, "softmax"}}},
    {"convolution|conv",
     {{Role::family, "convolution"}}},
    {"activation|gelu|activation function",
     {{Role::family, "activation"}}},
    {"optimizer|optimiser",
     {{Role::family, "optimizer"}}},
    {"embedding|embedding index|index|indexing|embedding/index",
     {{Role::family, "embedding/index"}}},
    {"copy/transpose|copy transpose|transpose|copy or transpose|layout",
     {{Role::family, "copy/transpose"}}},
    {"copy transpose kernel|copy kernel",
     {{Role::subject, Subject::kernel}, {Role::family, "copy/transpose"}}},
    {"sort|sort scan|sorting|scan|sort/scan",
     {{Role::family, "sort/scan"}}},
    {"fft",
     {{Role::family, "fft"}}},
    {"rng|random number",
     {{Role::family, "rng"}}},
    {"moe|mixture of expert",
     {{Role::family, "moe"}}},
    {"quantisation|quantization",
     {{Role::family, "quantisation"}}},
    {"rope|rotary embedding",
     {{Role::family, "rope"}}},
    {"family|kernel family|kind of kernel|category|kernel category|category of kernel|"
     "kind of work|type of kernel|kernel type|family of kernel|class of kernel|per family|by family|"
     "by kernel family|per kernel family|for each family|each family",
     {{Role::per, Dimension::family}}},
    {"library|kernel library|per library|by library|for each library|each library",
     {{Role::per, Dimension::library}}},
    {"cublas",
     {{Role::library, "cuBLAS"}}},
    {"cudnn",
     {{Role::library, "cuDNN"}}},
    {"pytorch kernel|aten kernel",
     {{Role::library, "ATen"}}},
    {"cutlass",
     {{Role::library, "CUTLASS"}}},
    {"triton",
     {{Role::library, "Triton"}}},
    {"direction|copy kind|copy direction|copy type|kind of copy|type of copy|kind of transfer|"
     "transfer direction|transfer kind|direction of copy|per direction|by direction|by kind|"
     "for each direction|each direction|per kind|for each kind",
     {{Role::per, Dimension::direction}}},
    {"to the device|to the gpu|host to device|h2d|htod|cpu to gpu|host device|upload|host->device|uploaded",
     {{Role::direction, "Host-to-Device"}}},
    {"to the host|to host|back to the host|copied to the host|device to host|d2h|dtoh|gpu to cpu|device host|download|downloaded",
     {{Role::direction, "Device-to-Host"}}},
    {"device to device|d2d|dtod|gpu to gpu|device internal",
     {{Role::direction, "Device-to-Device"}}},
    {"peer to peer|p2p|peer",
     {{Role::direction, "Peer-to-Peer"}}},
    {"host to host|h2h",
     {{Role::direction, "Host-to-Host"}}},
    {"pinned memory|pinned|page locked|pinned host memory|of pinned memory",
     {{Role::memory, "Pinned"}}},
    {"pageable memory|pageable|unpinned|pageable host memory|of pageable memory|non pinned",
     {{Role::memory, "Pageable"}}},
    {"allreduce|all reduce",
     {{Role::name, "AllReduce"}, {Role::subject, Subject::kernel}, {Role::family, "communication"}}},
    {"allgather|all gather",
     {{Role::name, "AllGather"}, {Role::subject, Subject::kernel}, {Role::family, "communication"}}},
    {"reducescatter|reduce scatter",
     {{Role::name, "ReduceScatter"}, {Role::subject, Subject::kernel}, {Role::family, "communication"}}},
    {"alltoall|all to all",
     {{Role::name, "AllToAll"}, {Role::subject, Subject::kernel}, {Role::family, "communication"}}},
    {"sendrecv|send recv|send receive|send and receive",
     {{Role::name, "SendRecv"}, {Role::subject, Subject::kernel}, {Role::family, "communication"}}},
    {"send/recv",
     {{Role::name, "SendRecv"}}},
    {"broadcast",
     {{Role::name, "Broadcast"}, {Role::subject, Subject::kernel}, {Role::family, "communication"}}},
    {"kernel time|kernel duration|kernel gpu time|kernel execution time|time in kernel|time of kernel|"
     "kernel runtime|time spent in kernel",
     {{Role::subject, Subject::kernel}, {Role::measure, Measure::time}}},
    {"copy time|transfer time|memcpy time|copy duration|transfer duration|memcpy duration|"
     "time spent copying|time copying",
     {{Role::subject, Subject::copy}, {Role::measure, Measure::time}}},
    {"byte|data|data volume|volume|volume of data|traffic|size|gigabyte|megabyte|kilobyte|gb|mb|"
     "amount of data|byte of|data size|bytes of",
     {{Role::measure, Measure::bytes}}},
    {"bandwidth|throughput|speed|data rate|gb/s|average speed|effective bandwidth|achieved bandwidth|fast|"
     "average bandwidth|rate",
     {{Role::measure, Measure::bandwidth}}},
    {"transfer rate|transfer speed|copy bandwidth",
     {{Role::measure, Measure::bandwidth}, {Role::subject, Subject::copy}}},
    {"end|finish|finished|ended|stop|stopped|end time|end of",
     {{Role::measure, Measure::end}}},
    {"launch latency|launch delay|launch to start latency|kernel launch latency|launch to start time|"
     "latency from launch to start|latency between launch and start|launch to execution latency|"
     "delay between launch and start|launch to start delay|time from launch to start|"
     "launch to kernel start latency|start latency",
     {{Role::measure, Measure::latency}}},
    {"queue time|queueing time|queuing time|queue delay|queued|time in the queue|queueing delay|queue|"
     "waiting in the queue|wait in the queue|wait in queue|queue latency|queuing|queueing|queue wait",
     {{Role::measure, Measure::queue}}},
    {"register|register per thread|registers per thread",
     {{Role::measure, Measure::registers}}},
    {"grid block|block|thread block|grid size|cta|block of the grid|number of block",
     {{Role::measure, Measure::blocks}}},
    {"thread per block|block size|threads per block",
     {{Role::measure, Measure::block_threads}}},
    {"shared memory|shared memory per block|smem",
     {{Role::measure, Measure::shared_memory}}},
    {"busy|busy time|gpu utilization|gpu utilisation|utilization|utilisation|active|busy doing anything|"
     "active time|gpu busy time|occupied|keep busy|kept busy|gpu busy|busy share|gpu active time|utilized|"
     "utilised|well utilized|well used",
     {{Role::measure, Measure::busy}}},
    {"idle|idle time|idling|unused|doing nothing|gpu idle time|gpu idle|inactive|idleness|idle share|"
     "sit idle|sat idle|stand still|nothing ran|nothing was running|nothing running|not busy|"
     "not doing anything",
     {{Role::measure, Measure::idle}}},
    {"gpu span|active span|from first to last operation|span",
     {{Role::measure, Measure::span}}},
    {"time with a kernel running|kernel busy|kernel busy time|at least one kernel running|"
     "any kernel running|busy with kernel|running kernel|at least one kernel ran|kernel utilization|"
     "kernel utilisation|executing kernel|time in which a kernel ran|kernel union|kernel active",
     {{Role::measure, Measure::kernel_busy}}},
    {"compute time|computation|computing|computation time|busy computing",
     {{Role::measure, Measure::compute}}},
    {"communication|communication time|communicating|communicate|comm|comm time|busy communicating",
     {{Role::measure, Measure::communication}}},
    {"overlap|overlapped|overlapping|hidden|hide|overlap with compute|overlapped with compute|"
     "overlapping with compute|hidden behind compute|overlapped by compute|hidden by compute|"
     "hidden behind computation|overlapped with computation|overlapping with computation|"
     "run concurrently with compute|run at the same time as compute|overlap with computation|"
     "run in parallel with compute|concurrent with compute",
     {{Role::measure, Measure::overlap}}},
    {"compute communication overlap|communication compute overlap|overlap of communication with compute|"
     "overlap between communication and compute|overlap between compute and communication|"
     "overlap of compute and communication",
     {{Role::measure, Measure::overlap}, {Role::measure, Measure::communication}}},
    {"exposed|exposed communication|not overlapped|not hidden|exposed communication time|unhidden|"
     "not overlapped with compute|not hidden by compute|not overlapped by compute|"
     "not hidden behind compute|unoverlapped|exposed nccl|exposed nccl time|non overlapped",
     {{Role::measure, Measure::exposed}}},
    {"copying|copying time|busy copying|busy with copy|copy engine busy|copying data",
     {{Role::measure, Measure::copying}}},
    {"gpu model|model|gpu name|gpu type|kind of gpu|hardware|type of gpu|model of gpu|gpu hardware|"
     "name of the gpu|model of the gpu|what gpu|gpu model of gpu",
     {{Role::measure, Measure::model}}},
    {"sm|streaming multiprocessor|multiprocessor|sm count|sm of gpu|number of sm",
     {{Role::measure, Measure::multiprocessors}}},
    {"gpu memory|device memory|vram|memory size|memory capacity|hbm|memory of the gpu|total memory|"
     "gpu memory of gpu|memory|gpu memory size|gpu memory capacity",
     {{Role::measure, Measure::memory}}},
    {"memory bandwidth|peak bandwidth|peak memory bandwidth|hbm bandwidth|dram bandwidth|"
     "theoretical bandwidth|theoretical memory bandwidth|theoretical peak bandwidth|peak bandwidth of gpu",
     {{Role::measure, Measure::peak_bandwidth}}},
    {"compute capability|cuda capability|capability|compute capability of gpu",
     {{Role::measure, Measure::capability}}},
    {"mfu|model flop utilization|model flop utilisation|model flops utilization",
     {{Role::measure, Measure::mfu}}},
    {"total|sum|summed|cumulative|aggregate|sum of|total of|aggregated",
     {{Role::statistic, Statistic::total}}},
    {"average|mean|avg|on average|typical duration|mean of|average of",
     {{Role::statistic, Statistic::mean}}},
    {"median|p50|median of",
     {{Role::statistic, Statistic::median}}},
    {"first|earliest|very first|initial",
     {{Role::pick, Pick::first}}},
    {"last|final|latest|very last",
     {{Role::pick, Pick::last}}},
    {"longest|slowest|longest running|max duration|maximum duration|longest duration|longest single|"
     "slowest single|longest lasting",
     {{Role::pick, Pick::most}, {Role::key, Measure::time}}},
    {"shortest|fastest|min duration|minimum duration|shortest duration|quickest|briefest|shortest single",
     {{Role::pick, Pick::least}, {Role::key, Measure::time}}},
    {"largest|biggest|greatest",
     {{Role::pick, Pick::most}, {Role::key, Measure::bytes}}},
    {"smallest|tiniest",
     {{Role::pick, Pick::least}, {Role::key, Measure::bytes}}},
    {"most|highest|maximum|max|more|maximal",
     {{Role::pick, Pick::most}}},
    {"least|lowest|minimum|min|fewest|fewer|less|minimal",
     {{Role::pick, Pick::least}}},
    {"most time|most gpu time|most total time|largest total time|highest total time|most of the time|"
     "most of the gpu time|time consuming|most time consuming|most expensive|hottest|dominant|dominate|"
     "heaviest|biggest contributor|costliest|most costly|by total duration|by total time|by gpu time|"
     "by total gpu time|by time|by duration|most kernel time|largest total duration|highest total duration|"
     "largest share of gpu time|largest share of time|most total duration|largest share of kernel time|"
     "most execution time|greatest total time|most cumulative time|longest total time|longest in total|"
     "longest total duration|largest total gpu time|highest total gpu time|most device time|"
     "highest cumulative time|most total gpu time|longest total|most of the kernel time|"
     "in terms of total time|biggest share of kernel time|biggest share of gpu time|biggest share of time|"
     "largest share|biggest share|most host time|most cpu time|greatest total duration|dominating|"
     "eats the most time|most total kernel time|highest share of kernel time|most wall time|"
     "most summed time",
     {{Role::pick, Pick::most}, {Role::key, Measure::time}, {Role::grouped}}},
    {"least time|least gpu time|least total time|smallest total time|lowest total time|"
     "least total duration|cheapest|shortest total time|smallest total duration",
     {{Role::pick, Pick::least}, {Role::key, Measure::time}, {Role::grouped}}},
    {"longest average|longest on average|slowest on average|highest average duration|"
     "longest average duration|largest average duration|longest mean duration|highest mean duration|"
     "longest average time|highest average time|longest mean|slowest average",
     {{Role::pick, Pick::most}, {Role::statistic, Statistic::mean}, {Role::grouped}, {Role::key, Measure::time}}},
    {"highest average",
     {{Role::pick, Pick::most}, {Role::statistic, Statistic::mean}, {Role::grouped}}},
    {"most often|most frequently|most frequent|most time called|called most|called most often|launched most often|made most often|called the most often|launched the most often|called the most|launched the most|run the most often|run the most|made the most often|ran most often|ran the most often|ran the most|most called|launched most|"
     "most launched|most common|run most often|most often called|most frequently called|"
     "most frequently launched|most often launched|most popular|highest count|by count|most call|"
     "by number of call|most run|most launch|most instance|most invocation|highest call count|"
     "by call count|highest number of call|highest number of launch|most execution",
     {{Role::pick, Pick::most}, {Role::key, Measure::count}, {Role::grouped}}},
    {"busiest|most busy|best utilized|more busy|busier|highest utilization|higher utilization|"
     "most utilized|most active",
     {{Role::pick, Pick::most}, {Role::key, Measure::busy}}},
    {"least busy|less busy|lowest utilization|lower utilization|least utilized|worst utilized|least active",
     {{Role::pick, Pick::least}, {Role::key, Measure::busy}}},
    {"most idle|more idle|most idle time|more idle time|idlest|idle most|idle the most|idle longest|"
     "longer idle|idle longer",
     {{Role::pick, Pick::most}, {Role::key, Measure::idle}}},
    {"most data|most byte|more data|more byte|largest volume|most traffic|largest amount of data",
     {{Role::pick, Pick::most}, {Role::key, Measure::bytes}, {Role::grouped}}},
    {"distinct|unique|different|distinct name of|number of distinct name of|kind of different",
     {{Role::distinct}}},
    {"share|share of|percentage|percentage of|percent|percent of|fraction|fraction of|proportion|"
     "proportion of|what share|what percentage|what fraction|part of|how much of|portion|portion of|%",
     {{Role::share}}},
    {"of the capture|of the run|of the recording|of the trace|of the span|of its span|of the gpu span|of wall time|"
     "of the wall time|of wall clock time|of the wall clock|of the capture time|of the run time|of span|"
     "of the gpu active span|of capture time|of the whole capture|of the whole run|of its active span|"
     "of the total capture",
     {{Role::whole}}},
    {"the capture|the run|the trace|the recording|the profile|the whole run|the entire run|the whole capture|"
     "the entire capture|wall time|wall clock time|the wall time|the wall clock time|wall clock|this run|"
     "this capture|this profile",
     {{Role::whole}, {Role::subject, Subject::capture}}},
    {"the span|the gpu span|the active span|its span", {{Role::whole}, {Role::measure, Measure::span}}},
    {"inside|within|under|inside range|inside the range|inside of|enclosed by|inside nvtx range|"
     "inside the nvtx range|within range|within the range|within the nvtx range|within nvtx range|"
     "covered by|launched inside|launched from|launched in|in the range|in range|in the nvtx range|"
     "in nvtx range|during the range|during range|under the range|under range|inside a range",
     {{Role::inside}}},
    {"name|kernel name|call name|range name|function name|api name|per name|by name|per kernel name|for each kernel|each kernel|per kernel|by kernel",
     {{Role::per, Dimension::name}}},
    {"per stream|by stream|for each stream|each stream|every stream|on each stream|per cuda stream",
     {{Role::per, Dimension::stream}}},
    {"per gpu|by gpu|for each gpu|each gpu|every gpu|per device|by device|each device|on each gpu|"
     "for every gpu|on each device",
     {{Role::per, Dimension::gpu}}},
    {"per process|by process|for each process|each process|every process",
     {{Role::per, Dimension::process}}},
    {"per thread|by thread|for each thread|each thread|every thread",
     {{Role::per, Dimension::thread}}},
    {"per iteration|by iteration|for each iteration|each iteration|every iteration|per step|each step|"
     "by step|per training step|in each iteration",
     {{Role::per, Dimension::iteration}}},
    {"what is wrong|what wrong|wrong|problem|any problem|issue with|what are the problem|is anything wrong|"
     "anything wrong|something wrong|what stand out|what went wrong|is something wrong|main problem|"
     "are there any problem|biggest problem|healthy|is it healthy",
     {{Role::intent, Intent::wrong}}},
    {"bottleneck|limiting factor|what limit|what limit performance|limit performance|limiting performance|slowing down|slowing it down|what is slowing it down|what is slowing down|slow it down|slow this down|what is slowing|slow down|bound by|"
     "what bound|why slow|why is it slow|so slow|slow|what is it bound by|limiting|limited by|limit|bound",
     {{Role::intent, Intent::bottleneck}}},
    {"what to do next|what next|what to do|what should i do|what should i do next|what can i do|"
     "what should i fix|what should i fix first|what to fix|fix first|optimize first|optimise first|improve|what should i optimize|"
     "what to optimize|recommend|recommendation|advice|speed up|make faster|make it faster|go faster|get faster|next step|"
     "speed it up|do next|should i fix first|should i optimize first|look at first|optimize|optimise|"
     "faster",
     {{Role::intent, Intent::next_step}}},
    {"where do the time go|where does the time go|where do time go|where did the time go|"
     "where is the time spent|where is time spent|where is the time going|breakdown of time|time breakdown|"
     "breakdown of the time|where does time go|what is the time spent on|where does the gpu time go|"
     "where is gpu time spent|where the time goes|where the time went",
     {{Role::intent, Intent::where_time}}},
    // clang-format on
};

}  // namespace nsys_ai::inline agent
