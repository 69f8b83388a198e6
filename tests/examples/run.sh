#!/usr/bin/env bash
# run.sh BUILD: installs weald from the build folder BUILD and goes through examples/ with it: what runs at first, when nothing
# has changed, and when a preset has that others extend.
set -euo pipefail

build=$(realpath "$1")
source=$(realpath "$(dirname "$0")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset WEALD DESTDIR MAKEFLAGS CMAKE_GENERATOR

fail() {
  printf 'FAILED: %s\n' "$*" >&2
  [ ! -f "$work/log" ] || cat "$work/log" >&2
  exit 1
}

# expect WHAT NAMES COMMAND...: runs the command, which must make the assets of exactly these presets, in any order.
expect() {
  local what=$1 names=$2
  shift 2
  "$@" >"$work/log" 2>&1 || fail "$what: exit code $?"
  local made
  made=$(sed -nE 's/.*(Making the assets of |weald (build )?[^ ]*presets\/)([a-z]+)\.yaml.*/\3/p' "$work/log" | sort | xargs)
  [ "$made" = "$names" ] || fail "$what: made '$made' instead of '$names'"
  echo "ok: $what: made '$made'"
}

same() { cmp -s "$1" "$2" || fail "'$1' and '$2' differ"; }

# renew FILE: gives it a later time than anything made so far, as soon as the file system's clock has one.
renew() {
  touch "$work/so far"
  until [ "$1" -nt "$work/so far" ]; do touch "$1"; done
}

fresh_examples() {  # in a folder whose name has a blank and letters beyond ASCII
  rm -rf "$work/ex ämples"
  cp -r "$source/examples" "$work/ex ämples"
  cd "$work/ex ämples"
}

# installed_documents PREFIX: every page that the program names is there, and every link of every page leads somewhere.
installed_documents() {
  local folder="$1/share/doc/weald" page link
  for page in golden json build-scripts comparing preview reference cmake library c-and-python cache; do
    [ -s "$folder/docs/$page.md" ] || fail "not installed: docs/$page.md"
  done
  [ -s "$folder/examples/cmake/CMakeLists.txt" ] || fail "not installed: examples"
  while IFS= read -r page; do
    while IFS= read -r link; do
      [ -e "$(dirname "$page")/$link" ] || fail "'$page' links to '$link', which is not installed"
    done < <(grep -oE '\]\([^)#: ]+(#[^)]*)?\)' "$page" | sed -E 's/^..//; s/(#.*)?\)$//')
  done < <(find "$folder" -name '*.md')
}

installation() {
  cmake --install "$build" --prefix "$work/pre fix" >/dev/null
  DESTDIR="$work/stage" cmake --install "$build" --prefix /usr >/dev/null
  local file
  for file in bin/weald include/weald/weald.h include/weald/weald_c.h lib/python3/dist-packages/weald/__init__.py share/weald/weald.schema.json share/weald/presets/oak.yaml \
    share/man/man1/weald-build.1 share/bash-completion/completions/weald share/zsh/site-functions/_weald \
    share/fish/vendor_completions.d/weald.fish share/doc/weald/LICENSE; do
    [ -s "$work/pre fix/$file" ] || fail "not installed: $file"
    [ -s "$work/stage/usr/$file" ] || fail "not installed with DESTDIR: $file"
  done
  installed_documents "$work/pre fix"
  installed_documents "$work/stage/usr"
  for file in "$work/pre fix/share/weald/presets"/*.yaml; do "$work/pre fix/bin/weald" check -- "$file" >/dev/null; done
  # Presets are found by their names wherever the folder of the installation lies.
  (cd "$work" && "$work/pre fix/bin/weald" check oak jacksboro >/dev/null && "$work/pre fix/bin/weald" build oak --list-inputs) |
    grep -qF "$work/pre fix/share/weald/presets/oak.yaml" || fail "no installed preset 'oak'"
  ! grep -rIl "$work\|$source\|$build" "$work/pre fix" || fail "installed files name places of the build"
}

# cmake_example GENERATOR PREFIX
cmake_example() {
  local generator=$1 prefix=$2
  fresh_examples
  cmake -S cmake -B built -G "$generator" "-DCMAKE_PREFIX_PATH=$prefix" >/dev/null
  expect "$generator: at first" "meadow peaks stone" cmake --build built
  expect "$generator: again" "" cmake --build built
  renew presets/land.yaml
  expect "$generator: a preset that two extend" "meadow peaks" cmake --build built
  expect "$generator: again" "" cmake --build built
  renew presets/stone.yaml
  expect "$generator: a preset" "stone" cmake --build built
  [ "$generator" != Ninja ] || ! grep -q 'Re-running CMake' "$work/log" || fail "CMake runs again for the same list of files"
  rm built/assets/peaks.obj
  expect "$generator: a file is missing" "peaks" cmake --build built
  echo "  - {from: land, file: more/land.obj}" >>presets/meadow.yaml
  expect "$generator: a preset with one more output" "meadow" cmake --build built
  cmake --install built --prefix "$work/out" >/dev/null
  local file folder
  for file in meadow.png meadow.json meadow.obj meadow.mtl peaks.png peaks.obj stone.obj land.obj; do
    [ -s "$work/out/share/hills/$file" ] || fail "$generator: not installed: $file"
  done
  "$prefix/bin/weald" build presets/peaks.yaml -o by-hand --set hills.octaves=4 --quiet
  same by-hand/peaks.png built/assets/peaks.png
  same by-hand/peaks.obj built/assets/peaks.obj
  built/hills presets/peaks.yaml hills.octaves=4 >"$work/log"
  grep -q 'peaks: 129 x 129 samples, .* m, 2048 triangles' "$work/log" || fail "hills"
  ! built/hills presets/peaks.yaml hills.octavs=4 2>"$work/log" || fail "hills accepts a mistake"
  grep -q "did you mean 'octaves'" "$work/log" || fail "hills does not say what is wrong"
  sed -i 's/octaves: 5/octavs: 5/' presets/land.yaml
  touch cmake/main.cpp
  cmake --build built --target hills >"$work/log" 2>&1 || fail "$generator: a wrong preset keeps the program from being built"
  ! cmake --build built >"$work/log" 2>&1 || fail "$generator: a wrong preset is accepted"
  grep -q "did you mean 'octaves'?" "$work/log" || fail "$generator: the mistake is not shown"
  for folder in built fresh; do  # one that knows the files, and one that never has
    cmake -S cmake -B $folder -G "$generator" "-DCMAKE_PREFIX_PATH=$prefix" >"$work/log" 2>&1 ||
      fail "$generator: a wrong preset stops CMake"
    grep -q "cannot be used" "$work/log" || fail "$generator: CMake does not warn of a wrong preset"
    cmake --build $folder --target hills >"$work/log" 2>&1 || fail "$generator: no program because of a wrong preset"
    ! cmake --build $folder >"$work/log" 2>&1 || fail "$generator: a wrong preset is accepted at last"
  done
  sed -i 's/octavs: 5/octaves: 5/' presets/land.yaml
  expect "$generator: the mistake is put right" "meadow peaks" cmake --build built
  cmake --build fresh >"$work/log" 2>&1 || fail "$generator: the mistake is put right, in a new folder"
  rm -rf "$work/fresh"
  cmake --install fresh --prefix "$work/fresh" >/dev/null
  [ -s "$work/fresh/share/hills/meadow.obj" ] || fail "$generator: a preset that was put right has no files"
  cmake --build built --target clean >/dev/null
  [ ! -e built/assets/meadow.png ] || fail "$generator: clean leaves assets"
}

# Names that mean something to shells, make and ninja.
odd_names() {
  local generator=$1 folder='pre #1 $2 ä'\''&presets'
  rm -rf "$work/odd"
  mkdir -p "$work/odd/$folder"
  cd "$work/odd"
  cp "$source/examples/presets/land.yaml" "$folder/base #1.yaml"
  printf 'extends: "base #1.yaml"\noutputs: [{from: hills, file: "o $2 ö.png"}]\n' >"$folder/hills.yaml"
  cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.20)
project(odd NONE)
find_package(weald REQUIRED)
weald_add_assets(odd ALL PRESETS [==[$folder/hills.yaml]==] OUTPUT_DIR [==[out \$X #2]==])
END
  cmake -S . -B built -G "$generator" "-DCMAKE_PREFIX_PATH=$work/pre fix" >/dev/null
  expect "$generator, odd names: at first" "hills" cmake --build built
  [ -s "built/out \$X #2/o \$2 ö.png" ] || fail "odd names: no file"
  expect "$generator, odd names: again" "" cmake --build built
  renew "$folder/base #1.yaml"
  expect "$generator, odd names: a preset that is extended" "hills" cmake --build built
  expect "$generator, odd names: again" "" cmake --build built
}

# What runs after a preset was touched, and what a preset with a mistake holds up, without a compiler.
changes() {
  local generator=$1 prefix="$work/pre fix"
  fresh_examples
  cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.20)
project(changes NONE)
find_package(weald REQUIRED)
weald_add_assets(assets ALL PRESETS presets/meadow.yaml presets/stone.yaml OUTPUT_DIR out)
add_custom_target(program COMMAND "\${CMAKE_COMMAND}" -E touch program)
END
  cmake -S . -B built -G "$generator" "-DCMAKE_PREFIX_PATH=$prefix" >/dev/null
  expect "$generator, changes: at first" "meadow stone" cmake --build built
  renew presets/land.yaml
  expect "$generator, changes: a preset that is extended" "meadow" cmake --build built
  [[ "$generator" != Ninja* ]] || ! grep -q 'Re-running CMake' "$work/log" || fail "$generator: CMake runs again for the same list of files"
  expect "$generator, changes: again" "" cmake --build built
  sed -i 's/octaves: 5/octavs: 5/' presets/land.yaml
  renew presets/land.yaml
  cmake --build built --target program >"$work/log" 2>&1 || fail "$generator: a wrong preset holds up a target without assets"
  [ -e built/program ] || fail "$generator: the target without assets was not made"
  ! cmake --build built >"$work/log" 2>&1 || fail "$generator: a wrong preset is accepted"
  sed -i 's/octavs: 5/octaves: 5/' presets/land.yaml
  renew presets/land.yaml
  echo "  - {from: land, file: more/land.obj}" >>presets/meadow.yaml
  expect "$generator, changes: put right, with one more output" "meadow" cmake --build built
  [ -s built/out/more/land.obj ] || fail "$generator: the new output is not there"
  expect "$generator, changes: again" "" cmake --build built
}

# A preset that inherits the outputs of another one cannot be made beside it: that is said, and not left to CMake.
one_rule_per_file() {
  fresh_examples
  printf 'weald: 1\nextends: meadow.yaml\nseed: 5\n' >presets/child.yaml
  cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.20)
project(twice NONE)
find_package(weald REQUIRED)
weald_add_assets(assets PRESETS presets/meadow.yaml presets/child.yaml OUTPUT_DIR out)
END
  ! cmake -S . -B built -G Ninja "-DCMAKE_PREFIX_PATH=$work/pre fix" >"$work/log" 2>&1 || fail "two rules for one file"
  tr -s ' \n' ' ' <"$work/log" >"$work/words"
  grep -q "presets/meadow.yaml' and .*presets/child.yaml' both write" "$work/words" || fail "two rules: no clear error"
  ! grep -q "add_custom_command" "$work/words" || fail "two rules: CMake's own error"
  sed -i 's/ presets.child.yaml/ presets\/kid.yaml/' CMakeLists.txt
  ! cmake -S . -B built >"$work/log" 2>&1 || fail "a preset that is not there is accepted"
  tr -s ' \n' ' ' <"$work/log" >"$work/words"
  grep -q "there is no preset '.*presets/kid.yaml'" "$work/words" || fail "a preset that is not there: no clear error"
  sed -i 's/ presets.kid.yaml//' CMakeLists.txt
  echo 'weald_add_assets(other PRESETS presets/child.yaml OUTPUT_DIR other)' >>CMakeLists.txt
  cmake -S . -B built -G Ninja >"$work/log" 2>&1 || fail "two folders: refused"
  echo "ok: one rule per file"
}

# weald as part of the build: the program is not there when CMake runs.
in_tree() {
  local generator=$1
  fresh_examples
  cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.20)
project(tree NONE)
add_executable(weald::cli IMPORTED)
set_target_properties(weald::cli PROPERTIES IMPORTED_LOCATION "$work/pre fix/bin/weald")
include("$source/cmake/weald_assets.cmake")
weald_add_assets(assets ALL PRESETS presets/meadow.yaml presets/stone.yaml OUTPUT_DIR out)
END
  cmake -S . -B 'bu #ilt' -G "$generator" >/dev/null 2>&1 && fail "CMake has learnt to live with #"
  cmake -S . -B built -G "$generator" >/dev/null
  expect "$generator, in tree: at first" "meadow stone" cmake --build built
  expect "$generator, in tree: again" "" cmake --build built
  renew presets/land.yaml
  expect "$generator, in tree: a preset that is extended" "meadow" cmake --build built
  expect "$generator, in tree: again" "" cmake --build built
}

# The whole of weald inside another project; its sources are not compiled here.
subdirectory() {
  fresh_examples
  cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.25)
project(tree LANGUAGES CXX)
include(FetchContent)
FetchContent_Declare(weald SOURCE_DIR "$source")
FetchContent_MakeAvailable(weald)
weald_add_assets(assets PRESETS presets/stone.yaml OUTPUT_DIR out)
add_executable(hills cmake/main.cpp)
target_link_libraries(hills PRIVATE weald::weald)
END
  cmake -S . -B built -G Ninja >"$work/log" 2>&1 || fail "FetchContent"
  expect "FetchContent" "stone" ninja -C built -n assets
  ninja -C built -n hills >"$work/log"
  grep -q 'libweald_c.so' "$work/log" || fail "FetchContent: the library is not built"
  ! ninja -C built -t targets all | grep -q '^test_\|^install.*weald' || fail "FetchContent: weald's tests are part of the project"
}

make_example() {
  fresh_examples
  cd make
  export WEALD="$work/bin/weald"
  expect "make: at first" "meadow peaks stone" make
  same out/meadow.obj "$work/reference/meadow.obj"
  expect "make: again" "" make
  renew ../presets/land.yaml
  expect "make: a preset that two extend" "meadow peaks" make -j2
  expect "make: again" "" make
  rm out/meadow.json
  expect "make: a file is missing" "meadow" make
}

ninja_example() {
  fresh_examples
  cd ninja
  export PATH="$work/bin:$PATH"
  expect "ninja: at first" "meadow peaks stone" ninja
  expect "ninja: again" "" ninja
  renew ../presets/land.yaml
  expect "ninja: a preset that two extend" "meadow peaks" ninja
  ! grep -q pack "$work/log" || fail "ninja: packs what has not changed"
  expect "ninja: again" "" ninja
  sed -i 's/amplitude: 20/amplitude: 21/' ../presets/land.yaml
  expect "ninja: other hills" "meadow peaks" ninja
  grep -q 'pack out/land.tar' "$work/log" || fail "ninja: does not pack what has changed"
  ! grep -q 'pack out/stone.tar' "$work/log" || fail "ninja: packs what has not changed"
}

bazel_example() {
  fresh_examples
  cd bazel-style
  export WEALD="$work/bin/weald"
  local p=../presets outputs="meadow.png meadow.json meadow.obj meadow.mtl"
  ./genrule.sh out $p/meadow.yaml $p/land.yaml -- $outputs
  for file in $outputs; do same "out/$file" "$work/reference/$file"; done
  ! ./genrule.sh out $p/meadow.yaml -- $outputs 2>/dev/null || fail "bazel-style: works without land.yaml"
  ! ./genrule.sh out $p/meadow.yaml $p/land.yaml -- meadow.png 2>/dev/null || fail "bazel-style: writes too much"
  echo "ok: bazel-style"
}

installation
mkdir "$work/bin"
ln -s "$work/pre fix/bin/weald" "$work/bin/weald"  # a place without blanks
"$work/bin/weald" build "$source/examples/presets/meadow.yaml" -o "$work/reference" --quiet
(cmake_example Ninja "$work/pre fix")
(cmake_example "Unix Makefiles" "$work/stage/usr")
for generator in Ninja "Unix Makefiles"; do
  (odd_names "$generator")
  (in_tree "$generator")
done
for generator in Ninja "Unix Makefiles" "Ninja Multi-Config"; do
  (changes "$generator")
done
(one_rule_per_file)
(subdirectory)
(make_example)
(ninja_example)
(bazel_example)
