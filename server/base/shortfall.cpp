// A list without a lock: data that is not whole is told of at each access to it.
#include "base/shortfall.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <set>

#include "base/text_table.h"

namespace nsys_ai {
namespace {

thread_local Shortfalls* running_shortfalls = nullptr;

}  // namespace

void tell(const Shortfall& of) {
  if (of.notes.empty()) return;
  for (Shortfalls* to = running_shortfalls; to != nullptr; to = to->outer_) to->add(of);
}

Shortfalls::Shortfalls() : outer_(running_shortfalls) { running_shortfalls = this; }

Shortfalls::~Shortfalls() { running_shortfalls = outer_; }

Shortfalls* Shortfalls::running() { return running_shortfalls; }

void Shortfalls::add(const Shortfall& of) {
  for (auto& place : told_) {
    const Shortfall* there = place.load(std::memory_order_acquire);
    if (there == nullptr && place.compare_exchange_strong(there, &of)) return;
    if (there == &of) return;
  }
  assert(false);
}

std::vector<const Shortfall*> Shortfalls::all() const {
  std::vector<const Shortfall*> told;
  for (const auto& place : told_) {
    const Shortfall* const there = place.load(std::memory_order_acquire);
    if (there == nullptr) break;
    told.push_back(there);
  }
  return told;
}

std::vector<std::string> Shortfalls::notes() const {
  // They quote names of tables, which are data.
  std::set<std::string> sentences;
  for (const Shortfall* of : all())
    for (const std::string_view note : of->notes)
      sentences.insert(one_line(note.ends_with('.') ? note.substr(0, note.size() - 1) : note));
  std::vector<std::string> notes;
  for (const std::string& sentence : sentences) {
    if (notes.size() == kMaxNotes) break;
    notes.push_back(sentence);
  }
  if (sentences.size() > notes.size())
    notes.push_back(fmt::format("{} more notes of this kind are not shown", sentences.size() - notes.size()));
  return notes;
}

const Shortfall* Shortfalls::left_out() const {
  const auto told = all();
  const auto found =
      std::find_if(told.begin(), told.end(), [](const Shortfall* of) { return !of->left_out.empty(); });
  return found == told.end() ? nullptr : *found;
}

GatheredBy::GatheredBy(Shortfalls* by) : before_(running_shortfalls) { running_shortfalls = by; }

GatheredBy::~GatheredBy() { running_shortfalls = before_; }

}  // namespace nsys_ai
