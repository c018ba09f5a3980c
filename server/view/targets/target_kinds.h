// What there is to know of a kind of target, one row a kind: how it is written, and what this layer shows of
// it. What the layers above do with it is in tables of their own, a row a kind as well.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/interval_set.h"
#include "profile/profile.h"
#include "view/cards/card_blocks.h"
#include "view/pages/page.h"
#include "view/targets/target.h"

namespace nsys_ai {

// What a text has after the prefix.
enum class TargetForm { device_and_start, family_and_row, key, line_and_file, nothing, number };

struct TargetKindRow {
  TargetKind kind;
  std::string_view prefix;  // empty for events of families that have no kind of their own
  TargetForm form;
  std::optional<Card> (*card)(const Profile&, const Target&);
  WordKind word = WordKind::plain;  // how a text highlights it
  bool section = false;             // whether a row about it is a part of a page that one looks for by name
  // Of events in columns: where the row is looked up.
  const Spans& (*spans)(const Profile&) = nullptr;
  // When it happened, where that is not what `spans` says. With neither it has no place in time.
  std::optional<Interval> (*interval)(const Profile&, const Target&) = nullptr;
  // What it is called where it is evidence; may be empty.
  std::string (*evidence)(const Profile&, const Target&) = nullptr;
};

// All kinds, in the order of `TargetKind`.
std::span<const TargetKindRow> target_kinds();
const TargetKindRow& about(TargetKind kind);

// Whether it names a single event or gap, which hangs together with others (view/targets/related.h).
bool is_event(TargetKind kind);

// The place of an event in `spans`; nothing where there is none, or where the kind has no columns.
std::optional<size_t> place_in_spans(const Profile& profile, const Target& target);

}  // namespace nsys_ai
