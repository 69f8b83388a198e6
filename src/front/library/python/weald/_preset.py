"""Presets and artifacts."""

from __future__ import annotations

import ctypes
import os
import threading
from dataclasses import dataclass
from typing import Callable, Iterable, Mapping, Sequence, Union

from . import _library as c
from ._data import Heightmap, Image, Kind, Lines, Mesh, Scene, Skeleton, kind_of
from ._errors import call, make, warn
from ._library import lib

Path = Union[str, "os.PathLike[str]"]
ProgressFunction = Callable[[float, str], object]
Settings = Union[Mapping[str, object], Iterable[str]]


@dataclass(frozen=True)
class Stage:
    """A stage of a preset."""

    name: str
    kind: str               #: as in the preset: "fbm"
    makes: Kind
    parts: dict[str, Kind]  #: further artifacts, by the name behind the dot of "tree.lod1"


@dataclass(frozen=True)
class Output:
    """An output of a preset."""

    stage: str               #: that it is made from
    files: tuple[str, ...]   #: below the output folder: the file itself, then what is written beside it


@dataclass(frozen=True)
class File:
    """A file that was written."""

    path: str
    bytes: int


class _Owner:
    """Owns a handle until close(), or until the end of a `with` block. Data that were taken from it remain valid."""

    _handle: c.Handle | None

    def __init__(self, handle: c.Handle) -> None:
        self._handle = handle

    def close(self) -> None:
        """Frees the memory as soon as no array refers to it. The object cannot be used afterwards."""
        self._handle = None

    def __enter__(self):
        return self

    def __exit__(self, *_) -> None:
        self.close()

    @property
    def _held(self) -> c.Handle:
        if self._handle is None:
            raise ValueError(f"this {type(self).__name__} is closed")
        return self._handle

    @property
    def _pointer(self) -> int:
        return self._held.pointer


class Artifact(_Owner):
    """The result of a stage. Asking for data of another kind raises Error."""

    @property
    def kind(self) -> Kind:
        """The kind of the artifact."""
        return kind_of(lib.weald_artifact_kind(self._pointer))

    @property
    def stage(self) -> str:
        """The stage that made it."""
        return c.decoded(lib.weald_artifact_stage(self._pointer))

    def digest(self) -> str:
        """32 hexadecimal digits, equal for equal content: the digest that `weald digest` prints for an output of data."""
        digest = (ctypes.c_char * 33)()
        call("artifact_digest", self._pointer, digest)
        return digest.value.decode()

    def heightmap(self) -> Heightmap:
        """Data of a heightmap."""
        data = c.Heightmap()
        call("artifact_heightmap", self._pointer, ctypes.byref(data))
        return Heightmap._of(self._held, data)

    def image(self) -> Image:
        """Data of an image."""
        data = c.Image()
        call("artifact_image", self._pointer, ctypes.byref(data))
        return Image._of(self._held, data)

    def mesh(self) -> Mesh:
        """A mesh."""
        return Mesh(make("artifact_mesh", "mesh", self._pointer))

    def scene(self) -> Scene:
        """A scene."""
        return Scene(make("artifact_scene", "scene", self._pointer))

    def lines(self, tolerance: float | None = None) -> Lines:
        """Returns the paths of a curve, flattened to polylines within `tolerance` metres; None: the tolerance of files,
        1e-4 of the curve's diagonal."""
        wanted = 0.0 if tolerance is None else float(tolerance) or -1.0  # the library's word for None is 0
        return Lines(make("artifact_lines", "lines", self._pointer, wanted))

    def skeleton(self) -> Skeleton:
        """The segments of a skeleton."""
        return Skeleton(make("artifact_skeleton", "skeleton", self._pointer))

    def text(self) -> str:
        """The text of a derived string."""
        handle = make("artifact_text", "text", self._pointer)
        return c.decoded(ctypes.string_at(lib.weald_text_data(handle.pointer), lib.weald_text_size(handle.pointer)))


def _assignments(settings: Settings) -> list[str]:
    """Returns settings as "key=value" texts, from a mapping or from such texts."""
    if isinstance(settings, str):
        return [settings]
    if not isinstance(settings, Mapping):
        return list(settings)
    return [f"{key}={_spelled(value)}" for key, value in settings.items()]


