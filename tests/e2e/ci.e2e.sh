#!/usr/bin/env bash
# The action for pull requests on a repository of its own, from the capture to the comment: its steps run as GitHub
# would run them, with a `gh` and an `nsys` that write down what they were asked. No network.
#
# $NSYS_AI_PROGRAM (build/nsys-ai) is the program. The last line counts: "N passed, N failed, N skipped".
# shellcheck disable=SC2317 # tests are called by their names
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1

program=$(realpath -m "${NSYS_AI_PROGRAM:-build/nsys-ai}")
sketch=$(realpath -m build/tests/support/sketch)
action=$(realpath extensions/ci)
passed=0 failed=0 skipped=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

finish() {
  echo "$passed passed, $failed failed, $skipped skipped"
  ((failed == 0))
  exit
}
if [[ ! -x $program || ! -x $sketch ]]; then
  skipped=1
  echo "skipped: there is no $program or no $sketch"
  finish
fi

# A repository with a base of three runs of 10 ms a step. steps NAME MS writes one more run.
steps() {
  local ms=$2
  printf 'repeat 9 every %sms as s {\n  nvtx "step {s}" 0..%sms\n  gpu 0 stream 7   gemm 1..%sms\n}\n' \
    "$ms" "$ms" "$((ms - 2))" >"$work/one.sketch"
  "$sketch" "$work/one.sketch" "$1"
}
repository=$work/repository
mkdir -p "$repository" "$work/bin"
git -C "$repository" init --quiet
cd "$repository" || exit 1
steps a1.sqlite 100
steps a2.sqlite 101
steps a3.sqlite 99
"$program" baseline set main a1.sqlite a2.sqlite a3.sqlite >/dev/null

cat >"$work/bin/gh" <<'GH'
#!/usr/bin/env bash
# Remembers one comment.
for each in "$@"; do [[ $each != body=@* ]] || cp "${each#body=@}" "$WORK/comment.md"; done
echo "$*" >>"$WORK/gh.log"
[[ $* == *--paginate* && -f $WORK/comment.md ]] && echo 7
exit 0
GH
cat >"$work/bin/nsys" <<'NSYS'
#!/usr/bin/env bash
# "Captures": gives the profile that the command names.
for each in "$@"; do [[ $each != --output=* ]] || output=${each#--output=}; done
cp "${!#}" "$output.sqlite"
NSYS
chmod +x "$work/bin/gh" "$work/bin/nsys"

# The steps of action.yml in their order, with the inputs of its defaults and those of the arguments NAME=VALUE.
run_action() {
  rm -f "$work"/{outputs,step.md}
  local gate comment
  gate=$(grep -A2 'id: gate' "$action/action.yml" | sed -n "s/^ *run: '\(.*\)'$/\1/p")
  comment=$(grep -A3 'id: comment' "$action/action.yml" | sed -n "s/^ *run: '\(.*\)'$/\1/p")
  env WORK="$work" PATH="$work/bin:$PATH" NSYS_AI="$program" GITHUB_ACTION_PATH="$action" \
    GITHUB_OUTPUT="$work/outputs" GITHUB_STEP_SUMMARY="$work/step.md" "$@" bash -c "$gate" >"$work/log" 2>&1
  local code=$?
  env WORK="$work" PATH="$work/bin:$PATH" GITHUB_ACTION_PATH="$action" GATE_REPOSITORY=me/mine GATE_PULL_REQUEST=5 \
    bash -c "$comment" >>"$work/log" 2>&1
  return "$code"
}
expect() {
  if "${@:2}"; then
    ((++passed))
  else
    ((++failed))
    echo "failed: $1"
    cat "$work/log"
  fi
}
is() { [[ $1 == "$2" ]]; }
has() { grep -q -- "$2" "$1"; }

steps b1.sqlite 130
steps b2.sqlite 131
steps b3.sqlite 129
run_action GATE_PROFILES='b*.sqlite' GATE_AGAINST=main
expect "a regression fails" is $? 1
expect "its outcome is said" has "$work/outputs" '^outcome=fell$'
expect "the comment begins with the verdict" has "$work/comment.md" 'Fell. Regression: the median step takes 130'
expect "the summary of the step is the same" has "$work/step.md" 'Regression'
expect "a first comment is new" has "$work/gh.log" 'POST repos/me/mine/issues/5/comments'
expect "JUnit's XML is left" has nsys-ai-junit.xml 'failures="1"'

run_action GATE_PROFILES='a1.sqlite a2.sqlite a3.sqlite' GATE_AGAINST=main
expect "the base holds" is $? 0
expect "the comment is replaced" has "$work/gh.log" 'PATCH repos/me/mine/issues/comments/7'
expect "and says so" has "$work/comment.md" 'Holds. No change'

run_action GATE_COMMAND="$PWD/b1.sqlite" GATE_RUNS=1 GATE_AGAINST=main GATE_OPTIONS='--max-slowdown 5%'
expect "a command is captured and checked, and a bound falls on one capture" is $? 1
expect "which it says" has "$work/comment.md" 'too few runs'

run_action GATE_PROFILES='none*.sqlite' GATE_AGAINST=main
expect "no profile is no success" is $? 2
expect "and the comment says why" has "$work/comment.md" 'Not checked: No profile was found'
run_action GATE_PROFILES=a1.sqlite GATE_AGAINST=other
expect "no base is no success" is $? 2
run_action NSYS_AI=no-such-program GATE_PROFILES=a1.sqlite
expect "no program is no success" is $? 1
finish
