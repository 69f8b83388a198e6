"""libweald_c.so.1, with the structs and functions of <weald/weald_c.h> declared for ctypes."""

from __future__ import annotations

import ctypes
import os
from ctypes import (CFUNCTYPE, POINTER, c_char, c_char_p, c_double, c_float, c_int32, c_int64, c_size_t, c_uint8, c_uint32,
                    c_uint64, c_void_p)

_NAME = "libweald_c.so.1"
_ABI = 1001


class _Struct(ctypes.Structure):
    """A struct whose first field is its size."""

    def __init__(self, **values) -> None:
        super().__init__(ctypes.sizeof(self), **values)


def _struct(name: str, /, **members) -> type[_Struct]:
    fields = [("struct_size", c_uint32), *members.items()]
    return type(name, (_Struct,), {"_fields_": fields})


Progress = CFUNCTYPE(c_int32, c_void_p, c_double, c_char_p)

Diagnostic = _struct("Diagnostic", is_error=c_int32, file=c_char_p, line=c_int32, column=c_int32, length=c_int32,
                     message=c_char_p, help=c_char_p, text=c_char_p)
LoadOptions = _struct("LoadOptions", set=POINTER(c_char_p), set_count=c_size_t, seed=POINTER(c_uint64), variant=c_char_p,
                      include=POINTER(c_char_p), include_count=c_size_t, coarser=c_int32)
RunOptions = _struct("RunOptions", threads=c_int32, cancel=c_void_p, progress=Progress, user=c_void_p)
Stage = _struct("Stage", makes=c_int32, name=c_char_p, kind=c_char_p)
Part = _struct("Part", makes=c_int32, name=c_char_p)
Output = _struct("Output", stage=c_char_p, file_count=c_size_t)
File = _struct("File", path=c_char_p, bytes=c_uint64, digest=c_char_p)
Heightmap = _struct("Heightmap", width=c_int32, height=c_int32, cell_size=c_double, origin_x=c_double, origin_z=c_double,
                    heights=c_void_p)
Image = _struct("Image", width=c_int32, height=c_int32, rgba=c_void_p)
MeshData = _struct("MeshData", vertex_count=c_size_t, face_count=c_size_t, corner_count=c_size_t, uv_count=c_size_t,
                   normal_count=c_size_t, positions=c_void_p, colours=c_void_p, uvs=c_void_p, normals=c_void_p,
                   face_starts=c_void_p, face_materials=c_void_p, corner_vertices=c_void_p, corner_uvs=c_void_p,
                   corner_normals=c_void_p, wind=c_void_p)
TriangleData = _struct("TriangleData", vertex_count=c_size_t, index_count=c_size_t, range_count=c_size_t,
                       positions=c_void_p, normals=c_void_p, uvs=c_void_p, colours=c_void_p, indices=c_void_p,
                       ranges=c_void_p, wind=c_void_p)
Material = _struct("Material", two_sided=c_int32, name=c_char_p, colour=c_float * 3, roughness=c_float,
                   has_translucency=c_int32, translucency=c_float, metallic=c_float, emission=c_float * 3,
                   emission_strength=c_float, opacity=c_float, uv_scale=c_float * 2, uv_offset=c_float * 2)
Texture = _struct("Texture", width=c_int32, height=c_int32, cutout=c_float, name=c_char_p, rgba=c_void_p)
SceneData = _struct("SceneData", prototype_count=c_size_t, instance_count=c_size_t, instance_prototypes=c_void_p,
                    instance_matrices=c_void_p, instance_tints=c_void_p, instance_data=c_void_p, group_count=c_size_t,
                    group_names=POINTER(c_char_p), group_parents=c_void_p, group_begins=c_void_p, group_ends=c_void_p,
                    group_matrices=c_void_p)
Prototype = _struct("Prototype", name=c_char_p, level_count=c_size_t)
Level = _struct("Level", screen_size=c_double, mesh=c_void_p)
LineData = _struct("LineData", line_count=c_size_t, point_count=c_size_t, points=c_void_p, starts=c_void_p,
                   closed=c_void_p)
