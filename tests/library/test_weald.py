"""The Python package against files, against what is known, and against the header. Usage: test_weald.py (by ctest, which
names the library in WEALD_LIBRARY and the package in PYTHONPATH)."""

import gc
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
import warnings
import weakref

import numpy

import weald
from weald import _library

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
ALL = HERE / "all.yaml"


def artifact(stage):
    return weald.load(ALL).artifact(stage)


class Interface(unittest.TestCase):
    def test_structs_have_the_layout_of_the_header(self):
        names = {"mesh_data": "MeshData", "triangle_data": "TriangleData", "scene_data": "SceneData",
                 "line_data": "LineData", "skeleton_data": "SkeletonData", "load_options": "LoadOptions",
                 "run_options": "RunOptions"}
        rows = re.findall(r"^AT\(weald_(\w+), (\w+), (\d+)\)", (HERE / "c_layout.c").read_text(), re.M)
        checked = 0
        for struct, member, offset in rows:
            if struct == "triangle_range":  # read as numbers
                continue
            found = getattr(getattr(_library, names.get(struct, struct.capitalize())), member)
            self.assertEqual(found.offset, int(offset), f"{struct}.{member}")
            checked += 1
        self.assertGreater(checked, 70)

    def test_every_function_is_declared(self):
        listed = re.findall(r"^    weald_(\w+);", (SOURCE / "src/front/library/exports.map").read_text(), re.M)
        declared = {*_library._CALLS, *_library._OTHERS}
        self.assertEqual(set(listed) - declared, {"preset_artifact"})  # one of preset_artifacts
        self.assertEqual(declared - set(listed), set())

    def test_versions(self):
        self.assertRegex(weald.version(), r"^\d+\.\d+\.\d+$")
        self.assertGreaterEqual(weald.abi_version(), 1000)

    def test_a_missing_library_is_an_import_error(self):
        run = subprocess.run([sys.executable, "-c", "import weald"], env={**os.environ, "WEALD_LIBRARY": "/no/such.so"},
                             capture_output=True, text=True)
        self.assertEqual(run.returncode, 1)
        self.assertIn("ImportError: weald's library cannot be loaded", run.stderr)


