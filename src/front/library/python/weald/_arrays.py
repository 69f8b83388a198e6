"""Read-only arrays that view the library's memory."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

from ._library import Handle

try:
    import numpy
except ImportError:  # views of the same shape do
    numpy = None  # type: ignore[assignment]

if TYPE_CHECKING:
    Array = numpy.ndarray[Any, Any]  # or memoryview, which has the same shape

# The type as spelled by ctypes, by NumPy and by memoryview.
FLOAT = (ctypes.c_float, "float32", "f")
DOUBLE = (ctypes.c_double, "float64", "d")
BYTE = (ctypes.c_uint8, "uint8", "B")
INDEX = (ctypes.c_uint32, "uint32", "I")
LONG = (ctypes.c_int64, "int64", "q")
START = (ctypes.c_uint64, "uint64", "Q")


def view(owner: Handle, address: int | None, element: tuple[Any, str, str], *shape: int) -> Array:
    """A read-only view, without a copy, of an array of this `shape` at `address`. It keeps `owner` alive."""
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
    """Like view(); None if the library has no such array."""
    return view(owner, address, element, *shape) if address else None
