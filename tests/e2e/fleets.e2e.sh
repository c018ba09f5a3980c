#!/usr/bin/env bash
# The examples of docs/fleets on their engines (fleets.py); what lacks its packages is skipped, as its line says.
# $FLEETS_PYTHON (python3) has the packages. The last line counts: "N passed, N failed, N skipped".
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=tests/e2e/python_tests.sh
source tests/e2e/python_tests.sh
python_tests "${FLEETS_PYTHON:-python3}" tests/e2e/fleets.py
