// Builds plants with an impostor beside them.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { weald } from './build.mjs';
import { readChunks } from './glb.mjs';
import { readObj } from './obj.mjs';

/** Each: preset whose stage `tree` is shown, what its crown is (see impostor_compare.mjs), what the impostor has beside the usual, and whether --quick builds it. */
export const IMPOSTORS = [
  { name: 'pine', crown: 'dense', more: '' },
  { name: 'oak', crown: 'dense', more: '' },
  { name: 'palm', crown: 'thin', more: ', directions: sphere', quick: true },
];

/** Builds mesh and impostor of a case; `quick`: a small one, of a light mesh. Gives the names of files, and the impostor's numbers as the GLB states them. */
export async function buildImpostor(program, presets, folder, item, quick = false) {
  mkdirSync(folder, { recursive: true });
  const name = `impostor_${item.name}`, preset = join(folder, `${name}.yaml`);
  const from = quick ? 'tree.lod2' : 'tree', size = quick ? 'frames: 4, resolution: 64' : 'frames: 12, resolution: 128';
  writeFileSync(preset, `extends: ${JSON.stringify(join(presets, `${item.name}.yaml`))}
stages:
  impostor: {kind: impostor, from: ${from}, ${size}, packed: true${item.more}}
outputs:
  - {from: ${from}, file: ${name}_mesh.glb}
  - {from: impostor, file: ${name}.glb}
  - {from: impostor, file: ${name}.obj, textures: {${name}_atlas.png: impostor.atlas}}
  - {from: impostor.normals, file: ${name}_normals.png}
`);
  weald(program, ['build', preset, '-o', folder]);
  const { json } = await readChunks(join(folder, `${name}.glb`));
  return {
    name, crown: item.crown, folder, mesh: `${name}_mesh.glb`, glb: join(folder, `${name}.glb`), obj: readObj(join(folder, `${name}.obj`)),
    normals: `${name}_normals.png`, facts: json.meshes[0].extras.impostor,
  };
}
