"""Views of arrays in the library's memory."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

from ._library import Handle

try:
    import numpy
except ImportError:  # memoryview objects of the same shape take its place
    numpy = None  # type: ignore[assignment]

if TYPE_CHECKING:
    Array = numpy.ndarray[Any, Any]  # or memoryview, which has the same shape

# The names of an element type in ctypes, NumPy and memoryview.
FLOAT = (ctypes.c_float, "float32", "f")
DOUBLE = (ctypes.c_double, "float64", "d")
BYTE = (ctypes.c_uint8, "uint8", "B")
INDEX = (ctypes.c_uint32, "uint32", "I")
LONG = (ctypes.c_int64, "int64", "q")
START = (ctypes.c_uint64, "uint64", "Q")


def view(owner: Handle, address: int | None, element: tuple[Any, str, str], *shape: int) -> Array:
    """Returns a read-only view of the array of `shape` at `address`, without a copy; the view keeps `owner` alive."""
    count = 1
    for extent in shape:
        count *= extent
    memory = (element[0] * count).from_address(address) if count > 0 else (element[0] * 0)()
    memory.owner = owner
    flat = memoryview(memory).toreadonly()
    if numpy is not None:
        return numpy.frombuffer(flat, element[1], count).reshape(shape) if count > 0 else numpy.empty(shape, element[1])
    flat = flat.cast("B").cast(element[2])
    return flat.cast("B").cast(element[2], shape) if count > 0 and len(shape) > 1 else flat


def view_or_none(owner: Handle, address: int | None, element: tuple[Any, str, str], *shape: int) -> Array | None:
    """Returns view(), or None if the library has no such array."""
    return view(owner, address, element, *shape) if address else None
