// Words of what is asked about, and of what is measured of it.
#include "agent/ask/lexicon_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
const LexiconRow kThings[] = {
    {"compute",
     {{Role::measure, Measure::compute}}},
    {"called",
     {{Role::filler}}},
    {"how many|how often|how many time|number of|count of|count|number|how many run of|how many call of|"
     "how many call to|number of time|number of call to|number of run of|how many instance of|"
     "how many invocation of|how frequently|what number of|total number of|total count of|the number of|"
     "invocation|occurrence|instance count|invocation count|tally|quantity of|how many individual",
     {{Role::question, Lead::how_many}}},
    {"how long|how much time|how many second|how many millisecond|how many microsecond|"
     "how many nanosecond|for how long|"
     "how much time pass|how much time passes|how much time elapse|how expensive|how costly|"
     "what do we pay for|how expensive is|how costly is|how many ns|how many ms|how many us|"
     "how many s|how short",
     {{Role::question, Lead::how_long}}},
    {"how much|how big|how large|how small|amount of|what amount of",
     {{Role::question, Lead::how_much}}},
    {"which|what kind of|who is|who are",
     {{Role::question, Lead::which}}},
    {"who",
     {{Role::question, Lead::which}, {Role::subject, Subject::process}}},
    {"where|where is|where are|where do|where does|where did|where was|where lie|where lies|where can i find",
     {{Role::question, Lead::where}}},
    {"what kind of kernel|which kind of kernel|what type of kernel|which type of kernel|what sort of kernel",
     {{Role::question, Lead::which}, {Role::subject, Subject::kernel}, {Role::per, Dimension::family}}},
    {"hot kernel",
     {{Role::subject, Subject::kernel}, {Role::pick, Pick::most}, {Role::key, Measure::time}, {Role::grouped}}},
    {"when|at what point|at which point|what moment|at what moment|time at which|moment at which|timestamp at which|at what time|at which time|when do|"
     "at what timestamp|at which timestamp|what time",
     {{Role::question, Lead::when}}},
    {"start|begin|started|began|starting|beginning|begun",
     {{Role::starting}}},
    {"why|what cause|cause|caused by|caused|what causes|due to what|its cause|and cause|reason|how come|what make|what keep",
     {{Role::question, Lead::why}}},
    {"what is the cpu doing while the gpu is idle|what does the cpu do while the gpu is idle|"
     "what does the host do while the gpu is idle|what is the host doing while the gpu is idle|"
     "what does the host do in the gap|what does the host do during the gap|what is the host doing in the gap|"
     "what does the cpu do in the gap|what is the cpu doing in the gap|what is the cpu doing during the gap|"
     "what is the host doing during the gap|what happen in the gap|what happen during the gap|what keep the gpu waiting|"
     "what is the gpu waiting for|what does the gpu wait for|what do the gpu wait for|what is the gpu waiting on",
     {{Role::question, Lead::why}, {Role::measure, Measure::idle}}},
    {"name of|what is it called|what it is called|what it called|what are they called",
     {{Role::question, Lead::name_of}}},
    {"timestamp of|timestamp|start timestamp|start time|begin time|start of|start time of|beginning of|"
     "begin time of|start timestamp of",
     {{Role::question, Lead::start_of}}},
    {"value of",
     {{Role::question, Lead::value_of}}},
    {"average number of|mean number of",
     {{Role::question, Lead::how_many}, {Role::statistic, Statistic::mean}}},
    {"time|duration|long|short|length|runtime|run time|execution time|elapsed time|gpu time|elapsed|"
     "time on the gpu|gpu duration|time spent|device time|time on gpu|duration of|of the time|of time|of its time|of the total time|"
     "of the gpu time|of the whole time|of gpu time|of total time|kernel's time",
     {{Role::measure, Measure::time}}},
    {"kernel|cuda kernel|gpu kernel|kernel launch|kernel execution|kernel run|kernel invocation|"
     "kernel instance|kernel call",
     {{Role::subject, Subject::kernel}}},
    {"sent|copy|memcpy|memory copy|memcopy|transfer|memory transfer|data transfer|memory copy operation|"
     "memcpy operation|copied|transferred|copy operation|moved|data movement",
     {{Role::subject, Subject::copy}}},
    {"memset|memory set|memory fill|memset operation|fill operation",
     {{Role::subject, Subject::memset}}},
    {"gpu operation|operation|gpu op|gpu activity|device operation|device activity|gpu event",
     {{Role::subject, Subject::operation}}},
    {"gap|idle gap|bubble|idle period|idle stretch|idle interval|gpu gap|hole|gpu idle gap|"
     "gpu idle period|idle span|period of idle|gpu bubble|pause|"
     "stretch of idle time|idle time stretch|stretch of idleness|stretch of idle|stall of the gpu|"
     "lull|gap between consecutive operation|gap between successive operation|"
     "gap between back to back operation|gap between adjacent operation|gap between operation|"
     "idle time between consecutive operation|idle gap between consecutive operation|"
     "idle gap between operation",
     {{Role::subject, Subject::gap}}},
    {"how long after its launch do a kernel start|how long after its launch does a kernel start|"
     "how long after launch do a kernel start|how long after launch does a kernel start|"
     "how long after their launch do kernel start|how long after the launch does a kernel start|"
     "how long after the launch does the kernel start|how long after launch do kernel start",
     {{Role::question, Lead::how_long}, {Role::subject, Subject::kernel}, {Role::measure, Measure::latency}}},
    {"cuda graph launch|graph launch|cuda graph was launched|launch of cuda graph|launch of a cuda graph|"
     "launch of the cuda graph|graph launch call|cuda graph launch call|cuda graph launched|"
     "a cuda graph was launched|time a cuda graph was launched",
     {{Role::subject, Subject::call}, {Role::name, "GraphLaunch"}}},
    {"nvtx range|range|nvtx|nvtx region|annotation|nvtx annotation|push pop range|nvtx label|label|"
     "region|nvtx section|stage|phase",
     {{Role::subject, Subject::range}}},
    {"mark|nvtx mark|nvtx marker|marker",
     {{Role::subject, Subject::mark}}},
    {"cuda calling|calling cuda|call cuda|api call|cuda call|cuda api function|runtime function|cuda runtime function|call|cuda api call|"
     "runtime call|driver call|cuda api|api|api function|cuda function|cuda runtime call|"
     "runtime api call|cuda runtime api call|host api call|allocated",
     {{Role::subject, Subject::call}}},
    {"failed|failing|fail|failed call|failing call|api error|cuda error|error|unsuccessful|unsuccessful call|"
     "failed cuda call|failed api call|call that failed|return an error|returned an error|api call error|"
     "cuda api error|failure|api failure|cuda call error|runtime error",
     {{Role::subject, Subject::call}, {Role::calls, CallClass::failed}}},
    {"nonzero return|nonzero return call|nonzero return value|nonzero return code|nonzero result|nonzero status|"
     "non zero return|non zero return value|non zero return code|non zero status",
     {{Role::subject, Subject::call}, {Role::calls, CallClass::nonzero_return}}},
    {"launch|launch call|kernel launch call|launch api call|kernel launch api call|launch api|"
     "launching call|launching|launching kernel",
     {{Role::subject, Subject::call}, {Role::calls, CallClass::launch}}},
    {"synchronization|synchronisation|sync|sync call|synchronization call|synchronisation call|"
     "synchronize|synchronise|synchronizing|synchronising|synchronization api call|sync api call|"
     "blocking sync|blocking synchronization|synchronization api|waiting for the gpu|wait for the gpu|waits for the gpu|"
     "waiting on the gpu|wait on the gpu|blocked on the gpu|blocked waiting for the gpu|waiting for the device|"
     "wait for the device|synced|"
     "blocked in synchronization",
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
     "os runtime|os event|os runtime event|"
     "osrt|osrt function|osrt call|osrt event|osrt api|libc call",
     {{Role::subject, Subject::os_call}}},
    {"cpu sample|sampled cpu backtrace|cpu backtrace|sampled call stack|cpu sampling sample|sampled cpu stack|"
     "sample of the cpu|ip sample|call stack sample|cpu call stack",
     {{Role::subject, Subject::sample}}},
    {"switch onto a core|context switch|switch onto a cpu|scheduling event|sched event|schedule event|"
     "sched in event|scheduled in|switched in|scheduled onto a cpu|scheduled onto a core|scheduled on a cpu|"
     "thread switch|cpu context switch|thread scheduling event|switch in event|schedule in event",
     {{Role::subject, Subject::schedule}}},
    {"profiler overhead event|profiler overhead|overhead event|cuda overhead event|profiling overhead|"
     "overhead does the profiler add|overhead did the profiler add|overhead of the profiler|overhead of profiling|tracing overhead|cupti overhead|overhead of tracing|cuda overhead",
     {{Role::subject, Subject::overhead}}},
    {"mpi call|mpi function|mpi|mpi event|mpi operation",
     {{Role::subject, Subject::mpi_call}}},
    {"cuda graph|graph",
     {{Role::subject, Subject::graph}}},
    {"iteration|step|training step|train step|training iteration",
     {{Role::subject, Subject::iteration}}},
    {"share one card|share one gpu|share the gpu|share a gpu|share a card|share the card|share the same gpu|"
     "of the two device|of the two gpu|gpu|device|cuda device|card|accelerator",
     {{Role::subject, Subject::gpu}}},
    {"stream|cuda stream",
     {{Role::subject, Subject::stream}}},
    {"process|program|rank|mpi rank|mpi process",
     {{Role::subject, Subject::process}}},
    {"thread|cpu thread|host thread",
     {{Role::subject, Subject::thread}}},
    {"capture|profile|trace|recording|whole run|profiling|the profiling|profiling session|session",
     {{Role::subject, Subject::capture}}},
    {"collective|nccl kernel|communication kernel|comm kernel|nccl operation|nccl collective|"
     "collective kernel|collective operation|nccl call|collective communication kernel",
     {{Role::subject, Subject::kernel}, {Role::family, "communication"}}},
    {"family|kernel family|kind of kernel|category|kernel category|category of kernel|kind of work|"
     "type of kernel|kernel type|family of kernel|class of kernel|per family|by family|by kernel family|"
     "per kernel family|for each family|each family",
     {{Role::per, Dimension::family}}},
    {"library|kernel library|per library|by library|for each library|each library",
     {{Role::per, Dimension::library}}},
    {"direction|copy kind|copy direction|copy type|kind of copy|type of copy|kind of transfer|"
     "transfer direction|transfer kind|direction of copy|per direction|by direction|by kind|"
     "for each direction|each direction|per kind|for each kind",
     {{Role::per, Dimension::direction}}},
    {"kernel time|kernel duration|kernel gpu time|kernel execution time|time in kernel|time of kernel|"
     "kernel runtime|time spent in kernel",
     {{Role::subject, Subject::kernel}, {Role::measure, Measure::time}}},
    {"copy time|transfer time|memcpy time|copy duration|transfer duration|memcpy duration|"
     "time spent copying|time copying",
     {{Role::subject, Subject::copy}, {Role::measure, Measure::time}}},
    {"byte|data|data volume|volume|volume of data|traffic|size|gigabyte|megabyte|kilobyte|gb|mb|"
     "amount of data|byte of|data size|bytes of",
     {{Role::measure, Measure::bytes}}},
    {"byte per second|gb per second|bandwidth|throughput|speed|data rate|gb/s|average speed|"
     "effective bandwidth|achieved bandwidth|fast|average bandwidth|"
     "how many gb/s|how many gigabytes per second|gigabyte per second",
     {{Role::measure, Measure::bandwidth}}},
    {"transfer rate|transfer speed|copy bandwidth|copy throughput|memcpy throughput|memcpy bandwidth|transfer bandwidth|"
     "transfer throughput|copy speed|memcpy speed",
     {{Role::measure, Measure::bandwidth}, {Role::subject, Subject::copy}}},
    {"interval between start|interval between the start|interval between consecutive start|"
     "interval between successive start|interval between the start of consecutive|interval between start of|"
     "interval between start of consecutive|interval between the start of successive|"
     "interval between start of successive|interval between consecutive start of|"
     "interval between successive start of|interval between the consecutive start of|"
     "time between start|time between the start|time between consecutive start|time between successive start|"
     "time between consecutive start of|time between successive start of|time between start of consecutive|"
     "time between start of successive|time between the start of consecutive|"
     "time between the start of successive|distance between consecutive start|distance between start|"
     "spacing between start|spacing between consecutive start|spacing of start|start to start|"
     "start to start time|start to start interval|start to start distance|from start to start|"
     "start to start period|from one start to the next|time from one start to the next|"
     "time from start to start|time from start to next start|from start to next start|"
     "time between two start|time between two consecutive start|inter start time|start interval|"
     "start spacing|start to next start|start to next start time",
     {{Role::measure, Measure::period}}},
    {"time from end to next start", {{Role::measure, Measure::spacing}}},
    {"rate",
     {{Role::measure, Measure::rate}}},
    {"per second|per sec|a second|each second|every second|rate per second",
     {{Role::measure, Measure::rate}}},
    {"kernel rate|kernel launch rate",
     {{Role::subject, Subject::kernel}, {Role::measure, Measure::rate}}},
    {"launch rate",
     {{Role::subject, Subject::call}, {Role::calls, CallClass::launch}, {Role::measure, Measure::rate}}},
    {"call rate|api call rate",
     {{Role::subject, Subject::call}, {Role::measure, Measure::rate}}},
    {"kernel run most|kernel run the most|kernel ran most|kernel run most often|kernel ran the most|kernel ran most often|kernel ran the most often",
     {{Role::subject, Subject::kernel}, {Role::pick, Pick::most}, {Role::key, Measure::count}, {Role::grouped}}},
    {"end|finish|finished|ended|stop|stopped|end time|end of",
     {{Role::measure, Measure::end}}},
    {"call start to kernel start|launch call start to kernel start|"
     "from launch call start to kernel start|from call start to kernel start|"
     "from the start of the launch call to the start of the kernel|"
     "delay between begin of the launch call and begin of the kernel|"
     "delay between beginning of the launch call and begin of its kernel|launch latency|launch delay|"
     "launch to start latency|kernel launch latency|launch to start time|latency from launch to start|"
     "latency between launch and start|launch to execution latency|delay between launch and start|"
     "launch to start delay|time from launch to start|launch to kernel start latency|start latency|launch to kernel start|"
     "launch to execution|launch to execution delay|launch to run latency",
     {{Role::measure, Measure::latency}}},
    {"queue time|queueing time|queuing time|queue delay|queued|time in the queue|queueing delay|queue|"
     "waiting in the queue|wait in the queue|wait in queue|queue latency|queuing|queueing|queue wait",
     {{Role::measure, Measure::queue}}},
    {"register|register count|register count per thread|register per thread|registers per thread",
     {{Role::measure, Measure::registers}}},
    {"grid|grid block|block|thread block|grid size|cta|block of the grid|number of block",
     {{Role::measure, Measure::blocks}}},
    {"thread per block|thread are in one block|thread in a block|thread in one block|block size|"
     "threads per block",
     {{Role::measure, Measure::block_threads}}},
    {"thread of the grid|threads of the grid|thread per grid|thread in the grid|"
     "thread of its grid|thread per launch",
     {{Role::measure, Measure::grid_threads}}},
    {"dynamic shared memory|dynamic smem|dynamic shared mem|dynamic shared memory per block|dynamic shared byte",
     {{Role::measure, Measure::dynamic_shared_memory}}},
    {"static shared memory|static smem|static shared mem|static shared memory per block|static shared byte",
     {{Role::measure, Measure::static_shared_memory}}},
    {"shared memory|shared memory per block|smem",
     {{Role::measure, Measure::shared_memory}}},
    {"working|busy|busy time|do something|have something to do|doing something|did anything|doing anything|"
     "did something|doing work|any work running|really working|gpu utilization|gpu utilisation|"
     "utilization|utilisation|active|busy doing anything|active time|gpu busy time|occupied|keep busy|"
     "kept busy|gpu busy|gpu active time|utilized|utilised|well utilized|well used|"
     "has an operation running|have an operation running|has an operation running on it|"
     "have an operation running on it|an operation running|anything running|do anything|"
     "have anything running|something running|had something running|has something running|crunching|"
     "working hard|at work|has anything running|has anything running on it|utilisation rate|"
     "utilization rate",
     {{Role::measure, Measure::busy}}},
    {"idle|idle time|idling|unused|doing nothing|gpu idle time|gpu idle|inactive|idleness|sit idle|"
     "sat idle|stand still|nothing ran|nothing was running|nothing running|not busy|not doing anything|"
     "starving|starved|starve|starvation|do nothing|does nothing|did nothing|twiddle its thumb|"
     "twiddling its thumb|twiddle thumb|twiddled its thumb|neither has anything running|"
     "neither has anything running on it|nothing on it|nothing is running|without work|"
     "without any work|out of work|twiddle|waiting for work|have nothing to do|has nothing to do|"
     "had nothing to do|dead time",
     {{Role::measure, Measure::idle}}},
    {"gpu span|active span|from first to last operation|span",
     {{Role::measure, Measure::span}}},
    {"union of its operation|union of all operation|union of its gpu operation|union of all its operation|"
     "union of its kernel copy and memset|union of all its kernel copy and memset|"
     "union of kernel copy and memset",
     {{Role::measure, Measure::busy}}},
    {"compute union time|compute union|time with at least one compute kernel running",
     {{Role::measure, Measure::compute}}},
    {"union of kernel|union of all kernel|union of its kernel|at least one kernel was running|"
     "busy with kernel alone|kernel only busy time|kernel busy time union|time in which a kernel run|"
     "kernel busy time union of kernel|busy time union of kernel|kernel only busy time union",
     {{Role::measure, Measure::kernel_busy}}},
    {"time with a kernel running|kernel busy|kernel busy time|at least one kernel running|"
     "any kernel running|busy with kernel|running kernel|at least one kernel ran|kernel utilization|"
     "kernel utilisation|executing kernel|time in which a kernel ran|kernel union|kernel active|"
     "with kernel alone|with kernel only|with kernel alone running|only kernel running",
     {{Role::measure, Measure::kernel_busy}}},
    {"other kernel|other work|the other kernel",
     {{Role::measure, Measure::compute}}},
    {"compute time|computation|computing|computation time|busy computing",
     {{Role::measure, Measure::compute}}},
    {"communication|communication time|communicating|communicate|comm|comm time|busy communicating",
     {{Role::measure, Measure::communication}}},
    {"overlap|overlapped|overlapping|hidden|hide|overlap with compute|overlapped with compute|"
     "overlapping with compute|hidden behind compute|overlapped by compute|hidden by compute|"
     "hidden behind computation|overlapped with computation|overlapping with computation|"
     "run concurrently with compute|run at the same time as compute|overlap with computation|"
     "run in parallel with compute|concurrent with compute|concurrently|simultaneously|in parallel|at the same time|"
     "concurrent|hidden behind|hide behind|behind|in the shadow of|overlap with|overlapped with|overlapped by|"
     "overlapping with|in parallel with|concurrent with|concurrently with|simultaneously with|"
     "at the same time as|parallel to|in parallel to|hidden by|hidden under",
     {{Role::measure, Measure::overlap}}},
    {"compute communication overlap|communication compute overlap|overlap of communication with compute|"
     "overlap between communication and compute|overlap between compute and communication|"
     "overlap of compute and communication",
     {{Role::measure, Measure::overlap}, {Role::measure, Measure::communication}}},
    {"exposed|exposed communication|not overlapped|not hidden|exposed communication time|unhidden|"
     "not overlapped with compute|not hidden by compute|not overlapped by compute|"
     "not hidden behind compute|unoverlapped|exposed nccl|exposed nccl time|non overlapped|not overlapped with|"
     "not hidden behind|not overlap|not overlapping|not overlapping with|without overlap|not concurrent with",
     {{Role::measure, Measure::exposed}}},
    {"overlap of copy with kernel|overlap of copy with compute|overlap of kernel with copy|copy kernel overlap|"
     "copy compute overlap|compute copy overlap|kernel copy overlap|memcpy kernel overlap|memcpy compute overlap|"
     "overlap of memcpy with kernel|overlap between copy and kernel|overlap between kernel and copy|"
     "overlap between copy and compute|overlap between compute and copy|overlap of copy and kernel|"
     "overlap of kernel and copy|overlap of copy and compute|overlap between memcpy and kernel|"
     "overlap of compute and copy",
     {{Role::measure, Measure::copy_overlap}}},
    {"exposed copying time|exposed copy time|exposed memcpy time|exposed transfer time|exposed copy|exposed memcpy|"
     "exposed transfer|unhidden copy time|unoverlapped copy time|non overlapped copy time|exposed copying",
     {{Role::measure, Measure::copy_exposed}}},
    {"copy engine utilization|copy engine utilisation|copy utilization|copy utilisation",
     {{Role::measure, Measure::copying}, {Role::share}}},
    {"copying|copying time|busy copying|busy with copy|copy engine busy|copying data|"
     "memcpy in flight|copy in flight|a memcpy in flight|a copy in flight|copy running|"
     "memcpy running",
     {{Role::measure, Measure::copying}}},
    {"gpu model|gpu called|model|gpu name|gpu type|kind of gpu|hardware|type of gpu|model of gpu|"
     "gpu hardware|name of the gpu|model of the gpu|what gpu|gpu model of gpu",
     {{Role::measure, Measure::model}}},
    {"what card|which card|on what card|on which card|graphic card|what graphic card|which graphic card|"
     "what card is it|card model|what gpu is it|which gpu is it",
     {{Role::measure, Measure::model}, {Role::subject, Subject::gpu}}},
    {"sm|streaming multiprocessor|multiprocessor|sm count|sm of gpu|number of sm",
     {{Role::measure, Measure::multiprocessors}}},
    {"gpu memory|device memory|vram|memory size|memory capacity|hbm|memory of the gpu|total memory|"
     "gpu memory of gpu|memory|gpu memory size|gpu memory capacity",
     {{Role::measure, Measure::memory}}},
    {"memory bandwidth|peak bandwidth|peak memory bandwidth|hbm bandwidth|dram bandwidth|"
     "theoretical bandwidth|theoretical memory bandwidth|gpu memory bandwidth|peak dram bandwidth|"
     "dram bandwidth of the gpu|theoretical peak bandwidth|peak bandwidth of gpu",
     {{Role::measure, Measure::peak_bandwidth}}},
    {"compute capability|cuda capability|capability|sm version|sm architecture|sm arch|compute version|gpu architecture version|cc|"
     "compute capability of gpu",
     {{Role::measure, Measure::capability}}},
    {"l2 cache|l2 cache size|size of the l2 cache|l2 size|l2|l2 cache capacity|last level cache",
     {{Role::measure, Measure::l2_cache}}},
    {"gpu clock|gpu clock rate|clock rate|clock speed|clock frequency|sm clock|core clock|boost clock|"
     "max clock|maximum clock|maximum clock rate|max clock rate|highest clock rate|gpu clock speed|"
     "gpu frequency|gpu clock frequency|clock rate of the gpu|sm clock rate|maximum clock frequency",
     {{Role::measure, Measure::gpu_clock}}},
    {"pci bus id|pci bus|bus id|pci address|pci bus address|bus location|pcie address|pci id|pcie bus id|"
     "pci location|pci bus location|bus address",
     {{Role::measure, Measure::bus}}},
    {"gpu uuid|uuid",
     {{Role::measure, Measure::uuid}}},
    {"driver version|nvidia driver version|version of the driver|version of the nvidia driver|"
     "gpu driver version|driver|nvidia driver|gpu driver|graphics driver|graphic driver|"
     "graphics driver version|display driver version|version of nvidia driver|driver release",
     {{Role::measure, Measure::driver}}},
    {"cuda version|version of cuda|cuda driver version|cuda driver api version|cuda release|"
     "version of the cuda driver|cuda version the driver support|cuda version do the driver support|"
     "cuda version does the driver support",
     {{Role::measure, Measure::cuda_version}}},
    {"cpu core|core of the cpu|logical cpu|processor core|logical core|cpu core count|host core|"
     "number of cpu core|host cpu core|hardware thread",
     {{Role::measure, Measure::cpu_cores}}},
    {"cpu model|cpu name|processor model|which cpu|what cpu|cpu type|what processor|which processor|"
     "kind of cpu|type of cpu|model of the cpu|host cpu|host processor|cpu description|what kind of cpu|"
     "what kind of processor|host cpu model|name of the cpu|model of cpu|processor|processor name|"
     "type of processor|kind of processor|what type of cpu|what type of processor",
     {{Role::measure, Measure::cpu_model}}},
    {"cpu clock|cpu clock rate|cpu clock speed|cpu frequency|cpu speed|cpu clock frequency|cpu max frequency",
     {{Role::measure, Measure::cpu_clock}}},
    {"host name|hostname|name of the host|name of the machine|machine name|which host|what host|"
     "which machine|what machine|node name|which node|what node|name of the node|name of the server|"
     "server name|which server|what server|name of the computer|which computer",
     {{Role::measure, Measure::host_name}}},
    {"operating system|os version|linux version|distro|linux distribution|"
     "operating system version|os name|name of the operating system|name of the os|os|linux distro|"
     "which linux|what linux|linux release|host os",
     {{Role::measure, Measure::system}}},
    {"recording time|duration of the recording|recording duration|length of the recording|duration of the profiling session|"
     "profiling session duration|session duration|duration of the session|length of the session|"
     "length of the profiling session",
     {{Role::measure, Measure::recording}}},
    {"nsys version|version of nsys|version of nsight|nsight version|nsight systems version|"
     "version of nsight systems|profiler version|version of the profiler|version of nsight system",
     {{Role::measure, Measure::nsys_version}}},
    {"mfu|model flop utilization|model flop utilisation|model flops utilization",
     {{Role::measure, Measure::mfu}}},
};
// clang-format on

}  // namespace

std::span<const LexiconRow> words_of_things() { return kThings; }

}  // namespace nsys_ai::inline agent
