#!/usr/bin/env python3
"""Adds a stage that compiles and passes its test: ./dev new-stage ROOM STAGE [--gives ARTIFACT].

Writes the header, the source, the test and the example of the reference from the template of what the stage makes, and
registers the stage where its neighbours in the room are. What is left to do is marked FILL IN.
"""

import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEMPLATES = pathlib.Path(__file__).resolve().parent
LISTS = [ROOT / "src/engine/graph/detail" / name for name in ("stage_groups_field.cpp", "stage_groups_geometry.cpp")]
PARTS = ("header", "source", "test", "example")
MARK = "FILL IN"


def fail(message):
    sys.exit(f"./dev new-stage: {message}")


def rooms():
    """The rooms that have stages, as named by ./dev new-stage: 'land/maps'."""
    found = (path.parent.relative_to(ROOT / "src/stages") for path in (ROOT / "src/stages").rglob("CMakeLists.txt"))
    return sorted(str(room) for room in found)


def artifacts():
    return sorted(path.stem for path in TEMPLATES.glob("*.txt"))


def template(artifact, values):
    """The parts of a template by name, with @name@ replaced."""
    text = (TEMPLATES / f"{artifact}.txt").read_text()
    for name, value in values.items():
        text = text.replace(f"@{name}@", value)
    pieces = re.split(r"^==== (\w+)\n", text, flags=re.M)
    parts = dict(zip(pieces[1::2], pieces[2::2]))
    assert tuple(parts) == PARTS
    return parts


class Neighbour:
    """A registered stage: the file and line of its registration, its namespace, its group and its result."""

    def __init__(self, file, line, declared):
        self.file, self.line = file, line[0]
        self.namespace, self.group = line[1], line[3]
        body = re.search(rf"^struct {line[2]} {{.*?^}};", declared, flags=re.M | re.S)
        self.is_of_room = body is not None
        made = re.search(r"static (?:schema::WithParts<)?([\w:]+)[^;]* run\(", body[0]) if body else None
        self.artifact = made[1].split("::")[-1].lower() if made else "heightmap"


def neighbours_in(room):
    """The registered stages of a room, in order."""
    found = []
    for file in LISTS:
        text = file.read_text()
        headers = re.findall(rf'#include "(stages/{room}/\w+\.h)"', text)
        declared = "".join((ROOT / "src" / header).read_text() for header in headers)
        lines = re.finditer(r'^ *stage_kind<(?:(\w+)::)?(\w+)>\("(\w+)"\),\n', text, flags=re.M)
        found += [stage for stage in (Neighbour(file, line, declared) for line in lines) if stage.is_of_room]
    if not found:
        fail(f"no stage of the room '{room}' is registered")
    return found


def nearest(neighbours, artifact):
    """The last stage of the most common namespace and group among stages that make the artifact, or else among all."""
    alike = [stage for stage in neighbours if stage.artifact == artifact] or neighbours
    places = [(stage.file, stage.namespace, stage.group) for stage in alike]
    return [stage for stage, place in zip(alike, places) if place == max(places, key=places.count)][-1]


def replace_once(path, old, new):
    text = path.read_text()
    if text.count(old) != 1:
        fail(f"{path.relative_to(ROOT)}: cannot register the stage, '{old.strip()}' is there {text.count(old)} times")
    path.write_text(text.replace(old, new))


def add_to_sources(path, file):
    """Adds a file to the sorted list SOURCES of a CMakeLists.txt, wrapped at 120 columns."""
    text = path.read_text()
    body = re.search(r"^  SOURCES\n((?:    .*\n)+)", text, flags=re.M)[1]
    closed = body.rstrip().endswith(")")
    files = body.rstrip().rstrip(")").split()
    own = [name for name in files if not name.startswith("..")] + [file]
    files = sorted(own) + [name for name in files if name.startswith("..")]
    lines, line = [], "   "
    for name in files:
        if len(line) + 1 + len(name) > 118:
            lines.append(line)
            line = "   "
        line += " " + name
    lines.append(line + (")" if closed else ""))
    path.write_text(text.replace(body, "\n".join(lines) + "\n"))


