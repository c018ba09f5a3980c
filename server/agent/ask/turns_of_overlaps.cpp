// Turns of phrase of what runs at once, and of how long it is from one to the other.
#include "agent/ask/paraphrase_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
constexpr Turn kOverlaps[] = {
    // ---- at once
    {R"(\bexposed communication time of (gpu|device) (\d+), .*$)", "exposed communication of GPU $2"},
    {R"(\bfor how long does (gpu|device) (\d+) run nccl without a non-nccl kernel running\b.*$)", "exposed communication of GPU $2"},
    {R"(^how much time is there in which (?:at least one )?(?:a )?kernel and (?:at least one )?(?:a )?memcpy (?:were|are|was) (?:active|running) (?:simultaneously|at once|at the same time)(?: on the (?:device|gpu))?\s*\?*$)", "time in which copies and kernels run at the same time"},
    {R"(\b(?:how much of the |for how much time does an |how long are an? |for how long were an? )?nccl (?:time|kernels?)(?: execute| ran| running)?( on (?:gpu|device) \d+|) (?:ran )?(?:at the same (?:moment|time) as|concurrently with|together with|beside) (?:any |an? )?(?:kernel that is not nccl|non-nccl kernel)s?)", "overlap of NCCL with compute$1"},
    {R"(^(?:on (?:gpu|device) (\d+), )?(?:for how (?:long|much time) )?(?:does an )?(overlap of NCCL with compute)\s*\?*$)", "$2 on GPU $1"},
    {R"(^for how long do nccl kernels on (?:gpu|device) (\d+) run at the same time as non-nccl kernels on that gpu\s*\?*$)", "overlap of NCCL with compute on GPU $1"},
    {R"(^(?:gpu|device) (\d+) comm(?:unication)? ?/ ?compute overlap time(?: \([^)]*\))?\s*$)", "overlap of NCCL with compute on GPU $1"},
    {R"(^(?:for how long do )?(?:memcpys|copies|memory copies) and kernels run at the same time on the gpu(?:, processes taken together)?\s*\?*$)", "time in which copies and kernels run at the same time"},
    {R"(^(?:memcpy|copy) ?/ ?kernel concurrency time\s*$)", "time in which copies and kernels run at the same time"},
    {R"(^(?:gpu|device) (\d+) stream (\d+) vs stream (\d+) kernel overlap time\s*$)", "time in which kernels on stream $2 on GPU $1 and kernels on stream $3 on GPU $1 run at the same time"},
    {R"(\b(?:for how long in total does |how much |for how long does )?nccl (?:run|time)( on (?:gpu|device) \d+|) (?:with|has|having) no (?:non-nccl|other|compute) kernels? running(?: at the same (?:moment|time)| next to it| beside it)?)", "exposed communication$1"},
    {R"(\bhow much time are a memcpy and a kernel (?:actually )?(?:concurrent|both running))", "time in which copies and kernels run at the same time"},
    {R"(^nccl ?/ ?compute kernel overlap time, (gpu|device) (\d+)\s*$)", "overlap of NCCL with compute on GPU $2"},
    {R"(^overlap of (?:kernel|copy|memcpy) with (?:kernel|copy|memcpy) time(?: on the gpu)?\s*$)", "time in which copies and kernels run at the same time"},
    {R"(^(?:for how (?:long|much time) (?:did|do|is)|how long do|how much time (?:do|did)) (?:memory )?(?:copies|memcpys|kernels) (?:and|run concurrently with) (?:kernels|copies)(?: overlap)? on the gpu\s*\?*$)", "time in which copies and kernels run at the same time"},
    {R"(^for how (?:long|much time) is at least one kernel executing concurrently with at least one memory copy on the gpu\s*\?*$)", "time in which copies and kernels run at the same time"},
    {R"(^how much copy time is hidden behind kernels on this card\b.*$)", "time in which copies and kernels run at the same time"},
    {R"(^(?:process |pid )(\d+) gpu ?(\d+): overlap time of kernels stream (\d+) vs (?:stream )?(\d+)\s*$)", "time in which kernels on stream $3 of process $1 on GPU $2 and kernels on stream $4 of process $1 on GPU $2 run at the same time"},
    {R"(^how much time did streams? (\d+) and (?:stream )?(\d+) on (?:gpu|device) (\d+) have kernels running side by side(?: in (process \d+))?\s*\?*$)", "time in which kernels on stream $1 on GPU $3 and kernels on stream $2 on GPU $3 run at the same time"},
    {R"(\boverlap between stream (\d+)'s kernels and stream (\d+)'s on (?:gpu|device) (\d+))", "time in which kernels on stream $1 on GPU $3 and kernels on stream $2 on GPU $3 run at the same time"},
    {R"(^([A-Za-z]\w*_\w+) / ([A-Za-z]\w*_\w+) overlap time, (gpu|device) (\d+)\s*$)", "time in which $1 on GPU $4 and $2 on GPU $4 run at the same time"},
    // ---- from one to the other
    {R"(^what is the length of the gap between the two (\S+) kernels of (gpu|device) (\d+)\b.*$)", "time from the end of the first $1 on GPU $3 to the start of the second $1 on GPU $3"},
    {R"(^after its first kernel finished, how long did it take until the next kernel began on (gpu|device) (\d+)\s*\?*$)", "time from the end of the first kernel on GPU $2 to the start of the second kernel on GPU $2"},
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

std::span<const Turn> turns_of_overlaps() { return kOverlaps; }

}  // namespace nsys_ai::inline agent
