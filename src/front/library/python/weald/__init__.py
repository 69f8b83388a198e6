"""The Python interface of weald: load a preset, change it, build its files, or compute the result of any stage.

>>> import weald
>>> preset = weald.load("hills.yaml", seed=7)          # doctest: +SKIP
>>> preset.artifact("hills").heightmap().heights.max()  # doctest: +SKIP

Failures raise weald.Error, which holds the place of each mistake. Arrays are read-only views of the library's memory, not
copies, and keep that memory alive. With NumPy they are numpy.ndarray objects, otherwise memoryview objects of the same
shape. World: right-handed, Y up, metres; heightmaps lie in XZ, x is east, row 0 is north.
"""

from ._data import (Groups, Heightmap, Image, Instances, Kind, Level, Lines, Material, Mesh, Prototype, Scene, Skeleton, Texture,
                    Triangles)
from ._errors import Diagnostic, Error, Interrupted, Warnings
from ._library import abi_version, version
from ._preset import Artifact, File, Output, Preset, Stage, load, parse

__version__ = version()

__all__ = [
    "Artifact", "Diagnostic", "Error", "File", "Groups", "Heightmap", "Image", "Instances", "Interrupted", "Kind", "Level", "Lines",
    "Material", "Mesh", "Output", "Preset", "Prototype", "Scene", "Skeleton", "Stage", "Texture", "Triangles", "Warnings",
    "abi_version", "load", "parse", "version",
]
