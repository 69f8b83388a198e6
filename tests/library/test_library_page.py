"""Tests the code of docs/c-and-python.md: Python code is run unchanged and in order; C code must occur in c_page.c.
Usage: test_library_page.py PROGRAM, c_page."""

import contextlib
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PAGE = (HERE.parent.parent / "docs/c-and-python.md").read_text(encoding="utf-8")
HILLS = """weald: 1
stages:
  hills: {kind: fbm, size: [33, 33], frequency: 0.1, octaves: 2}
  land: {kind: heightmap_mesh, from: hills}
outputs: [{from: hills, file: hills.png}]
"""
PROGRAM = sys.argv.pop()


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)


def trimmed(text):
    return "".join(line.strip() + "\n" for line in text.splitlines() if line.strip())


class LibraryPage(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        pathlib.Path("hills.yaml").write_text(HILLS)

    def test_the_code_in_python_runs(self):
        out, names = io.StringIO(), {}
        self.assertGreaterEqual(len(blocks("python")), 6)
        with contextlib.redirect_stdout(out):
            for block in blocks("python"):
                exec(compile(block, "docs/c-and-python.md", "exec"), names)
        self.assertIn("(33, 33)", out.getvalue())
        self.assertIn("mine.yaml:3:22 did you mean 'octaves'?", out.getvalue())
        self.assertIn("mine.yaml:3:22 did you mean 'octaves'?", PAGE)
        self.assertIn("assets/hills.png", out.getvalue())

    def test_the_code_in_c_stands_in_its_program(self):
        program = trimmed((HERE / "c_page.c").read_text())
        self.assertGreaterEqual(len(blocks("c")), 5)
        for block in blocks("c"):
            for part in block.split("\n\n"):  # the include line stands apart
                self.assertIn(trimmed(part), program)

    def test_the_code_in_c_runs(self):
        run = subprocess.run([PROGRAM], capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stdout), (0, "6144 indices, status 0\n"), run.stderr)


if __name__ == "__main__":
    unittest.main()
