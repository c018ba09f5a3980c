#!/usr/bin/env bash
# `nsys-ai timeline` as a person at a terminal meets it: tmux types, and what the terminal shows is read.
#
# $NSYS_AI_PROGRAM (build/nsys-ai) is the program, build/example.sqlite the profile. Screens go to build/screenshots as
# text. The last line counts: "N passed, N failed, N skipped".
# shellcheck disable=SC2317,SC1091 # tests are called by their names, and source what is checked by itself
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

program=$(realpath -m "${NSYS_AI_PROGRAM:-build/nsys-ai}")
profile=$(realpath -m build/example.sqlite)
. tests/e2e/terminal.sh

# opens ARGUMENT...: in the home of the test, where bookmarks are kept
opens() {
  types "cd && $program timeline $profile $*"
  key Enter
  sees 'h help'
}
# The shell's screen is back, and the terminal is as it was.
is_restored() {
  sees 'shell>'
  ! screen | grep -q 'h help' || return 1
  types 'stty -a | grep -oE "[-]?(icanon|echo) "'
  key Enter
  sees '^icanon'
  sees '^echo'
}
program_id() { pgrep -n -P "$(tmux -S "$socket" display-message -p '#{pane_pid}')"; }

shows() {
  begin "$1"
  opens
  sees 'Stream 7'
  sees '320.0 ms of 320.0 ms'
  sees 'GPU 0 busy 237.7 ms, 74.3 % of the window'
  keep "timeline-$1"
  key +
  sees '160.0 ms of 320.0 ms'
  key q
  ended_with 0
  is_restored
}
shows_in_xterm() { shows xterm-256color; }
shows_in_tmux() { shows tmux-256color; }
shows_in_8_colours() { shows xterm; }
# Without an entry of its own it is taken for an xterm.
shows_in_unknown() { shows no-such-terminal; }
goes_by_keys() {
  begin screen-256color
  opens
  sees '^ Memset'
  key Tab
  sees '^ Host-to-Device copy'
  key BTab
  sees '^ Memset'
  key S-Right S-Left + -
  sees '320.0 ms of 320.0 ms'
  key Home Down Down j k
  key '/' g e m m Enter
  sees '/gemm 128 matches'
  key T
  sees '^ NVTX ranges'
  key Down Right Down Enter
  sees 'Since start'
  key n h
  sees 'Show this help'
  keep timeline-help
  key Escape
  key '?'
  key Escape
  key C
  sees 'Rows of the selected stream'
  keep timeline-config
  key Escape B
  sees 'Bookmarked'
  grep -q example.sqlite "$home/.nsys-ai/bookmarks.json"
  key "'"
  sees 'Bookmarks'
  key Escape
  types ':longest idle gap on GPU 1'
  key Enter
  sees 'The longest idle gap on GPU 1 is'
  keep timeline-answer
  key Escape P
  sees 'http://127.0.0.1:'
  key Escape q
  ended_with 0
}
opens_by_name() {
  begin xterm-256color
  types "cd && $program $profile"
  key Enter
  sees 'What stands out'
  sees 'Enter shows it on the timeline'
  keep overview
  key Tab Enter
  sees 'Since start'
  key T
  sees '^ NVTX ranges'
  key O
  sees 'Enter shows it on the timeline'
  key O
  sees 'Since start'
  key q
  ended_with 0
  sees 'In the terminal; --viewer text prints it'
  tmux -S "$socket" send-keys -R
  types "clear; $program $profile --viewer text | tail -n 1; $program $profile --width 60 | grep -c GPU"
  key Enter
  sees 'All 14 labels'
  sees '^[0-9]+$'
}
# A `code` that says what it was given.
opens_in_its_editor() {
  begin xterm-256color NSYS_AI_EDITOR=vscode
  mkdir -p "$home/bin"
  printf '#!/bin/sh\necho "code got $*"\n' >"$home/bin/code"
  chmod +x "$home/bin/code"
  types "PATH=$home/bin:\$PATH; $program $profile"
  key Enter
  sees 'code got --open-url vscode://nsys-ai'
  types "clear; $program $profile --viewer tui"
  key Enter
  sees 'What stands out'
  key q
}
keeps_its_settings() {
  begin xterm-256color
  opens
  key C Right Escape
  sees 'h help'
  sleep 0.3
  grep -q '"selectedHeight": 3' "$home/.nsys-ai/terminal.json"
  key q
  ended_with 0
  opens
  key C
  sees 'Rows of the selected stream +< +3 >'
  key Escape q
  ended_with 0
  echo '{"selectedHeight": "high"}' >"$home/.nsys-ai/terminal.json"
  opens
  key C
  sees 'Rows of the selected stream +< +2 >'
  key Escape q
}
completes_questions() {
  begin xterm-256color
  opens
  types ':longest idle g'
  key Tab
  sees '^:longest idle gpu kernel'
  key Tab Tab
  sees '^:longest idle gap'
  key BTab
  sees '^:longest idle GPU operations'
  key Escape q
  ended_with 0
}
stands_against_another() {
  begin xterm-256color
  types "cd && $program tui $profile --against $profile"
  key Enter
  sees 'per call +vs base'
  key Down
  sees " 0\\.0 %"
  key T
  sees 'base: example.sqlite'
  sees 'Aligned at step 0 of both'
  key + + Tab A Tab
  keep timeline-against
  key q
  ended_with 0
}
takes_a_place() {
  begin screen-256color
  opens --gpu 1 --at kernel:1972
  sees 'kernel:1972 ·'
  ! screen | grep -q 'GPU 0 ·' || return 1
  key q
  ended_with 0
}
fits_new_sizes() {
  begin screen-256color
  opens
  tmux -S "$socket" resize-window -x 44 -y 12
  sees 'Since st'
  keep timeline-narrow
  tmux -S "$socket" resize-window -x 160 -y 45
  sees 'explain  h help  q quit'
  key q
  ended_with 0
}
pastes() {
  begin xterm-256color
  opens
  key '/'
  sleep 0.3
  tmux -S "$socket" set-buffer 'flash'
  tmux -S "$socket" paste-buffer -p
  key Enter
  sees '/flash [0-9]+ matches'
  # Where nothing is typed, a paste is not taken for keys.
  tmux -S "$socket" set-buffer 'qqq'
  tmux -S "$socket" paste-buffer -p
  sees '/flash'
  key q
  ended_with 0
}
follows_the_mouse() {
  begin xterm-256color
  opens
  # A click on line 12, column 60, and the wheel there.
  types $'\033[<0;60;12M\033[<0;60;12m'
  sees '^── 1[0-9][0-9]\.'
  types $'\033[<64;60;12M'
  sees '256.0 ms of 320.0 ms'
  key q
  ended_with 0
}
suspends() {
  begin xterm-256color
  opens
  key C-z
  sees 'Stopped'
  types 'fg'
  key Enter
  sees 'h help'
  key q
  ended_with 0
  is_restored
}
ends_by() {
  begin xterm-256color
  opens
  kill "-$1" "$(program_id)"
  is_restored
}
ends_by_term() { ends_by TERM; }
ends_by_int() { ends_by INT; }
ends_by_hup() { ends_by HUP; }
survives_a_crash() { ends_by SEGV; }
ends_with_its_terminal() {
  begin xterm-256color
  opens
  local id waited
  id=$(program_id)
  tmux -S "$socket" kill-server
  for ((waited = 0; waited < 100; ++waited)); do
    kill -0 "$id" 2>/dev/null || return 0
    sleep 0.05
  done
  echo "it lives without its terminal"
  return 1
}
has_no_colours() {
  begin xterm-256color NO_COLOR=1
  opens
  ! tmux -S "$socket" capture-pane -e -p | grep -q $'\033\[[0-9;]*3[0-8]' || return 1
  key q
  ended_with 0
}
is_plain_without_utf8() {
  begin xterm-256color LC_ALL=C
  opens
  ! screen | grep -qP '[^\x00-\x7F]' || return 1
  keep timeline-ascii
  key q
  ended_with 0
}
needs_a_terminal() {
  local said code=0
  said=$("$program" timeline "$profile" </dev/null 2>&1) || code=$?
  ((code == 1))
  [[ $said == *'needs a terminal'* ]]
}

