#!/usr/bin/env bash
# leaks.sh PROGRAM ARGUMENT...: runs the program under valgrind: no memory is lost or wrongly used. Exit code 77 (skipped) where
# there is no valgrind; the sanitizers' build looks for the same.
set -euo pipefail
command -v valgrind >/dev/null || { echo "skipped: there is no valgrind"; exit 77; }
exec valgrind -q --leak-check=full --show-leak-kinds=definite,indirect --errors-for-leak-kinds=definite,indirect \
  --error-exitcode=9 "$@"
