"""Errors and warnings of the library as exceptions and values."""

from __future__ import annotations

import ctypes
import sys
import warnings as python_warnings
from dataclasses import dataclass

from . import _library as c
from ._library import lib


@dataclass(frozen=True)
class Diagnostic:
    """A diagnostic and its location. Lines and columns count from 1, columns and lengths in bytes of UTF-8."""

    is_error: bool
    file: str     #: as the caller named it; "set #1" and its like for settings; empty: no place
    line: int     #: 0: the file as a whole
    column: int   #: 0 where line is 0
    length: int   #: bytes, from the column on
    message: str  #: one sentence without a full stop
    help: str     #: what to do about it; may be empty
    text: str     #: all of it as the program prints it

    def __str__(self) -> str:
        return self.text.rstrip("\n")


class Error(Exception):
    """An error of the library. str() gives the text that the program would print."""

    def __init__(self, message: str, status: int = 2, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message)
        self.status = status            #: 2 preset or argument, 3 file, 4 a bug in weald, 5 memory, 130 cancelled
        self.diagnostics = diagnostics  #: all that is wrong with a preset, in the order it was found; may be empty

    @property
    def first(self) -> Diagnostic | None:
        """The first diagnostic that is an error, or None."""
        return next((d for d in self.diagnostics if d.is_error), None)

    @property
    def file(self) -> str | None:
        """The file of the first error; None if the error has no location."""
        return self.first.file or None if self.first else None

    @property
    def line(self) -> int | None:
        """The line of the first error; None if it has none."""
        return self.first.line or None if self.first else None

    @property
    def column(self) -> int | None:
        """The column of the first error; None if it has none."""
        return self.first.column or None if self.first else None


class Interrupted(Error):
    """The caller cancelled the run."""


class Warnings(UserWarning):
    """The warnings of a successful call; `diagnostics` has their locations."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics


def _diagnostic(report: ctypes.c_void_p, index: int) -> Diagnostic:
    d = c.get("report_diagnostic", c.Diagnostic, report, index)
    return Diagnostic(bool(d.is_error), c.decoded(d.file), d.line, d.column, d.length, c.decoded(d.message),
                      c.decoded(d.help), c.decoded(d.text))


def _called(function: str, *arguments) -> Warnings | None:
    """Calls a function of the library that can fail. Returns its warnings; raises Error."""
    report = ctypes.c_void_p()
    status = getattr(lib, "weald_" + function)(*arguments, ctypes.byref(report))
    if not report:
        if status != 0:
            raise Error(f"weald_{function} failed", status)
        return None
    try:
        message = c.decoded(lib.weald_report_message(report)).rstrip("\n")
        diagnostics = tuple(_diagnostic(report, i) for i in range(lib.weald_report_diagnostic_count(report)))
    finally:
        lib.weald_report_free(report)
    if status != 0:
        raise (Interrupted if status == 130 else Error)(message, status, diagnostics)
    return Warnings(message, diagnostics)


def warn(warnings: Warnings | None) -> None:
    """Issues the warnings as Python warnings at the line that called this package."""
    if warnings is None:
        return
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__package__") == __package__:
        level, frame = level + 1, frame.f_back
    python_warnings.warn(warnings, stacklevel=level)


def call(function: str, *arguments, told: list | None = None) -> None:
    """Calls a function of the library that can fail. Raises Error. Warnings are added to `told`, or issued if None."""
    warnings = _called(function, *arguments)
    warn(warnings) if told is None else told.append(warnings)


def make(function: str, kind: str, *arguments, told: list | None = None) -> c.Handle:
    """Returns the handle that a function makes; otherwise like call()."""
    out = ctypes.c_void_p()
    warnings = _called(function, *arguments, ctypes.byref(out))
    handle = c.Handle(out.value or 0, kind)
    warn(warnings) if told is None else told.append(warnings)
    return handle
