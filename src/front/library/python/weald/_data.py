"""The data of artifacts. The library owns all arrays: see the documentation of the package."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Sequence

from . import _library as c
from ._arrays import BYTE, DOUBLE, FLOAT, INDEX, LONG, START, view, view_or_none
from ._errors import make
from ._library import lib

if TYPE_CHECKING:
    from ._arrays import Array


class Kind(enum.Enum):
    """The kind of an artifact, as it is called in presets."""

    HEIGHTMAP = "heightmap"
    IMAGE = "image"
    CURVE = "curve"
    STRING = "string"
    SKELETON = "skeleton"
    MESH = "mesh"
    SCENE = "scene"


def kind_of(number: int) -> Kind:
    """Returns the kind with this number in the library."""
    return Kind(c.decoded(lib.weald_kind_name(number)))


@dataclass(frozen=True, eq=False)
class Heightmap:
    """Heights on a regular grid: sample [row, column] lies at x = origin[0] + column * cell_size, z = origin[1] + row *
    cell_size."""

    heights: Array = field(repr=False)  #: metres, float32, of shape (height, width), the northern row first
    cell_size: float                    #: metres between neighbouring samples
    origin: tuple[float, float]         #: x and z, metres

    @property
    def width(self) -> int:
        """Number of samples along x."""
        return self.heights.shape[1]

    @property
    def height(self) -> int:
        """Number of samples along z."""
        return self.heights.shape[0]

    @staticmethod
    def _of(owner: c.Handle, data) -> Heightmap:
        heights = view(owner, data.heights, FLOAT, data.height, data.width)
        return Heightmap(heights, data.cell_size, (data.origin_x, data.origin_z))


@dataclass(frozen=True, eq=False)
class Image:
    """Pixels: red, green, blue (sRGB) and alpha (255 is opaque)."""

    pixels: Array = field(repr=False)  #: uint8, of shape (height, width, 4), the upper row first

    @property
    def width(self) -> int:
        """Width in pixels."""
        return self.pixels.shape[1]

    @property
    def height(self) -> int:
        """Height in pixels."""
        return self.pixels.shape[0]

    @staticmethod
    def _of(owner: c.Handle, data) -> Image:
        return Image(view(owner, data.rgba, BYTE, data.height, data.width, 4))


@dataclass(frozen=True, eq=False)
class Texture:
    """A picture that UVs map onto a surface: (0, 0) is the lower left corner of the picture, (1, 1) the upper right one;
    outside this range the picture repeats."""

    name: str      #: of the stage that made it, or of its file
    image: Image
    cutout: float  #: there is no surface where alpha (0 to 1) is below this; 0: alpha is not looked at


@dataclass(frozen=True, eq=False)
class Material:
    """The appearance of a surface."""

    name: str
    colour: tuple[float, float, float]  #: sRGB, 0 to 1
    roughness: float                    #: 0 mirror, 1 matt
    two_sided: bool                     #: both sides are seen: leaves and other cards
    translucency: float | None          #: share of light that falls through, 0 to 1; None: not stated
    texture: Texture | None             #: sRGB, multiplied with `colour` in linear light
    normals: Texture | None             #: normal map: red along u, green along v, blue outwards, 128 for zero
    metallic: float                     #: 0 plain matter, 1 metal, whose colour is that of what it mirrors
    emission: tuple[float, float, float]  #: colour of its own light, sRGB, 0 to 1
    emission_strength: float            #: factor of that light; 1 is about as bright as a white wall in the sun
    opacity: float                      #: share of what lies behind that it hides, 0 to 1
    uv_scale: tuple[float, float]       #: all textures are looked up at uv * uv_scale + uv_offset
    uv_offset: tuple[float, float]
    occlusion: Texture | None           #: red: share of the sky's light that arrives
    metallic_roughness: Texture | None  #: green and blue are factors of `roughness` and `metallic`
    emission_texture: Texture | None    #: sRGB, multiplied with `emission` in linear light


class Triangles:
    """A mesh for graphics libraries: every vertex has all its attributes, and all faces are triangles."""

    positions: Array          #: float32, (vertices, 3), metres
    normals: Array | None     #: float32, (vertices, 3), unit length
    uvs: Array | None         #: float32, (vertices, 2), v upwards
    colours: Array | None     #: uint8, (vertices, 4), sRGB
    wind: Array | None        #: uint8, (vertices, 4): bend, phase, flutter, branch
    indices: Array            #: uint32, (triangles, 3), counter-clockwise, those of one material together
    ranges: list[tuple[int, int, int]]  #: (material, first triangle, number of triangles), in the order of the materials

    def __init__(self, handle: c.Handle) -> None:
        d = c.get("triangles_get", c.TriangleData, handle.pointer)
        n = d.vertex_count
        self.positions = view(handle, d.positions, FLOAT, n, 3)
        self.normals = view_or_none(handle, d.normals, FLOAT, n, 3)
        self.uvs = view_or_none(handle, d.uvs, FLOAT, n, 2)
        self.colours = view_or_none(handle, d.colours, BYTE, n, 4)
        self.wind = view_or_none(handle, d.wind, BYTE, n, 4)
        self.indices = view(handle, d.indices, INDEX, d.index_count // 3, 3)
        rows: list[list[int]] = view(handle, d.ranges, INDEX, d.range_count, 3).tolist()
        self.ranges = [(material, first // 3, count // 3) for material, first, count in rows]


class Mesh:
    """Polygons, counter-clockwise seen from outside. As in OBJ, a corner of a face has an index into the positions, one into
    the UVs and one into the normals."""

    positions: Array              #: float32, (vertices, 3), metres
    colours: Array | None         #: uint8, (vertices, 4), sRGB
    wind: Array | None            #: uint8, (vertices, 4): bend, phase, flutter, branch
    uvs: Array | None             #: float32, (UVs, 2), v upwards
    normals: Array | None         #: float32, (normals, 3), unit length
    face_starts: Array            #: uint32, (faces + 1): face f has the corners face_starts[f] to face_starts[f + 1] - 1
    face_materials: Array         #: uint32, (faces): index into `materials`
    corner_vertices: Array        #: uint32, (corners)
    corner_uvs: Array | None      #: uint32, (corners); None where there are no UVs
    corner_normals: Array | None  #: uint32, (corners); None where there are no normals

    def __init__(self, handle: c.Handle) -> None:
        self._handle = handle
        d = c.get("mesh_get", c.MeshData, handle.pointer)
        self.positions = view(handle, d.positions, FLOAT, d.vertex_count, 3)
        self.colours = view_or_none(handle, d.colours, BYTE, d.vertex_count, 4)
        self.wind = view_or_none(handle, d.wind, BYTE, d.vertex_count, 4)
        self.uvs = view_or_none(handle, d.uvs, FLOAT, d.uv_count, 2)
        self.normals = view_or_none(handle, d.normals, FLOAT, d.normal_count, 3)
        self.face_starts = view(handle, d.face_starts, INDEX, d.face_count + 1 if d.face_starts else 0)
        self.face_materials = view(handle, d.face_materials, INDEX, d.face_count)
        self.corner_vertices = view(handle, d.corner_vertices, INDEX, d.corner_count)
        self.corner_uvs = view_or_none(handle, d.corner_uvs, INDEX, d.corner_count)
        self.corner_normals = view_or_none(handle, d.corner_normals, INDEX, d.corner_count)

    @cached_property
    def materials(self) -> list[Material]:
        """The materials to which `face_materials` and the ranges of `triangles()` refer by index."""
        return [self._material(i) for i in range(lib.weald_mesh_material_count(self._handle.pointer))]

    def triangles(self) -> Triangles:
        """Returns the triangulated faces, with one vertex per combination of position, UV and normal."""
        return Triangles(make("mesh_triangulate", "triangles", self._handle.pointer))

    def _material(self, index: int) -> Material:
        m = c.get("mesh_material", c.Material, self._handle.pointer, index)
        return Material(c.decoded(m.name), (m.colour[0], m.colour[1], m.colour[2]), m.roughness, bool(m.two_sided),
                        m.translucency if m.has_translucency else None, self._texture(index, 1), self._texture(index, 2),
                        m.metallic, (m.emission[0], m.emission[1], m.emission[2]), m.emission_strength, m.opacity,
                        (m.uv_scale[0], m.uv_scale[1]), (m.uv_offset[0], m.uv_offset[1]), self._texture(index, 3),
                        self._texture(index, 4), self._texture(index, 5))

    def _texture(self, index: int, use: int) -> Texture | None:
        t = c.get("mesh_texture", c.Texture, self._handle.pointer, index, use)
        return Texture(c.decoded(t.name), Image._of(self._handle, t), t.cutout) if t.rgba else None


@dataclass(frozen=True, eq=False)
class Level:
    """A level of detail: shown while its height is at least `screen_size` (0 to 1) of the screen's; 0: always."""

    mesh: Mesh
    screen_size: float


