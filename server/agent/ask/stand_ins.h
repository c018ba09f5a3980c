// What a sentence names, and what stands in for it in the next one.
#pragma once

#include <optional>
#include <set>
#include <string>

namespace nsys_ai::inline agent {

// Names as programs write them: `cudaMalloc`, `FSDP::pre_forward (blocks.1)`, `flash_fwd_kernel`.
std::set<std::string> identifiers_in(const std::string& text);
// `GPU 0`, `stream 7`, `pid 144`.
std::set<std::string> places_in(const std::string& text);
std::string without_names_and_places(const std::string& text);

// Whether all of `some`, which is sorted as `all` is, are there.
bool has_all_of(const std::set<std::string>& all, const std::set<std::string>& some);
// Whether `it`, `those` or the like is said.
bool has_pronoun(const std::string& sentence);
// The sentence with the name in the place of what stands in for it; nothing where nothing does.
std::optional<std::string> with_name(const std::string& sentence, const std::string& name);

}  // namespace nsys_ai::inline agent
