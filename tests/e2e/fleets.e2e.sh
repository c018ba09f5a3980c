#!/usr/bin/env bash
# The examples of docs/fleets on their engines (fleets.py); what lacks its packages is skipped, as its line says.
# $FLEETS_PYTHON (python3) has the packages. The last line counts: "N passed, N failed, N skipped".
set -euo pipefail
cd "$(dirname "$0")/../.."
said=$("${FLEETS_PYTHON:-python3}" tests/e2e/fleets.py 2>&1) || true
printf '%s\n' "$said"
count() { grep -Ec "$1" <<<"$said" || true; }
failed=$(count '\.\.\. (FAIL|ERROR)|^ERROR: ')
grep -Eq '^Ran [0-9]+ tests?' <<<"$said" || failed=1
skipped=$(count "\.\.\. skipped")
echo "$(count '\.\.\. ok$') passed, $failed failed, $skipped skipped"
((failed == 0))
