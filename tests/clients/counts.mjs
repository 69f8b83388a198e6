// Compares what a program found in a file with what weald wrote: triangles, bounds, materials and their opacity.

// What each program tells of materials, by format. What is not here it cannot say, or its format has no word for it:
// an OBJ says neither 'cut out' nor 'two-sided', and Godot 3 does not read its map_d.
const TELLS = {
  glb: { glb: ['texture', 'cutout', 'two_sided'] },
  assimp: { obj: ['texture', 'opacity'], glb: ['texture', 'masked'] },
  godot: { obj: ['texture'], glb: ['texture', 'cutout', 'two_sided'] },
  three: { obj: ['texture', 'cutout', 'two_sided', 'vertex_colours'], glb: ['texture', 'cutout', 'two_sided'] },
  blender: { obj: ['texture', 'cutout'], glb: ['texture', 'cutout'], library: ['texture', 'cutout'] },
};
const COUNTS_BY_MATERIAL = ['glb', 'godot', 'three', 'blender'];

// Leaves and pictures of branches are two-sided in weald, cards of billboards have a face for each side; only their names
// tell in an OBJ.
const isTwoSided = (material) => /^(leaf|card)/.test(material.name);

function expectedOf(material) {
  const { texture, cutout, vertex_colours } = material;
  return { texture, cutout, masked: cutout, opacity: cutout, two_sided: isTwoSided(material), vertex_colours };
}

// The material found for each one expected. Materials of one name are numbered in the order of their first use, which an
// OBJ and a GLB of a scene need not share: there the triangles tell which is which.
function namesakes(format, expected, found) {
  const pairs = new Map(), free = new Set(found), stem = (m) => m.name.replace(/_\d+$/, '');
  for (const material of expected) {
    const fits = [...free].filter((m) => (format === 'obj' ? m.name === material.name : stem(m) === stem(material)));
    const own = fits.find((m) => m.triangles === material.triangles) ?? fits.find((m) => m.name === material.name) ?? fits[0];
    free.delete(own);
    pairs.set(material, own);
  }
  return pairs;
}

/**
 * Faults, as sentences. `file` is {format, expected: readObj() of the same thing, materials: what its materials have
 * otherwise, bodies: how many there are that things collide with}, `found` has triangles, min, max and materials.
 */
export function findFaults(client, file, found) {
  const faults = [], { expected } = file;
  if (found.error) return [found.error];
  if (found.triangles !== expected.triangles) faults.push(`${found.triangles} triangles instead of ${expected.triangles}`);
  const diagonal = Math.hypot(...[0, 1, 2].map((k) => expected.max[k] - expected.min[k]));
  for (const side of ['min', 'max'])
    for (let k = 0; k < 3; ++k) {
      const apart = Math.abs((found[side]?.[k] ?? NaN) - expected[side][k]);
      if (!(apart <= 3e-5 * diagonal)) faults.push(`${side} ${'xyz'[k]} is ${found[side]?.[k]} instead of ${expected[side][k]}`);
    }
  const pairs = namesakes(file.format, expected.materials, found.materials);
  for (const material of expected.materials) {
    const own = pairs.get(material);
    if (!own) {
      faults.push(`no material '${material.name}'`);
      continue;
    }
    if (COUNTS_BY_MATERIAL.includes(client) && own.triangles !== material.triangles)
      faults.push(`'${material.name}' has ${own.triangles} triangles instead of ${material.triangles}`);
    const wanted = { ...expectedOf(material), blended: false, ...file.materials };
    for (const key of TELLS[client][file.format])
      if (Boolean(own[key]) !== wanted[key]) faults.push(`'${material.name}': ${key} is ${Boolean(own[key])}`);
    if (Boolean(own.blended) !== wanted.blended)
      faults.push(`'${material.name}' is ${own.blended ? 'blended: it would be sorted, not cut out' : 'not blended'}`);
  }
  if (found.bodies !== undefined && found.bodies !== (file.bodies ?? 0))
    faults.push(`${found.bodies} bodies to collide with instead of ${file.bodies ?? 0}`);
  for (const image of found.lost_images ?? []) faults.push(`the picture ${image} was not found`);
  return faults;
}
