// Draws plants and their impostors, by the shader of examples/impostor, from the same cameras in three.js, and compares them:
// silhouettes, and colours under two lights, so that normals that face elsewhere are found.
//
// impostor.mjs WEALD FOLDER [CASE]...: does so by itself, and prints what is measured.

import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBrowser, runPage } from './browser.mjs';
import { directionOf } from './camera.mjs';
import { IMPOSTORS, buildImpostor } from './impostor_build.mjs';
import { comparePictures, sheetOf } from './impostor_compare.mjs';

const here = dirname(fileURLToPath(import.meta.url));
export const SHADER = join(here, '../../examples/impostor/impostor.glsl');

/** Suns without shadows and a weak even sky; 1 is what a white surface that faces it sends back. */
const LIGHTS = [
  { direction: directionOf(267, 42), sun: 0.8, sky: 0.25 },
  { direction: directionOf(70, 15), sun: 0.8, sky: 0.25 },
];
const LARGE = 512;  // pixels: a mesh is drawn so large that smaller copies of its textures lose no leaves

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a) => a.map((v) => v / Math.hypot(...a));

// The direction of a place in the map of N x N frames: written from docs/engines.md, and not shared with the shader.
function frameDirection(i, j, facts) {
  const u = i / (facts.frames - 1), v = j / (facts.frames - 1);
  if (facts.directions === 'sphere') {
    const x = 2 * u - 1, z = 2 * v - 1, y = 1 - Math.abs(x) - Math.abs(z);
    return unit(y >= 0 ? [x, y, z] : [Math.sign(x) * (1 - Math.abs(z)), y, Math.sign(z) * (1 - Math.abs(x))]);
  }
  const x = u - v, z = u + v - 1;
  return unit([x, 1 - Math.abs(x) - Math.abs(z), z]);
}

// A camera that looks at the pivot from a direction, `distance` frames away; a frame has `pixels` pixels.
function viewOf(direction, facts, { distance = 4, pixels = facts.frame_px } = {}) {
  const level = cross([0, 1, 0], direction), right = Math.hypot(...level) > 1e-9 ? unit(level) : [1, 0, 0], far = distance * facts.size_m;
  const shown = distance < 2 ? 1.3 : 1.06, side = Math.ceil(pixels * shown);
  return {
    width: side, height: side, position: facts.pivot_m.map((c, k) => c + far * direction[k]), right, up: cross(direction, right), back: direction,
    vertical_fov: (2 * Math.atan((0.5 * side) / pixels / distance) * 180) / Math.PI, near: far * 0.2, far: far * 2, distance: far,
  };
}

const ring = (count, elevation, first = 0) => Array.from({ length: count }, (_, i) => directionOf(first + (i * 360) / count, elevation));

// Turns about the pivot by 50 degrees around the upright and by 12 to the north, and makes smaller, column by column.
function copyMatrix({ pivot_m: c }) {
  const [a, b] = [50, 12].map((degrees) => (degrees * Math.PI) / 180), scale = 0.8;
  const columns = [[Math.cos(a), 0, -Math.sin(a)], [Math.sin(a) * Math.sin(b), Math.cos(b), Math.cos(a) * Math.sin(b)],
                   [Math.sin(a) * Math.cos(b), -Math.sin(b), Math.cos(a) * Math.cos(b)]].map((axis) => axis.map((v) => scale * v));
  const moved = c.map((v, k) => v - columns.reduce((sum, axis, i) => sum + axis[k] * c[i], 0));
  return [...columns.flatMap((axis) => [...axis, 0]), ...moved, 1];
}

