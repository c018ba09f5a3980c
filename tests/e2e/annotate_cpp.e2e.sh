#!/usr/bin/env bash
# Ranges in CUDA and C++ sources (annotate_cpp.py): put in, compiled, run and taken back. tests/e2e/get-tree-sitter gets
# what that needs; without it, it is skipped. The last line counts: "N passed, N failed, N skipped".
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=tests/e2e/python_tests.sh
source tests/e2e/python_tests.sh
python_tests "${NSYS_AI_PYTHON:-python3}" tests/e2e/annotate_cpp.py
