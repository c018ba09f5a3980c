// Combines the phrases of a question into one query, or none.
#include <fmt/format.h>

#include <algorithm>

#include "question/draft.h"
#include "question/names.h"

namespace nsys_ai {
namespace {

constexpr const char* kTwoKinds =
    "It asks of two kinds of things at once: ask of one, or run `nsys-ai query` with a SELECT over both.";

class QueryBuilder {
 public:
  QueryBuilder(const Profile& profile, Draft draft, Reading& reading, const Work& work)
      : profile_(profile), draft_(std::move(draft)), q_(draft_.query), reading_(reading), work_(work) {}

  Result<void> run() {
    reading_.part = same_part(q_);
    choose_thing();
    if (auto named = place_names(); !named) return named;
    reading_.said = q_;
    if (!q_.thing) return {};
    choose_measure();
    choose_want();
    reading_.query = with_defaults(std::move(q_));
    return {};
  }

 private:
  bool has_measure(Measure measure) const {
    return std::ranges::find(draft_.measures, measure) != draft_.measures.end();
  }

  // Chooses the thing that the question is about. A GPU, a stream or the run beside another thing is its
  // place.
  void choose_thing() {
    std::vector<Thing> things;
    for (const Thing thing : draft_.things)
      if (std::ranges::find(things, thing) == things.end()) things.push_back(thing);
    const auto is_of_place = [](Thing thing) { return is_place(thing) || thing == Thing::run; };
    if (std::ranges::any_of(things, [&](Thing thing) { return !is_of_place(thing); }) || thing_of(q_))
      std::erase_if(things, is_of_place);
    // `GPU time of the gemm kernels`: here `GPU` begins the name of a measure.
    if (things.size() > 1) std::erase(things, Thing::run);
    // `kernel launches` on a thread are calls; so are `launches of kernels`.
    if (things.size() == 2 && q_.calls == CallClass::launch) std::erase(things, Thing::kernel);
    if (things.size() == 2 && q_.calls == CallClass::copy) std::erase(things, Thing::memcpy);
    // `the kernel with the most time on a stream`: a place may be indefinite. `how many streams ran kernels`,
    // `a share of the run that is communication`.
    const bool counts_places =
        draft_.asks_count && !draft_.things.empty() && is_place(draft_.things[0]) && q_.order == std::nullopt;
    const bool has_run = std::ranges::find(draft_.things, Thing::run) != draft_.things.end();
    const bool counts_others = counts_places && !things.empty() && !is_of_place(things[0]);
    if (counts_others || (q_.share && has_run) || (q_.top && q_.statistic && !q_.group && !draft_.grouped))
      problem(kTwoKinds);
    if (things.size() > 1 && is_of_place(things[0])) things = {things[0]};
    // `which iteration has the most kernels`.
    if (things.size() == 2 && things[0] == Thing::iteration && q_.by == Measure::count) {
      q_.group = Dimension::iteration;
      things.erase(things.begin());
    }
    if (draft_.which == Dimension::gpu && !things.empty() && things[0] == Thing::run) things = {Thing::gpu};
    if (things.size() == 1) q_.thing = things[0];
    if (things.size() > 1) {
      q_.thing = things[0];
      problem(kTwoKinds);
    }
    // `how much of the communication is overlapped`.
    for (const Measure measure : draft_.measures)
      if (is_of_gpus(measure) && (q_.family == "communication" || q_.family == "compute") &&
          draft_.names.empty()) {
        q_.family.reset();
        q_.thing = Thing::gpu;
      }
    for (const Measure measure : draft_.measures)
      if (const auto of = thing_of(measure); of && (!q_.thing || is_of_place(*q_.thing))) q_.thing = of;
    if (q_.by && (!q_.thing || is_of_place(*q_.thing)))
      if (const auto of = thing_of(*q_.by)) q_.thing = of;
    if (!q_.thing) q_.thing = thing_of(q_);
    if (!q_.thing && q_.iteration && draft_.names.empty()) q_.thing = Thing::iteration;
    // `the busiest stream`: the stream whose kernels take the most time.
    const auto busy = std::ranges::find(draft_.measures, Measure::busy);
    if (draft_.which && draft_.which != Dimension::gpu && std::ranges::all_of(things, is_of_place) &&
        (q_.by == Measure::busy || busy != draft_.measures.end())) {
      q_.thing = Thing::kernel;
      q_.by = Measure::duration;
      draft_.measures.clear();
      q_.group = draft_.which;
    }
    if (!q_.thing && draft_.which)
      q_.thing = enum_named<Thing>(enum_name(*draft_.which)).value_or(Thing::kernel);
  }

  void problem(std::string text) {
    if (reading_.problem.empty()) reading_.problem = std::move(text);
  }

  std::optional<std::string>& slot_of(NamePlace place) {
    if (place == NamePlace::without) return q_.not_name;
    if (place == NamePlace::inside) return q_.inside;
    return place == NamePlace::launched_by ? q_.launched_by : q_.name;
  }

