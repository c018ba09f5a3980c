#!/usr/bin/env bash
# The Neovim plugin against the real server, in Neovim 0.10 and 0.12, and a look at it in a terminal.
#
# $NSYS_AI_PROGRAM (build/nsys-ai) serves; $NSYS_AI_PROFILES (../shared/profiles) may hold real profiles, else the
# example profile is used; $NSYS_AI_NVIM ("/usr/bin/nvim ...") names other Neovims. Screens go to build/screenshots.
# The last line counts: "N passed, N failed, N skipped".
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

program=$(realpath -m "${NSYS_AI_PROGRAM:-build/nsys-ai}")
profiles=${NSYS_AI_PROFILES:-../shared/profiles}
passed=0 failed=0 skipped=0
work=$(mktemp -d)
# shellcheck disable=SC2317 # the trap calls it
leave() {
  for socket in "$work"/tmux*; do
    [[ ! -S $socket ]] || tmux -S "$socket" kill-server 2>/dev/null || true
  done
  rm -rf "$work"
}
trap leave EXIT

finish() {
  echo "$passed passed, $failed failed, $skipped skipped"
  ((failed == 0))
  exit
}
skip() {
  skipped=$((skipped + 1))
  echo "skipped: $1"
}
ok() {
  passed=$((passed + 1))
  echo "passed: $1"
}
wrong() {
  failed=$((failed + 1))
  echo "failed: $1"
}

if [[ ! -x $program ]]; then
  wrong "Neovim: there is no server at $program; ./dev build makes it"
  finish
fi

