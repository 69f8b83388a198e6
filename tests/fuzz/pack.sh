#!/usr/bin/env bash
# tests/fuzz/pack.sh HARNESS FOLDER: makes the archive of a harness's kept inputs, corpus/HARNESS.tar.gz, from the files in
# FOLDER. The same files give the same bytes.
set -euo pipefail
[ $# -eq 2 ] || { sed -n '2,3s/^# \{0,1\}//p' "$0"; exit 2; }
archive=$(cd "$(dirname "$0")" && pwd)/corpus/$1.tar.gz
(cd "$2" && find . -type f -printf '%f\0' | LC_ALL=C sort -z |
  tar --null -T - --owner=0 --group=0 --numeric-owner --mode=644 --mtime=@0 -cf - | gzip -9n) >"$archive"
