"""weald from Python: load a preset, change it, build its files, or take what any of its stages makes.

>>> import weald
>>> preset = weald.load("hills.yaml", seed=7)          # doctest: +SKIP
>>> preset.artifact("hills").heightmap().heights.max()  # doctest: +SKIP

What fails raises weald.Error, which has the place of each mistake. Arrays look into the library's own memory: they are not
copied, cannot be written to, and keep alive what they look into. With NumPy they are numpy.ndarray; where there is no NumPy
they are memoryview of the same shape. World: right-handed, Y up, metres; heightmaps lie in XZ, x is east, row 0 is north.
"""

from ._data import (Heightmap, Image, Instances, Kind, Level, Lines, Material, Mesh, Prototype, Scene, Skeleton, Texture,
                    Triangles)
from ._errors import Diagnostic, Error, Interrupted, Warnings
from ._library import abi_version, version
from ._preset import Artifact, File, Output, Preset, Stage, load, parse

__version__ = version()

__all__ = [
    "Artifact", "Diagnostic", "Error", "File", "Heightmap", "Image", "Instances", "Interrupted", "Kind", "Level", "Lines",
    "Material", "Mesh", "Output", "Preset", "Prototype", "Scene", "Skeleton", "Stage", "Texture", "Triangles", "Warnings",
    "abi_version", "load", "parse", "version",
]
