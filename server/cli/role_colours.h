// The colour of each role on a terminal, of a middle brightness that can be read on black and on white.
#pragma once

#include <array>

#include "tui/frame.h"

namespace nsys_ai {

// Of a role: with 16.7 million colours, with 256, and with 16. -1 is the terminal's own.
struct RoleColour {
  int direct, many, few;
};
constexpr std::array<RoleColour, kFrameRoles> kRoleColours = {{{-1, -1, -1},          // plain
                                                               {0x8A8F98, 245, 8},    // dim
                                                               {0x5F87FF, 69, 4},     // heading
                                                               {0x87AFAF, 109, 6},    // axis
                                                               {0xD7AF5F, 179, 3},    // key
                                                               {0xFF5F5F, 203, 1},    // error
                                                               {0xFF875F, 209, 1},    // severity
                                                               {0xD7AF00, 178, 3},    // cursor
                                                               {0x5FD7FF, 81, 6},    // selected
                                                               {0xFFAF5F, 215, 3},    // bookmark
                                                               {0x9E9E9E, 247, 7},    // call
                                                               {0xD75F87, 168, 5},    // communication
                                                               {0xD7AF5F, 179, 3},    // copy
                                                               {0xFF8787, 210, 1},    // finding
                                                               {0x5FAFAF, 73, 6},     // graph
                                                               {0x6C6C6C, 242, 8},    // idle
                                                               {0xA8A8A8, 248, 7},    // iteration
                                                               {0xAF8700, 136, 3},    // memset
                                                               {0x878787, 102, 8},    // os_call
                                                               {0xD78787, 174, 1},    // sync
                                                               {0x5FAF5F, 71, 2},     // compute_1
                                                               {0x5F87D7, 68, 4},     // compute_2
                                                               {0x87AF5F, 107, 2},    // compute_3
                                                               {0x5FAFD7, 74, 6},     // compute_4
                                                               {0x8787AF, 103, 4},    // range_1
                                                               {0xAF87AF, 139, 5},    // range_2
                                                               {0x87AF87, 108, 2},    // range_3
                                                               {0x87AFD7, 110, 6}}};  // range_4

}  // namespace nsys_ai
