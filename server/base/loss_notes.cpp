// A lock-free list, since every access to incomplete data reports it.
#include "base/loss_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <set>

#include "base/text_table.h"

namespace nsys_ai {

void report_loss(const DataLoss& of) {
  if (of.notes.empty()) return;
  for (LossNotes* to = Context::current().losses; to != nullptr; to = to->bound_.outer().losses) to->add(of);
}

LossNotes::LossNotes() : bound_(Context::current().with_losses(this)) {}

void LossNotes::add(const DataLoss& of) {
  for (auto& place : losses_) {
    const DataLoss* there = place.load(std::memory_order_acquire);
    if (there == nullptr && place.compare_exchange_strong(there, &of)) return;
    if (there == &of) return;
  }
  assert(false);
}

std::vector<const DataLoss*> LossNotes::all() const {
  std::vector<const DataLoss*> losses;
  for (const auto& place : losses_) {
    const DataLoss* const there = place.load(std::memory_order_acquire);
    if (there == nullptr) break;
    losses.push_back(there);
  }
  return losses;
}

std::vector<std::string> LossNotes::notes() const {
  // The sentences quote table names, which come from the profile.
  std::set<std::string> sentences;
  for (const DataLoss* of : all())
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

const DataLoss* LossNotes::skipped() const {
  const auto losses = all();
  const auto found =
      std::find_if(losses.begin(), losses.end(), [](const DataLoss* of) { return !of->skipped.empty(); });
  return found == losses.end() ? nullptr : *found;
}

}  // namespace nsys_ai