def register(neighbour, room, stage, name):
    scope = f"{neighbour.namespace}::" if neighbour.namespace else ""
    added = f'      stage_kind<{scope}{name}>("{neighbour.group}"),\n'
    replace_once(neighbour.file, neighbour.line, neighbour.line + added)
    text = neighbour.file.read_text()
    includes = re.findall(r'#include "stages/.*"\n', text)
    ordered = sorted(includes + [f'#include "stages/{room}/{stage}.h"\n'])
    neighbour.file.write_text(text.replace("".join(includes), "".join(ordered)))


def format_sources(paths):
    try:
        subprocess.run(["clang-format", "-i", *paths], check=True)
    except FileNotFoundError:
        print("clang-format is not installed: run ./dev format later")


def parse():
    parser = argparse.ArgumentParser(prog="./dev new-stage", description="Adds a stage that compiles and passes its test.")
    parser.add_argument("room", metavar="ROOM", help="room of the stage: " + ", ".join(rooms()))
    parser.add_argument("stage", metavar="STAGE", help="name of the stage in presets, in snake_case: slope_mask")
    parser.add_argument("--gives", choices=artifacts(), help="kind of its result (default: that of most in the room)")
    args = parser.parse_args()
    args.room = args.room.removeprefix("src/").removeprefix("stages/").rstrip("/")
    if args.room not in rooms():
        fail(f"there is no room '{args.room}': the rooms are {', '.join(rooms())}")
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", args.stage):
        fail(f"'{args.stage}' is not a name in snake_case, such as slope_mask")
    if (ROOT / f"docs/stages/{args.stage}.yaml").exists():
        fail(f"there is a stage '{args.stage}' already: docs/stages/{args.stage}.yaml is its example")
    return args


def main():
    args = parse()
    neighbours = neighbours_in(args.room)
    made = [stage.artifact for stage in neighbours]
    artifact = args.gives or max(made, key=made.count)
    if artifact not in artifacts():
        fail(f"there is no template of a stage that makes a {artifact}: say --gives {'|'.join(artifacts())}")
    neighbour = nearest(neighbours, artifact)
    name = "".join(word.capitalize() for word in args.stage.split("_"))
    values = {"stage": args.stage, "Stage": name, "room": f"stages/{args.room}",
              "namespace": neighbour.namespace or "pipeline"}
    parts = template(artifact, values)
    parts["example"] = "# yaml-language-server: $schema=../weald.schema.json\n" + parts["example"]
    tests = ROOT / "tests/unit/stages" / args.room
    written = {
        "header": ROOT / f"src/stages/{args.room}/{args.stage}.h",
        "source": ROOT / f"src/stages/{args.room}/{args.stage}.cpp",
        "test": tests / f"{args.stage}_test.cpp",
        "example": ROOT / f"docs/stages/{args.stage}.yaml",
    }
    for path in written.values():
        if path.exists():
            fail(f"{path.relative_to(ROOT)} exists")
    for part, path in written.items():
        path.write_text(parts[part])
    add_to_sources(ROOT / f"src/stages/{args.room}/CMakeLists.txt", f"{args.stage}.cpp")
    add_to_sources(tests / "CMakeLists.txt", f"{args.stage}_test.cpp")
    register(neighbour, args.room, args.stage, name)
    format_sources([written[part] for part in ("header", "source", "test")] + [neighbour.file])
    print(f"stage '{args.stage}' is registered beside the others of {args.room}; it makes: {artifact}")
    for path in written.values():
        print(f"  {path.relative_to(ROOT)}: {path.read_text().count(MARK)} x {MARK}")


if __name__ == "__main__":
    main()
