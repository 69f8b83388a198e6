// The meshes of a world's levels as 3D Tiles, in three.js with 3d-tiles-renderer in headless Chromium.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser, runPage } from './browser.mjs';
import { weald } from './build.mjs';
import { writePng } from './pictures.mjs';
import { validate } from './validate.mjs';

const TILE = 65, LEVELS = 4, CELL = 8, SIDE = 64 * 8 + 1, SIZE = { width: 640, height: 400 };
const PRESET = `weald: 1
seed: 7
grid: {size: [${SIDE}, ${SIDE}], cell_size: ${CELL}}
world: {tile: ${TILE}, levels: ${LEVELS}}
stages:
  land:   {kind: fbm, frequency: 0.0008, amplitude: 500, octaves: 6}
  ground: {kind: heightmap_mesh, from: land, skirt: 20}
outputs:
  - {from: ground, file: "meshes/{z}/{x}/{y}.glb"}
  - {from: land, file: "exact/{z}/{x}/{y}.r32"}
`;

// The height of a sample of the finest level, column and row of the world.
function heightOf(folder, column, row) {
  const [x, y] = [column, row].map((at) => Math.min(7, Math.floor(at / 64)));
  const bytes = readFileSync(join(folder, 'exact', `3/${x}/${y}.r32`));
  return bytes.readFloatLE(4 * ((row - 64 * y) * TILE + column - 64 * x));
}

/** Shows a tileset: coarse tiles from afar, fine ones from near, whose heights are weald's. */
export async function checkTileset(program, folder) {
  const own = join(folder, 'tileset'), faults = [];
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'land.yaml'), PRESET);
  weald(program, ['build', join(own, 'land.yaml'), '-o', own]);
  const report = await validate(join(own, 'meshes/0/0/0.glb'));
  if (!report.good) faults.push(...report.lines);
  const samples = [[100, 40], [70, 33], [127, 63], [96, 20]], points = samples.map(([column, row]) => [column * CELL, row * CELL]);
  const middle = (SIDE - 1) / 2 * CELL;
  const views = [{ position: [middle, 60000, middle + 1], target: [middle, 0, middle] },
                 { position: [96 * CELL, 1500, 32 * CELL + 500], target: [96 * CELL, 0, 32 * CELL] }];
  const browser = await openBrowser();
  let shown;
  try {
    shown = await runPage(browser, 'tiles_page.js', own, { url: '/data/land.tileset.json', views, points, ...SIZE });
  } finally {
    await browser.close();
  }
  faults.push(...shown.errors);
  const [far, near] = shown.results;
  shown.results.forEach(({ pixels }, i) => {
    const bytes = Buffer.from(pixels, 'base64'), rows = [];
    for (let y = SIZE.height; y-- > 0;) rows.push(bytes.subarray(4 * SIZE.width * y, 4 * SIZE.width * (y + 1)));
    writePng(join(folder, `tileset_${i}.png`), SIZE.width, SIZE.height, Buffer.concat(rows));
  });
  const levels = ({ files }) => [...new Set(files.map((file) => Number(file.split('/')[1])))].sort();
  const wanted = samples.map((at) => heightOf(own, ...at)), farthest = Math.max(...near.heights.map((h, i) => (h === null ? Infinity : Math.abs(h - wanted[i]))));
  const figures = { far: far.files, near: near.files.length, levels: levels(near), heights: near.heights, wanted, farthest };
  if (far.files.join() !== 'meshes/0/0/0.glb') faults.push(`from afar it shows ${far.files.length} tiles`);
  if (!near.files.includes('meshes/3/1/0.glb')) faults.push(`from near it shows levels ${levels(near)}, without the finest tile`);
  if (!(farthest < 0.01)) faults.push(`heights are ${farthest} m from weald's`);
  return { faults, figures };
}