# A kernel and an NVTX label of each profile.
example=build/example.sqlite
mfu=$profiles/mfu_2gpu_before.sqlite
subjects=()
[[ -f $mfu ]] && subjects+=("$mfu|flash_fwd_kernel|ncclGroupEnd")
[[ -f $example ]] && subjects+=("$example|flash_fwd_kernel|optimizer")
if ((${#subjects[@]} == 0)); then
  wrong "Neovim: no profile at $mfu or $example"
  finish
fi

read -r -a editors <<<"${NSYS_AI_NVIM:-}"
if ((${#editors[@]} == 0)); then
  for suite in trixie forky; do
    if [[ -x build/nvim/$suite/nvim ]]; then
      editors+=("$PWD/build/nvim/$suite/nvim")
    else
      skip "there is no Neovim of $suite: tests/e2e/get-nvim $suite build/nvim/$suite installs it"
    fi
  done
fi

# Runs nvim.lua in one Neovim on one profile and adds up its counts.
plugin_tests() {
  local editor=$1 profile kernel label
  IFS='|' read -r profile kernel label <<<"$2"
  local log=$work/log
  HOME=$work XDG_STATE_HOME=$work/state XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data \
    NSYS_AI_PROGRAM=$program NSYS_AI_PROFILE=$profile NSYS_AI_KERNEL=$kernel NSYS_AI_LABEL=$label \
    timeout 300 "$editor" --headless -u NONE -i NONE -l tests/e2e/nvim.lua >"$log" 2>&1 || true
  local summary
  if summary=$(grep -aoE '[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped' "$log" | tail -n 1) && [[ -n $summary ]]; then
    local p f s
    read -r p _ f _ s _ <<<"$summary"
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    ((f == 0)) || cat "$log"
    grep -a '^skipped:' "$log" || true
    grep -a '^nvim ' "$log" | sed "s|\$|, on $(basename "$profile")|"
  else
    cat "$log"
    wrong "Neovim ended before its tests did"
  fi
}

# Any LSP client is a client: Neovim's own, without the plugin.
bare_tests() {
  local editor=$1 log=$work/bare
  HOME=$work XDG_STATE_HOME=$work/state XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data \
    NSYS_AI_PROGRAM=$program NSYS_AI_BARE=$work/bare.sqlite \
    timeout 120 "$editor" --clean -u NONE -i NONE --headless -l tests/e2e/bare.lua >"$log" 2>&1 || true
  local p f
  if read -r p _ f _ < <(grep -aoE '[0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1) && [[ -n $p ]]; then
    passed=$((passed + p)) failed=$((failed + f))
    ((f == 0)) || cat "$log"
  else
    cat "$log"
    wrong "Neovim without the plugin ended before its tests did"
  fi
}

if build/tests/support/sketch tests/e2e/bare.sketch "$work/bare.sqlite"; then
  for editor in "${editors[@]}"; do
    bare_tests "$editor"
  done
else
  skip "Neovim without the plugin: no profile can be written"
fi
if node tests/e2e/rounds.mjs "$work/rounds" "$program" >/dev/null 2>&1; then
  export NSYS_AI_ROUNDS=$work/rounds
else
  skip "the rounds of the annotation loop: they need node, python3 and build/tests/support/sketch"
fi
for editor in "${editors[@]}"; do
  for subject in "${subjects[@]}"; do
    plugin_tests "$editor" "$subject"
  done
done

# Screens, in the newest Neovim: 120 x 40, the overview, a hover, a file that is no profile.
last=$((${#editors[@]} - 1))
if ((last < 0)); then
  skip "screens of Neovim: there is none"
elif ! command -v tmux >/dev/null; then
  skip "screens of Neovim: tmux is not installed"
else
  IFS='|' read -r profile kernel _ <<<"${subjects[0]}"
  export TMUX_TMPDIR=$work
  screen() { tmux -S "$socket" capture-pane -e -N -p -t nsys; }
  # Waits until the screen shows a text.
  shows() {
    local i
    for ((i = 0; i < 150; i++)); do
      if tmux -S "$socket" capture-pane -p -t nsys 2>/dev/null | grep -qF -- "$1"; then
        sleep 0.3
        return 0
      fi
      sleep 0.1
    done
    screen || true
    return 1
  }
  draw() {
    mkdir -p build/screenshots
    screen >"$work/$1.ansi"
    if command -v chromium >/dev/null; then
      node tests/e2e/nvim-screenshot.mjs "$work/$1.ansi" "build/screenshots/$1.png" "$2" || wrong "the picture $1.png"
    fi
  }
  look() {
    local background=$1 suffix=$2
    local socket=$work/tmux$suffix
    tmux -S "$socket" -f /dev/null new-session -d -s nsys -x 120 -y 40 \
      "env -u SSH_CONNECTION -u SSH_TTY HOME=$work NSYS_AI_SERVER_PATH=$program ${editors[last]} --clean \
        -u extensions/nvim/minimal.lua --cmd 'set termguicolors background=$background' $profile" >/dev/null 2>&1
    local good=yes
    shows "=====" || good=no
    draw "nvim-overview$suffix" "$background"
    tmux -S "$socket" send-keys -t nsys "/^  \\S*$kernel/e" Enter ':nohlsearch' Enter K
    shows "| shortest" || good=no
    draw "nvim-hover$suffix" "$background"
    tmux -S "$socket" send-keys -t nsys Escape ':NsysAi skill top_kernels limit=8' Enter
    shows "p90" || good=no
    draw "nvim-skill$suffix" "$background"
    tmux -S "$socket" kill-server
    if [[ $good == yes ]]; then
      ok "the overview in a terminal, $background"
    else
      wrong "the overview in a terminal, $background"
    fi
  }
  look dark ""
  look light -light
  # A message that is longer than the line asks for no key.
  narrow() {
    local socket=$work/tmux-narrow
    tmux -S "$socket" -f /dev/null new-session -d -s nsys -x 60 -y 20 \
      "env -u SSH_CONNECTION -u SSH_TTY HOME=$work NSYS_AI_SERVER_PATH=$program ${editors[last]} --clean \
        -u extensions/nvim/minimal.lua $profile" >/dev/null 2>&1
    local good=yes
    shows "=====" || good=no
    tmux -S "$socket" send-keys -t nsys ':NsysAi skill no_such_skill_of_this_name' Enter
    shows "no_such_skill_of_this_name" || good=no
    sleep 0.5
    draw nvim-message dark
    if tmux -S "$socket" capture-pane -p -t nsys | grep -qE 'Press ENTER|-- More --'; then good=no; fi
    tmux -S "$socket" kill-server
    if [[ $good == yes ]]; then ok "a long message asks for no key"; else wrong "a long message asks for no key"; fi
  }
  narrow
  command -v chromium >/dev/null || skip "pictures of Neovim: chromium is not installed"
fi

finish
