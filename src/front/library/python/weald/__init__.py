"""weald from Python: load a preset, change it, build its files, or get the result of any of its stages.

>>> import weald
>>> preset = weald.load("hills.yaml", seed=7)          # doctest: +SKIP
>>> preset.artifact("hills").heightmap().heights.max()  # doctest: +SKIP

Failures raise weald.Error, which has the location of each error in a preset. Arrays are read-only views of the
library's memory, which they keep alive; nothing is copied. With NumPy they are numpy.ndarray, without it memoryview of
the same shape. World: right-handed, Y up, metres; heightmaps lie in XZ, x is east, row 0 is north.
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
