#!/usr/bin/env bash
# The prompt of `nsys-ai ask` as a person at a terminal meets it: tmux types, and what the terminal shows is read.
#
# $NSYS_AI_PROGRAM (build/nsys-ai) is the program, build/example.sqlite the profile. Screens go to build/screenshots as
# text. The last line counts: "N passed, N failed, N skipped".
# shellcheck disable=SC2317,SC1091 # tests are called by their names, and source what is checked by itself
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

program=$(realpath -m "${NSYS_AI_PROGRAM:-build/nsys-ai}")
profile=$(realpath -m build/example.sqlite)
. tests/e2e/terminal.sh

asks() {
  types "$program ask $profile $1"
  key Enter
  sees '^Ask about example.sqlite, in English\.'
  stands 'ask>'
}

completes() {
  begin screen
  asks ''
  sees 'Tab completes'
  types 'number of ker'
  key Tab
  stands 'ask> number of kernels'
  key C-u
  types 'total time of flash_'
  key Tab
  sees '^  flash.*kernel$'
  keep ask-prompt-list
  sees '^ask> total time of flash'
}
answers() {
  begin screen
  asks ''
  types 'longest idle gap on GPU 1'
  key Enter
  sees 'The longest idle gap on GPU 1 is'
  stands 'ask>'
  types 'and on GPU 0?'
  key Enter
  sees 'The longest idle gap on GPU 0 is'
  sees 'Understood: longest idle gap on GPU 0'
  keep ask-prompt-answers
  types 'quit'
  key Enter
  ended_with 0
}
refers_back() {
  begin screen
  asks "--after 'number of kernels'"
  types 'and on GPU 0?'
  key Enter
  sees 'The number of kernels on GPU 0 is'
}
clears() {
  begin screen
  asks ''
  types 'never asked é𝛼'
  sees 'never asked é𝛼$'
  key C-c
  sees '^ask> never asked é𝛼\^C$'
  stands 'ask>'
  key C-d
  ended_with 0
  # The terminal is as it was.
  types 'stty -a | grep -oE "[-]?(icanon|echo) "'
  key Enter
  sees '^icanon'
  sees '^echo'
}
remembers() {
  begin screen
  asks ''
  types 'number of kernels'
  key Enter
  sees 'The number of kernels is'
  stands 'ask>'
  key C-d
  stands 'shell>'
  key C-l
  asks ''
  key Up
  stands 'ask> number of kernels'
  local file=$home/.local/state/nsys-ai/questions
  [[ $(stat -c %a "$file") == 600 ]]
  [[ $(<"$file") == 'number of kernels' ]]
}
keeps_none() {
  begin screen NSYS_AI_QUESTIONS_KEPT=0
  asks ''
  types 'number of kernels'
  key Enter
  sees 'The number of kernels is'
  stands 'ask>'
  key Up
  stands 'ask> number of kernels'
  [[ ! -e $home/.local/state/nsys-ai/questions ]]
}
# A model that never says a word is what an answer waits for.
cancels() {
  python3 -c '
import socket
server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
kept = [server.accept() for _ in range(9)]' >"$work/port" 2>/dev/null &
  local listener=$! model
  # shellcheck disable=SC2064 # this listener
  trap "kill $listener" EXIT
  until [[ -s $work/port ]]; do sleep 0.05; done
  model="--model ollama:fake --model-url http://127.0.0.1:$(<"$work/port")"
  begin screen
  types "$program model consent $model && clear && echo agreed"
  key Enter
  sees '\[y/N\]'
  types y
  key Enter
  sees '^agreed'
  asks "$model"
  types 'number of kernels'
  key Enter
  sees 'The number of kernels is'
  sleep 0.5
  key C-c
  sees 'The work was cancelled'
  stands 'ask>'
  # What is asked next is answered.
  types 'longest kernel'
  key Enter
  sees 'longest kernel is'
  sleep 0.5
  key C-c
  stands 'ask>'
  key C-d
  ended_with 0
}
is_plain() {
  begin "$1"
  asks ''
  if screen | grep -q 'Tab completes'; then return 1; fi
  types 'number of kernels'
  key Enter
  sees 'The number of kernels is'
  stands 'ask>'
  types 'never asked'
  key C-c
  stands 'ask>'
  key C-d
  ended_with 0
}
is_plain_where_dumb() { is_plain dumb; }
is_plain_where_unknown() { is_plain no-such-terminal; }
fits() {
  begin screen
  tmux -S "$socket" resize-window -x 44 -y 40
  types "$program ask $profile"
  key Enter
  stands 'ask>'
  types 'total time of flash_'
  key Tab
  sees '^  flash'
  keep ask-prompt-narrow
}
needs_a_terminal() {
  local said code=0
  said=$("$program" ask "$profile" </dev/null 2>&1) || code=$?
  ((code == 2))
  [[ $said == *'QUESTION is required'* ]]
}

try completes 'Tab goes on, and lists the ways'
try answers 'answers stand below, the next question refers back, quit ends'
try refers_back '--after holds for the first question'
try clears 'Ctrl-C clears the line, Ctrl-D ends, the terminal is as it was'
try remembers 'questions come back by the arrow, and are kept for their owner alone'
try keeps_none 'none is kept where that is said'
try cancels 'Ctrl-C ends an answer that is waited for, and not the program'
try is_plain_where_dumb 'a dumb terminal has plain lines'
try is_plain_where_unknown 'a terminal without an entry has plain lines'
try fits 'a narrow terminal shows the list in its width'
try needs_a_terminal 'without a terminal a question is required'
finish
