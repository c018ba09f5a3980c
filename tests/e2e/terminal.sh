# A program at a terminal: tmux types, and what the terminal shows is read. Tests source this; they set $program and
# $profile first, and call `finish` at their end.
# shellcheck shell=bash disable=SC2154 # tests set them
passed=0 failed=0 skipped=0
work=$(mktemp -d)
home='' socket=''
leave() {
  local each
  for each in "$work"/home.*/tmux; do
    tmux -S "$each" kill-server 2>/dev/null || true
  done
  rm -rf "$work"
}
trap leave EXIT

finish() {
  echo "$passed passed, $failed failed, $skipped skipped"
  ((failed == 0))
  exit
}
if ! command -v tmux >/dev/null; then
  skipped=1
  echo "skipped: tmux is not installed"
  finish
fi
if [[ ! -x $program || ! -f $profile ]]; then
  failed=1
  echo "failed: there is no $program or no $profile; ./dev build makes the program"
  finish
fi

# A shell of its own for each test: begin TERM [VARIABLE=VALUE]...
begin() {
  local terminal=$1
  shift
  tmux -S "$socket" kill-server 2>/dev/null || true
  home=$(mktemp -d "$work/home.XXXX")
  socket=$home/tmux
  tmux -S "$socket" -f /dev/null new-session -d -x 100 -y 40 \
    "env -u XDG_STATE_HOME -u XDG_CONFIG_HOME HOME=$home LANG=C.UTF-8 TERM=$terminal PS1='shell> ' $* bash --norc --noprofile"
  tmux -S "$socket" set-option -g remain-on-exit on
  sees 'shell>'
}
types() { tmux -S "$socket" send-keys -l -- "$1"; }
key() { tmux -S "$socket" send-keys "$@"; }
# What the terminal shows, without empty lines.
screen() { tmux -S "$socket" capture-pane -p | sed '/^ *$/d'; }
last_line() { screen | tail -n 1; }

# Waits until the screen has a line that matches.
sees() {
  local waited
  for ((waited = 0; waited < 200; ++waited)); do
    ! screen | grep -qE -- "$1" || return 0
    sleep 0.05
  done
  echo "no line like '$1' in:"
  screen
  return 1
}
# Waits until the line of the cursor is this.
stands() {
  local waited
  for ((waited = 0; waited < 200; ++waited)); do
    [[ $(last_line) != "$1" ]] || return 0
    sleep 0.05
  done
  echo "the last line is not '$1' in:"
  screen
  return 1
}
ended_with() {
  stands 'shell>'
  types 'echo "code $?"'
  key Enter
  sees "^code $1$"
}
# The first command that fails ends the test.
try() {
  local code=0
  set +e
  (
    set -e
    "$1"
  ) >"$work/said" 2>&1
  code=$?
  set -e
  if ((code == 0)); then
    passed=$((passed + 1))
    echo "passed: $2"
  else
    failed=$((failed + 1))
    echo "failed: $2"
    cat "$work/said"
  fi
}
# keep NAME: the screen as text, for people.
keep() {
  mkdir -p build/screenshots
  screen >"build/screenshots/$1.txt"
}