def _spelled(value: object) -> str:
    """Returns a value as YAML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_spelled(item) for item in value) + "]"
    return str(value)


class _Run:
    """One run of the library, in its own thread, so that Python receives Ctrl-C and can cancel the run."""

    def __init__(self, preset: Preset, threads: int, progress: ProgressFunction | None) -> None:
        self._preset = preset
        self._failure: BaseException | None = None
        self._told: list = []
        self._progress = progress or (lambda fraction, stage: None)
        self._function = c.Progress(self._tell) if progress is not None else ctypes.cast(0, c.Progress)
        self._cancel = lib.weald_cancel_new()
        self._options = c.RunOptions(threads=threads, cancel=self._cancel, progress=self._function)

    def __call__(self, work: Callable[[object, list], object]):
        """Returns the result of work(options, told), or raises its exception or that of the progress function."""
        result: list = []
        thread = threading.Thread(target=self._work, args=(work, result), name="weald")
        self._count(1)
        try:
            thread.start()
            thread.join()
        except RuntimeError:  # there is no further thread
            self._count(-1)
            raise
        except BaseException:
            lib.weald_cancel_request(self._cancel)
            if thread.is_alive():
                thread.join()  # a second Ctrl-C leaves the run to end by itself
            raise
        if self._failure is not None:
            raise self._failure
        for warnings in self._told:
            warn(warnings)
        return result[0]

    def __del__(self) -> None:
        lib.weald_cancel_free(self._cancel)  # the thread holds this too

    def _work(self, work, result: list) -> None:
        try:
            result.append(work(ctypes.byref(self._options), self._told))
        except BaseException as failure:  # raised where the run was asked for
            self._failure = self._failure or failure
        self._count(-1)

    def _count(self, change: int) -> None:
        with self._preset._lock:
            self._preset._runs += change

    def _tell(self, _, fraction: float, stage: bytes) -> int:
        try:
            self._progress(fraction, c.decoded(stage))
            return 0
        except BaseException as failure:
            self._failure = failure
            return 1


class Preset(_Owner):
    """A valid preset, created by weald.load() or weald.parse().

    `threads` of its functions is the most to use, 0 for one per core; it does not change results. `progress` is called with
    how far the run is, 0 to 1, and the stage at work, from other threads, one call at a time; what it raises ends the run.
    Several threads may use one preset, but changing it during a run raises RuntimeError."""

    def __init__(self, handle: c.Handle) -> None:
        super().__init__(handle)
        self._lock = threading.RLock()  # of all that is no run
        self._runs = 0

    def _change(self, function: str, *arguments) -> None:
        with self._lock:
            if self._runs > 0:
                raise RuntimeError("this preset cannot be changed during a run")
            call(function, self._pointer, *arguments)

    def set(self, *assignments: str, **values: object) -> None:
        """Changes values, as `--set` does: set("hills.octaves=9"), or, if the names are Python identifiers,
        set(hills={"octaves": 9}, seed=4). An error leaves the preset unchanged."""
        texts = list(assignments)
        for name, value in values.items():
            inner = value.items() if isinstance(value, Mapping) else None
            texts += [f"{name}.{key}={_spelled(v)}" for key, v in inner] if inner is not None else [f"{name}={_spelled(value)}"]
        self._change("preset_set", c.texts(texts), len(texts))

    @property
    def name(self) -> str:
        """The name of its file without folder and extension."""
        with self._lock:
            return c.decoded(lib.weald_preset_name(self._pointer))

    @property
    def seed(self) -> int:
        """The seed of all random numbers; assign to it to change it."""
        with self._lock:
            return lib.weald_preset_seed(self._pointer)

    @seed.setter
    def seed(self, seed: int) -> None:
        self._change("preset_set_seed", _seed(seed))

    @property
    def stages(self) -> dict[str, Stage]:
        """All stages by name, in the order of the preset."""
        with self._lock:
            found = (self._stage(i) for i in range(lib.weald_preset_stage_count(self._pointer)))
            return {stage.name: stage for stage in found}

    def _stage(self, index: int) -> Stage:
        s = c.get("preset_stage", c.Stage, self._pointer, index)
        parts = (c.get("preset_part", c.Part, self._pointer, index, i)
                 for i in range(lib.weald_preset_part_count(self._pointer, index)))
        return Stage(c.decoded(s.name), c.decoded(s.kind), kind_of(s.makes),
                     {c.decoded(part.name): kind_of(part.makes) for part in parts})

    @property
    def outputs(self) -> list[Output]:
        """All outputs in the order of the preset, each followed by the textures that it names, which are outputs too."""
        with self._lock:
            return [self._output(i) for i in range(lib.weald_preset_output_count(self._pointer))]

    def _output(self, index: int) -> Output:
        o = c.get("preset_output", c.Output, self._pointer, index)
        return Output(c.decoded(o.stage), tuple(c.decoded(lib.weald_preset_output_file(self._pointer, index, i))
                                                for i in range(o.file_count)))

    @property
    def inputs(self) -> list[str]:
        """All files that a build reads, including files that it looks for and does not find."""
        with self._lock:
            return [c.decoded(lib.weald_preset_input(self._pointer, i))
                    for i in range(lib.weald_preset_input_count(self._pointer))]

    def build(self, directory: Path, *, threads: int = 0, progress: ProgressFunction | None = None) -> list[File]:
        """Builds all outputs into `directory`, which is created if missing. Either all files are written or none."""
        held, folder = self._held, c.encoded(directory)
        files = _Run(self, threads, progress)(lambda options, told: make("preset_build", "files", held.pointer, folder, options, told=told))
        return [File(c.decoded(f.path), f.bytes) for f in _entries(files)]

    def digests(self, *, threads: int = 0, progress: ProgressFunction | None = None) -> dict[str, str]:
        """Returns the digests of all outputs by file name, in the order of the preset; writes nothing."""
        held = self._held
        files = _Run(self, threads, progress)(lambda options, told: make("preset_digests", "files", held.pointer, options, told=told))
        return {c.decoded(f.path): c.decoded(f.digest) for f in _entries(files)}

    def artifact(self, stage: str, *, threads: int = 0, progress: ProgressFunction | None = None) -> Artifact:
        """Runs one stage and the stages that it needs, whether or not an output uses it. `stage` may also name a part, as
        in presets: "tree.lod1"."""
        return self.artifacts([stage], threads=threads, progress=progress)[0]

    def artifacts(self, stages: Sequence[str], *, threads: int = 0,
                  progress: ProgressFunction | None = None) -> list[Artifact]:
        """Returns the results of several stages in the given order; shared stages run once."""
        held, names, made = self._held, c.texts(stages), (ctypes.c_void_p * len(stages))()
        try:
            _Run(self, threads, progress)(
                lambda options, told: call("preset_artifacts", held.pointer, names, len(stages), options, made, told=told))
        finally:
            artifacts = [Artifact(c.Handle(address, "artifact")) for address in made if address]
        return artifacts

    def picture(self, stage: str, settings: Settings = (), *, threads: int = 0,
                progress: ProgressFunction | None = None) -> Image:
        """Returns a picture of a stage. `settings` are those of an output's `picture` (`weald explain outputs` lists them):
        {"style": "relief", "size": (320, 240)}."""
        held, name, words = self._held, c.encoded(stage), c.texts(_assignments(settings))
        picture = _Run(self, threads, progress)(
            lambda options, told: make("preset_picture", "picture", held.pointer, name, words, len(words), options, told=told))
        return Image._of(picture, c.get("picture_image", c.Image, picture.pointer))


def _entries(files: c.Handle) -> list:
    return [c.get("files_get", c.File, files.pointer, i) for i in range(lib.weald_files_count(files.pointer))]


def _seed(seed: int) -> int:
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"a seed must be from 0 to 2^64 - 1, not {seed}")
    return seed


def _load_options(settings: Settings, seed: int | None, variant: str | None, include: Sequence[Path], coarser: int):
    words, folders = c.texts(_assignments(settings)), c.texts(include)
    options = c.LoadOptions(set=words, set_count=len(words), include=folders, include_count=len(folders),
                            coarser=0 if coarser == 1 else coarser or -1)  # 0 stands for unset
    if variant is not None:
        options.variant = c.encoded(variant)
    if seed is not None:
        options.seed = ctypes.pointer(ctypes.c_uint64(_seed(seed)))
    return options


def load(path: Path, settings: Settings = (), *, seed: int | None = None, variant: str | None = None,
         include: Sequence[Path] = (), coarser: int = 1) -> Preset:
    """Reads a preset file and the presets that it extends, and applies settings as `--set` does: {"hills.octaves": 9},
    or ["hills.octaves=9"]. The other arguments are those of the program's options with their names. Raises Error with all
    diagnostics."""
    options = _load_options(settings, seed, variant, include, coarser)
    return Preset(make("preset_load", "preset", c.encoded(path), ctypes.byref(options)))


def parse(text: str, path: Path = "preset.yaml", settings: Settings = (), *, seed: int | None = None,
          variant: str | None = None, include: Sequence[Path] = (), coarser: int = 1) -> Preset:
    """Reads a preset from `text`; otherwise like load(). `path` is its name in messages; relative paths in the preset are
    resolved against the folder of `path`, which need not exist as a file."""
    content, options = text.encode(), _load_options(settings, seed, variant, include, coarser)
    return Preset(make("preset_parse", "preset", content, len(content), c.encoded(path), ctypes.byref(options)))
