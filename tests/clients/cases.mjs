// What is built for the clients, from weald's own presets: the stage that is shown, the textures of its OBJ, and
// overrides. Next to no light falls through leaves here: no other program has weald's way of it, and colours shall be compared.
// With none the GLBs would lack the extensions that leaves have.

/** The picture of every case. Flat background, no ground; the exposure keeps it on the straight part of the tone curve. */
export const PICTURE = {
  width: 400, height: 360, azimuth: 205, elevation: 12, field_of_view: 26, margin: 0.06,
  sun_azimuth: 267, sun_elevation: 42, exposure: -1,
};
export const BACKGROUND = [0.75, 0.8, 0.85];

const tree = (name, textures, picture) => ({
  name, preset: name, from: 'tree', textures, picture, set: ['tree.leaves.translucency=0.001'], quick: { from: 'tree.lod2', set: ['levels.levels=[tree.lod2, far]'] },
  // Colours for the picture that tells leaves and bark apart.
  marks: ['tree.leaves.colour=[0,1,0]', 'tree.leaves.second_colour=[0,1,0]', 'tree.bark.texture=~', 'tree.bark.normals=~',
          'tree.bark.colour=[1,0,0]', 'tree.bark.twig_colour=[1,0,0]'],
});

/** Each: preset, stage to show, textures of the OBJ by file, overrides, those of the small copy, and of the marks; `formats`: those that are
 * opened, where not all are; `library`: Blender also builds it by itself, with weald's library; `dither`: three.js dithers
 * its leaves. */
export const CASES = [
  { ...tree('oak', { bark: 'bark', bark_normals: 'bark.normals', leaf: 'twig', leaf_normals: 'twig.normals' }), library: true },
  tree('palm', { bark: 'bark', bark_normals: 'bark.normals' }, { width: 260, height: 420 }),
  tree('maple_autumn', { bark: 'bark', bark_normals: 'bark.normals', leaf: 'leaf', leaf_normals: 'leaf.normals' }),
  // Its leaves are a pixel long here.
  { ...tree('weeping_willow', { bark: 'bark', bark_normals: 'bark.normals', shoot: 'shoot', shoot_normals: 'shoot.normals' }), dither: true },
  {
    // Cards that stand for a tree. Their atlas has raised alpha around thin leaves.
    ...tree('palm', { atlas: 'far.atlas', atlas_normals: 'far.normals' }, { width: 200, height: 320 }), name: 'palm_far', from: 'far', formats: ['glb'],
    set: ['tree.leaves.translucency=0.001'], quick: { from: 'far', set: ['far.resolution=64'] },
  },
  {
    // Cards with pictures of other meshes.
    name: 'fern', preset: 'fern', from: 'game', textures: { pinna: 'pinna.colours', pinna_normals: 'pinna.normals' }, picture: { width: 840, height: 480, elevation: 26 },
    set: ['side.leaves.translucency=0.001'], quick: { from: 'game', set: ['growth.define.fronds=5', 'levels.levels=[game, far]'] },
    marks: ['side.leaves.colour=[0,1,0]', 'side.leaves.second_colour=[0,1,0]', 'side.bark.colour=[1,0,0]', 'side.bark.twig_colour=[1,0,0]', 'game.bark.colour=[1,0,0]',
      'game.bark.twig_colour=[1,0,0]'],
  },
  { name: 'highlands', preset: 'highlands', from: 'land', textures: { colours: 'colours' }, set: [], marks: [], quick: { set: ['ground.step=8'] }, picture: { elevation: 34 } },
  {
    name: 'valley', preset: 'valley', from: 'scene', textures: { colours: 'colours' }, picture: { azimuth: 197, elevation: 27 },
    set: ['pine.translucency=0.001', 'oak.translucency=0.001', 'birch.translucency=0.001'],
    quick: { set: ['broadleaf.count=40', 'conifers.count=80', 'block.step=4'] },
    marks: ['ground.texture=~', 'road.colour=[0.6,0.6,0.6]', ...['pine', 'oak', 'birch'].flatMap((t) => [
      `${t}.leaves.colour=[0,1,0]`, `${t}.leaves.second_colour=[0,1,0]`, `${t}.bark.colour=[1,0,0]`, `${t}.bark.twig_colour=[1,0,0]`])],
  },
];

// A tree with eight capsules. FROM stands for the stage that the case shows.
const SOLID = {
  from: 'solid', bodies: 8,
  stages: { body: '{kind: collision, from: wood, capsules: 8}', solid: '{kind: lod_chain, levels: [FROM], collision: body}' },
};

/**
 * Other forms of GLB: settings of `gltf:` by the name of the file, and the clients that know the extensions they use.
 * assimp 5.2 and Godot 3 do not: they show such files wrong. `stages` are added to
 * the preset; `bodies` is how many there are that things collide with, which no program shall show.
 */
export const VARIANTS = [
  { case: 'oak', name: 'quantized', gltf: '{quantize: true}', clients: ['validator', 'three', 'blender'] },
  // No importer of Blender 3.4 reads them.
  { case: 'oak', name: 'meshopt', gltf: '{compression: meshopt}', clients: ['validator', 'three'] },
  { case: 'oak', name: 'meshopt_quantized', gltf: '{compression: meshopt, quantize: true}', clients: ['validator', 'three'] },
  { case: 'highlands', name: 'meshopt', gltf: '{compression: meshopt, quantize: true}', clients: ['validator', 'three'] },
  { case: 'valley', name: 'gpu_meshopt', gltf: '{instances: gpu, compression: meshopt, quantize: true}', clients: ['validator', 'three'] },
  // Godot 3 and Blender show every node that has no parent, and so all levels at once.
  { case: 'oak', name: 'levels', from: 'levels', gltf: '{}', clients: ['validator', 'assimp', 'three'] },
  { case: 'oak', name: 'plain', gltf: '{tangents: false}', clients: ['assimp', 'godot'] },  // the validator warns of it
  {
    case: 'oak', name: 'unity', gltf: '{wind: unity}', clients: ['validator', 'assimp', 'godot'],
    set: ['tree.leaves.translucency=0.5'],
  },
  { case: 'oak', name: 'unreal', gltf: '{wind: unreal}', clients: ['validator', 'assimp', 'godot', 'three'] },
  {
    // A material with every key that there is.
    case: 'highlands', name: 'materials', gltf: '{}', clients: ['validator'], materials: { two_sided: true, blended: true },
    set: ['colour=[0.5,0.6,0.7]', 'roughness=0.5', 'two_sided=true', 'translucency=0.25', 'metallic=0.75', 'emission=[1,0.5,0]', 'emission_strength=8', 'opacity=0.5',
      'normals=colours', 'occlusion=colours', 'metallic_roughness=colours', 'emission_texture=colours', 'uv_scale=[4,2]', 'uv_offset=[0.5,0.25]'].map((key) => `land.${key}`),
  },
  // The others show the bodies: only importers of Godot and Unreal go by these names.
  { case: 'oak', name: 'collision_godot', ...SOLID, gltf: '{collision: godot}', clients: ['validator', 'godot'] },
  { case: 'oak', name: 'collision_unreal', ...SOLID, gltf: '{collision: unreal}', clients: ['validator'] },
  // Outside the scene, where Godot 3 and Blender look, too.
  { case: 'oak', name: 'collision_plain', ...SOLID, gltf: '{}', clients: ['validator', 'assimp', 'three'] },
  { case: 'valley', name: 'gpu', gltf: '{instances: gpu}', clients: ['validator', 'three'] },
];
