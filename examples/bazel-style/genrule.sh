#!/usr/bin/env bash
# genrule.sh OUT PRESET [INPUT]... -- OUTPUT...: builds PRESET in a folder that contains only copies of PRESET and the
# INPUTs (all from one folder), and copies the OUTPUTs to OUT. It fails if weald reads any other file, or if the files that
# it writes are not exactly the OUTPUTs. The program is $WEALD, or weald in the PATH.
set -euo pipefail

weald=$(command -v "${WEALD:-weald}")
out=$1
preset=$2
shift
inputs=()
while [ "$1" != -- ]; do inputs+=("$1"); shift; done
shift
outputs=("$@")

sandbox=$(mktemp -d)
trap 'rm -rf "$sandbox"' EXIT
mkdir "$sandbox/in" "$sandbox/out"
cp "${inputs[@]}" "$sandbox/in"
cat >"$sandbox/args" <<END
--output out
--depfile files.d --depfile-target rule
--threads 1
--quiet
END

(cd "$sandbox" && env -i HOME=/nowhere WEALD_CACHE=off "$weald" build "in/$(basename "$preset")" @args)

# The depfile names each file that was read, one per line after the outputs.
expected=$(printf 'in/%s\n' "${inputs[@]##*/}" | sort)
read_files=$(sed -e "1s/^rule://" -e 's/\\$//; s/^ *//; s/ *$//' "$sandbox/files.d" | sed "/^$/d" | sort -u)
if undeclared=$(comm -13 <(echo "$expected") <(echo "$read_files")) && [ -n "$undeclared" ]; then
  echo "read, but not declared: $undeclared" >&2
  exit 1
fi
if ! diff <(printf '%s\n' "${outputs[@]}" | sort) <(cd "$sandbox/out" && find . -type f | sed 's|^\./||' | sort) >&2; then
  echo "the files that were written are not the declared outputs" >&2
  exit 1
fi
mkdir -p "$out"
cp "$sandbox"/out/* "$out"
