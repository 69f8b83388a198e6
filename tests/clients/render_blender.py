"""blender --background --factory-startup --python render_blender.py -- FILE VIEW.json PICTURE.png [SAMPLES]

Renders a GLB, an OBJ, or a stage that is built here with weald's library (named in FILE.library.json), with Cycles on
the processor. VIEW.json is written by run.mjs. The background of the picture is transparent. A description of the
imported file is printed as one line of JSON after "report: ".
"""
import json
import math
import os
import sys

import bpy
import mathutils
import numpy


def zup(v):
    """A vector of weald (y up) in Blender's axes (z up), rotated as its importers do."""
    return mathutils.Vector((v[0], -v[2], v[1]))


def import_by_library(path):
    """Builds a stage with weald's Python package, as in examples/python."""
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
    sys.path[:0] = [os.path.join(root, folder) for folder in ("src/front/library/python", "examples/python")]
    sys.dont_write_bytecode = True
    with open(path, encoding="utf-8") as text:
        asked = json.load(text)
    os.environ["WEALD_LIBRARY"] = asked["library"]
    import plant_in_blender
    import weald
    mesh = weald.load(asked["preset"], asked["set"]).artifact(asked["stage"]).mesh()
    made = bpy.data.objects.new(asked["stage"], plant_in_blender.blender_mesh(mesh, asked["stage"]))
    bpy.context.scene.collection.objects.link(made)


def import_file(path):
    if path.endswith(".library.json"):
        import_by_library(path)
    elif path.endswith(".glb"):
        numpy.bool = bool  # Debian's Blender 3.4 still uses this name, which Debian's numpy 1.24 has removed
        bpy.ops.import_scene.gltf(filepath=path)
    else:
        bpy.ops.wm.obj_import(filepath=path)
        for material in bpy.data.materials:
            decode_colour(material)
            multiply_colours(material)
    if not path.endswith(".library.json"):
        for material in bpy.data.materials:
            cut_out(material)
    return [o for o in bpy.context.scene.objects if o.type == "MESH"]


def has_vertex_colours(material):
    return any(len(mesh.color_attributes) > 0 for mesh in bpy.data.meshes if material.name in mesh.materials)


def base_colour(material):
    return next(n for n in material.node_tree.nodes if n.type == "BSDF_PRINCIPLED").inputs["Base Color"]


def decode_colour(material):
    """Converts Kd from sRGB, since the OBJ importer reads it as linear light, unlike weald and other programs."""
    base = base_colour(material)
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in base.default_value[:3]]
    base.default_value = (*linear, 1)


def multiply_colours(material):
    """Multiplies the colour attribute and Kd into the base colour: the OBJ importer does not use the attribute, and
    drops Kd if there is a texture."""
    tree, base = material.node_tree, base_colour(material)
    factors = [base.default_value] + [link.from_socket for link in base.links]
    if has_vertex_colours(material):
        factors.append(tree.nodes.new("ShaderNodeVertexColor").outputs["Color"])
    product = factors[0]
    for factor in factors[1:]:
        mix = tree.nodes.new("ShaderNodeMixRGB")
        mix.blend_type = "MULTIPLY"
        mix.inputs["Fac"].default_value = 1
        if product is factors[0]:
            mix.inputs["Color1"].default_value = product
        else:
            tree.links.new(product, mix.inputs["Color1"])
        tree.links.new(factor, mix.inputs["Color2"])
        product = mix.outputs["Color"]
    if product is not factors[0]:
        tree.links.new(product, base)


def cut_out(material):
    """Adds a comparison of alpha with one half: Cycles ignores a file's cutout and blends by alpha, which shows lower
    values as a haze."""
    shader = next((n for n in material.node_tree.nodes if n.type == "BSDF_PRINCIPLED"), None) if material.use_nodes else None
    if not shader or not shader.inputs["Alpha"].links:
        return
    compare = material.node_tree.nodes.new("ShaderNodeMath")
    compare.operation = "GREATER_THAN"
    compare.inputs[1].default_value = 0.5
    material.node_tree.links.new(shader.inputs["Alpha"].links[0].from_socket, compare.inputs[0])
    material.node_tree.links.new(compare.outputs[0], shader.inputs["Alpha"])


def place_camera(view):
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    bpy.context.collection.objects.link(camera)
    placed = view["camera"]
    axes = [zup(placed[name]) for name in ("right", "up", "back")]
    rows = [[axes[c][r] for c in range(3)] + [zup(placed["position"])[r]] for r in range(3)]
    camera.matrix_world = mathutils.Matrix(rows + [[0, 0, 0, 1]])
    camera.data.sensor_fit = "VERTICAL"
    camera.data.angle = math.radians(placed["vertical_fov"])
    camera.data.clip_start, camera.data.clip_end = placed["near"], placed["far"]
    bpy.context.scene.camera = camera


