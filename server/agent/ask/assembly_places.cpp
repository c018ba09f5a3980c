// GPUs, streams, processes and threads: counted, picked, or where something is.
#include <fmt/format.h>

#include "agent/ask/assembler.h"

namespace nsys_ai::inline agent {

Dimension Assembler::dimension_of(Subject container) const {
  if (container == Subject::gpu) return Dimension::gpu;
  if (container == Subject::stream) return Dimension::stream;
  if (container == Subject::process) return Dimension::process;
  return container == Subject::thread ? Dimension::thread : Dimension::none;
}

void Assembler::once_group(Dimension group) {
  if (query_.group != Dimension::none && query_.group != group)
    refuse("It groups by two things at once, and I can group by one.");
  query_.group = group;
}

void Assembler::choose_place(Subject container, bool counted, bool which) {
  if (has(Subject::capture) && container == Subject::none) {
    query_.subject = Subject::capture;
    return;
  }
  if (container == Subject::none)
    return refuse("I do not see what it asks about: kernels, copies, gaps, ranges, calls, GPUs, ...");
  const bool named = asks(Lead::name_of) || query_.group == Dimension::name;
  if ((which || named) && container == Subject::gpu && query_.pick == Pick::none && measures_.empty()) {
    query_.group = Dimension::none;
    query_.subject = Subject::gpu;
    measures_.insert(Measure::model);
    return;
  }
  // `who won`
  if (asks(Lead::which) && says_who_alone() && query_.pick == Pick::none && measures_.empty())
    return refuse("Who does what? I know processes, and what each of them ran.");
  // `threads that use CUDA`.
  if (counted && (container == Subject::thread || container == Subject::process) && has_word("cuda") &&
      !has(Subject::gpu) && query_.gpus.empty()) {
    query_.subject = Subject::call;
    distinct_ = true;
    once_group(dimension_of(container));
    return;
  }
  if (counted) {
    const bool on_gpus = has(Subject::gpu) || !query_.gpus.empty();
    query_.subject = on_gpus && container != Subject::gpu ? Subject::operation : container;
    if (query_.subject == Subject::operation) {
      distinct_ = true;
      once_group(dimension_of(container));
    }
    return;
  }
  if (!which && query_.pick == Pick::none)
    return refuse(fmt::format("I do not know what it asks of {}.", plural_of(container)));
  query_.subject = container == Subject::thread ? Subject::call : Subject::operation;
  once_group(dimension_of(container));
}

void Assembler::choose_container(const std::vector<Subject>& said) {
  Subject container = Subject::none;
  for (const Subject s : {Subject::stream, Subject::process, Subject::thread, Subject::gpu})
    if (has(s)) {
      if (container != Subject::none && s != Subject::gpu)
        return refuse("It asks of two kinds of places at once.");
      if (container == Subject::none) container = s;
    }
  // `threads with CUDA calls, how many`.
  const bool counted_before = query_.pick == Pick::none && first_after(counted_at_) == Subject::none &&
                              place_stands_before_thing(container);
  const bool counted =
      asks(Lead::how_many) && container != Subject::none && (first_counted() == container || counted_before);
  const bool which =
      container != Subject::none && (asks(Lead::which) ? first_after(which_at()) == container
                                                       : !counted && place_stands_before_thing(container));
  if (said.empty()) return choose_place(container, counted, which);
  query_.subject = said[0];
  if (counted) {
    distinct_ = true;
    once_group(dimension_of(container));
  } else if (which ||
             (container != Subject::none && query_.pick != Pick::none && container_is_picked(container))) {
    once_group(dimension_of(container));
    // `stream of the kernel`: which it is.
    if (questions_.empty() && query_.pick == Pick::none && query_.statistic == Statistic::none &&
        measures_.empty() && !share_)
      questions_.insert(Lead::which);
  } else if (container == Subject::thread || container == Subject::stream || container == Subject::process) {
    refuse(fmt::format("I do not know what it asks of {}.", plural_of(container)));
  }
}

bool Assembler::says_who_alone() const {
  return (has_word("who") || has_word("whose")) && !has_word("process") && !has_word("processes") &&
         !has_word("rank") && !has_word("ranks");
}

// `stream of the longest kernel`, `GPU that runs the last copy`.
bool Assembler::place_stands_before_thing(Subject container) const {
  if (events().empty()) return false;
  for (const Clue& c : reading_.clues) {
    if (c.role != Role::subject) continue;
    if (as<Subject>(c) != container) return false;
    constexpr std::string_view kLinks[] = {"of", "for", "that", "on", "where", "with", "running"};
    return c.at + 1 < reading_.tokens.size() && std::find(std::begin(kLinks), std::end(kLinks),
                                                          reading_.tokens[c.at + 1].word) != std::end(kLinks);
  }
  return false;
}

// `stream with the most kernels`: the container stands before what is counted on it.
bool Assembler::container_is_picked(Subject container) const {
  for (const Subject s : subjects_) {
    // `what did the GPU run first, which kernel`.
    if (s == Subject::gpu && asks(Lead::which) && which_event_follows()) return false;
    if (s == container) return container != Subject::gpu || key_ == Measure::none || grouped_;
    if (!is_container(s)) return false;
  }
  return false;
}

bool Assembler::which_event_follows() const {
  return std::any_of(reading_.clues.begin(), reading_.clues.end(), [&](const Clue& c) {
    return c.role == Role::subject && c.at == which_at() + 1 && !is_container(as<Subject>(c));
  });
}

size_t Assembler::which_at() const {
  for (const Clue& c : reading_.clues)
    if (c.role == Role::question && as<Lead>(c) == Lead::which) return c.at;
  return 0;
}

// Behind the word that counts, or before it: `gpu count`.
Subject Assembler::first_counted() const {
  const Subject behind = first_after(counted_at_);
  const bool of_measure = std::any_of(reading_.clues.begin(), reading_.clues.end(), [&](const Clue& c) {
    return c.role == Role::measure && c.at > counted_at_;
  });
  if (behind != Subject::none || of_measure) return behind;
  Subject before = Subject::none;
  for (const Clue& c : reading_.clues)
    if (c.role == Role::subject && c.at < counted_at_) before = as<Subject>(c);
  return before;
}

Subject Assembler::first_after(size_t token) const {
  // Of `number of GPU idle gaps` the gaps.
  Subject first = Subject::none;
  size_t at = 0;
  for (const Clue& c : reading_.clues) {
    if (c.role != Role::subject || c.at < token) continue;
    if (first == Subject::none)
      at = c.at;
    else if (first != Subject::gpu || c.at != at + 1)
      break;
    first = as<Subject>(c);
  }
  return first;
}

}  // namespace nsys_ai::inline agent