  Result<void> place_names() {
    for (const ReadName& name : draft_.names) {
      auto found = kinds_with_name(profile_, {name.text, name.marked}, work_);
      if (!found) return tl::unexpected(found.error());
      const auto is = [&](Thing thing) {
        return std::ranges::any_of(*found, [&](const NamedThing& each) { return each.thing == thing; });
      };
      const bool by_list =
          q_.thing == Thing::os_call || q_.thing == Thing::mpi_call || q_.thing == Thing::sample;
      // `launches of a kernel`, `calls of a function` with a range of that name.
      if (name.place == NamePlace::free && q_.thing == Thing::call && !found->empty() && !is(Thing::call) &&
          (!q_.calls || q_.calls == CallClass::launch)) {
        q_.thing = thing_named(*found, NamePlace::named);
        q_.calls.reset();
      }
      NamePlace place = name.place;
      if (place == NamePlace::free && q_.thing == Thing::call && name.marked && found->empty())
        place = NamePlace::named;
      if (place == NamePlace::free && by_list && name.marked) place = NamePlace::named;
      const auto pid = found->empty() || name.of_process ? process_named(profile_, name.text) : std::nullopt;
      if (pid && place == NamePlace::free && !q_.process) {
        q_.process = reading_.part.process = *pid;
        reading_.notes.push_back(fmt::format("`{}` was read as process {}", name.text, *pid));
        continue;
      }
      if (place == NamePlace::free && found->empty()) {
        reading_.unknown.push_back(name.text);
        continue;
      }
      // Quoted text after a word that introduces a name is a name, even if it is unknown.
      if (place != NamePlace::free && !name.marked && found->empty()) {
        reading_.unknown.push_back(name.text);
        continue;
      }
      if (place == NamePlace::free) place = place_of(is);
      if (place == NamePlace::inside && name.place == NamePlace::free && !name.marked && !name.led_in) {
        reading_.unknown.push_back(name.text);
        continue;
      }
      std::optional<std::string>& slot = slot_of(place);
      if (slot && *slot != name.text) {
        reading_.unknown.push_back(name.text);
        continue;
      }
      slot = name.text;
      if (!q_.thing) q_.thing = thing_named(*found, place);
    }
    return {};
  }

  template <class Is>
  NamePlace place_of(const Is& is) {
    if (!q_.thing || *q_.thing == Thing::run || is_place(*q_.thing)) {
      q_.thing.reset();
      return NamePlace::named;
    }
    if (is(*q_.thing)) return q_.name && is(Thing::range) ? NamePlace::inside : NamePlace::named;
    if (is(Thing::range)) return NamePlace::inside;
    return is(Thing::call) ? NamePlace::launched_by : NamePlace::named;
  }

  static Thing thing_named(const std::vector<NamedThing>& found, NamePlace place) {
    if (place == NamePlace::inside || place == NamePlace::launched_by || found.empty()) return Thing::kernel;
    for (const Thing thing : {Thing::kernel, Thing::range, Thing::call, Thing::mark})
      if (std::ranges::find(found, thing, &NamedThing::thing) != found.end()) return thing;
    return Thing::kernel;
  }

  void choose_measure() {
    std::vector<Measure>& has_measure = draft_.measures;
    // `how long is the idle time`, `GPU busy time`: `time` belongs to the other phrase.
    if (has_measure.size() > 1) std::erase(has_measure, Measure::duration);
    has_measure.erase(std::unique(has_measure.begin(), has_measure.end()), has_measure.end());
    if (has_measure.size() > 1) problem("It asks for two figures: each is an answer of its own.");
    if (!has_measure.empty()) q_.measure = has_measure[0];
    // `how many range names are there`.
    if (draft_.asks_count && q_.group && !draft_.per && !draft_.which && has_measure.empty()) {
      if (*q_.group != Dimension::name || q_.family || !draft_.names.empty())
        problem("I can count different names, and not what has them: ask `number of different kernels`.");
      draft_.asks_names = true;
      q_.group.reset();
    }
    if (draft_.asks_names && q_.group) problem("I can count different names of all of them together.");
    const bool of_many = q_.share && !draft_.things.empty();  // `a share of the copies`
    const bool summed = q_.statistic || (q_.share && !of_many) || draft_.asks_total;
    if (summed && has_measure.empty() && !draft_.asks_count &&
        (has_length(*q_.thing) || *q_.thing == Thing::iteration))
      q_.measure = Measure::duration;
    if (draft_.asks_count && q_.statistic && q_.statistic != Statistic::total)
      problem("An average number is of groups: ask `number of kernels per stream`.");
    if (draft_.asks_count && !q_.measure) q_.measure = Measure::count;
    if (draft_.asks_names) q_.measure = Measure::names;
    if (draft_.asks_when && !q_.measure) q_.measure = Measure::start;
    if (draft_.asks_long && !q_.measure) q_.measure = Measure::duration;
    // `how long do the ranges "compile" take`: ranges of a name may nest, and their time counts once.
    if (draft_.asks_long && q_.thing == Thing::range && q_.measure == Measure::duration && q_.name &&
        !q_.statistic && !q_.share && !q_.group && !q_.order && !draft_.grouped && !draft_.asks_total)
      q_.statistic = Statistic::covered;
    if (draft_.asks_much && !q_.measure)
      q_.measure =
          q_.thing == Thing::memcpy || q_.thing == Thing::memset ? Measure::bytes : Measure::duration;
    // `number of bytes`, `amount of data`.
    if (draft_.asks_count && q_.measure == Measure::duration && !q_.order) q_.measure = Measure::count;
    if (q_.thing == Thing::run && !q_.measure && !draft_.asks_list) q_.measure = Measure::duration;
    if (q_.thing == Thing::gpu && !q_.measure && draft_.which == Dimension::gpu && !q_.order)
      q_.measure = Measure::model;
    if (q_.thing == Thing::gpu && q_.measure == Measure::duration) q_.measure = Measure::busy;
  }

