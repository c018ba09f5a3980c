#!/usr/bin/env bash
# The examples of docs/fleets on their engines (fleets.py); what lacks its packages is skipped, as its line says.
# $FLEETS_PYTHON has the packages, else the Python that tests/e2e/get-fleets makes, else python3. The last line counts: "N passed, N failed, N skipped".
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=tests/e2e/python_tests.sh
source tests/e2e/python_tests.sh
python=python3
[[ ! -x build/fleets/bin/python ]] || python=build/fleets/bin/python
python_tests "${FLEETS_PYTHON:-$python}" tests/e2e/fleets.py
