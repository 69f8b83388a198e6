// self_test.mjs WEALD FOLDER [glb|impostor]: spoils a GLB in the ways that a writer could, and the shader of impostors in the ways that
// who copies it could, and sees that each is found. A check that finds nothing in what is spoilt would find nothing in weald's
// either. Needs three.js and the validator.

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildCase } from './build.mjs';
import { CASES } from './cases.mjs';
import { compare } from './compare.mjs';
import { findFaults } from './counts.mjs';
import { SHADER, compareImpostor, drawImpostor, drawMesh } from './impostor.mjs';
import { IMPOSTORS, buildImpostor } from './impostor_build.mjs';
import { close, draw, open } from './render_three.mjs';
import { validate } from './validate.mjs';

const primitives = (json) => json.meshes.flatMap((mesh) => mesh.primitives);
const leaves = (json) => json.materials.filter((material) => material.doubleSided);

// What is spoilt, and a word of the fault that must be among those found; null: the file as it is, without a fault.
const SPOILS = [
  ['nothing', () => {}, null],
  ['leaves that are not cut out', (json) => leaves(json).forEach((m) => delete m.alphaMode), 'covers'],
  ['a mesh without its colours', (json) => primitives(json).forEach((p) => delete p.attributes.COLOR_0), 'times as bright'],
  ['leaves without their texture', (json) => leaves(json).forEach((m) => delete m.pbrMetallicRoughness.baseColorTexture), 'leaf'],
  ['leaves of metal', (json) => leaves(json).forEach((m) => (m.pbrMetallicRoughness.metallicFactor = 1)), 'leaf'],
  ['black leaves', (json) => leaves(json).forEach((m) => (m.pbrMetallicRoughness.baseColorFactor = [0, 0, 0, 1])), 'leaf'],
  ['leaves seen from one side', (json) => leaves(json).forEach((m) => delete m.doubleSided), 'two_sided'],
  ['leaves that are blended', (json) => leaves(json).forEach((m) => (m.alphaMode = 'BLEND')), 'blended'],
  ['a tree that lies', (json) => (json.nodes[0].rotation = [Math.SQRT1_2, 0, 0, Math.SQRT1_2]), 'outline'],
  ['a tree of half the size', (json) => (json.nodes[0].scale = [0.5, 0.5, 0.5]), 'instead of'],
  ['a part that is missing', (json) => json.meshes[0].primitives.pop(), 'triangles'],
  ['bounds that are wrong', (json) => (json.accessors[0].max[1] += 1), 'ACCESSOR_MAX_MISMATCH'],
];

function spoil(path, change, out) {
  const file = readFileSync(path), length = file.readUInt32LE(12), json = JSON.parse(file.toString('utf8', 20, 20 + length));
  change(json);
  let text = JSON.stringify(json);
  while (Buffer.byteLength(text) % 4) text += ' ';
  const chunk = Buffer.from(text), rest = file.subarray(20 + length), head = Buffer.from(file.subarray(0, 20));
  head.writeUInt32LE(20 + chunk.length + rest.length, 8);
  head.writeUInt32LE(chunk.length, 12);
  writeFileSync(out, Buffer.concat([head, chunk, rest]));
}

// What is spoilt of impostor.glsl: one piece of its text and what comes in its place, and the word of the fault.
const SHADER_SPOILS = [
  ['nothing of the shader', '', '', null],
  ['frames mirrored', 'vec3(d.z, 0.0, -d.x)', 'vec3(-d.z, 0.0, d.x)', 'silhouettes'],
  ['v from below', '0.5 - dot(at, up)', '0.5 + dot(at, up)', 'silhouettes'],
  ['x and z swapped in the map', '0.5 + 0.5 * vec2(d.x + d.z, d.z - d.x)', '0.5 + 0.5 * vec2(d.z + d.x, d.x - d.z)', 'silhouettes'],
  ['frames of the other diagonal', 'f.x > f.y ?', 'f.x < f.y ?', 'jumps'],
  ['the nearest frame alone', '1.0 - max(f.x, f.y), place', 'max(f.x, f.y) < 0.5 ? 1.0 : 0.0, place', 'jumps'],
  ['no depth', '.a - 0.5) * impostorSize', '.a - 0.5) * 0.0', 'silhouettes'],
  ['depth from behind', '.a - 0.5) * impostorSize', '.a - 0.5) * -impostorSize', 'silhouettes'],
  ['normals with z up', 'level).rgb - 1.0', 'level).rbg - 1.0', 'light falls elsewhere'],
  ['normals mirrored', '/= covered;\n  return', '*= vec3(-1.0, 1.0, 1.0) / covered;\n  return', 'light falls elsewhere'],
  ['normals that do not scatter', '0.75 * variance', '0.0 * variance', 'light falls elsewhere'],
  ['colours that are not decoded', 'share * colour.rgb', 'share * pow(colour.rgb, vec3(0.4545))', 'times as bright'],
];

async function testShader(program, presets, folder, browser) {
  const built = await buildImpostor(program, presets, folder, IMPOSTORS.find((c) => c.name === 'pine')), sets = ['raised', 'turn'];
  const text = readFileSync(SHADER, 'utf8'), mesh = await drawMesh(browser, built, sets);
  let wrong = 0;
  for (const [what, piece, instead, word] of SHADER_SPOILS) {
    if (text.split(piece).length !== 2 && piece !== '') throw new Error(`'${piece}' is not once in the shader`);
    const impostor = await drawImpostor(browser, built, sets, text.replace(piece, instead));
    const { faults } = compareImpostor(built, mesh, impostor, { sets, sheets: false });
    wrong += judge(what, faults, word);
  }
  return wrong;
}

// 1 where the fault was not found, or one where there is none.
function judge(what, faults, word) {
  const good = word === null ? faults.length === 0 : faults.some((fault) => fault.includes(word));
  console.log(`${good ? 'right' : 'WRONG'}    ${what}: ${faults.join('; ') || 'no fault found'}`);
  return good ? 0 : 1;
}

async function testGlb(program, presets, folder, browser) {
  const item = CASES.find((c) => c.name === 'oak');
  const built = buildCase(program, presets, folder, { ...item, set: [...item.set, ...(item.quick.set ?? [])], from: item.quick.from }, {});
  let wrong = 0;
  for (const [what, change, word] of SPOILS) {
    const name = what.replaceAll(' ', '_'), path = join(folder, `${name}.glb`), picture = join(folder, `${name}.png`);
    spoil(built.files.glb, change, path);
    const report = await validate(path), found = await draw(browser, path, built, picture);
    const file = { format: 'glb', expected: built.obj };
    const faults = [...report.lines.filter((line) => /^(error|warning)/.test(line)), ...findFaults('three', file, found),
                    ...compare(program, built, picture, 'three glb').faults];
    wrong += judge(what, faults, word);
  }
  return wrong;
}

const [program, folder] = process.argv.slice(2, 4).map((word) => resolve(word)), only = process.argv[4];
const presets = join(dirname(fileURLToPath(import.meta.url)), '../../presets'), browser = await open();
let wrong = 0;
try {
  if (only !== 'impostor') wrong += await testGlb(program, presets, folder, browser);
  if (only !== 'glb') wrong += await testShader(program, presets, folder, browser);
} finally {
  await close(browser);
}
console.log(wrong > 0 ? `${wrong} wrong` : 'all right');
process.exitCode = wrong > 0 ? 1 : 0;
