// assimp.mjs FILE...: what assimp finds in OBJs and GLBs, one line of JSON for each file.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

function run(program, words) {
  const result = spawnSync(program, words, { encoding: 'utf8', maxBuffer: 1 << 28, timeout: 300_000 });
  if (result.error) throw result.error;
  if (result.status !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${result.status}:\n${result.stdout.slice(-2000)}${result.stderr}`);
  return result.stdout;
}

const tripleAfter = (text, key) => text.match(new RegExp(`${key}\\s*\\(([^)]*)\\)`))[1].trim().split(/\s+/).map(Number);

// Sections "'name' (prop)" of the materials, with the numbers of the textures of each kind.
function materialsOf(text) {
  const block = text.split(/^Named Materials:.*$/m)[1]?.split(/^(?:Texture Refs|Node hierarchy).*$/m)[0] ?? '';
  return block.split(/^    '/m).slice(1).map((part) => {
    const has = (kind) => new RegExp(`\\$tex\\.file\\).*\\| ${kind}\\]`).test(part);
    return {
      name: part.slice(0, part.indexOf("'")),
      texture: has('Diffuse') || has('Base Color') || has('BaseColor'),
      normals: has('Normals') || has('NormalCamera'),
      opacity: has('Opacity'),
      masked: /alphaMode\): \[0 \/ 9 \|/.test(part),  // assimp tells sizes, not values: MASK has 9 bytes, OPAQUE 11
    };
  });
}

/** {triangles, min, max, materials, version}; instances are counted where they stand, since assimp's transforms are applied. */
export function assimpInfo(path, program = 'assimp') {
  const text = run(program, ['info', path, '-ptv', '-tri']);
  const version = run(program, ['version']).match(/Version ([\d.]+)/)[1];
  return {
    triangles: Number(text.match(/^Faces:\s+(\d+)/m)[1]), min: tripleAfter(text, 'Minimum point'), max: tripleAfter(text, 'Maximum point'),
    textures: [...text.matchAll(/^    '([^']*\.png|\*\d+)'$/gm)].map((m) => m[1]),
    embedded: Number(text.match(/^Textures \(embed\.\):\s+(\d+)/m)[1]), materials: materialsOf(text), version,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const path of process.argv.slice(2)) console.log(JSON.stringify(assimpInfo(path)));