SkeletonData = _struct("SkeletonData", segment_count=c_size_t, starts=c_void_p, ends=c_void_p, radii=c_void_p,
                       parents=c_void_p, levels=c_void_p)

_HANDLE, _OUT, _TEXTS, _SIZE, _INDEX = c_void_p, POINTER(c_void_p), POINTER(c_char_p), c_size_t, c_size_t
_RUN, _LOAD = POINTER(RunOptions), POINTER(LoadOptions)

# Functions that can fail, without the report, which is the last argument of all of them.
_CALLS: dict[str, list] = {
    "preset_load": [c_char_p, _LOAD, _OUT],
    "preset_parse": [c_char_p, _SIZE, c_char_p, _LOAD, _OUT],
    "preset_set": [_HANDLE, _TEXTS, _SIZE],
    "preset_set_seed": [_HANDLE, c_uint64],
    "preset_build": [_HANDLE, c_char_p, _RUN, _OUT],
    "preset_digests": [_HANDLE, _RUN, _OUT],
    "preset_artifacts": [_HANDLE, _TEXTS, _SIZE, _RUN, _OUT],
    "preset_picture": [_HANDLE, c_char_p, _TEXTS, _SIZE, _RUN, _OUT],
    "artifact_digest": [_HANDLE, c_char * 33],
    "artifact_heightmap": [_HANDLE, POINTER(Heightmap)],
    "artifact_image": [_HANDLE, POINTER(Image)],
    "artifact_mesh": [_HANDLE, _OUT],
    "artifact_scene": [_HANDLE, _OUT],
    "artifact_lines": [_HANDLE, c_double, _OUT],
    "artifact_skeleton": [_HANDLE, _OUT],
    "artifact_text": [_HANDLE, _OUT],
    "mesh_triangulate": [_HANDLE, _OUT],
}

# The others: result and arguments.
_OTHERS: dict[str, tuple] = {
    "abi_version": (c_uint32, []),
    "version": (c_char_p, []),
    "report_status": (c_int32, [_HANDLE]),
    "report_message": (c_char_p, [_HANDLE]),
    "report_diagnostic_count": (c_size_t, [_HANDLE]),
    "report_diagnostic": (c_int32, [_HANDLE, _INDEX, POINTER(Diagnostic)]),
    "report_free": (None, [_HANDLE]),
    "cancel_new": (c_void_p, []),
    "cancel_request": (None, [_HANDLE]),
    "cancel_free": (None, [_HANDLE]),
    "kind_name": (c_char_p, [c_int32]),
    "preset_name": (c_char_p, [_HANDLE]),
    "preset_seed": (c_uint64, [_HANDLE]),
    "preset_stage_count": (c_size_t, [_HANDLE]),
    "preset_stage": (c_int32, [_HANDLE, _INDEX, POINTER(Stage)]),
    "preset_part_count": (c_size_t, [_HANDLE, _INDEX]),
    "preset_part": (c_int32, [_HANDLE, _INDEX, _INDEX, POINTER(Part)]),
    "preset_output_count": (c_size_t, [_HANDLE]),
    "preset_output": (c_int32, [_HANDLE, _INDEX, POINTER(Output)]),
    "preset_output_file": (c_char_p, [_HANDLE, _INDEX, _INDEX]),
    "preset_input_count": (c_size_t, [_HANDLE]),
    "preset_input": (c_char_p, [_HANDLE, _INDEX]),
    "preset_free": (None, [_HANDLE]),
    "files_count": (c_size_t, [_HANDLE]),
    "files_get": (c_int32, [_HANDLE, _INDEX, POINTER(File)]),
    "files_free": (None, [_HANDLE]),
    "artifact_kind": (c_int32, [_HANDLE]),
    "artifact_stage": (c_char_p, [_HANDLE]),
    "artifact_free": (None, [_HANDLE]),
    "picture_image": (c_int32, [_HANDLE, POINTER(Image)]),
    "picture_free": (None, [_HANDLE]),
    "mesh_get": (c_int32, [_HANDLE, POINTER(MeshData)]),
    "mesh_material_count": (c_size_t, [_HANDLE]),
    "mesh_material": (c_int32, [_HANDLE, _INDEX, POINTER(Material)]),
    "mesh_texture": (c_int32, [_HANDLE, _INDEX, c_int32, POINTER(Texture)]),
    "mesh_free": (None, [_HANDLE]),
    "triangles_get": (c_int32, [_HANDLE, POINTER(TriangleData)]),
    "triangles_free": (None, [_HANDLE]),
    "scene_get": (c_int32, [_HANDLE, POINTER(SceneData)]),
    "scene_prototype": (c_int32, [_HANDLE, _INDEX, POINTER(Prototype)]),
    "scene_level": (c_int32, [_HANDLE, _INDEX, _INDEX, POINTER(Level)]),
    "scene_free": (None, [_HANDLE]),
    "lines_get": (c_int32, [_HANDLE, POINTER(LineData)]),
    "lines_free": (None, [_HANDLE]),
    "skeleton_get": (c_int32, [_HANDLE, POINTER(SkeletonData)]),
    "skeleton_free": (None, [_HANDLE]),
    "text_data": (c_char_p, [_HANDLE]),
    "text_size": (c_size_t, [_HANDLE]),
    "text_free": (None, [_HANDLE]),
}