/** The cameras: sets of views by name. */
export function viewsOf(facts) {
  const between = [[1, 1], [3, 6], [5, 5], [6, 2], [8, 9], [9, 4], [4, 8], [2, 9]];
  const views = (directions, how) => directions.map((d) => viewOf(d, facts, how));
  return {
    level: views(ring(16, 0)),
    raised: views([...ring(8, 30, 7), ...ring(8, 60, 20), [0, 1, 0]]),
    // In the middle of three frames: farthest from all of them.
    between: views(between.map(([i, j]) => frameDirection(i + 1 / 3, j + 2 / 3, facts))),
    // A camera that moves by a degree at a time, across frames.
    turn: views(Array.from({ length: 16 }, (_, i) => directionOf(80 + i, 18 + 0.4 * i))),
    // A copy that is turned, tilted and smaller; every second one without perspective.
    copies: views([...ring(4, 10, 25), ...ring(4, 50, 60)]).map((view, i) => ({ ...view, isCopy: true, isLevel: i % 2 === 1 })),
    near: views([...ring(3, 4, 15), ...ring(3, 35, 70)], { distance: 1.2, pixels: 2 * facts.frame_px }),
    half: views([...ring(5, 5, 40), ...ring(3, 45, 10)], { pixels: facts.frame_px / 2 }),
    quarter: views([...ring(5, 5, 40), ...ring(3, 45, 10)], { pixels: facts.frame_px / 4 }),
    ...(facts.directions === 'sphere' ? { below: views(ring(4, -35, 30)) } : {}),
  };
}

// Pictures by all cameras of `sets`: by view, then by light.
async function drawAll(browser, built, job, { sets, fine, passes }) {
  const all = viewsOf(built.facts), views = (sets ?? Object.keys(all)).flatMap((set) => all[set]).map((view) => ({ ...view, fine: fine(view), passes }));
  const { pictures } = await runPage(browser, 'impostor_page.js', built.folder, { ...job, views, lights: LIGHTS, copy: copyMatrix(built.facts) });
  return views.map(({ width, height }, i) => LIGHTS.map((_, k) => ({ width, height, data: Buffer.from(pictures[i * LIGHTS.length + k], 'base64') })));
}

/** Pictures of the mesh by the cameras of `sets`, or by all: by view, then by light. */
export const drawMesh = (browser, built, sets) =>
  drawAll(browser, built, { url: `/data/${built.mesh}` }, { sets, fine: (view) => Math.ceil(LARGE / view.width), passes: 1 });

/** The same of the impostor; `shader` is the text of impostor.glsl. */
export const drawImpostor = (browser, built, sets, shader = readFileSync(SHADER, 'utf8')) =>
  drawAll(browser, built, { url: `/data/${basename(built.glb)}`, normals: `/data/${built.normals}`, shader }, { sets, fine: () => 1, passes: 4 });

/** Compares the views of `sets`, or all. Gives {measured by set, faults}; with `sheets` sheets of pictures lie beside the files. */
export function compareImpostor(built, mesh, impostor, { sets, sheets = true } = {}) {
  const measured = {}, faults = [], views = viewsOf(built.facts);
  let first = 0;
  for (const set of sets ?? Object.keys(views)) {
    const [own, other] = [mesh, impostor].map((pictures) => pictures.slice(first, first + views[set].length));
    first += views[set].length;
    const found = comparePictures(set, built.crown, own, other);
    measured[set] = found.measured;
    faults.push(...found.faults);
    if (sheets) sheetOf(join(built.folder, `${built.name}_${set}.png`), own, other);
  }
  return { measured, faults };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [program, folder, ...only] = process.argv.slice(2);
  const browser = await openBrowser();
  try {
    for (const item of IMPOSTORS.filter((i) => only.length === 0 || only.includes(i.name))) {
      const built = await buildImpostor(resolve(program), join(here, '../../presets'), resolve(folder), item);
      const { measured, faults } = compareImpostor(built, await drawMesh(browser, built), await drawImpostor(browser, built));
      console.log(item.name);
      console.table(measured);
      for (const fault of faults) console.log(`  ${fault}`);
    }
  } finally {
    await browser.close();
  }
}
