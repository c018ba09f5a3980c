// Lines that several cards share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/library.h"
#include "profile/order.h"
#include "view/cards/card_blocks.h"

namespace nsys_ai {

// A thread as people name it: "146 (pt_autograd_0) of process 144".
std::string thread_name(const Profile& profile, ThreadIx thread);

double ratio_of(int64_t part, int64_t whole);

// "1.2 ms at 39.1 s, on GPU 0, stream 7", a paragraph.
void add_when_and_where(const Profile& profile, const Operations& of, size_t at, Card& card);

// Why a row of EXPLAIN.md matters, a paragraph; nothing where the page has none.
void add_why_it_matters(std::string_view thing, Card& card);
// What usually makes it slow, which nobody measured here, and the skills that check it.
void add_usual_reasons(std::string_view thing, Card& card);

// An item that leads to pages; nothing where there are none.
void add_background(const std::vector<const KnowledgePage*>& pages, Card& card);

// What a kernel's name says of how it works; nothing where that is not known.
void add_name_statements(std::string_view name, Card& card);

// The step of its process that it belongs to: "4.2 % of step 3, which takes 812 ms on the GPU". Nothing where
// there are none.
void add_share_of_step(const Profile& profile, OperationNumbers::Operation operation, Card& card);

// How long it was under way from its call, what ran before and behind it on its stream, and beside it.
void add_launch(const Profile& profile, OperationNumbers::Operation operation, Card& card);
void add_neighbours(const Profile& profile, OperationNumbers::Operation operation, Card& card);

// "12.0 % more", "2.4 times" or "the same"; and before what it is compared with: "12.0 % more than".
std::string change_words(int64_t value, int64_t with);
std::string compared(int64_t value, int64_t with);

}  // namespace nsys_ai
