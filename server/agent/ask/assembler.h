// How a query is put together, in several files: what words said, and where each of them went.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "agent/ask/assembly.h"

namespace nsys_ai::inline agent {

// Each word has its place in the query. Where two want the same place, or one finds none, there is no query:
// a question that was half understood would be answered wrongly. For one question.
class Assembler {
 public:
  Assembler(const ReadWords& reading, const std::vector<LinkedName>& names)
      : reading_(reading), names_(names) {}
  Assembled assemble();

 private:
  template <class E>
  static E as(const Clue& clue) {
    return static_cast<E>(clue.value);
  }
  void refuse(std::string why);
  bool has(Subject s) const { return std::find(subjects_.begin(), subjects_.end(), s) != subjects_.end(); }
  bool has(Measure m) const { return measures_.count(m) > 0; }
  bool asks(Lead q) const { return questions_.count(q) > 0; }
  void drop(Subject s);
  static bool is_container(Subject s) { return s >= Subject::gpu; }
  std::vector<Subject> events() const;
  void once(std::string& place, const std::string& value, std::string_view what);
  void collect();
  void collect(const Clue& c);
  void collect_condition(const Clue& c);
  // `without`, `other than` before a condition: what it leaves out.
  bool is_excluded(size_t at);
  void settle_exclusions();
  bool leaves_out() const {
    return !query_.not_name.empty() || !query_.not_family.empty() || !query_.not_library.empty() ||
           !query_.not_direction.empty();
  }
  // `copied to GPU 1`: what goes into it, and not all that its copy engines move.
  void settle_toward();
  void check_side();
  void check_points();
  void check_share();
  void check_words();
  void check_groups();
  bool says_host_event() const;
  bool says_as_time() const;
  void collect_key(Measure key, std::string_view text);
  bool is_order(const Clue& c) const;
  bool is_order_of_pick(const Clue& c) const;
  void settle_order();
  void settle_speed();
  void settle_noun_start();
  void settle_capture();
  void settle_inside();
  bool says_flops_in_all() const;
  bool asks_cpu_time() const;
  void collect_calls(CallClass calls, bool left_out);
  void collect_pick(const Clue& c);
  // `how many more on GPU 1 than on GPU 0`.
  bool compares() const { return query_.minus_gpu || query_.minus_process; }
  void settle_difference();
  bool second_is_named_first() const;
  bool is_name_of_gpu() const;

  void place_names();
  void place(const LinkedName& linked);
  bool place_range(const LinkedName& linked, const std::vector<Subject>& said);
  bool place_call(const LinkedName& linked, const std::vector<Subject>& said);
  bool inside_said() const;
  bool stands_beside_range(const LinkedName& linked) const;
  bool joins_excluded(size_t at) const;
  bool says_ranges_inside(size_t at) const;
  bool follows_launched(size_t at) const;
  bool follows_family(const LinkedName& linked) const;
  bool is_marker_of_iterations() const;
  void place_rank_of_range();

  void decide();
  bool only_gpus() const;
  bool decide_intent();
  bool decide_overlap();
  void read_what_takes_longest();
  void forget_what_bounds();
  void decide_topic();
  bool asks_which_gpu() const { return asks(Lead::which) && has(Subject::gpu); }
  bool measures_none_but_time() const;
  bool has_word(std::string_view word) const;
  // `is`, `does`: a yes or no is asked for.
  bool starts_as_question() const;
  void decide_mfu();
  bool asks_plainly() const;
  bool decide_hardware();

  void read_running_kernels();
  std::set<Measure> gpu_measures() const;
  void leave_out_communication(std::set<Measure>& asked);
  // Whether one is picked by its time or place in time.
  enum class Single : uint8_t { no, yes };
  bool asks_for_events(const std::set<Measure>& asked, Single single);
  bool decide_gpu();
  // `what share of the time does a kernel run`.
  bool is_unnarrowed() const;
  // `what share of the run is NCCL`.
  std::set<Measure> measures_of_whole();
  // Overlap and exposure are of communication beside compute, whose words stand beside.
  void absorb_copies(std::set<Measure>& asked);
  void absorb_pair(std::set<Measure>& asked);
  void finish_gpu(Measure measure);
  bool is_busy_with_it() const;

  void decide_event();
  bool says_gpu_time() const;
  void ask_for_kernels_inside();
  void infer_subject();
  Dimension dimension_of(Subject container) const;
  void choose_subject();
  void once_group(Dimension group);
  void choose_container(const std::vector<Subject>& said);
  // Of a question that names no event: `counted` and `which` say what it asks of the container.
  void choose_place(Subject container, bool counted, bool which);
  // `stream with the most kernels`: the container stands before what is counted on it.
  bool container_is_picked(Subject container) const;
  Subject first_counted() const;
  Subject first_after(size_t token) const;
  size_t which_at() const;
  bool which_event_follows() const;
  void settle_rate(std::set<Measure>& asked);
  void choose_measure();
  // What is meant where no measure is said.
  void choose_usual_measure();
  void choose_only();
  // `p99 of launch calls`: how long they take; `total calls` are their number.
  bool is_timed_by_statistic() const {
    return query_.statistic != Statistic::total && query_.subject != Subject::copy &&
           query_.subject != Subject::memset && query_.subject < Subject::gpu;
  }
  bool is_host_subject() const {
    return query_.subject == Subject::call || query_.subject == Subject::os_call ||
           query_.subject == Subject::mpi_call || query_.subject == Subject::range;
  }
  bool says_event() const;
  bool is_narrowed_in_words() const;
  bool counts_names() const;
  void settle_whether();
  std::set<Measure> iteration_measures(std::set<Measure> asked) const;
  // `which kernels ran on stream 7`: their names, by time.
  void choose_listing();
  bool is_nameable() const;
  bool is_named() const;
  bool has_call_of_graphs() const;
  bool sums_before_pick() const;
  bool averages_behind_pick() const;
  bool picks_place_of_one() const;
  void pick_place();
  bool place_stands_before_thing(Subject container) const;
  bool says_who_alone() const;
  bool says_unit() const;
  // `duration of the longest kernel`, `maximum duration of kernels`, and not `kernel with the longest
  // duration`.
  bool asks_for_value() const;
  bool picks_by_its_measure() const;
  void choose_pick();
  bool names_two_points() const;
  bool says_kernels() const;
  bool asks_time_until() const;
  bool asks_what_runs_together() const;
  bool counts_what_has_it() const;
  bool asks_for_one() const;
  void settle_statistic();
  void settle_start();
  // What no rule of queries knows: how it was asked.
  void check();

  const ReadWords& reading_;
  const std::vector<LinkedName>& names_;
  AskQuery query_;
  std::string problem_;
  std::vector<Subject> subjects_;
  std::set<Measure> measures_;
  std::set<Lead> questions_;
  std::set<Dimension> groups_;
  std::set<Intent> intents_;
  std::set<std::string_view> topics_;
  Measure key_ = Measure::none;
  Measure said_order_ = Measure::none;  // behind `by`
  size_t counted_at_ = 0, picked_at_ = SIZE_MAX, excluded_at_ = SIZE_MAX;
  size_t left_out_at_ = SIZE_MAX;  // of a name that is left out: whatever else its words say
  std::set<size_t> excluding_;     // where words such as `without` stand whose thing was not found yet
  bool grouped_ = false, distinct_ = false, share_ = false, whole_ = false, top_ = false, starting_ = false;
  bool of_capture_ = false;
  std::optional<Comparison> difference_;
};

}  // namespace nsys_ai::inline agent