  // Time spent: measures that are summed for each name.
  bool is_of_names() const {
    const Thing thing = *q_.thing;
    const bool has_names = name_dimension(thing).has_value();
    const bool summed = q_.by == Measure::duration || q_.by == Measure::count || !q_.by || q_.statistic;
    return has_names && summed &&
           (draft_.grouped || (draft_.relative && (draft_.asks_which || draft_.asks_list)) ||
            q_.by == Measure::count);
  }

  void choose_want() {
    if (draft_.which && q_.thing && (!is_place(*q_.thing) || dimension_of(*q_.thing) != draft_.which) &&
        !q_.group) {
      // `which stream has the most kernels`, `on which GPU did the longest kernel run`.
      if (q_.order && (q_.by == Measure::count || (!draft_.on_which && (draft_.relative || draft_.grouped))))
        q_.group = draft_.which;
      else if (q_.order)
        q_.place = draft_.which;
      else
        list_by(*draft_.which);
    }
    const bool ordered = q_.order || q_.rank;
    if (ordered && !q_.group && is_of_names()) q_.group = name_dimension(*q_.thing);
    const bool asks_figure = draft_.asks_count || draft_.asks_long || draft_.asks_much || draft_.asks_names;
    // The slowest by bandwidth has the lowest one.
    if (q_.order && draft_.by_speed && (q_.by == Measure::bandwidth || has_measure(Measure::bandwidth))) {
      q_.order = *q_.order == Order::most ? Order::least : Order::most;
      q_.by = Measure::bandwidth;
    }
    if (q_.order && draft_.asks_total && name_dimension(*q_.thing)) draft_.grouped = true;
    if (q_.order && !q_.by && draft_.by_size)
      q_.by = has_bytes(*q_.thing) ? Measure::bytes : Measure::duration;
    if (draft_.asks_whether && !asks_figure && !ordered && !q_.group) {
      q_.want = Want::whether;
      q_.measure.reset();
    } else if (q_.top || (ordered && draft_.asks_list && !q_.rank && draft_.grouped)) {
      q_.want = Want::list;
    } else if (ordered) {
      q_.want = Want::pick;
    } else if (q_.group) {
      q_.want = Want::group;
    } else if (is_list()) {
      q_.want = Want::list;
      q_.order = Order::most;
    }
    if (q_.want == Want::list && !q_.group && draft_.grouped && is_of_names())
      q_.group = name_dimension(*q_.thing);
    if (draft_.of_one && q_.measure == Measure::duration && !q_.statistic && q_.want == Want::figure)
      q_.statistic = q_.thing == Thing::iteration ? Statistic::median : Statistic::mean;
    if (draft_.asks_where && q_.want == Want::pick && !q_.place && !q_.measure) q_.measure = Measure::start;
    if (q_.want == Want::pick &&
        (draft_.asks_name || (draft_.asks_which && !q_.group && name_dimension(*q_.thing))))
      q_.measure.reset();
  }

  // `which threads launch kernels`.
  void list_by(Dimension which) {
    q_.group = which;
    q_.order = Order::most;
    q_.by = q_.measure == Measure::duration ? Measure::duration : Measure::count;
    draft_.asks_list = draft_.grouped = true;
  }

  // `list the kernels`, `which kernels ran on GPU 1`.
  bool is_list() {
    const bool open =
        (draft_.asks_list || draft_.asks_which) && !q_.measure && !q_.share && !draft_.asks_count;
    if (!open || is_place(*q_.thing) || *q_.thing == Thing::run) return false;
    if (!q_.group) {
      draft_.grouped = draft_.relative = true;
      if (is_of_names()) q_.group = name_dimension(*q_.thing);
    }
    return true;
  }

  const Profile& profile_;
  Draft draft_;
  AskQuery& q_;
  Reading& reading_;
  const Work& work_;
};

}  // namespace

Result<void> query_of_draft(const Profile& profile, Draft draft, Reading& reading, const Work& work) {
  if (!draft.problem.empty()) reading.problem = draft.problem;
  return QueryBuilder(profile, std::move(draft), reading, work).run();
}

}  // namespace nsys_ai
