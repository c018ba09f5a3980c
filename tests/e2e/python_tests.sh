# Runs a file of Python's unittest, and counts in the last line: "N passed, N failed, N skipped".
# shellcheck shell=bash
# python_tests PYTHON FILE
python_tests() {
  local said failed skipped
  said=$("$1" "$2" 2>&1) || true
  printf '%s\n' "$said"
  count() { grep -Ec "$1" <<<"$said" || true; }
  failed=$(count '\.\.\. (FAIL|ERROR)|^ERROR: ')
  grep -Eq '^Ran [0-9]+ tests?' <<<"$said" || failed=1
  skipped=$(count "\.\.\. skipped")
  echo "$(count '\.\.\. ok$') passed, $failed failed, $skipped skipped"
  ((failed == 0))
}
