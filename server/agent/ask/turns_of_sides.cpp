// Turns of phrase of speeds, sizes, hardware, and of what runs beside what.
#include "agent/ask/paraphrase_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
constexpr Turn kSides[] = {
    // ---- speeds
    {R"(\b(?:if )?(?:when )?i divide the bytes of all (.+?) copies( on (?:gpu|device) \d+|) by (?:their summed duration|the time that these copies took), how many gb/s do i get\s*\?*$)", "bandwidth of $1 copies$2"},
    {R"(,? (?:that is |taking |dividing |i\.e\.?,? |computed as |as )?(?:the )?(?:total|summed|all(?: of)?|sum of)?(?: of)?(?: their| the)? (?:htod |dtoh )?bytes (?:divided by|over|set against|by|summed over) (?:the |their |all (?:of )?(?:their )?)?(?:total|summed|sum of|time|htod|copy)?(?: (?:htod|dtoh|copy))*(?: (?:time|duration|durations|summed|copy))*(?=\s*[,?.]|\s*$))", ""},
    {R"(\s*\((?:total bytes over summed duration|sum bytes / sum time|all bytes over all (?:copy )?time|total bytes over summed copy duration),?\s*\))", ""},
    {R"(,? if all htod bytes are set against the summed duration of those copies\b)", ""},
    {R"(,? bytes summed over time summed\b)", ""},
    {R"(^compute (htod|dtoh|d2d|dtod|h2d|d2h)( bandwidth)? ?(?:gb/s)? ?(?:on )?(gpu|device) (\d+)\s*$)", "bandwidth of $1 copies on GPU $4"},
    {R"(^(gpu|device) ?(\d+) (htod|dtoh|d2d|dtod|h2d|d2h) (?:gb/s|bandwidth)(?: \([^)]*\))?\s*$)", "bandwidth of $3 copies on GPU $2"},
    {R"(,? sum (?:of )?bytes / sum (?:of )?(?:duration|time)s?\b)", ""},
    {R"(\b(?:copies|memcpys) from device memory to device memory\b)", "D2D copies"},
    {R"(\bhow fast (?:were|are) (?:the )?(.+?),? in gb/s\b,?)", "bandwidth of $1"},
    {R"(\b(?:the )?upload (?:rate|throughput|speed) of (gpu|device) (\d+)(?:, meaning [^?]*)?)", "bandwidth of H2D copies on GPU $2"},
    {R"(\b(?:sum|add up) the sizes of (?:every|all) (\w+) (?:memcpys?|copies|copy))", "total bytes of $1 copies"},
    {R"(^bytes per (?:unit of )?time (?:for|of) the )", "bandwidth of the "},
    {R"(\bhow many bytes went from the device back to the host\b)", "total bytes of D2H copies"},
    {R"(\buploads to (gpu|device) (\d+))", "H2D copies on GPU $2"},
    {R"(\b(?:uploading the inputs|downloading the result)\b)", "copying"},
    {R"(^at what rate, in gb/s, did the \w+ get copied back from the gpu to the host\s*\?*$)", "bandwidth of D2H copies"},
    {R"(^at how many gb/s was data copied from the host to (gpu \d+|device \d+)\s*\?*$)", "bandwidth of H2D copies on $1"},
    {R"(^at how many gb/s was the \w+ copied back from the gpu to the host\s*\?*$)", "bandwidth of D2H copies"},
    // ---- amounts
    {R"(\bhow many bytes were copied directly from gpu to gpu(?: \(peer to peer\))?)", "total bytes of peer-to-peer copies"},
    {R"(\bhow much data (?:came|comes|was transferred|was brought) back from the gpu(?: to the host)?(?:, in bytes)?)", "total bytes of D2H copies"},
    {R"(^what volume of (htod|dtoh|h2d|d2h|d2d|dtod) copies, in bytes, did (?:the )?(process \d+) produce\s*\?*$)", "total bytes of $1 copies of $2"},
    {R"(^for (?:the )?(process \d+), (total bytes of d2h copies)\s*\?*$)", "$2 of $1"},
    {R"(^(?:what amount of|how much) data was transferred from the host to (gpu \d+|device \d+)(?:, counting every host-to-device copy)?\s*\?*$)", "total bytes of H2D copies on $1"},
    {R"(\bhow much data did (?:the two gpus together|both gpus)(?: together)? copy from device memory to device memory\b)", "total bytes of D2D copies"},
    {R"(\bhow much data did (gpu \d+|device \d+) copy device to device(?: altogether)?)", "total bytes of D2D copies on $1"},
    {R"(\bhow often was data copied directly from one gpu to the other\b)", "number of peer-to-peer copies"},
    {R"(^is there any p2p traffic, that is, how many peer memcpys does the profile hold\s*\?*$)", "number of peer-to-peer copies"},
    {R"(\b(?:have|had|with|came out of|come out of) (pinned|pageable)(?: host)? (?:memory )?(?:as (?:their|its) )?source(?: memory)?\b)", "from $1 memory"},
    {R"(\bcame out of (pinned|pageable) memory\b)", "from $1 memory"},
    {R"(\b(?:how many bytes|what amount) of dynamic shared memory does (?:the )?(\S+)(?: kernel)? (?:use|ask for)\b)", "dynamic shared memory of $1"},
    {R"(\bdynamic shared memory bytes(?: per block)?)", "dynamic shared memory"},
    {R"(\bregisters the compiler gave (\S+))", "registers of $1"},
    {R"(\bhow much dynamic shared memory does (\S+) use per block\b)", "dynamic shared memory of $1"},
    {R"(\b(?:what is )?the dynamic shared memory of the (\S+ kernel) in bytes\b)", "dynamic shared memory of $1"},
    // ---- threads and blocks of a launch
    {R"(\bwhat (?:is the )?block size,? (?:was (\S+) launched with|with which (?:the )?(.+?) (?:kernels )?were launched)\s*\?*$)", "threads per block of $1$2"},
    {R"(\bhow many threads per block does (\S+) use in all\b)", "threads per block of $1"},
    {R"(^(?:how many )?(?:gpu )?threads (?:in total )?(?:does|do) (?:the |each |one )?(\S+) launch (?:start|create|have)(?: in total)?(?: \(blocks times threads per block\))?\s*\?*$)", "threads of the grid of $1"},
    {R"(^(?:blocks times threads per block: )?how many threads does one launch of (?:the )?(\S+)(?: kernel)? have\s*\?*$)", "threads of the grid of $1"},
    {R"(^multiply grid size by block size of (\S+)\s*$)", "threads of the grid of $1"},
    {R"(^(\S+) total number of gpu threads in the grid\s*$)", "threads of the grid of $1"},
    {R"(^whose grid, measured as [^,]+, is the largest among the kernels\s*\?*$)", "which kernel has the most blocks"},
    {R"(^(kernel with most blocks) per launch\s*$)", "$1"},
    {R"(\bhow many blocks (?:were launched altogether for the kernel |does |were launched for )(\S+?),?(?: have)?\s*\?*$)", "number of blocks of the grid of $1"},
    {R"(^multiplying all its grid dimensions, how many blocks does (\S+) launch\s*\?*$)", "number of blocks of the grid of $1"},
    {R"(\bhow many CTAs in total does the (\S+)(?: kernel)? launch with\b)", "number of blocks of the grid of $1"},
    {R"(^block size(?: \([^)]*\))? of (\S+) is\s*\?*$)", "threads per block of $1"},
    {R"(\bhow many registers does each thread of (?:the )?(.+?) use\b)", "registers of $1"},
    // ---- flash attention
    {R"(\bflash[- ]?attention forward(?: pass)?(?: (kernels?))?)", "flash_fwd $1"},
    // ---- hardware
    {R"(^(?:what|which) (?:is the )?(?:version (?:of|is) the )?(?:nvidia |cuda |gpu )?driver(?: version)?(?: (?:did|does|do|was|is) (?:this|the) (?:system|machine|gpu|box|node|run) (?:run|use|have|using))?(?: on the machine where this was recorded)?(?: was the gpu using)?\s*\?*$)", "NVIDIA driver version"},
    {R"(^NVIDIA driver version\s*$)", "driver version"},
    {R"(\bwhich (?:graphics card|gpus?) did this run use(?:, by its full name)?\s*\?*$)", "what is the GPU model"},
    {R"(^(?:what is the name of the gpu)\s*\?*$)", "what is the GPU model"},
    {R"(\bwhat number of gpus is listed for this (?:node|machine|box)\b)", "how many GPUs does the machine have"},
    {R"(^gpu memory size(?: bytes)?\s*$)", "GPU memory"},
    // ---- streams
    {R"(^kernel stream id\s*$)", "which stream has the most kernels"},
    // ---- at once
    {R"(\b(?:how much of the |for how much time does an |how long are an? |for how long were an? )?nccl (?:time|kernels?)(?: execute| ran| running)?( on (?:gpu|device) \d+|) (?:ran )?(?:at the same (?:moment|time) as|concurrently with|together with|beside) (?:any |an? )?(?:kernel that is not nccl|non-nccl kernel)s?)", "overlap of NCCL with compute$1"},
    {R"(^(?:for how (?:long|much time)|how long|so for how long) (overlap of NCCL))", "$1"},
    {R"(^(?:on (?:gpu|device) (\d+), )?(?:for how (?:long|much time) )?(?:does an )?(overlap of NCCL with compute)\s*\?*$)", "$2 on GPU $1"},
    {R"(^for how long do nccl kernels on (?:gpu|device) (\d+) run at the same time as non-nccl kernels on that gpu\s*\?*$)", "overlap of NCCL with compute on GPU $1"},
    {R"(^(?:gpu|device) (\d+) comm(?:unication)? ?/ ?compute overlap time(?: \([^)]*\))?\s*$)", "overlap of NCCL with compute on GPU $1"},
    {R"(^(?:for how long do )?(?:memcpys|copies|memory copies) and kernels run at the same time on the gpu(?:, processes taken together)?\s*\?*$)", "time in which copies and kernels run at the same time"},
    {R"(^intersect the copying time with the time with a kernel running\s*$)", "time in which copies and kernels run at the same time"},
    {R"(^(?:memcpy|copy) ?/ ?kernel concurrency time\s*$)", "time in which copies and kernels run at the same time"},
    {R"(^(?:gpu|device) (\d+) stream (\d+) vs stream (\d+) kernel overlap time\s*$)", "time in which kernels on stream $2 on GPU $1 and kernels on stream $3 on GPU $1 run at the same time"},
    {R"(\b(?:for how long in total does |how much |for how long does )?nccl (?:run|time)( on (?:gpu|device) \d+|) (?:with|has|having) no (?:non-nccl|other|compute) kernels? running(?: at the same (?:moment|time)| next to it| beside it)?)", "exposed communication$1"},
    {R"(\bhow much time are a memcpy and a kernel (?:actually )?(?:concurrent|both running))", "time in which copies and kernels run at the same time"},
    {R"(^nccl ?/ ?compute kernel overlap time, (gpu|device) (\d+)\s*$)", "overlap of NCCL with compute on GPU $2"},
    {R"(^(?:memcpy|copy|kernel)s? ?/ ?(?:memcpy|copy|kernel)s? overlap time(?: on the gpu)?\s*$)", "time in which copies and kernels run at the same time"},
    {R"(^overlap of (?:kernel|copy|memcpy) with (?:kernel|copy|memcpy) time(?: on the gpu)?\s*$)", "time in which copies and kernels run at the same time"},
    {R"(^(?:for how (?:long|much time) (?:did|do|is)|how long do|how much time (?:do|did)) (?:memory )?(?:copies|memcpys|kernels) (?:and|run concurrently with) (?:kernels|copies)(?: overlap)? on the gpu\s*\?*$)", "time in which copies and kernels run at the same time"},
    {R"(^for how (?:long|much time) is at least one kernel executing concurrently with at least one memory copy on the gpu\s*\?*$)", "time in which copies and kernels run at the same time"},
    {R"(^how much copy time is hidden behind kernels on this card\b.*$)", "time in which copies and kernels run at the same time"},
    {R"(^(?:process |pid )(\d+) gpu ?(\d+): overlap time of kernels stream (\d+) vs (?:stream )?(\d+)\s*$)", "time in which kernels on stream $3 of process $1 on GPU $2 and kernels on stream $4 of process $1 on GPU $2 run at the same time"},
    {R"(^how much time did streams? (\d+) and (?:stream )?(\d+) on (?:gpu|device) (\d+) have kernels running side by side(?: in (process \d+))?\s*\?*$)", "time in which kernels on stream $1 on GPU $3 and kernels on stream $2 on GPU $3 run at the same time"},
    {R"(\boverlap between stream (\d+)'s kernels and stream (\d+)'s on (?:gpu|device) (\d+))", "time in which kernels on stream $1 on GPU $3 and kernels on stream $2 on GPU $3 run at the same time"},
    {R"(^([A-Za-z]\w*_\w+) / ([A-Za-z]\w*_\w+) overlap time, (gpu|device) (\d+)\s*$)", "time in which $1 on GPU $4 and $2 on GPU $4 run at the same time"},
    // ---- from one to the other
    {R"(\binterval between starts of the (\S+) ranges of (\S+) and (\S+)\b)", "time from the start of $1 of $2 to the start of $1 of $3"},
    {R"(\b(?:start-to-start interval between|interval between starts of) the (\S+) and (\S+) (\S+) (?:nvtx )?ranges of (?:pid|process) (\d+))", "time from the start of $3 of $1 of process $4 to the start of $3 of $2 of process $4"},
    {R"(^(?:how long is the )?(?:idle time|pause|gap)(?: on (gpu \d+|device \d+))? between its (?:two kernels|first kernel and its second)\s*\?*$)", "time from the end of the first kernel on $1 to the start of the second kernel on $1"},
    {R"(^there are two kernels\. how long after the first one finished did the second one start\s*\?*$)", "time from the end of the first kernel to the start of the second kernel"},
    {R"(\b(?:interval |time )?between the end of the first and the start of the second (kernel|copy)\b)", "time from the end of the first $1 to the start of the second $1"},
    {R"(^what is the length of the (?=time from))", ""},
    {R"(\bhow long (?:was|is) the (?:gpu idle|gap|break|pause)(?: on the gpu)? (?:between|from) (?:the end of the first kernel and the start of the second|when the first kernel finishes to when the second one begins)\s*\?*$)", "time from the end of the first kernel to the start of the second kernel"},
    {R"(^(?:how long (?:was|is) the |what is the )?(?:break|gap|idle time|pause) (?:between|separating) (?:the )?(?:two |2 )?kernels(?: of|,| on)? ?(?:the )?((?:gpu|device)(?: \d+)?|)\s*\?*$)", "time from the end of the first kernel to the start of the second kernel on $1"},
    {R"( on (?:gpu|device|)\s*$)", ""},
    {R"(^gap between the (?:2|two) kernels, end to start\s*\?*$)", "time from the end of the first kernel to the start of the second kernel"},
    {R"(^after the kernel has finished, how long does it take until the copy back to the host begins(?: on the gpu)?\s*\?*$)", "time from the end of the last kernel to the start of the first D2H copy"},
    {R"(^gap kernel (?:number )?1 end (?:->|to) kernel (?:number )?2 start\s*$)", "time from the end of the first kernel to the start of the second kernel"},
    {R"(^gap kernel end (?:->|to) (dtoh|htod) start\s*$)", "time from the end of the last kernel to the start of the first $1 copy"},
    {R"(\b(median|average|mean) time from the start of one (\S+) range to the start of the next\b)", "$1 interval between starts of $2"},
    {R"(^(median|average|mean) (\w+)-start to \2-start period\s*$)", "$1 interval between starts of $2"},
};
// clang-format on

}  // namespace

std::span<const Turn> turns_of_sides() { return kSides; }

}  // namespace nsys_ai::inline agent
