// Words that say nothing that changes an answer.
#include <algorithm>

#include "agent/ask/lexicon_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
const LexiconRow kFillers[] = {
    {"program|union|installed|does it have|does it run|all process|all gpu|all device|all stream|all thread|all rank|both gpu|both device|"
     "both process|both rank|two process|two rank|both|one|at least one|pls|hmm|hey|hi|quick|quickly|"
     "into|go into|going into|on the capture clock|of the capture clock|capture clock|the capture clock|"
     "on the clock|within its span|in its span|over its span|within the span|within span|over span|"
     "between its first and its last operation|from its first to its last operation|for most of|"
     "from first to last gpu operation|from the first to the last operation|first to last operation|"
     "from first to last operation|between first and last operation|between its first and last operation|"
     "from the first operation start to the last operation end|between its gpu operation|"
     "between gpu operation|between its operation|between operation|byte over copy time|"
     "total byte over total copy time|in gb/s|in byte|in ns|in ms|in us|in second|in percent|"
     "in nanosecond|in microsecond|in millisecond|as a percentage|as a share|did the host|host wait in|"
     "host waited in|did the host wait in|does the host wait in|does the host hang in|"
     "did the host hang in|host hang in|was the host|does the host|cost the host|burn|lose|lost|pay|paid|"
     "the two device|the two gpu|the two rank|the two process|two device|two gpu|across the two device|"
     "over the two process|blocked in|hang in|hangs in|waiting in|wait in|lose waiting in|pay for|"
     "did the cpu|did the cpu lose in|as the union of all non nccl kernel|out of all|at all|"
     "did i profile this on|waste|well|how well|anywhere|in the file|"
     "someone|somebody|everybody|execution|execution of|awfully|terribly|tiny|"
     "a lot|breakdown of|broken down|split up|receive|receives|received|land|landed|arrive|"
     "comes from|come from|coming from|originate from|anything|issued by|"
     "interval|in the interval|between two operation|between any two operation|lasting|"
     "roughly|approximately|about|seem|push|pushed|huge|eat|labelled|opened|"
     "entered|really|keep|put|listed|look|look at|look for|i.e|must|hook|whatever the direction|timeline|"
     "everything|across everything|in this file|nvidia|graphic|sit in|sleep|sleep in|go through|text|"
     "with the text|clipped|clipped to the window|clipped at both end|window|in the window|i mean|"
     "all its thread|all thread of all process|i need this|any process|in any process|in any thread|"
     "over all process and gpu|over all gpu and process|over all process|by start time|by start|"
     "in order of start|in time order|kernel's|how|cuda|performance|reach|reached|achieve|achieved|"
     "attain|communicated|detected|found|counted|fill|filled|set by|moving|move|moves|a|an|"
     "the|only|of|on|in|at|to|for|from|with|by|and|me|please|show|tell|give|find|list|print|display|"
     "report|calculate|determine|state|identify|i|we|my|our|you|your|us|can|could|would|should|will|do|"
     "doe|did|is|are|was|were|be|been|being|has|have|had|there|it|its|this|that|these|those|they|them|"
     "their|here|what|whose|as|so|if|then|any|all|ever|just|only a|actually|exactly|overall|altogether|"
     "in all|in total|together|combined|entire|whole|single|individual|own|given|spend|spent|spending|"
     "take|took|taken|taking|run|ran|running|execute|executed|executing|launched|happen|happened|occur|"
     "occurred|use|used|using|make|made|issue|issued|perform|performed|show up|appear|appeared|record|"
     "recorded|captured|seen|see|get|got|goe|go|went|last for|consume|consumed|accumulate|accumulated|"
     "contain|does|cost|need|needed|belong|account|accounted|represent|constitute|make up|made up|"
     "involve|involved|present|exist|work|doing|invoked|finish up|done|in the capture|in the profile|"
     "in the trace|in this profile|in this capture|in this trace|in this run|in the run|in the recording|"
     "in the file|during the capture|during the profile|during the run|over the capture|over the run|"
     "over the whole capture|over the whole run|in the whole capture|in the whole run|"
     "in the whole profile|in the entire capture|across the capture|across the run|across the profile|"
     "across the whole capture|across the whole run|across all gpu|on all gpu|over all gpu|"
     "across both gpu|on both gpu|over both gpu|across gpu|on the gpu|on gpu|on the device|on any gpu|"
     "at all|of the profile|of this profile|across|over|"
     "during|through|throughout|among|between them|named|name contain|with name|with the name|"
     "whose name contain|"
     "i only care about|i care about|care about|in terms of one|in terms of a single|clip|clip to|"
     "clip it to|clipped to|fall into|fall in|fall within|fall inside|mention|mentioned|the file|"
     "does the file mention|what do|between first and last gpu operation|"
     "between the first and last gpu operation|between the first and the last gpu operation|"
     "first to last gpu operation|over all process and thread|over all thread|across all thread|"
     "across all process|every process|of all thread|in all thread|of all process|over all its call|over all call|"
     "over all of its call|over all instance|across all call|zoom in on|zoom into|zoom in to|zoom to|"
     "layer hook|the layer hook|is it true that|is it true|u|ur|kindly|ok|okay|hello|dear|thanks|"
     "thank|thank you|cheer|ta|could u|can u|curious|i wonder|wondering|i am wondering|"
     "i want to know|i would like to know|want to know|would like to know|tell me|let me know|know|"
     "want|like to|say|speaking|in general|generally|basically|literally|simply|exact|precise|"
     "precisely|all told|all in all|summing everything|sum total|everything considered|all up|grand|"
     ""
     "shuffle around|shuffled around|shuffle|shuffled|stuff|where the gpu|"
     "in which the gpu|counting|where the host|where do the host spend|"
     "where does the host spend|look slow|look so slow|seem slow|feel slow|awfully slow|written|"
     "wrote|write|sorted|ranked|sits|sit on|sits on|loading the module|loading module|"
     "loading the library|loading library|setting up the communicator|set up the communicator|"
     "somehow|honestly|frankly|truly|merely|apparently|presumably|"
     "possibly|perhaps|maybe|probably|likely|certainly|definitely|evidently|obviously|basically|essentially|"
     "effectively|practically|anyway|anyhow|again|also|too|even|still|yet|already|now|today|currently|"
     "presently|whatsoever|respective|respectively|corresponding|concerned|relevant|particular|certain|"
     "specific|very|such|therein|thereof|hereby|herein|along|alongside|onto|upon|out there|over there|"
     "as major.minor|i.e|e.g|something|some|measured|measure|compute the|"
     "work out|figure out|put together|taken all together|taken as one",
     {{Role::filler}}},
};

constexpr std::string_view kIdleWords[] = {
    "also", "app", "application", "associated", "code", "concerned", "currently", "dispatched",
    "honestly", "hopefully", "instance", "instances", "job", "maybe", "noticed", "now",
    "observed", "particular", "perhaps", "processed", "profiled", "quite", "required", "respective",
    "scheduled", "script", "side", "specific", "submitted", "sure", "today", "traced", "training", "various",
    "very", "visible", "workload", "yeah"};
static_assert(std::ranges::is_sorted(kIdleWords));
// clang-format on

}  // namespace

bool is_idle_word(std::string_view word) { return std::ranges::binary_search(kIdleWords, word); }

std::span<const LexiconRow> words_of_fillers() { return kFillers; }

}  // namespace nsys_ai::inline agent
