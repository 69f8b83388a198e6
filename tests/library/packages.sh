#!/usr/bin/env bash
# packages.sh BUILD VERSION PYTHON: makes the Debian packages of the build folder BUILD, unpacks them beside each other, and uses
# what is in them: the program, the library from C, the package of Python, the documents. Nothing is installed.
set -euo pipefail
export LC_ALL=C.UTF-8

build=$(realpath "$1") version=$2 python=$3
source=$(realpath "$(dirname "$0")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset PYTHONPATH WEALD_LIBRARY LD_LIBRARY_PATH PKG_CONFIG_PATH
export PYTHONDONTWRITEBYTECODE=1 WEALD_CACHE=off

fail() {
  printf 'FAILED: %s\n' "$*" >&2
  exit 1
}

command -v dpkg-deb >/dev/null || { echo "skipped: there is no dpkg-deb"; exit 77; }
cpack -G DEB --config "$build/CPackConfig.cmake" -B "$work/made" >"$work/log" 2>&1 || { cat "$work/log"; fail "cpack"; }

# deb NAME: the file of a package.
deb() { echo "$work/made/$1"_"$version"_*.deb; }
field() { dpkg-deb -f "$(deb "$1")" "$2"; }

library=libweald-c1
packages=(weald "$library" libweald-dev python3-weald weald-doc)
[ "$(find "$work/made" -maxdepth 1 -name '*.deb' | wc -l)" = ${#packages[@]} ] || fail "not ${#packages[@]} packages"
mkdir "$work/root"
for package in "${packages[@]}"; do
  dpkg-deb -x "$(deb "$package")" "$work/root"
  dpkg-deb -c "$(deb "$package")" | awk '$1 !~ /^d/ {print $6}' >>"$work/files"
  cat "$source/LICENSE" <(echo) "$source/docs/third-party.md" | cmp - "$work/root/usr/share/doc/$package/copyright" ||
    fail "$package does not have the licences as its copyright"
done
[ -z "$(sort "$work/files" | uniq -d)" ] || fail "files in two packages: $(sort "$work/files" | uniq -d)"

depends() { grep -qE "(^|, )$2( |,|$)" <<<"$(field "$1" Depends)" || fail "$1 does not depend on $2: $(field "$1" Depends)"; }
depends "$library" 'libstdc\+\+6'
depends libweald-dev "$library"
depends python3-weald "$library"
depends python3-weald python3
[ "$(field python3-weald Recommends)" = python3-numpy ] || fail "python3-weald does not recommend python3-numpy"
[ "$(field python3-weald Architecture)$(field weald-doc Architecture)" = allall ] || fail "packages of texts are for one machine"
[ -z "$(field weald-doc Depends)" ] || fail "weald-doc depends on $(field weald-doc Depends)"
grep -q '^libweald_c 1 libweald-c1 ' <<<"$(dpkg-deb -I "$(deb "$library")" shlibs)" || fail "$library has no shlibs"
grep -q py3compile <<<"$(dpkg-deb -I "$(deb python3-weald)" postinst)" || fail "python3-weald is not compiled when it is installed"

root=$work/root/usr
libraries=$(dirname "$(find "$root/lib" -name libweald_c.so.1)")
! grep -q '/usr/share/doc/weald/docs/' <<<"$(dpkg-deb -c "$(deb weald)")" || fail "weald has documents"
for page in docs/reference.md docs/c-and-python.md docs/gallery/oak.png examples/python/terrain.py README.md; do
  [ -s "$root/share/doc/weald/$page" ] || fail "weald-doc lacks $page"
done

(cd "$work" && "$root/bin/weald" check koch >/dev/null) || fail "the program does not find its presets"
PYTHONPATH=$root/lib/python3/dist-packages "$python" - "$root" <<'END' || fail "Python"
import sys
import weald
preset = weald.load(f"{sys.argv[1]}/share/weald/presets/koch.yaml")
assert len(preset.artifact(next(name for name, s in preset.stages.items() if s.makes is weald.Kind.STRING)).text()) > 10
libraries = {line.split()[-1] for line in open("/proc/self/maps") if "libweald" in line}
assert len(libraries) == 1 and all(path.startswith(sys.argv[1]) for path in libraries), libraries
END
(cd "$root/share/doc/weald/examples/python" &&
  PYTHONPATH=$root/lib/python3/dist-packages "$python" terrain.py ../presets/meadow.yaml hills hills.octaves=4) >"$work/log"
grep -qE '^129 x 129 samples, .* m, .* degrees steep' "$work/log" || { cat "$work/log"; fail "terrain.py"; }

export PKG_CONFIG_PATH=$libraries/pkgconfig LD_LIBRARY_PATH=$libraries
# g++ is there where weald was built; `-x c` makes it cc.
g++ -x c -std=c99 -Wall -Wextra -Werror -pedantic -o "$work/hills" "$source/examples/c/hills.c" -x none \
  $(pkg-config --cflags --libs weald_c) -Wl,-rpath-link,"$libraries"
"$work/hills" "$source/examples/presets/meadow.yaml" hills.octaves=4 >"$work/log"
grep -q '^meadow: 129 x 129 samples, .* triangles$' "$work/log" || { cat "$work/log"; fail "hills.c"; }
! "$work/hills" "$source/examples/presets/meadow.yaml" hills.octavs=4 2>"$work/log" || fail "hills.c accepts a mistake"
grep -q "did you mean 'octaves'?" "$work/log" || fail "hills.c does not say what is wrong"
cat >"$work/both.cpp" <<'END'
#include <weald/weald.h>
#include <weald/weald_c.h>
int main() { return weald_version() != nullptr && weald::api::version() != nullptr ? 0 : 1; }
END
cat >"$work/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.20)
project(both LANGUAGES CXX)
find_package(weald REQUIRED)
add_executable(both both.cpp)
target_link_libraries(both PRIVATE weald::weald_c weald::weald)
END
cmake -S "$work" -B "$work/built" "-DCMAKE_PREFIX_PATH=$root" >"$work/log" 2>&1 && cmake --build "$work/built" >>"$work/log" 2>&1 &&
  "$work/built/both" || { cat "$work/log"; fail "a program with both interfaces"; }
printf 'ok: %s\n' "${packages[*]}"
