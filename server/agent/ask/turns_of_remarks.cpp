// What is said beside a question and changes nothing of it, and words whose meaning their neighbours settle.
#include "agent/ask/paraphrase_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
constexpr Turn kSure[] = {
    {R"(\b(queue time|launch latency)s? (?:is |was |of )?(?:longer|more|greater|larger|over|above|higher)(?: than)? (\d[\d.]* ?(?:ns|us|µs|ms|s|microseconds?|milliseconds?))\b)", "with more than $2 $1"},
    {R"(\btext of the (?:single )?(longest|shortest|first|last) )", "name of the $1 "},
    {R"(^(?:the )?(slowest|longest|shortest|fastest) (?:single )?(?:execution|run|instance) of (?:the )?(.+)$)", "duration of the $1 $2"},
    {R"(^(?:the )?(?:gpu )?(idle time|busy time|utili[sz]ation)( of (?:gpu|device) \d+| on (?:gpu|device) \d+|): (?:the )?span .*$)", "GPU $1$2"},
    {R"(^ratio of (?:the )?((?:mean|average|total|median|summed) .+?),? (gpu|device|process|stream) (\d+) (?:divided by|over|to) (?:(?:that of )?(?:gpu|device|process|stream) )?(\d+)\s*\?*$)", "$1 on $2 $3 divided by $1 on $2 $4"},
    {R"(^which stream (?:number|id) (?:executes|runs|ran|executed) (?:the )?(kernels|copies|memsets)\b)", "which stream has the most $1"},
    {R"(\bkernels whose launch(?:ing)?(?: api)? call is (?:a |the )?((?:cuda|cu[A-Z])\w+))", "kernels launched by $1"},
    {R"(^out of all the time in (?:the )?cuda (?:api )?calls(?: \([^)]*\))?,? how much belongs to (?:the )?(\w+)\s*\?*$)", "total duration of $1 as a share of total duration of CUDA calls"},
    {R"(^over all (kernels|copies|calls)(?: of both (?:processes|gpus|ranks))?,? what is the (?:minimum|shortest) duration of a single execution\s*\?*$)", "duration of the shortest of the $1"},
    {R"(\bkernels (?:came|come) to the gpu by way of an? ((?:cuda|cu[A-Z])\w+) call\b)", "kernels were launched by $1"},
    {R"(\b(?:what is )?the (?:number|id) of the (?:cuda )?stream (?:that|which|on which) (?:executed|ran|runs|executes) (\S+?)(?=\s*[?.]|\s*$))", "on which stream did $1 run"},
    {R"(^which gpus? (?:is|are) in (?:the|this) (?:machine|box|system|node|computer)\s*\?*$)", "what is the GPU model"},
    {R"(\b(?:did|does|do) (?:nsight systems|nsys|the profiler) (?:see|find|list|detect|record) in (?:this|the) (?:computer|machine|system|node|box)\b)", "of the machine"},
    {R"(^(?:adding|summing)(?: up)? (?:the )?durations of all (.+?) of every (?:process|thread|rank|gpu),? what is the (?:sum|total)\s*\?*$)", "total duration of $1"},
    {R"(^which (?:time|duration) (?:did|does|has|had) (?:the )?((?:\w+est|first|last|longest|worst) .+?)(?: need| take| have)?\s*\?*$)", "how long is the $1"},
    {R"(^among (?:all )?(?:the )?(?:calls to|runs of|executions of|calls of) (\S+),? what did the (?:most expensive|longest|slowest)(?: single)?(?: one)? (?:cost|take|need)\b.*$)", "how long is the longest $1"},
    {R"(^(?:rank|sort|order) (?:the )?(?:cuda (?:api )?(?:functions|calls)) by (?:accumulated|total|summed|cumulative|overall) (?:time|duration)\b.*\b(?:name|first|top)\b.*$)", "which CUDA call takes the most time in total"},
    {R"(\bkernels (?:were |are )?(?:launched|started|issued) (?:by|through|with) (?:the )?(?:call )?cudaGraphLaunch(?:_v\d+)?\b)", "kernels launched by a CUDA graph"},
    {R"(\bkernels that belong to (?:the )?(?:call )?cudaGraphLaunch(?:_v\d+)?\b)", "kernels launched by a CUDA graph"},
    {R"(\b(\w+est|more) concurrent (kernels|copies)\b)", "$1 $2 at the same time"},
    {R"(\btime with (two or more|at least two|more than one) (\w+) at the same time)", "time $1 $2 at the same time"},
    {R"(\b(kernels) on (gpu|device) (\d+) (?:starting|that start|started|launched) in (?:its|the gpu's) first ([\d.]+ ?(?:ms|us|s))\b)", "$1 on $2 $3 that start between 0 ms and $4 after the start of the first kernel on $2 $3"},
    {R"(\bwhich pid\b)", "which process"},
    {R"(\bnsight systems(?: product)?(?= version\b))", "nsys"},
    {R"(\b(nsys version) (?:of this (?:file|capture|profile|export)|recorded in the (?:export|file|capture)|is this (?:export|file|capture|profile) from)\b)", "$1"},
    {R"(^(processes|threads|streams|gpus) (?:with|having|that have|running|that ran|that run) (?:any |gpu )?(kernels|copies|memsets|nvtx ranges|cuda calls|gpu work|gpu operations)\s*\?*$)", "number of distinct $1 of $2"},
    {R"(^(?:name|identify|give|find|state|report|which is|what is)(?: me)? the (?:nvtx range label|nvtx label|range label|nvtx range name|nvtx range) with the (?:highest|largest|greatest) (?:number|count) of (?:instances|occurrences|ranges|executions))", "which NVTX range has the most NVTX ranges"},
    {R"(^([\w:]+::[\w:]+|\w+_\w+) as (?:a )?(?:share|fraction|percentage|part|%) of ([\w:]+::[\w:]+|\w+_\w+)\s*\?*$)", "total duration of $1 as a share of total duration of $2"},
    {R"(^if (?:you|we|i) (?:add|sum)(?: up)? (?:every|all|each)(?: of)?(?: the)? (?:threads?|process(?:es)?|calls?),? )", "in total, "},
    {R"(^ratio (?:of )?(?:the )?((?:mean|average|total|median|summed) .+?) (gpu|device|process|stream) (\d+) / (?:gpu|device|process|stream) ?(\d+)\s*$)", "$1 on $2 $3 divided by $1 on $2 $4"},
    {R"(^(?:for|on) ((?:gpu|device) \d+), (?:give |report |state |compute )?(?:the )?union of kernel, (?:memory )?(?:copy|memcpy) and memset intervals divided by (?:the )?span\b.*$)", "busy share of $1"},
    {R"(^(\w+) calls (?:in )?total\s*$)", "number of $1 calls"},
    {R"(\b(?:in which|where) a thread of (process \d+) (?:is|was|gets|got) (?:switched|scheduled)(?: in)?(?: on(?:to)? (?:a |the )?(?:cpu core|cpu|core))?)", "of $1"},
    {R"(^where(?:'s| is) the (.+?),? (?:and )?how (?:long|big) is it\b)", "how long is the $1"},
    {R"(^(?:how many )?(threads|streams|processes) (?:with|calling|call|that call|spin in|spinning in|that spin in|using|use|that use|having|have|that have) ((?:[\w:]*(?:::|_)[\w:]+|cuda[A-Z]\w+|cu[A-Z]\w+))(?: (ranges|calls|kernels))?\s*\?*$)", "number of distinct $1 of $2 $3"},
    {R"(^kernel launched (?:in|inside|by|from) ((?:\w+::)+\w+)\s*$)", "name of the kernel inside $1"},
    {R"(^(?:name|what is|model of|name of|which is)?(?: the)? (?:model |name )?(?:of )?(?:the )?gpu (?:on which|where|that) the (?:profile|capture|trace|run) was (?:captured|recorded|taken|made|run)(?: on)?\b)", "GPU model"},
    {R"(\b(?:what is |what was )?the (?:most|longest|greatest|largest|maximum) time (?:that )?any (?:one |single )?(kernel|copy|memcpy|memset|call|range) (?:took|takes|needed|needs|ran|runs|lasted|lasts)\b)", "duration of the longest $1"},
    {R"(^(?:the )?next kernel after (.+)$)", "which kernel ran right after $1"},
    {R"(\bgraphics? cards?\b)", "GPUs"},
    {R"(\b(how many|number of) (GPUs|gpus|devices) (?:are |do |does )?(?:listed|named|enumerated|recorded|reported) (?:for|in|on|by) (?:this |the )(?:(?:profile|capture)(?:'s)? )?(?:box|machine|system|node|server|profile|capture|(?:hardware|gpu|device|target|system) (?:information|info|data|table))(?: of (?:this|the) (?:profile|capture|machine))?\b)", "$1 GPUs of the machine"},
    {R"(\bwith (["'`]?)([\w:]+)\1 in (?:their|its|the|his) (?:kernel |function |call |range )?names?\b)", "named \"$2\""},
    {R"(\b([a-z_]\w*)( on (?:gpu|device) \d+|) with the latest (?:start|begin|beginning|starting)(?: time)?\b)", "last $1$2"},
    {R"(^of the time (?:that )?(?:the )?(gpu \d+|device \d+|gpu) (?:is|was) busy(?: with anything| at all)?,? how much (?:of it )?(?:is|was|are|goes to|went to) (.+?)\s*\?*$)", "what share of the busy time of $1 is $2"},
    {R"(\b(both|each|every|per|the two|all|all the|two|second|first|third|fourth|other|the other|one) cards?\b)", "$1 gpu"},
    {R"(^of the (?:two|2|both) (gpu|device|process|rank)(?:s|es)?,? (?:who|which(?: one)?|what) )", "which $1 "},
    {R"(\bcard (\d+)\b)", "gpu $1"},
    {R"(\bwith (?:a |the |their )?start(?:ing)?(?: time| timestamp)? (?=in |between |before |after |within ))", "that start "},
    {R"(\b(kernel|copy|memcpy|compute|communication|nccl) ?/ ?(kernel|copy|memcpy|compute|communication|nccl) overlap\b)", "overlap of $1 with $2"},
    {R"(\bhow many times (?:more|as much|as many|longer|greater|larger) (.+?) (?:does|did|do) (gpu|device|process) (\d+) (?:spend|take|have|use|need|run|lose|waste|burn|consume|eat|cost|devote|put|see|do|get|sink)s? ?(?:(?:in|on|inside|for|with) )?(.*?) ?(?:than|as) (?:on )?(?:gpu|device|process) (\d+)(.*)$)", "$1 of $4 on $2 $3 divided by $1 of $4 on $2 $5$6"},
    {R"(\bhow many times (?:more|as much|as many|longer|greater|larger) (.+?) (?:does|did|do|is|are) (.+?) (?:take|spend|need|use|have|run|get|cost|occupy|move)s? (?:than|as) (.+?)\s*\?*$)", "$1 of $2 divided by $1 of $3"},
    {R"(\((kernel|its|the kernel)(?:'s)? start(?: time)? (?:-|–|minus) (?:the )?start(?: time)? of (?:its|the) launch(?: api)?(?: call)?\))", "launch latency"},
    {R"(\b(?!(?:device|gpu|host|cpu|peer|all|back|one|start|end|card)-)(\w+)-to-\1\b)", "$1 start to $1 start"},
    {R"(\b([\w:]+) start to (?:next )?\1 start\b)", "interval between starts of $1"},
};

constexpr Turn kRemarks[] = {
    // ---- what it is said of is known without it
    {R"(\s*\((?:(?:all|both|every|each|op|ops|ids?|pooled|together|processes|process|ranks?|threads?|gpus|devices|and|over|across|taken|combined|summed|alike|any|once|call|counted|stamps?|the|of|by|as|in|streams?|instances|per|whole|run|capture|included|mean|average|total|host|side|time|session|clock|not|just|them|regardless|label|operator)\b[\s,;]*)+\))", ""},
    {R"(\s*\((?:(?:devices?|gpus?|processes|pids?|ranks?) )?\d+ and \d+ (?:pooled|together|combined|summed)\))", ""},
    {R"(\s*\((?:(?:both|all) (?:processes|ranks|gpus|devices)[;,] )?([\w:]+) only, not [\w:]+\))", ""},
    {R"(\s*\((?:in )?(?:bytes per second|bytes/s|gb/s|ns|us|ms|seconds|nanoseconds|microseconds|milliseconds|bytes|hz|percent|%|as a (?:fraction|percentage|ratio)|count|ratio|fraction|population|as text|integer)\))", ""},
    {R"(,? (?:in|as|expressed in|given in|in units of) (?:bytes per second|bytes/s|hz|ghz|mhz|a fraction|a percentage|a ratio|a number)(?! of)(?= |\?|,|$))", ""},
    {R"(, (?:bytes per second|bytes/s|as a fraction|as a percentage|as a ratio|in total|overall|altogether)\s*[?.]*$)", ""},
    {R"(,? \(?(?:per|according to|as (?:listed|given|recorded|reported|shown|stated|written) (?:in|by)|going by|judging by|as told by|based on|from|by) (?:the |its |this )?(?:(?:profile|capture|export|report|file|session|trace|recording)(?:'s)? ?)?(?:own )?(?:(?:gpu|hardware|analysis|device|target|system|session) )+(?:information|info|details|data|table|metadata|description|record)\b\)?)", ""},
    {R"(,? \(?(?:going|judging|counted|measured|timed|identified) by (?:its|the|their) (?:own )?(?:nvtx )?(?:range|ranges|label|labels|name|names)\)?)", ""},
    {R"(,? \(?(?:relative to|counted from|measured from|from|since|after) the (?:start|beginning) of the (?:session|capture|profile|recording|trace|export)\)?(?=\s*[?.,]|\s*$))", ""},
    {R"(,? \(?in (?:session|capture|profile|export) time(?:,? as in the export)?\)?)", ""},
    {R"(,? (?:(?:ordered|sorted|going|counted|counting|ranked|in order|taken) )?(?:of|by|in order of) (?:their |its )?(?:start|begin|beginning|starting)(?:ing)?(?: times?)?(?= ?,| of\b| on\b|\s*[?.]|\s*$))", ""},
    {R"(,? (?:averaged|taken|summed|measured|counted) over (?:the )?(?:time|all(?: of)? the time) (?:that )?(?:they're|they are|it's|it is|they were|they) (?:running|in flight|active|run)\b)", ""},
    {R"(,? (?:adding up|summing over|pooling|counting|over|taking|across) (?:both|all|every) (?:of the )?(?:processes|process|ranks|rank|threads|gpus|devices|streams)(?: and (?:all |every )?(?:process|processes|threads|thread|gpus|devices|streams))?(?: together| combined| pooled)?)", ""},
    {R"(,? (?:all |both |over |across )*(?:(?:threads|processes|ranks|gpus|devices|streams)(?:,? (?:and|or) )?)+ (?:pooled|combined|taken together|together))", ""},
    {R"(^[^:?]*\bshares?\b[^:?]*(?::| -| –)\s+(?=for how|how|what|which))", ""},
    {R"(\b(\w+::\w+) (?:op|ops|operator|operators|operation|operations)\b)", "$1"},
    {R"(\b(hole|gap|pause|bubble)((?: on [^?]*?)?) where nothing (?:runs|ran|is running|happens|executes)\b)", "$1$2"},
    {R"(\bstream (\d+) / (?:stream )?(\d+) (kernel|memset|operation) overlap\b)", "overlap of $3s on stream $1 and $3s on stream $2 on"},
    {R"(\b(?:somewhere|anywhere) (?=between|from|in|within|after|before))", ""},
    {R"(^(?:per layer timing|timing question|quick question|question|quick one|just curious|out of curiosity|for the report|for my report|for a slide)\s*[:,-]\s*)", ""},
    {R"(^(?:so|and|well|now|right|ok|okay|hey|hi|please|um|hmm)[,:]? +)", ""},
    {R"(\bwhat's\b)", "what is"},
    {R"(\bthe time from (gpu \d+|device \d+|the gpu)'s first (?:gpu )?operation to its last(?: one| operation)?\b)", "the span of $1"},
    // ---- from the first to the last operation is where a GPU is busy or idle
    {R"(^(?=.*\b(?:busy|idle|utili[sz]\w*|unused|active|active span|doing (?:anything|something|nothing)|sit|sits|sat|gaps?|holes?|bubbles?|running|covered|pauses?|kernels?)\b)(?!.*\bhow long\b.* from the first\b)(.*?)[,;]?\s*\(?(?:measured |counted |each measured )?(?:from |between |over |within |in |of |vs\.? |versus |against |per )?(?:the time |the span |the )*(?:from |between )?(?:the |its |their |own |it's )*first(?: gpu| device| recorded)?[- ]?(?:op|ops|operation|operations|activity)?(?: start)?(?:-to-| to | and | until | through | till )(?:the |its |their )?last(?: gpu| device| recorded)?[- ]?(?:op|ops|operation|operations|activity|one)?(?: end)?(?: span)?(?:, copies included|, copies and memsets included)?\)?(?=[\s,?.)]|$)(?! kernel| copy| memset| call| range)(.*)$)", "$1 $2"},
    {R"(\b(gpu \d+|device \d+|the gpu)'s (?:active |own |gpu )?span\b)", "the span of $1"},
    {R"(\b(?:within|over|in|inside|during) (?:the )?(?:span of (gpu \d+|device \d+)|(?:its|their|the) (?:own |active )?span)\b)", " of $1"},
    // ---- words for words
    {R"(\b(?:regs|reg)\b)", "registers"},
    {R"(\bavg\b)", "average"},
    {R"(\b(?:completely|entirely|fully|totally|truly|wholly|purely) (?=idle|busy|unused|empty|nothing|inactive))", ""},
    {R"(\bsit(?:s|ting)? (?:there )?(?=idle)|\bsat (?=idle))", "is "},
    {R"(\bin the profile\b)", ""},
    {R"(\b(?:this|the) (?:box|machine|node|server|system|host) (?:have|has|got|contain|contains)\b)", "the machine have"},
    {R"(\bthe (?:nvidia )?(?:A100|A10G?|A30|A40|A800|A6000|H100|H200|H20|H800|B100|B200|B300|GB200|GB300|GH200|L4|L40S?|T4|V100|P100|P40|RTX ?\d\w*|Tesla \w+)(?: gpu| card)?(?: in (?:this|the) (?:box|profile|capture|machine|run))?(?= |\?|$|,))", "the gpu"},
    {R"(\bones?\b(?= second| millisecond| microsecond))", "1"},
    {R"(\bten (?=seconds|milliseconds|microseconds|ms|us))", "10 "},
};
// clang-format on

}  // namespace

std::span<const Turn> sure_turns() { return kSure; }
std::span<const Turn> turns_of_remarks() { return kRemarks; }

}  // namespace nsys_ai::inline agent
