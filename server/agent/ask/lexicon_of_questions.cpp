// Words of how it is asked: statistics, picks, groups, shares, and questions that are no measure.
#include "agent/ask/lexicon_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
const LexiconRow kQuestions[] = {
    {"sum up|summed up|sum every|sum the time of every|add up|adding up|added up|total|sum|summed|cumulative|aggregate|sum of|total of|aggregated|"
     "add the|add all|add together|grand total|grand total of|running total|sum total of|"
     "overall total|combined total",
     {{Role::statistic, Statistic::total}}},
    {"average|mean|avg|on average|typical duration|mean of|average of",
     {{Role::statistic, Statistic::mean}}},
    {"united|united duration|united time|united length",
     {{Role::statistic, Statistic::united}, {Role::measure, Measure::time}}},
    {"standard deviation|standard deviation of|std dev|std dev of|stddev|stdev|std|std of|std deviation|sigma of|"
     "std. dev|standard dev|spread of|jitter of",
     {{Role::statistic, Statistic::deviation}}},
    {"median|p50|median of",
     {{Role::statistic, Statistic::median}}},
    {"first|earliest|very first|initial|earlier|sooner|soonest",
     {{Role::pick, Pick::first}}},
    {"list all|show all|enumerate|list every|show every|show me all|give me all|list all the|show all the|"
     "show me all the|give me all the",
     {{Role::question, Lead::which}}},
    {"start working|become active|begin working|become busy|get busy|start computing|start to work|"
     "get its first work|receive its first work|becomes active|begins working|do its first work",
     {{Role::pick, Pick::first}, {Role::subject, Subject::operation}}},
    {"do one iteration launch|does one iteration launch|does an iteration launch|does each iteration launch|"
     "do a step launch|does a step launch|does one step launch|does each step launch|"
     "are launched in one iteration|are launched in one step|run in one iteration|run in one step|"
     "are launched in an iteration|are launched in a step|run in an iteration|run in a step",
     {{Role::per, Dimension::iteration}, {Role::statistic, Statistic::mean}}},
    {"last|final|latest|very last|later",
     {{Role::pick, Pick::last}}},
    {"gpu is slower|gpu is slowest|gpu is the slowest|device is slower|device is the slowest|slower gpu|slowest gpu|"
     "slower device|gpu is the straggler|straggler gpu|gpu is slow|gpu is the slower one|gpu is behind|gpu lag|"
     "gpu lag behind|gpu takes longer|gpu take longer|gpu is holding up the other",
     {{Role::subject, Subject::gpu}, {Role::pick, Pick::most}, {Role::key, Measure::compute}}},
    {"gpu is faster|gpu is fastest|gpu is the fastest|device is faster|faster gpu|fastest gpu",
     {{Role::subject, Subject::gpu}, {Role::pick, Pick::least}, {Role::key, Measure::compute}}},
    {"longest|slowest|longest running|max duration|maximum duration|longest duration|longest single|"
     "slowest single|longest lasting|"
     "worst case|worst case for|worst case of|slowpoke|slow poke|laggard|most long|long lasting|"
     "monster|lengthiest|most drawn out|at worst|worst single|slowest one|longest one|"
     "biggest single duration",
     {{Role::pick, Pick::most}, {Role::key, Measure::time}}},
    {"shortest|fastest|min duration|minimum duration|shortest duration|quickest|briefest|shortest single|"
     "speediest|swiftest|shortest single duration",
     {{Role::pick, Pick::least}, {Role::key, Measure::time}}},
    {"largest|biggest|greatest|"
     "fattest|bulkiest|chunkiest|heftiest|most voluminous",
     {{Role::pick, Pick::most}, {Role::key, Measure::bytes}}},
    {"smallest|tiniest",
     {{Role::pick, Pick::least}, {Role::key, Measure::bytes}}},
    {"most|highest|maximum|max|more|maximal|higher",
     {{Role::pick, Pick::most}}},
    {"least|lowest|minimum|min|fewest|fewer|less|minimal|lower",
     {{Role::pick, Pick::least}}},
    {"most time|most gpu time|most total time|largest total time|highest total time|most of the time|"
     "most of the gpu time|time consuming|most time consuming|most expensive|hottest|dominant|dominate|"
     "heaviest|biggest contributor|costliest|most costly|by total duration|by total time|by gpu time|"
     "by total gpu time|by time|by duration|largest total duration|"
     "highest total duration|largest share of gpu time|largest share of time|most total duration|"
     "most execution time|greatest total time|most cumulative time|"
     "longest total time|longest in total|longest total duration|largest total gpu time|"
     "highest total gpu time|most device time|highest cumulative time|most total gpu time|longest total|"
     "in terms of total time|"
     "biggest share of gpu time|biggest share of time|largest share|biggest share|most host time|"
     "most cpu time|greatest total duration|dominating|eats the most time|"
     "most wall time|most summed time|"
     "worst offender|biggest offender|top offender|main offender|offender|beefiest|priciest|"
     "hungriest|most time hungry|time hog|biggest time hog|hog|biggest hog|biggest time sink|"
     "time sink|biggest consumer|biggest eater|most heavy|slowest overall|longest overall|"
     "longest altogether|slowest in total|slowest altogether|greediest|most greedy|"
     "most time intensive|most gpu hungry|largest cumulative time|most accumulated time|"
     "biggest time consumer|top time consumer|most demanding|heaviest hitter|heavy hitter|"
     "longest combined|longest all together|slowest in sum|longest in sum|most aggregate time",
     {{Role::pick, Pick::most}, {Role::key, Measure::time}, {Role::grouped}}},
    {"most kernel time|largest share of kernel time|most of the kernel time|biggest share of kernel time|"
     "most total kernel time|highest share of kernel time",
     {{Role::subject, Subject::kernel},
      {Role::pick, Pick::most},
      {Role::key, Measure::time},
      {Role::grouped}}},
    {"least time|least gpu time|least total time|smallest total time|lowest total time|"
     "least total duration|cheapest|shortest total time|smallest total duration",
     {{Role::pick, Pick::least}, {Role::key, Measure::time}, {Role::grouped}}},
    {"longest average|longest on average|slowest on average|highest average duration|"
     "longest average duration|largest average duration|longest mean duration|highest mean duration|"
     "longest average time|highest average time|longest mean|slowest average",
     {{Role::pick, Pick::most}, {Role::statistic, Statistic::mean}, {Role::grouped}, {Role::key, Measure::time}}},
    {"highest average",
     {{Role::pick, Pick::most}, {Role::statistic, Statistic::mean}, {Role::grouped}}},
    {"most often|most frequently|most frequent|most time called|called most|called most often|"
     "launched most often|made most often|called the most often|launched the most often|called the most|"
     "launched the most|run the most often|run the most|made the most often|ran most often|"
     "ran the most often|ran the most|most called|launched most|most launched|most common|run most often|"
     "most often called|most frequently called|most frequently launched|most often launched|most popular|"
     "highest count|by count|most call|by number of call|most run|most launch|most instance|"
     "most invocation|highest call count|by call count|highest number of call|highest number of launch|"
     "most execution|run most|ran most|execute most|executed most|launch most",
     {{Role::pick, Pick::most}, {Role::key, Measure::count}, {Role::grouped}}},
    {"most launch call",
     {{Role::pick, Pick::most}, {Role::key, Measure::count}, {Role::grouped}, {Role::subject, Subject::call},
      {Role::calls, CallClass::launch}}},
    {"fewest launch|least launch|fewest call|fewest run|fewest instance|least often|least frequently|rarest|"
     "least common|fewest invocation|launched least|called least|least called|launched least often",
     {{Role::pick, Pick::least}, {Role::key, Measure::count}, {Role::grouped}}},
    {"busiest|most busy|best utilized|more busy|busier|highest utilization|higher utilization|"
     "most utilized|most active",
     {{Role::pick, Pick::most}, {Role::key, Measure::busy}}},
    {"least busy|less busy|lowest utilization|lower utilization|least utilized|worst utilized|"
     "least active",
     {{Role::pick, Pick::least}, {Role::key, Measure::busy}}},
    {"most idle|more idle|most idle time|more idle time|idlest|idle most|idle the most|idle longest|"
     "longer idle|idle longer",
     {{Role::pick, Pick::most}, {Role::key, Measure::idle}}},
    {"most data|most byte|more data|more byte|largest volume|most traffic|largest amount of data",
     {{Role::pick, Pick::most}, {Role::key, Measure::bytes}, {Role::grouped}}},
    {"worst",
     {{Role::pick, Pick::most}}},
    {"busy share|busy fraction|busy percentage",
     {{Role::measure, Measure::busy}, {Role::share}}},
    {"idle share|idle fraction|idle percentage",
     {{Role::measure, Measure::idle}, {Role::share}}},
    {"whether|whether there are",
     {{Role::question, Lead::whether}}},
    {"distinct|unique|different|distinct name of|number of distinct name of|kind of different",
     {{Role::distinct}}},
    {"share|share of|percentage|percentage of|percent|percent of|fraction|fraction of|proportion|"
     "proportion of|what share|what percentage|what fraction|part of|how much of|portion|portion of|%|ratio|ratio of|how many percent of|how many percent|what part of|what portion of|"
     "significant|negligible|relevant",
     {{Role::share}}},
    {"of the capture|of the run|of the recording|of the trace|of the span|of its span|of the gpu span|"
     "of wall time|of the wall time|of wall clock time|of the wall clock|of the capture time|"
     "of the run time|of span|of the gpu active span|of capture time|of the whole capture|"
     "of the whole run|of its active span|of the total capture",
     {{Role::whole}}},
    {"as a share of its span|as a share of the span|as a percentage of its span|as a fraction of its span|"
     "as a percentage of the span|as a fraction of the span",
     {{Role::share}, {Role::whole}}},
    {"the capture|the run|the trace|the recording|the profile|the whole run|the entire run|"
     "the whole capture|the entire capture|wall time|wall clock time|the wall time|the wall clock time|"
     "wall clock|this run|this capture|this profile",
     {{Role::whole}, {Role::subject, Subject::capture}}},
    {"the span|the gpu span|the active span|its span",
     {{Role::whole}, {Role::measure, Measure::span}}},
    {"launch inside|launch in|launch lie in|launch call lie in|launch lie inside|launch call lie inside|"
     "launch call inside|launch is inside|launch call is inside|with their launch inside|"
     "with their launch in|inside|within|under|inside range|inside the range|inside of|enclosed by|"
     "inside nvtx range|inside the nvtx range|within range|within the range|within the nvtx range|"
     "within nvtx range|covered by|launched inside|launched from|launched in|in the range|in range|"
     "in the nvtx range|in nvtx range|during the range|during range|under the range|under range|"
     "nested in|nested inside|nested within|nested in range|nested under|inside a range|come out of|comes out of|that come out of|that comes out of",
     {{Role::inside}}},
    {"name|kernel name|call name|range name|function name|api name|per name|by name|per kernel name|"
     "for each kernel|each kernel|per kernel|by kernel",
     {{Role::per, Dimension::name}}},
    {"short name|per short name|kernel short name|by short name|going by short name|short kernel name",
     {{Role::per, Dimension::short_name}}},
    {"difference|difference in|difference of|minus|exceed|exceed that of|ahead of|longer|shorter|"
     "worse",
     {{Role::difference, Comparison::said}}},
    {"than|than on|than for",
     {{Role::difference, Comparison::than}}},
    {"sole",
     {{Role::only}}},
    {"of the machine|in the box|in the system|does the system have|do the system have|in the machine|in this machine|on this machine|on that machine|on the machine|"
     "does the machine have|do the machine have|the machine have|the machine|machine|for this box|"
     "of this box|in this box|on that box|on this box|on the box|of that box|in that box|"
     "listed for this box|that are listed for this box",
     {{Role::machine}}},
    {"whose launch was captured|whose launch is captured|with captured launch|with a captured launch|"
     "with a recorded launch|with a recorded launch call|with a launch call|with a launch|"
     "have a recorded launch|have a recorded launch call|have a launch call|has a recorded launch call|whose launch is recorded|"
     "whose launch was recorded|for which the launch api call is in the capture|"
     "for which the launch call is in the capture|whose launch call is in the capture|"
     "whose launch is in the capture|with its launch in the capture|with a recorded launch api call",
     {{Role::launched, Launched::recorded}}},
    {"without a recorded launch|without a recorded launch call|without a launch call|without a launch|"
     "whose launch was not captured|whose launch is not captured|launch was not captured|launch not captured|"
     "whose launch is missing|launch is missing|missing launch|with no launch|have no captured launch|"
     "without captured launch|without a captured launch|whose launch call is missing|whose launch call was not captured|"
     "without launch|without launch call|have no launch call|have no recorded launch call|"
     "no recorded launch call|have no launch call inside the capture|have no launch call in the capture|"
     "without a launch api row|without a launch api call|without a launch in the capture|"
     "without a launch call in the capture|whose launch is not in the capture|"
     "whose launch was not recorded|whose launch call was not recorded|have no launch|have no recorded launch|"
     "before recording began|before the recording began|before the capture began|"
     "before recording started|launched before recording began|launched before the recording began|"
     "launched before the capture began",
     {{Role::launched, Launched::missing}}},
    {"launched by a cuda graph|launched from a graph|launched from graph|launched from cuda graph|launched from a cuda graph|"
     "launched by cuda graph|came from a cuda graph|came from a cuda graph launch|"
     "come from a cuda graph|belong to a cuda graph|from a cuda graph|from a cuda graph launch|"
     "of a cuda graph|inside a cuda graph|in a cuda graph|part of a cuda graph|launched through a cuda graph|"
     "launched by a graph|from cuda graph|in cuda graph|launched in a cuda graph|run by a cuda graph",
     {{Role::launched, Launched::by_graph}}},
    {"domain|nvtx domain|domain name|nvtx domain name|per domain|by domain|for each domain|each domain",
     {{Role::per, Dimension::domain}}},
    {"thread name|name of thread|name of the thread|by thread name|per thread name",
     {{Role::per, Dimension::thread_name}}},
    {"scheduling core|scheduling cpu|per core|by core|per cpu core|each core",
     {{Role::per, Dimension::core}}},
    {"per stream|by stream|for each stream|each stream|every stream|on each stream|per cuda stream",
     {{Role::per, Dimension::stream}}},
    {"per gpu|by gpu|for each gpu|each gpu|every gpu|per device|by device|each device|on each gpu|"
     "for every gpu|on each device",
     {{Role::per, Dimension::gpu}}},
    {"per rank|by rank|for each rank|each rank|every rank|per process|by process|for each process|each process|for every process|of every process",
     {{Role::per, Dimension::process}}},
    {"per thread|by thread|for each thread|each thread|every thread",
     {{Role::per, Dimension::thread}}},
    {"per iteration|by iteration|for each iteration|each iteration|every iteration|per step|each step|"
     "by step|per training step|in each iteration",
     {{Role::per, Dimension::iteration}}},
    {"what is wrong|is everything ok|everything ok|is everything fine|everything fine|is everything okay|"
     "does it look ok|does it look good|does this look good|does it look fine|is this run ok|is the run ok|"
     "what wrong|wrong|problem|any problem|issue with|what are the problem|"
     "is anything wrong|anything wrong|something wrong|what stand out|what went wrong|is something wrong|"
     "anything to optimise|anything to optimize|anything to fix|anything to improve|anything need fixing|does anything need fixing|does anything need to be fixed|"
     "does anything look wrong|does anything stand out|does anything look odd|"
     "need fixing|anything to worry about|anything suspicious|anything unusual|any issue|any red flag|"
     "main problem|are there any problem|biggest problem|healthy|is it healthy",
     {{Role::intent, Intent::wrong}}},
    {"bottleneck|main bottleneck|biggest bottleneck|primary bottleneck|limiting factor|what limit|what limit performance|limit performance|"
     "limiting performance|slowing down|slowing it down|what is slowing it down|what is slowing down|"
     "summary|summarize|summarise|summarize the profile|summarise the profile|give me a summary|overview|"
     "tell me about this run|tell me about this profile|tell me about the run|tell me about the profile|"
     "describe this profile|describe the profile|describe this run|describe the run|what is in this profile|"
     "what is in the profile|what is in this capture|summarize this profile|summarise this profile|"
     "summarize the run|summarise the run|summarize this run|summarise this run|summary of the run|"
     "summary of the profile|summary of this profile|overview of the run|overview of the profile|"
     "or communication bound|or compute bound|or memory bound|or gpu bound|or cpu bound|or host bound|or copy bound|"
     "or latency bound|or launch bound|is it compute bound|is the run compute bound|is the gpu compute bound|is this run compute bound|"
     "compute bound or communication bound|communication bound or compute bound|compute bound or memory bound|"
     "memory bound or compute bound|cpu bound or gpu bound|gpu bound or cpu bound|is it cpu bound|is it gpu bound|"
     "where is the bottleneck|where the bottleneck is|where is the bottleneck in the run|"
     "is the run cpu bound|is the run gpu bound|is it communication bound|is the run communication bound|"
     "is it host bound|is the run host bound|host bound or gpu bound|gpu bound or host bound|is it memory bound|"
     "compute bound or copy bound|is it copy bound|is the run copy bound|"
     "slow it down|slow this down|what is slowing|slow down|bound by|what bound|why slow|why is it slow|"
     "so slow|slow|what is it bound by|limiting|limited by|limit|bound",
     {{Role::intent, Intent::bottleneck}}},
    {"what to do next|what next|what to do|what should i do|what should i do next|what can i do|"
     "what should i fix|what should i fix first|what to fix|fix first|optimize first|optimise first|"
     "improve|what should i optimize|what to optimize|recommend|recommendation|advice|speed up|"
     "how can i speed this up|speed this up|make this faster|make the run faster|tune|"
     "how to improve utilization|improve utilization|improve gpu utilization|how to improve gpu utilization|"
     "reduce idle time|reduce the idle time|avoid idle time|cut idle time|reduce gpu idle time|"
     "optimization opportunity|biggest optimization opportunity|biggest opportunity|opportunity|"
     "what should be fixed first|what should be fixed|be fixed first|top recommendation|what give the most speedup|"
     "give the most speedup|what would help most|what help most|what would help the most|low hanging fruit|"
     "make faster|make it faster|go faster|get faster|next step|speed it up|do next|should i fix first|"
     "should i optimize first|look at first|optimize|optimise|faster",
     {{Role::intent, Intent::next_step}}},
    {"where do the time go|what is the slowest part of the run|slowest part of the run|what take the longest|"
     "what take the most time|what take most time|what take most of the time|what takes longest|"
     "what is slowest|what is the slowest part|slowest part|what is the gpu doing|what does the gpu do|"
     "what did the gpu do|what is the gpu busy with|what do the gpu do all the time|where does the time go|where do time go|where did the time go|"
     "where is the time spent|where is time spent|where is the time going|breakdown of time|"
     "time breakdown|breakdown of the time|where does time go|what is the time spent on|"
     "do most of the time|spend its time on|spend most of its time on|spend most time on|dominate the timeline|"
     "dominate the run|dominate the profile|spend the time on|spend the most time on|"
     "what happen|what is happening|what is going on|what goes on|what happened|"
     "where does the gpu time go|where is gpu time spent|where the time goes|where the time went",
     {{Role::intent, Intent::where_time}}},
};
// clang-format on

}  // namespace

std::span<const LexiconRow> words_of_questions() { return kQuestions; }

}  // namespace nsys_ai::inline agent