def _candidates() -> list[str]:
    """Returns the paths to try: WEALD_LIBRARY, the folder in which this package was installed, the system's folders."""
    told = os.environ.get("WEALD_LIBRARY")
    if told:
        return [told]
    try:
        from ._place import FOLDER  # type: ignore[import]  # written when the package is installed: from here to the library's folder
    except ImportError:
        return [_NAME]
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), FOLDER, _NAME)
    return [beside, _NAME] if os.path.exists(beside) else [_NAME]


def _open() -> ctypes.CDLL:
    failures = []
    for path in _candidates():
        try:
            library = ctypes.CDLL(path)
        except OSError as error:
            failures.append(str(error))
            continue
        _declare(library)
        return library
    raise ImportError(f"weald's library cannot be loaded (WEALD_LIBRARY names it): {'; '.join(failures)}")


def _declare(library: ctypes.CDLL) -> None:
    for name, (result, arguments) in _OTHERS.items():
        function = getattr(library, "weald_" + name)
        function.restype, function.argtypes = result, arguments
    for name, arguments in _CALLS.items():
        function = getattr(library, "weald_" + name)
        function.restype, function.argtypes = c_int32, [*arguments, _OUT]
    found = library.weald_abi_version()
    if found < _ABI or found // 1000 != _ABI // 1000:
        raise ImportError(f"weald's library has interface {found}, not {_ABI}")


lib = _open()


class Handle:
    """Owns an object of the library and frees it when no reference is left. It keeps `base`, the object that contains it,
    alive."""

    __slots__ = ("pointer", "base", "_free", "__weakref__")

    def __init__(self, pointer: int, kind: str, base: object = None) -> None:
        self.pointer = pointer
        self.base = base
        self._free = getattr(lib, f"weald_{kind}_free") if base is None else None

    def __del__(self) -> None:
        if self._free is not None:
            self._free(self.pointer)


def get(function: str, struct: type[_Struct], *arguments):
    """Returns the struct that a function fills in. Raises IndexError if the library refuses the arguments: only an index
    can be wrong."""
    out = struct()
    if getattr(lib, "weald_" + function)(*arguments, ctypes.byref(out)) != 0:
        raise IndexError(f"weald_{function}: there is no such entry")
    return out


def texts(values) -> ctypes.Array:
    """Returns an array of C strings. Raises ValueError if one contains a NUL."""
    return (c_char_p * len(values))(*(encoded(value) for value in values))


def encoded(value) -> bytes:
    """Returns a text or a path as a C string. Raises ValueError if it contains a NUL."""
    text = os.fsencode(value)
    if b"\0" in text:
        raise ValueError("embedded null character")
    return text


def decoded(value: bytes) -> str:
    """Returns a C string of the library as a text."""
    return os.fsdecode(value)


def version() -> str:
    """Version of the library, such as "0.1.0"."""
    return decoded(lib.weald_version())


def abi_version() -> int:
    """Version of the library's C interface; divided by 1000 it is the number after libweald_c.so."""
    return lib.weald_abi_version()
