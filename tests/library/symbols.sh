#!/usr/bin/env bash
# symbols.sh LIBRARY: libweald_c.so shows the functions that src/front/library/exports.map lists, all of them and nothing else, and its
# header declares the same ones. Its name has the number of the interface.
set -euo pipefail
export LC_ALL=C
source=$(realpath "$(dirname "$0")/../..")
headers=("$source"/src/front/library/include/weald/weald_c*.h)

listed() { sed -n 's/^    \(weald_[a-z0-9_]*\);$/\1/p' "$source/src/front/library/exports.map" | sort; }
declared() { tr '\n' ' ' <"$1" | grep -oE 'WEALD_C_API [^;(]*\(' | grep -oE 'weald_[a-z0-9_]+\($' | tr -d '('; }
shown() { nm -D --defined-only "$1" | sed -nE 's/^[0-9a-f]+ [^A] ([^@]+)(@.*)?$/\1/p' | sort; }

status=0
diff <(listed) <(shown "$1") || { echo "FAILED: the library (>) does not show what exports.map lists (<)"; status=1; }
diff <(listed) <(for header in "${headers[@]}"; do declared "$header"; done | sort) ||
  { echo "FAILED: weald_c.h (>) does not declare what exports.map lists (<)"; status=1; }
[ "$(listed | wc -l)" -gt 60 ] || { echo "FAILED: exports.map cannot be read"; status=1; }

abi=$(sed -n 's/^#define WEALD_ABI_VERSION \([0-9]*\)u$/\1/p' "${headers[0]}")
soname=$(objdump -p "$1" | sed -n 's/^ *SONAME *//p')
[ "$soname" = "libweald_c.so.$((abi / 1000))" ] || { echo "FAILED: $soname with interface $abi"; status=1; }
[ $status -ne 0 ] || echo "$(listed | wc -l) functions in $soname"
exit $status
