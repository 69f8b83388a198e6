"""blender --background --factory-startup --python plant_in_blender.py -- PRESET STAGE FILE.blend

Makes the mesh of a stage, adds it to a Blender scene with its materials, textures, UVs, normals and vertex colours, and saves the scene."""

import sys

import bpy
import numpy

import weald


def linear(srgb: float) -> float:
    return srgb / 12.92 if srgb <= 0.04045 else ((srgb + 0.055) / 1.055) ** 2.4


def blender_image(texture: weald.Texture, colours: bool) -> bpy.types.Image:
    image = bpy.data.images.new(texture.name, texture.image.width, texture.image.height, alpha=True)
    image.colorspace_settings.name = "sRGB" if colours else "Non-Color"
    rows = numpy.asarray(texture.image.pixels)[::-1]  # Blender's first row is the bottom row
    image.pixels.foreach_set((rows / numpy.float32(255)).ravel())
    image.pack()
    return image


def multiply(material: bpy.types.Material, factor: bpy.types.NodeSocket) -> None:
    """Multiplies the base colour by a colour, whatever its current source is."""
    nodes, links = material.node_tree.nodes, material.node_tree.links
    base, product = nodes["Principled BSDF"].inputs["Base Color"], nodes.new("ShaderNodeMixRGB")
    product.blend_type, product.inputs["Fac"].default_value = "MULTIPLY", 1
    product.inputs["Color1"].default_value = base.default_value
    if base.links:
        links.new(base.links[0].from_socket, product.inputs["Color1"])
    links.new(factor, product.inputs["Color2"])
    links.new(product.outputs["Color"], base)


def blender_material(material: weald.Material, vertex_colours: bool) -> bpy.types.Material:
    made = bpy.data.materials.new(material.name)
    made.use_nodes = True
    made.use_backface_culling = not material.two_sided
    nodes, links = made.node_tree.nodes, made.node_tree.links
    shader = nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*(linear(channel) for channel in material.colour), 1)
    shader.inputs["Roughness"].default_value = material.roughness
    if material.two_sided:
        shader.inputs["Specular"].default_value = 0.15  # leaves that reflect the sky like glass look grey
    if vertex_colours:
        multiply(made, nodes.new("ShaderNodeVertexColor").outputs["Color"])
    if material.texture is not None:
        picture = nodes.new("ShaderNodeTexImage")
        picture.image = blender_image(material.texture, colours=True)
        multiply(made, picture.outputs["Color"])
        if material.texture.cutout > 0:
            made.blend_method, made.alpha_threshold = "CLIP", material.texture.cutout
            cut = nodes.new("ShaderNodeMath")  # Cycles blends by alpha and ignores the threshold
            cut.operation = "GREATER_THAN"
            cut.inputs[1].default_value = material.texture.cutout
            links.new(picture.outputs["Alpha"], cut.inputs[0])
            links.new(cut.outputs[0], shader.inputs["Alpha"])
    if material.normals is not None:
        picture, bump = nodes.new("ShaderNodeTexImage"), nodes.new("ShaderNodeNormalMap")
        picture.image = blender_image(material.normals, colours=False)
        links.new(picture.outputs["Color"], bump.inputs["Color"])
        links.new(bump.outputs["Normal"], shader.inputs["Normal"])
    return made


def blender_mesh(mesh: weald.Mesh, name: str) -> bpy.types.Mesh:
    made = bpy.data.meshes.new(name)
    made.vertices.add(len(mesh.positions))
    made.loops.add(len(mesh.corner_vertices))
    made.polygons.add(len(mesh.face_materials))
    made.vertices.foreach_set("co", (mesh.positions[:, [0, 2, 1]] * [1, -1, 1]).ravel())  # z is up in Blender
    made.loops.foreach_set("vertex_index", mesh.corner_vertices)
    made.polygons.foreach_set("loop_start", mesh.face_starts[:-1])
    made.polygons.foreach_set("loop_total", mesh.face_starts[1:] - mesh.face_starts[:-1])
    made.polygons.foreach_set("material_index", mesh.face_materials)
    if mesh.uvs is not None:
        layer = made.uv_layers.new(name="UVMap")
        layer.data.foreach_set("uv", mesh.uvs[mesh.corner_uvs].ravel())
    if mesh.colours is not None:
        colours = made.color_attributes.new("Color", "BYTE_COLOR", "POINT")
        colours.data.foreach_set("color_srgb", (mesh.colours / numpy.float32(255)).ravel())
    for material in mesh.materials:
        made.materials.append(blender_material(material, mesh.colours is not None))
    made.update(calc_edges=True)
    if mesh.normals is not None:
        made.use_auto_smooth = True
        made.normals_split_custom_set((mesh.normals[mesh.corner_normals][:, [0, 2, 1]] * [1, -1, 1]).tolist())
    return made


def main(preset: str, stage: str, file: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    mesh = blender_mesh(weald.load(preset).artifact(stage).mesh(), stage)
    bpy.context.scene.collection.objects.link(bpy.data.objects.new(stage, mesh))
    bpy.ops.wm.save_as_mainfile(filepath=file)
    print(f"{stage}: {len(mesh.vertices)} vertices, {len(mesh.polygons)} faces, {len(mesh.materials)} materials")


if __name__ == "__main__":
    main(*sys.argv[sys.argv.index("--") + 1:])