class Presets(unittest.TestCase):
    def test_lists(self):
        preset = weald.load(ALL)
        self.assertEqual((preset.name, preset.seed), ("all", 3))
        self.assertEqual(preset.stages["tiers"].makes, weald.Kind.MESH)
        self.assertEqual(preset.stages["tiers"].kind, "heightmap_lods")
        self.assertEqual(preset.stages["tiers"].parts["lod3"], weald.Kind.MESH)
        self.assertEqual(preset.outputs[0], weald.Output("hills", ("hills.r32", "hills.r32.json")))
        self.assertEqual(preset.inputs, [str(ALL)])

    def test_settings(self):
        preset = weald.load(ALL, {"hills.size": (9, 8), "post.capped": False}, seed=7)
        self.assertEqual(preset.seed, 7)
        self.assertEqual(preset.artifact("hills").heightmap().heights.shape, (8, 9))
        self.assertEqual(len(preset.artifact("post").mesh().positions), 10)
        preset.set("hills.octaves=1", hills={"size": [5, 6]}, seed=8)
        self.assertEqual((preset.seed, preset.artifact("hills").heightmap().width), (8, 5))
        preset.seed = 2 ** 64 - 1
        self.assertEqual(preset.seed, 2 ** 64 - 1)
        with self.assertRaises(ValueError):
            preset.seed = -1
        with self.assertRaises(weald.Error):
            preset.set("hills.octavs=1")
        self.assertEqual(preset.artifact("hills").heightmap().width, 5)

    def test_options_of_the_program(self):
        text = ("weald: 1\nparameters: {side: {default: 9, range: [3, 99], help: Samples.}}\nvariants: {wide: {side: 17}}\n"
                "stages: {hills: {kind: fbm, size: [= side, 5]}, stone: {kind: stone.yaml}}\n"
                "outputs: [{from: hills, file: hills.png}]\n")
        stone = ("weald: 1\nresult: block\nstages: {block: {kind: shapes, shape: box}}\n"
                 "outputs: [{from: block, file: block.obj}]\n")
        with self.assertRaisesRegex(weald.Error, "stone.yaml"):
            weald.parse(text)
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "stone.yaml").write_text(stone)
            width = lambda **options: weald.parse(text, include=[folder], **options).artifact("hills").heightmap().width
            self.assertEqual((width(), width(variant="wide"), width(variant="wide", coarser=2)), (9, 17, 9))
            for coarser in (0, -1, 1025):
                with self.assertRaisesRegex(weald.Error, "it must be 1 to 1024"):
                    width(coarser=coarser)

    def test_errors_have_their_place(self):
        with self.assertRaises(weald.Error) as raised:
            weald.parse("weald: 1\nstages:\n  ä: {kind: fbm, octavs: 2}\noutputs: []\n", "x.yaml")
        error = raised.exception
        self.assertEqual((error.status, error.file, error.line), (2, "x.yaml", 3))
        self.assertTrue(all(d.column > 0 and d.length > 0 for d in error.diagnostics))
        self.assertIn("x.yaml:3:", str(error))
        with self.assertRaises(weald.Error) as raised:
            weald.load("no/such.yaml")
        self.assertEqual(raised.exception.status, 3)
        with self.assertRaises(ValueError):
            weald.load("a\0b")

    def test_warnings_are_those_of_python_and_name_the_callers_line(self):
        preset = weald.load(ALL)
        with tempfile.TemporaryDirectory() as folder, self.assertWarns(weald.Warnings) as told:
            files = preset.build(folder)
            self.assertEqual([pathlib.Path(f.path).name for f in files],
                             ["hills.r32", "hills.r32.json", "land.obj", "land.mtl"])
        self.assertEqual(told.filename, __file__)
        self.assertFalse(told.warning.diagnostics[0].is_error)
        self.assertIn("is written without", told.warning.diagnostics[0].message)

    def test_digests_are_those_of_artifacts(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            digests = weald.load(ALL).digests()
        self.assertEqual(list(digests), ["hills.r32", "land.obj"])
        self.assertEqual(digests["hills.r32"], artifact("hills").digest())

    def test_closed_things_say_so(self):
        with weald.load(ALL) as preset:
            land = preset.artifact("land")
        with self.assertRaisesRegex(ValueError, "this Preset is closed"):
            preset.artifact("land")
        with land:
            mesh = land.mesh()
        self.assertEqual(mesh.positions[0].tolist()[::2], [5, 7])


class Runs(unittest.TestCase):
    def test_progress(self):
        told = []
        weald.load(ALL).artifact("land", threads=2, progress=lambda fraction, stage: told.append((fraction, stage)))
        self.assertEqual(told[-1][0], 1)
        self.assertEqual([fraction for fraction, _ in told], sorted(fraction for fraction, _ in told))
        self.assertTrue({stage for _, stage in told} <= {"hills", "tints", "ground", "land"})

    def test_what_progress_raises_ends_the_run(self):
        def enough(fraction, stage):
            raise LookupError("enough")
        with self.assertRaisesRegex(LookupError, "enough"):
            weald.load(ALL).artifact("land", progress=enough)

    def test_ctrl_c_ends_the_run(self):
        arrived = threading.Event()

        def interrupt(fraction, stage):
            if not arrived.is_set():  # once: the run may go on for a little
                os.kill(os.getpid(), signal.SIGINT)
                arrived.wait()  # so that the run is still at work when the signal arrives

        def handler(number, frame):
            arrived.set()
            raise KeyboardInterrupt
        before = signal.signal(signal.SIGINT, handler)
        try:
            with self.assertRaises(KeyboardInterrupt):
                weald.load(ALL).artifact("land", progress=interrupt)
        finally:
            signal.signal(signal.SIGINT, before)

    def test_a_preset_cannot_be_changed_while_it_is_at_work(self):
        preset = weald.load(ALL)
        with self.assertRaisesRegex(RuntimeError, "during a run"):
            preset.artifact("land", progress=lambda fraction, stage: preset.set("seed=4"))
        preset.set("seed=4")
        self.assertEqual(preset.seed, 4)

    def test_one_preset_in_several_threads(self):
        preset, results = weald.load(ALL), []
        def work():
            results.append(preset.artifact("hills").digest())
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, [artifact("hills").digest()] * 4)