try shows_in_xterm 'an xterm shows the timeline, and has its screen back'
try shows_in_tmux 'so does tmux'
try shows_in_8_colours 'so does a terminal of eight colours'
try shows_in_unknown 'so does a terminal without an entry'
try goes_by_keys 'keys move, filter, bookmark, explain'
try opens_by_name 'nsys-ai PROFILE opens the overview, from which keys lead on'
try opens_in_its_editor 'in a terminal of VS Code it opens there'
try keeps_its_settings 'the settings of the panel are those of the workspace'
try completes_questions 'Tab completes a question'
try stands_against_another '--against shows another run beside it'
try takes_a_place '--gpu and --at choose what is shown'
try fits_new_sizes 'it follows the size of the terminal'
try pastes 'what is pasted is text where one types, and nothing elsewhere'
try follows_the_mouse 'a click moves the cursor, the wheel zooms'
try suspends 'Ctrl-Z suspends it, fg brings it back'
try ends_by_term 'SIGTERM restores the screen'
try ends_by_int 'SIGINT restores the screen'
try ends_by_hup 'SIGHUP restores the screen'
try survives_a_crash 'a crash restores the screen'
try ends_with_its_terminal 'it ends with its terminal'
try has_no_colours 'NO_COLOR is heeded'
try is_plain_without_utf8 'without UTF-8 it is drawn in ASCII'
try needs_a_terminal 'without a terminal it says so'
finish
