// Lines that several cards share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "knowledge/library.h"
#include "profile/order.h"
#include "base/markdown_code.h"

namespace nsys_ai {

// A thread as people tell it apart: "146 (pt_autograd_0) of process 144".
std::string thread_name(const Profile& profile, ThreadIx thread);

double ratio_of(int64_t part, int64_t whole);

// "1.2 ms at 39.1 s, on GPU 0, stream 7", a paragraph.
std::string when_and_where(const Profile& profile, const Operations& of, size_t at);

// Why a thing of the page of explanations matters, a paragraph; empty where the page has nothing.
std::string why_it_matters(std::string_view thing);
// What usually makes it slow, which nobody measured here, and the skills that tell.
std::string usual_reasons(std::string_view thing);

// A line that leads to pages; empty where there are none.
std::string background_of(const std::vector<const KnowledgePage*>& pages);

// The steps of its process that it belongs to: "- 4.2 % of step 3, which takes 812 ms on the GPU". Empty
// where there are none.
std::string share_of_step(const Profile& profile, OperationNumbers::Operation operation);

// How long it was under way from its call, what ran before and behind it on its stream, and beside it.
std::string launch_lines(const Profile& profile, OperationNumbers::Operation operation);
std::string neighbour_lines(const Profile& profile, OperationNumbers::Operation operation);

// "12.0 % more", "2.4 times" or "the same"; and before what it is compared with: "12.0 % more than".
std::string change_words(int64_t value, int64_t with);
std::string compared(int64_t value, int64_t with);

}  // namespace nsys_ai
