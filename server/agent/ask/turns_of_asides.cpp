// Turns of phrase in which one sentence names a thing and the next one asks of it, or a figure is put the other way
// round.
#include "agent/ask/paraphrase_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
constexpr Turn kAsides[] = {
    // ---- words for words
    {R"(\b((?:switched|scheduled) in) by the (?:os |kernel )?scheduler\b)", "$1"},
    {R"(^name the (?=cuda call that (?:process|pid) \d+ (?:was|is)))", "which "},
    {R"(^times (?=thread|process|it|the)\b)", "how often "},
    {R"(\b(?:the )?(?:main )?thread \((?:tid )?(\d+)\))", "thread $1"},
    {R"(\b(?:switched|scheduled)(?: in)? on(?:to)? (?:a |the )?(?:cpu core|cpu|core)\b)", "scheduled onto a core"},
    {R"(\bthe operating system scheduled (thread \d+) in\b)", "$1 was scheduled onto a core"},
    {R"(\bnumber of times (thread \d+) was scheduled onto a core\b)", "how often was $1 scheduled onto a core"},
    {R"(\bthe (?:main )?thread with tid (\d+))", "thread $1"},
    {R"(\s*\(blocks?\.N\))", ""},
    {R"(,? \((?:match|matched|matching|joined) (?:by|on) [^)]*\))", ""},
    {R"(\b(?:do not|does not) have (?:a|an|any|their|its) launch(?: api)?(?: call)?(?: anywhere)?\b)", "have no recorded launch"},
    {R"(,? for which (?:the (?:capture|profile|trace) (?:contains|has) )?no (?:cuda )?(?:runtime )?(?:or )?(?:driver )?(?:api )?call with the same correlation id(?: exists)?(?: in the same process)?)", " whose launch was not recorded"},
    {R"(^(?:pooling|taking|combining|merging)(?: the operations of| together)? (?:the two|both|all) (?:processes|ranks|gpus|devices)(?: together)?,? )", ""},
    {R"(,? (?:over|across) (?:all|both) (?:the )?(?:threads|processes|ranks|gpus)(?: and (?:all )?(?:threads|processes|ranks|gpus))\b)", ""},
    // ---- without some calls
    {R"(^(?:leaving|taking|keeping) (?:the )?(.+?) out, (.+?)\s*\?*$)", "$2 without $1"},
    {R"(^(?:disregarding|ignoring|excluding|leaving out|not counting|apart from|except for|besides) (?:every |all |the |any )?(synchroni[sz]ation|sync|synchroni[sz]e|synchroni[sz]ing|launch|memcpy|copy|allocation)(?: (?:functions?|calls?|stuff|ones))?, (.+?)\s*[?.]*$)", "$2 without $1 calls"},
    {R"(,? (?:that is|which is|that are) (?:not|no) (?:a |an )?(synchroni[sz]ation|sync|synchroni[sz]ing|launch|memcpy|copy|allocation) calls?\b)", " without $1 calls"},
    {R"(\b(?:excluding|except|without|besides) (?:the )?(synchroni[sz]e|synchroni[sz]ing) calls\b)", "without synchronization calls"},
    {R"(\bwithout (synchroni[sz]e|synchroni[sz]ing|sync) calls\b)", "without synchronization calls"},
    {R"(\bnon-synchroni[sz]ing (cuda (?:api )?calls?))", "$1 without synchronization calls"},
    {R"(\b(?:which|name the) (cuda (?:api )?(?:call|function)) (?:that )?(?:has|had) the (?:single )?(?:slowest|longest) (?:single |individual )?call\b(?: in here)?)", "name of the longest CUDA call"},
    {R"(,? taken(?: over all threads)?(?= without|\s*[.?]*$))", ""},
    // ---- with nothing beside it
    {R"(\bhow long is ((?:gpu|device) \d+) in (?:nccl|communication) (?:w/o|without) (?:any |a )?compute kernels?\b.*$)", "exposed communication of $1"},
    {R"(\b(exposed communication(?: time)?(?: (?:of|on) (?:gpu|device) \d+)?), (?:that is|i\.e\.?),? .*$)", "$1"},
    // ---- in a range
    {R"(^(?:when|while) ([\w:]+) runs for the (first|second|last) time,? how many (kernels|cuda calls) does it (?:launch|make|run)\s*\?*$)", "number of $3 inside the $2 range $1"},
    {R"(^(?:transformer )?(block|layer|module) with (?:the )?(?:longest|slowest) (\S+?),? (?:pid|process) (\d+)\s*$)", "name of the longest NVTX range named $2 of process $3"},
    {R"(\btheres\b)", "there is"},
    {R"(\bwhats\b)", "what is"},
    {R"(\b(?:til|'til)\b)", "until"},
    {R"(\bdont\b)", "do not"},
    {R"(\brank pid (\d+))", "process $1"},
    {R"(\brank (\d{3,})\b)", "process $1"},
    {R"(\bwhat chunk of\b)", "what share of"},
    {R"(\bof every (?=[\w:]+ (?:kernel|range|call|copy|memset)\b))", "of all "},
    {R"(\bof every (?=(?:cuda[A-Z]|cu[A-Z]|MPI_|[\w]+::|\w+_\w+)))", "of all "},
    {R"(\b(?:on|in|of|by) the (?:trace|capture|profile|session|export|file)(?:'s)? (?:own )?(?:clock|time base|timestamps?)\b)", ""},
    {R"(,? (?:summed |added up |accumulated |totalled |pooled )?(?:over|across) (?:all |every )?(?:the |its )?(?:traced |host |cpu )?threads?\b)", ""},
    {R"(,? regardless of (?:the )?(?:process|thread|gpu|device|stream|rank)(?:(?:,| and| or) (?:the )?(?:process|thread|gpu|device|stream|rank))+\b)", ""},
    {R"(\bon behalf of (?:the )?(?=process|pid|rank))", "of "},
    {R"(\(product of [^)]*\))", ""},
    {R"(\bused to launch (?=[\w:]+\s*[.?]?$))", "of "},
    {R"(\bpids?\b of the process\b)", "process"},
    // ---- a definition of what a rate is
    {R"(,? \((?:total |summed |the )?bytes (?:over|/|divided by|per) [^)]*\))", ""},
    {R"(,? (?:computed|defined|measured|calculated|given|taken) as (?:the )?(?:summed |total )?bytes (?:over|divided by|per) [^,?]*)", ""},
    {R"(\bwhat GB/s do (?:we|they|the copies|those) (?:average|get|reach|achieve|see|hit)\b)", "average bandwidth"},
    {R"(\bdivide the total bytes by the (?:summed|total) (?:copy |transfer )?duration(?: and (?:report|give|state) the (?:resulting )?(?:rate|result|quotient|bandwidth))?)", "bandwidth"},
    {R"(^(?:for|of) (?:all )?((?:device-to-host|host-to-device|device-to-device|d2h|h2d|d2d|peer-to-peer) (?:memory )?(?:copies|memcpys|transfers)(?: (?:on|of) (?:gpu|device|process|stream) \d+)?)(?: taken together)?,? (?:what is |state |report |give )?(?:the )?(?:\w+ )?(bandwidth|transfer rate|throughput)\b)", "$2 of $1"},
    {R"(\bwhose source (?:memory )?(?:is|was) (pinned|pageable)\b(?: memory)?)", "from $1 memory"},
    {R"(\b(?:that )?(?:read|come|came|start|started|go|went) from (pinned|pageable) (?:host )?memory\b)", "from $1 memory"},
    // ---- `among those, the mean of ...`
    {R"(^(?:among|for|over|of) (?:all |the )?(kernels\b[^,]*?),? (?:find|compute|what is|give|report|determine|state) (?:the )?(.+?)[.?]?\s*$)", "$2 of $1"},
    {R"(^(?:the )?(median|mean|average|total|maximum|minimum|p\d\d), (?:over|of|across|taken over) (?:all )?(?:the )?(.+?), of (?:the )?(.+?)[.?]?\s*$)", "$1 $3 of $2"},
    {R"(\bkernels( of (?:process|pid|rank) \d+| on (?:gpu|device) \d+|) (?:that have a recorded launch call|whose launch call is recorded|with a recorded launch call)\b)", "kernels$1"},
    // ---- launches
    {R"(\btypical \((p\d\d|median)\))", "$1"},
    {R"(\b(?:delay|wait|time|latency|lag|gap)(?: it takes| that passes)?,? (?:from|between) (?:the )?(?:calling (?:the )?|start of (?:the |a |that )?|beginning of (?:the |a |that )?|begin of (?:the )?|issuing (?:the )?)?(?:kernel )?(?:launch(?:ing)?(?: api)?(?: call)?|that call)(?: starting| beginning| being made| begins?| starts?)? (?:until|to|till|and) (?:the )?(?:start of |beginning of |begin of )?(?:the |its |when the |where the )?(?:kernel|execution)(?:'s)?(?: (?:really|actually|itself|finally))?(?: (?:starting|starts?|begins?|beginning|running|runs|executing|execution))?(?: on the gpu)?)", "launch latency"},
    {R"(\bkernel start(?: time)? (?:minus|less|-) (?:the )?launch(?:-| )?(?:api )?call(?:'s)? start(?: time)?\b)", "launch latency"},
    {R"(\b(p\d\d|median|average|mean|longest) launch latency\s*\??$)", "$1 launch latency"},
    {R"(\blaunch latency of kernel start\b)", "launch latency"},
    // ---- from the first kernel to the last one
    {R"(\b(?:the )?(?:interval|time|span|period|stretch) (?:from|between) (?:the )?(?:start|beginning|begin) of (?:the )?first(?: kernel)? (?:to|and|until|till) (?:the )?end of (?:the )?last kernel\b)", "KERNEL_SPAN"},
    {R"(\bfrom when (?:the |its )?first kernel starts on ((?:gpu|device) \d+) (?:until|till|to when) (?:its|the) last(?: one| kernel)? ends,? what (share|portion|fraction|part|percentage) of (?:that|it) is a kernel(?: actually)? (?:executing|running)\b)", "$2 of KERNEL_SPAN on $1 during which a kernel was running"},
    {R"(^((?:gpu|device) \d+) kernel (?:utili[sz]ation|activity)(?: from)? first kernel to last kernel\s*$)", "share of KERNEL_SPAN on $1 during which a kernel was running"},
    {R"(\bwhat (share|portion|fraction|part|percentage) of KERNEL_SPAN is not covered by any kernel\b)", "one minus KERNEL_SPAN"},
    {R"(\b(?:share|portion|fraction|part|percentage) of KERNEL_SPAN (?:on|of) ((?:gpu|device) \d+) (?:during which|in which|when|where|with) (?:a|any|at least one) kernel (?:was |is )?(?:running|executing)(?: on (?:that|the) (?:device|gpu))?)", "time with a kernel running on $1 divided by time from the start of the first kernel on $1 to the end of the last kernel on $1"},
    {R"(\bKERNEL_SPAN\b)", "time from the start of the first kernel to the end of the last kernel"},
    // ---- shares and quotients of named things
    {R"(^([\w:]+) (?:share|fraction|percentage|part) of ([\w:]+::[\w:]+|\w+_\w+)\s*\?*$)", "total duration of $1 as a share of total duration of $2"},
    {R"(^(?:within|inside|in|of) (?:the )?([\w:]+::[\w:]+|\w+_\w+)(?: range)?(?:'s time)?,? (?:what|which) (?:fraction|share|percentage|part|portion) (?:of (?:the |its )?time )?(?:goes to|is spent in|is|does) ([\w:]+)(?: take)?\s*\?*$)", "total duration of $2 as a share of total duration of $1"},
    {R"(^(?:what is )?(?:the )?ratio(?:,? between 0 and 1,?)? of (?:the )?(?:total )?duration of (?:the )?([\w:]+)(?: range)? to that of (?:the )?(?:enclosing |surrounding )?([\w:]+)(?: range)?\s*[?.]*$)", "total duration of $1 divided by total duration of $2"},
    {R"(^(.+?) takes? how many times as long(?: on the gpu)? as (?:the )?(.+?)(?:,? (?:all summed|in total|summed|altogether))?\s*\?*$)", "total duration of $1 divided by total duration of $2"},
    {R"(\bby (?:what|which) factor (?:is|are|does) (?:the )?(.+?) on (gpu|device|process|stream) (\d+) (?:bigger|larger|longer|greater|higher|more) than (?:that )?on (?:gpu|device|process|stream) (\d+)\s*\?*$)", "$1 on $2 $3 divided by $1 on $2 $4"},
    {R"(\bhow many times more (?:data|bytes) (?:goes|go|is copied|are copied|gets copied|moves|flows) (?:up )?to the (?:gpu|device) than (?:comes|goes|is copied|come|flows)? ?back\b)", "bytes of host-to-device copies divided by bytes of device-to-host copies"},
    {R"(\b(share|fraction|percentage|portion|part) of (.+?) (?:is|are) (?:contributed|attributable|taken up|taken|eaten|used|consumed|accounted for|made up|due|caused|occupied) (?:by|to|of) )", "$1 of $2 is "},
    {R"(\b(?:the )?(?:device|gpu)'s busy time\b)", "the busy time"},
    {R"(\b(busy time), taken as [^,]*,)", "$1"},
    {R"(^(kernel|memcpy|copy|memset|nccl) (?:fraction|share|percentage) of (?:the )?(?:gpu )?busy time\s*\?*$)", "what share of the busy time is $1"},
    {R"(^of the time (?:that )?(?:the )?(gpu \d+|device \d+|gpu) (?:is busy|is active|does anything|does something|is doing anything|has anything to do)(?: \([^)]*\))?,? (?:what fraction|what share|how much|what part|what percentage|what portion)(?: of it| of that)? (?:is|goes to) (?:the |a )?(.+?)\s*\?*$)", "what share of the busy time of $1 is $2"},
    // ---- from the start of one range to the end of another
    {R"(\b(between|from) (?:where |when )?(\S+::\S+(?: \([^)]*\))?) (?:starting|starts|begins|beginning|opening|opens) (?:and|to|until|till) (\S+::\S+(?: \([^)]*\))?) (?:ending|ends|is done|closing|closes|finishes|finishing)\b)", "from the start of $2 to the end of $3"},
    {R"(\b(?:what )?time elapses between\b)", "how long is it between"},
    {R"(\b(?:host|cpu|wall|wall-clock|elapsed) time (?=from|between)\b)", "time "},
    {R"(\b(?:what )?interval separates the end of (.+?) from the start of (.+?)\s*\?*$)", "time from the end of $1 to the start of $2"},
    {R"(\bgap after the (first|second|third) (\w+) ends(?: and)? before the (second|third|fourth)(?: one| \2)? (?:starts|begins)\b)", "gap from the end of the $1 $2 to the start of the $3 $2"},
    // ---- what ran at a time
    {R"(^(?:the )?(cuda call|cuda api call|kernel|nvtx range|os call) (?:in progress|running|active|executing|in flight|open)((?: (?:in|on|of) (?:pid|process|gpu|device|stream) \d+)*) at (?:t ?= ?|time )?([\d.]+ ?(?:s|ms)))", "which $1$2 runs at $3"},
    {R"(^at (?:t ?= ?|time )?([\d.]+ ?(?:s|ms))[^,]*,? (?:which|what) (cuda call|cuda function|cuda api call|os call) is (process \d+|pid \d+) (?:sitting in|sitting|stuck in|in|inside|executing|running|calling|blocked in)\s*(?:in)?\s*\?*$)", "which $2 of $3 runs at $1"},
    {R"(\b(cuda call|kernel|os call|nvtx range) that (process \d+|pid \d+|gpu \d+|device \d+) (?:was|is) (?:executing|in|running|inside|making) at (?:t ?= ?|time )?([\d.]+ ?(?:s|ms))\b)", "$1 of $2 that runs at $3"},
    {R"(\b(kernels|copies|memcpys|memsets|calls|ranges) (?:that )?(?:began|begin|begins|started|start|starts)( on (?:gpu|device|stream) \d+|) (?:at or after|from|no earlier than|not before) ([\d.]+) ?(s|ms) (?:and|but) (?:strictly )?(?:before|until|up to)(?:,? but not including)? ([\d.]+) ?(?:s|ms)\b)", "$1$2 that start between $3 $4 and $5 $4"},
    // ---- who is beside it
    {R"(^(?:the )?(?:first|next) (kernel|copy|operation) (?:right |directly |immediately |just )?after (?:the )?(.+?)\s*\?*$)", "which $1 ran right after the $2"},
    {R"(^(?:which|what) (kernel|copy|operation) (?:ran|runs|started|starts|came|comes|was|is) (?:next|first)( on (?:gpu|device) \d+|) after (?:the )?(.+?)(?: there| on (?:it|that gpu))?(?: had finished| has finished| finished| finishes| ends| ended| is over| was over)?\s*\?*$)", "which $1 ran right after the $3$2"},
    {R"(^name the (kernel|copy|operation) that (?:directly |immediately )?(follows|precedes|followed|preceded) (.+?)\s*[.?]*$)", "which $1 $2 $3"},
    {R"(^(?:the )?kernel (?:right |just |immediately |directly )?(after|before) (?:the )?((?:\w+est|first|last|second|third) .+?)\s*\?*$)", "which kernel ran right $1 the $2"},
    {R"(^(?:the )?last kernel (?:right |just )?before (?:the )?(.+?)\s*\?*$)", "which kernel ran right before the $1"},
    {R"(^(?:so )?after (?:that|the) (?:super |very |really )?(?:slow|slowest|long|longest) (.+?)( on (?:gpu|device) \d+|) (?:finishes|ends|is done|is over|completes),? (?:what|which) kernel (?:is|comes|runs|starts|ran)(?: next| first| then| after it| up there| up)*\s*\?*$)", "which kernel ran right after the longest $1$2"},
    {R"(^(?:name |find |identify )?(?:the )?(kernel) that (?:ended|finished|ran|executed) (?:most recently|last|immediately|right|just) before (?:the start of )?(?:the )?(.+?)\s*[?.]*$)", "which $1 ran right before the $2"},
    {R"(^there (?:is|was) (?:one|a|an|only one|exactly one) (.+?), (?:which|what) kernel (?:finished|ended|ran|executed|was running|started|came) (?:right |just |immediately )?(before|after) (?:it|that)\s*\?*$)", "which kernel ran right $2 the $1"},
    {R"(^(?:which process|what is the pid of the process that|process that) ran the (first|last|longest) kernel\b)", "which process ran the $1 kernel"},
    {R"(^(?:identify )?(?:by pid )?(?:the )?process whose kernel (?:was|is|started) (?:the )?(earliest|first|latest|last)(?: to start(?: executing)?)?\b.*$)", "which process ran the $1 kernel"},
    // ---- a thing, then a question of it
    {R"(^(?:one of the|one|a|an|the|some|that) (?:very )?((?:cuda[A-Z]|cu[A-Z]|MPI_|nccl)\w+)(?: calls?| ranges?| kernels?)?\b[^,?]*, how (?:slow|long|bad|big)(?: (?:is|was|did|does)(?: it| that| the (?:worst|longest|slowest) one| that one)?(?: take| run| last)?)?\s*\?*$)", "how long is the longest $1"},
    {R"(^(?:the|its|my) (?:very )?(first|1st|second|2nd|last) ((?:cuda[A-Z]|cu[A-Z]|MPI_|nccl)\w+)(?: call)?\b[^,?]*, how long [^,?]*\b(?:it|that)\s*\?*$)", "how long is the $1 $2"},
    {R"(^[^,?]*\bcalls ((?:cuda[A-Z]|cu[A-Z]|MPI_)\w+)[^,?]*, how long (?:in sum|in total|altogether|overall|all in all)\s*\?*$)", "total time of $1"},
    {R"(^how (?:much|long) [^,?]*,? (?:meaning|i\.e\.|that is|namely) (?:the )?([\w:]+) calls?(?: summed| in total| added up)?\s*\?*$)", "total time of $1 calls"},
    {R"(^how many .+? \((?:the )?nvtx ranges (?:called|named|labelled) ([^\s)]+)\).*$)", "how many NVTX ranges named \"$1\""},
    {R"(^[^(?]*\((?:the )?([\w:]+::[\w:]+) ranges\)\s*[:,]\s*.*\b(?:how long|total|sum)\b[^?]*\s*\?*$)", "total duration of NVTX ranges named $1"},
    {R"(\baverage time (process \d+|pid \d+|the host|the cpu) (?:is |spends )?(?:stuck |blocked |waiting )?per ([\w:]+)(?: call)?\b)", "average duration of $2 calls of $1"},
    {R"(^(?:over|across|on|in) how many (?:different |distinct )?(threads|streams|processes|gpus) (?:do|are|did|were) (?:the )?(.+?) (?:spread|run|distributed|executed|launched|called|made)(?: over| across| on| in)?\s*\?*$)", "number of distinct $1 of $2"},
};
// clang-format on

}  // namespace

std::span<const Turn> turns_of_asides() { return kAsides; }

}  // namespace nsys_ai::inline agent
