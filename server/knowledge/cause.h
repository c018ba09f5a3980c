// A root cause, as its page in docs/root-causes defines it: a condition over data, and advice in words.
//
// A page is Markdown after a front matter in a subset of YAML: `name: value`, or `name: >` with the value on
// indented lines, or `name:` with items after `- ` on indented lines. Names:
//
//   title       one line about a run in which the cause holds
//   detail      numerator, denominator, scope and evidence
//   severity    `information` if a fix saves no time, or `high`; otherwise the share of the span that it
//   could
//               save decides
//   without     `GPU work`: the cause is judged only if the scope has none
//   judged      `always`: also if the scope has no GPU work; `ranks`: of the captures of all ranks of a run,
//               by `ranks` and never of one profile, so that the page has words alone
//   recorded    a type of events, as in FileTable::read_as: the cause is judged only if the file has some
//   order       `first`: the cause says what can be known of the run at all; it comes before all others, and
//               its time cannot be saved
//   floor       the least share of the capture that a fix must save for a finding; 0.03 by default
//   normal      how many seconds on each GPU healthy runs need for it, too; the finding is `high` beyond them
//               only; 0 by default
//   claims      a list of the uses of time (time_account) that a fix gives back
//   within      a list of the keys of wider causes, which claim only what this one leaves them
//   uses        a list of TABLE = SKILL [PARAMETER=VALUE]..., with `~` for a blank in a value, or
//               TABLE = query SELECT ...; the cause cannot be judged if the skill cannot answer
//   may use     the same, but the table is then empty
//   mend        the capture itself falls short: a list of options of the `nsys profile` line that does
//   better;
//               `without --NAME` leaves an option out, `each rank` captures every rank. Columns stand in them
//               as in a title; one whose column is empty is left out
//
// The text has five sections: Symptom, Why, Detection, What to do, How to verify. In What to do, a paragraph
// with a prefix is for some programs only: `In PyTorch: `, or another framework's name, for programs that use
// it; `On Volta and Turing: ` or `On Ampere and later: ` for GPUs with tensor cores of that generation;
// `On Ampere and later, in PyTorch: ` for both; `With WORDS: ` for runs in which the condition's row has
// those words in its column `with_what`; `With samples of the
// host: ` and `With no samples of the host: ` for captures with and without CPU samples. The first ```sql
// block of Detection is the condition over the tables; an optional second block selects references of events
// in its first column, separated by blanks within a row. The condition may use the view `run(gpus,
// capture_ns, span_ns)`, summed over the GPUs in scope, and `claimed`: the rows of time_account whose use
// this cause claims and no narrower cause that holds does. The cause holds if the condition returns a row. A
// fix could save the time in `claimed`, or the column at_stake_ns if nothing is claimed. A column about_ns
// gives the time that the finding concerns if a fix saves none.
//
// In title and detail, `{name}` stands for a column of that row, in the unit that its suffix gives (_ns,
// _share, _bytes, else a count or a text). A column `kernel` is the name of a kernel, short in the title and
// unambiguous in the detail. Further names are {share}, the possible saving as a share that names its
// denominator; {of_whole}, the same with both times; {whole}, the total time; {scope}, a word for it; {gpus}.
// A part in [brackets] is skipped if a column in it is null or empty.
//
// The total is the capture, or the requested window. A possible saving that is too small a share of the total
// may still be a large share of the time between the GPUs' first and last operation: the finding then gives
// its share of that time, as information.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "knowledge/finding.h"
#include "profile/profile.h"
#include "skill/params.h"

namespace nsys_ai {

struct CauseInput {
  std::string table;
  std::string skill;  // empty for a query
  ParamValues params;
  std::string query;
  bool optional = false;
  std::string text;  // the text after the `=`
};

// Additional advice for programs that use a framework, for GPUs of a generation, or for rows with certain
// words.
struct SpecialAdvice {
  // Names of Framework and TensorCoreGeneration, and words of the condition's row; all must hold.
  std::vector<std::string> conditions;
  std::string text;
};

struct Cause {
  std::string key;      // the name of the file without `.md`
  std::string heading;  // the page's heading
  std::string title;
  std::string detail;
  std::optional<Severity> severity;
  bool without_gpu_work = false;
  bool is_judged_always = false;
  bool is_of_ranks = false;
  std::string recorded;
  bool leads = false;
  double floor = 0.03;
  double normal = 0;  // s
  std::vector<TimeUse> claims;
  std::vector<std::string> within;
  std::vector<CauseInput> inputs;
  std::vector<std::string> mends;
  std::string condition;
  std::string evidence;
  std::string symptom;
  std::string why;
  std::string detection;
  std::string what_to_do;  // for all programs
  std::vector<SpecialAdvice> special_advice;
  std::string verify;
  bool is_users = false;  // a user's own page, whose SQL is untrusted

  // Whether it is judged of a profile.
  bool is_for(const Profile& profile, bool has_gpu_work) const;
};

// Fails with `FILE:LINE: what is wrong`.
Result<Cause> parse_cause(std::string_view file_name, std::string_view text);

}  // namespace nsys_ai