@dataclass(frozen=True, eq=False)
class Prototype:
    """A mesh that instances share, with its levels of detail, the finest first."""

    name: str
    levels: Sequence[Level]

    @property
    def mesh(self) -> Mesh:
        """The finest level."""
        return self.levels[0].mesh


def _matrices(columns: Array) -> Array:
    """Returns matrices whose columns are stored."""
    if isinstance(columns, memoryview):
        raise TypeError("matrices need NumPy; columns do not")
    return columns.transpose(0, 2, 1)


@dataclass(frozen=True, eq=False)
class Instances:
    """The instances of prototypes."""

    prototypes: Array = field(repr=False)  #: uint32, (instances): index of the prototype
    columns: Array = field(repr=False)     #: float64, (instances, 4, 4), world from prototype: the columns of each matrix
    tints: Array = field(repr=False)       #: float32, (instances, 3): factors of the mesh's red, green and blue, linear
    data: Array = field(repr=False)        #: float32, (instances): a number for other programs; 0: none

    @property
    def matrices(self) -> Array:
        """float64, (instances, 4, 4): matrices[i] @ [x, y, z, 1] is the world position of a point of the prototype. Needs
        NumPy; a view, not a copy."""
        return _matrices(self.columns)

    def __len__(self) -> int:
        return len(self.prototypes)