class Data(unittest.TestCase):
    def test_heights_are_those_of_the_file(self):
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            weald.load(ALL).build(folder)
            written = numpy.fromfile(os.path.join(folder, "hills.r32"), "<f4").reshape(17, 33)
        hills = artifact("hills").heightmap()
        self.assertTrue(numpy.array_equal(hills.heights, written))
        self.assertEqual((hills.cell_size, hills.origin, hills.width, hills.height), (2, (5, 7), 33, 17))

    def test_arrays_are_not_copied_not_written_and_keep_what_they_look_into(self):
        hills = artifact("hills")
        first, second = hills.heightmap().heights, hills.heightmap().heights
        self.assertEqual(first.ctypes.data, second.ctypes.data)
        with self.assertRaises(ValueError):
            first[0, 0] = 1
        handle = weakref.ref(hills._handle)
        before = first.copy()
        row = first[3]
        del hills, first, second
        gc.collect()
        self.assertIsNotNone(handle())
        self.assertTrue(numpy.array_equal(row, before[3]))
        del row
        gc.collect()
        self.assertIsNone(handle())

    def test_levels_of_a_scene_keep_the_scene(self):
        positions = artifact("chain").scene().prototypes[0].levels[1].mesh.positions
        gc.collect()
        self.assertEqual(positions.shape, (12, 3))
        self.assertTrue(numpy.all(numpy.abs(positions) <= 1))

    def test_mesh(self):
        mesh = artifact("land").mesh()
        self.assertEqual(mesh.positions.shape, (33 * 17, 3))
        self.assertEqual(mesh.face_starts[-1], len(mesh.corner_vertices))
        material = mesh.materials[0]
        self.assertEqual((material.colour, material.roughness, material.two_sided, material.translucency),
                         ((1, 0.5, 0.25), 0.5, True, 0.25))
        self.assertEqual((material.metallic, material.emission, material.emission_strength, material.opacity),
                         (0.75, (0, 0.5, 1), 4, 0.5))
        self.assertEqual((material.uv_scale, material.uv_offset), ((2, 3), (0.5, 0.25)))
        self.assertEqual(material.texture.name, "tints")
        self.assertEqual(material.occlusion.name, "tints")
        self.assertIsNone(material.emission_texture)
        self.assertTrue(numpy.array_equal(material.texture.image.pixels, artifact("tints").image().pixels))
        triangles = mesh.triangles()
        self.assertEqual(triangles.ranges, [(0, 0, 32 * 16 * 2)])
        self.assertIsNone(triangles.colours)
        corners = triangles.positions[triangles.indices]
        flat = numpy.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        self.assertAlmostEqual(flat[:, 1].sum() / 2, 64 * 32, places=3)  # seen from above
        self.assertIsNone(artifact("post").mesh().materials[0].texture)
        plant = artifact("plant").mesh()
        self.assertEqual(plant.wind.shape, (len(plant.positions), 4))
        self.assertGreater(plant.wind[:, 0].max(), 0)

    def test_scene(self):
        scene = artifact("posts").scene()
        self.assertGreater(len(scene.instances), 3)
        hills = artifact("hills").heightmap()
        places = scene.instances.matrices[:, :3, 3]
        self.assertTrue(numpy.all(scene.instances.matrices[:, 3] == [0, 0, 0, 1]))
        column = (places[:, 0] - hills.origin[0]) / hills.cell_size
        self.assertTrue(numpy.all((column >= 0) & (column <= 32)))
        self.assertTrue(numpy.all((places[:, 1] >= hills.heights.min()) & (places[:, 1] <= hills.heights.max())))
        levels = artifact("chain").scene().prototypes[0].levels
        self.assertGreater(levels[0].screen_size, levels[1].screen_size)
        self.assertEqual(len(scene.groups), 0)

    def test_tints_and_groups(self):
        scene = artifact("estate").scene()
        self.assertEqual(scene.instances.tints.shape, (3, 3))
        linear = ((128 / 255 + 0.055) / 1.055) ** 2.4  # of sRGB 0.5 in eight bits
        self.assertTrue(numpy.allclose(scene.instances.tints, [1, linear, 0], atol=1e-6))
        self.assertEqual(scene.instances.data.tolist(), [1, 2, 3])
        groups = scene.groups
        self.assertEqual(groups.names[0], "row")
        self.assertEqual((groups.parents[0], groups.begins[0], groups.ends[0]), (-1, 0, 3))
        self.assertTrue(numpy.all(groups.matrices[0] == [[2, 0, 0, 0], [0, 2, 0, 4], [0, 0, 2, 0], [0, 0, 0, 1]]))

    def test_curves_skeletons_and_texts(self):
        lines = artifact("way").lines(0.01)
        self.assertEqual((len(lines), lines[0][0].tolist(), lines[0][-1].tolist()), (1, [0, 0, 0], [0, 0, 10]))
        t = numpy.linspace(0, 1, 1000)[:, None]
        curve = 30 * (1 - t) ** 2 * t * [1, 0] + 30 * (1 - t) * t ** 2 * [1, 1] + 10 * t ** 3 * [0, 1]
        nearest = numpy.linalg.norm(curve[:, None] - lines[0][None, :, ::2], axis=2).min(axis=0)
        self.assertLess(nearest.max(), 0.05)
        with self.assertRaisesRegex(weald.Error, "tolerance"):
            artifact("way").lines(0)
        skeleton = artifact("wood").skeleton()
        self.assertEqual(skeleton.parents[0], -1)
        for i in range(1, len(skeleton)):
            self.assertTrue(numpy.allclose(skeleton.starts[i], skeleton.ends[skeleton.parents[i]]))
        self.assertTrue(artifact("word").text().startswith("F(1)F(2)[+"))

    def test_another_kind_is_refused(self):
        with self.assertRaisesRegex(weald.Error, "stage 'hills' makes a heightmap, not a mesh"):
            artifact("hills").mesh()

    def test_picture(self):
        image = weald.load(ALL).picture("hills", {"style": "relief", "size": (40, 30)})
        self.assertEqual(image.pixels.shape, (30, 40, 4))

    def test_without_numpy_there_are_views(self):
        text = ("import sys; sys.modules['numpy'] = None\n"
                "import weald\n"
                f"hills = weald.load({str(ALL)!r}).artifact('hills').heightmap()\n"
                "assert type(hills.heights) is memoryview and hills.heights.readonly\n"
                "print(hills.heights.shape, hills.heights.format, repr(hills.heights[16, 32]))\n"
                f"scene = weald.load({str(ALL)!r}).artifact('chain').scene()\n"
                "print(len(scene.instances), scene.instances.columns.shape, scene.prototypes[0].mesh.triangles().ranges)\n")
        run = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True)
        self.assertEqual(run.stderr, "")
        last = float(artifact("hills").heightmap().heights[16, 32])
        self.assertEqual(run.stdout, f"(17, 33) f {last!r}\n1 (1, 4, 4) [(0, 0, 1024)]\n")


if __name__ == "__main__":
    unittest.main()