def place_sun(light):
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    bpy.context.collection.objects.link(sun)
    sun.rotation_euler = zup(light["direction"]).to_track_quat("Z", "Y").to_euler()
    strongest = max(light["sun"])
    sun.data.energy = strongest * math.pi
    sun.data.color = [c / strongest for c in light["sun"]]
    sun.data.angle = math.radians(1.5)


def make_sky(light):
    """A sky like weald's, from horizon to zenith, with the light reflected by the ground below."""
    world = bpy.data.worlds.new("sky")
    bpy.context.scene.world = world
    world.use_nodes = True
    nodes, links = world.node_tree.nodes, world.node_tree.links

    def mixed(share, low, high):
        mix = nodes.new("ShaderNodeMixRGB")
        links.new(share, mix.inputs["Fac"])
        for socket, value in ((mix.inputs["Color1"], low), (mix.inputs["Color2"], high)):
            if isinstance(value, bpy.types.NodeSocket):
                links.new(value, socket)
            else:
                socket.default_value = (*value, 1)
        return mix.outputs["Color"]

    direction, split = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeSeparateXYZ")
    links.new(direction.outputs["Generated"], split.inputs[0])
    high, above = nodes.new("ShaderNodeMapRange"), nodes.new("ShaderNodeMath")
    high.interpolation_type = "SMOOTHSTEP"
    high.inputs["From Max"].default_value = 0.9
    above.operation, above.inputs[1].default_value = "GREATER_THAN", 0
    links.new(split.outputs["Z"], high.inputs["Value"])
    links.new(split.outputs["Z"], above.inputs[0])
    sky = mixed(high.outputs["Result"], light["horizon"], light["zenith"])
    links.new(mixed(above.outputs[0], light["bounce"], sky), nodes["Background"].inputs["Color"])


def set_up_render(view, picture, samples):
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device, scene.cycles.samples, scene.cycles.seed = "CPU", samples, 1
    scene.cycles.use_denoising = scene.cycles.use_adaptive_sampling = False
    scene.cycles.pixel_filter_type = "BOX"
    scene.cycles.max_bounces, scene.cycles.transparent_max_bounces = 4, 64
    scene.render.film_transparent = True
    scene.render.resolution_x, scene.render.resolution_y = view["width"], view["height"]
    scene.render.resolution_percentage = 100
    scene.render.image_settings.file_format, scene.render.image_settings.color_mode = "PNG", "RGBA"
    scene.view_settings.view_transform = "Standard"
    scene.render.filepath = picture


def has_cutout(material):
    if not material.use_nodes:
        return False
    shader = next((n for n in material.node_tree.nodes if n.type == "BSDF_PRINCIPLED"), None)
    return bool(shader and shader.inputs["Alpha"].links)


def points_of(o):
    points = numpy.empty(3 * len(o.data.vertices), dtype=numpy.float32)
    o.data.vertices.foreach_get("co", points)
    place = numpy.array(o.matrix_world)
    return points.reshape(-1, 3) @ place[:3, :3].T + place[:3, 3]


def describe(meshes):
    all_points = [points_of(o) for o in meshes]
    low = [float(v) for v in numpy.min([p.min(axis=0) for p in all_points], axis=0)]
    high = [float(v) for v in numpy.max([p.max(axis=0) for p in all_points], axis=0)]
    counts = {}
    for o in meshes:
        o.data.calc_loop_triangles()
        for triangle in o.data.loop_triangles:
            slot = o.data.materials[triangle.material_index] if o.data.materials else None
            counts[slot] = counts.get(slot, 0) + 1
    images = [i for i in bpy.data.images if i.source == "FILE"]
    return {
        "triangles": sum(counts.values()),
        "min": [low[0], low[2], -high[1]],
        "max": [high[0], high[2], -low[1]],
        "materials": [{
            "name": m.name if m else "", "triangles": n, "cutout": bool(m and has_cutout(m)),
            "texture": bool(m and m.use_nodes and any(t.type == "TEX_IMAGE" for t in m.node_tree.nodes)),
        } for m, n in counts.items()],
        "lost_images": [i.name for i in images if not i.has_data and not i.pixels],
        "version": bpy.app.version_string,
    }


def main():
    file, view_file, picture, *rest = sys.argv[sys.argv.index("--") + 1:]
    with open(view_file, encoding="utf-8") as text:
        view = json.load(text)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    meshes = import_file(file)
    place_camera(view)
    place_sun(view["light"])
    make_sky(view["light"])
    set_up_render(view, picture, int(rest[0]) if rest else 32)
    print("report: " + json.dumps(describe(meshes)), flush=True)
    bpy.ops.render.render(write_still=True)


main()
