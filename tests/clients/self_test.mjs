// self_test.mjs WEALD FOLDER: spoils a GLB in the ways that a writer could, and sees that each is found. A check that finds
// nothing in a spoilt file would find nothing in weald's either. Needs three.js and the validator.

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildCase } from './build.mjs';
import { CASES } from './cases.mjs';
import { compare } from './compare.mjs';
import { findFaults } from './counts.mjs';
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

const [program, folder] = process.argv.slice(2, 4).map((word) => resolve(word));
const presets = join(dirname(fileURLToPath(import.meta.url)), '../../presets'), item = CASES.find((c) => c.name === 'oak');
const built = buildCase(program, presets, folder, { ...item, set: [...item.set, ...(item.quick.set ?? [])], from: item.quick.from }, {});
const browser = await open();
let wrong = 0;
try {
  for (const [what, change, word] of SPOILS) {
    const name = what.replaceAll(' ', '_'), path = join(folder, `${name}.glb`), picture = join(folder, `${name}.png`);
    spoil(built.files.glb, change, path);
    const report = await validate(path), found = await draw(browser, path, built, picture);
    const file = { format: 'glb', expected: built.obj };
    const faults = [...report.lines.filter((line) => /^(error|warning)/.test(line)), ...findFaults('three', file, found),
                    ...compare(program, built, picture, 'three glb').faults];
    const good = word === null ? faults.length === 0 : faults.some((fault) => fault.includes(word));
    wrong += good ? 0 : 1;
    console.log(`${good ? 'right' : 'WRONG'}    ${what}: ${faults.join('; ') || 'no fault found'}`);
  }
} finally {
  await close(browser);
}
console.log(`${SPOILS.length - wrong} right, ${wrong} wrong`);
process.exitCode = wrong > 0 ? 1 : 0;