@dataclass(frozen=True, eq=False)
class Groups:
    """Parts of a scene with names and frames of their own. They nest or are disjoint; outer ones precede inner ones."""

    names: list[str]                    #: no two are equal
    parents: Array = field(repr=False)  #: int64, (groups): index of the innermost group around it; -1: none
    begins: Array = field(repr=False)   #: uint32, (groups): index of its first instance
    ends: Array = field(repr=False)     #: uint32, (groups): index after that of its last instance
    columns: Array = field(repr=False)  #: float64, (groups, 4, 4), world from group: the columns of each matrix

    @property
    def matrices(self) -> Array:
        """float64, (groups, 4, 4): the frames; matrices[i] @ [x, y, z, 1] is the world position of a point of the group.
        Needs NumPy; a view, not a copy."""
        return _matrices(self.columns)

    def __len__(self) -> int:
        return len(self.names)


class Scene:
    """Prototypes, the instances that place copies of them, and groups of instances."""

    instances: Instances
    prototypes: list[Prototype]
    groups: Groups

    def __init__(self, handle: c.Handle) -> None:
        d = c.get("scene_get", c.SceneData, handle.pointer)
        n = d.instance_count
        self.instances = Instances(view(handle, d.instance_prototypes, INDEX, n),
                                   view(handle, d.instance_matrices, DOUBLE, n, 4, 4),
                                   view(handle, d.instance_tints, FLOAT, n, 3),
                                   view(handle, d.instance_data, FLOAT, n))
        g = d.group_count
        self.groups = Groups([c.decoded(d.group_names[i]) for i in range(g)], view(handle, d.group_parents, LONG, g),
                             view(handle, d.group_begins, INDEX, g), view(handle, d.group_ends, INDEX, g),
                             view(handle, d.group_matrices, DOUBLE, g, 4, 4))
        self.prototypes = [self._prototype(handle, i) for i in range(d.prototype_count)]

    @staticmethod
    def _prototype(handle: c.Handle, index: int) -> Prototype:
        p = c.get("scene_prototype", c.Prototype, handle.pointer, index)
        levels = []
        for i in range(p.level_count):
            level = c.get("scene_level", c.Level, handle.pointer, index, i)
            levels.append(Level(Mesh(c.Handle(level.mesh, "mesh", base=handle)), level.screen_size))
        return Prototype(c.decoded(p.name), levels)


class Lines:
    """The paths of a curve as polylines."""

    points: Array  #: float64, (points, 3), metres
    starts: Array  #: uint64, (lines + 1): line l has the points starts[l] to starts[l + 1] - 1
    closed: Array  #: uint8, (lines), 1: the last point joins the first, which is not repeated

    def __init__(self, handle: c.Handle) -> None:
        d = c.get("lines_get", c.LineData, handle.pointer)
        self.points = view(handle, d.points, DOUBLE, d.point_count, 3)
        self.starts = view(handle, d.starts, START, d.line_count + 1)
        self.closed = view(handle, d.closed, BYTE, d.line_count)

    def __len__(self) -> int:
        return len(self.closed)

    def __getitem__(self, index: int) -> Array:
        """The points of one line."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        return self.points[int(self.starts[index]):int(self.starts[index + 1])]


class Skeleton:
    """Segments of branches in drawing order: parents precede children."""

    starts: Array   #: float64, (segments, 3), metres
    ends: Array     #: float64, (segments, 3), metres
    radii: Array    #: float64, (segments, 2), at the start and at the end, metres
    parents: Array  #: int64, (segments): the segment whose end it starts at; -1 at a root
    levels: Array   #: uint32, (segments): how many branchings below the trunk

    def __init__(self, handle: c.Handle) -> None:
        d = c.get("skeleton_get", c.SkeletonData, handle.pointer)
        n = d.segment_count
        self.starts = view(handle, d.starts, DOUBLE, n, 3)
        self.ends = view(handle, d.ends, DOUBLE, n, 3)
        self.radii = view(handle, d.radii, DOUBLE, n, 2)
        self.parents = view(handle, d.parents, LONG, n)
        self.levels = view(handle, d.levels, INDEX, n)

    def __len__(self) -> int:
        return len(self.levels)
