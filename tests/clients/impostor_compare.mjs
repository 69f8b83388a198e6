// Compares pictures of a plant's mesh with those of its impostor, by the same cameras under the same lights.

import { encode, linear, writePng } from './pictures.mjs';

// Limits of crowns that are dense and of those that have gaps everywhere; docs/engines.md has them in words. `jump`: what the
// greatest step of a moving camera changes, as a multiple of what it changes of the mesh.
const LIMITS = {
  dense: { iou: 0.78, area: [0.93, 1.1], lost: 0.03, added: 0.02, light: [0.73, 1.25], hue: 0.12, pattern: 0.27, jump: 1.7 },
  thin: { iou: 0.6, area: [0.85, 1.1], lost: 0.06, added: 0.03, light: [0.8, 1.3], hue: 0.06, pattern: 0.27, jump: 1.7 },
};
// What is thin fades where it is hardly larger than a pixel.
const FAR = { thin: { ...LIMITS.thin, iou: 0.5, area: [0.65, 1.1], lost: 0.3, hue: 0.1 } };

const STRAY = 0.03;   // of the frame's side: how far something may be from where the other shows it
const BLOCKS = 12;    // along a picture, for colours

const alphaOf = (picture) => Float64Array.from({ length: picture.width * picture.height }, (_, i) => picture.data[4 * i + 3] / 255);

// Share of a's pixels that have none of b within `reach` pixels.
function strayed(a, b, width, height, reach) {
  let all = 0, lost = 0;
  for (let y = 0; y < height; ++y)
    for (let x = 0; x < width; ++x) {
      if (a[y * width + x] < 0.5) continue;
      ++all;
      let near = false;
      for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach) && !near; ++v)
        for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach) && !near; ++u)
          near = (u - x) ** 2 + (v - y) ** 2 <= reach * reach && b[v * width + u] >= 0.5;
      lost += near ? 0 : 1;
    }
  return lost / Math.max(1, all);
}

function compareCover(mesh, impostor) {
  const { width, height } = mesh, a = alphaOf(mesh), b = alphaOf(impostor), reach = Math.max(1, Math.round(STRAY * Math.min(width, height)));
  let own = 0, other = 0, both = 0, either = 0;
  a.forEach((cover, i) => {
    own += cover, other += b[i];
    both += cover >= 0.5 && b[i] >= 0.5, either += cover >= 0.5 || b[i] >= 0.5;
  });
  return { iou: both / either, area: other / own, lost: strayed(a, b, width, height, reach), added: strayed(b, a, width, height, reach) };
}

// Light that a picture sends, in BLOCKS x BLOCKS blocks: [red, green, blue, cover], sums of linear light.
function blocksOf(picture) {
  const { width, height, data } = picture, blocks = Array.from({ length: BLOCKS * BLOCKS }, () => [0, 0, 0, 0]);
  for (let y = 0; y < height; ++y)
    for (let x = 0; x < width; ++x) {
      const at = 4 * (y * width + x), cover = data[at + 3] / 255;
      const block = blocks[Math.floor((y * BLOCKS) / height) * BLOCKS + Math.floor((x * BLOCKS) / width)];
      for (let k = 0; k < 3; ++k) block[k] += linear(data[at + k]) * cover;
      block[3] += cover;
    }
  return blocks;
}

const brightness = (c) => 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];

const meanOf = (blocks) => [0, 1, 2].map((k) => blocks.reduce((s, c) => s + c[k], 0) / blocks.reduce((s, c) => s + c[3], 0));
const sharesOf = (c) => c.map((v) => v / (c[0] + c[1] + c[2]));

// Mean brightness of the impostor by that of the mesh, the largest change of a channel's share of it, and how far blocks are apart: the mean
// difference of their mean brightness, weighed by what both cover, as a share of the mean brightness.
function compareLight(mesh, impostor) {
  const a = blocksOf(mesh), b = blocksOf(impostor), own = meanOf(a), other = meanOf(b), total = brightness(own);
  const hue = Math.max(...sharesOf(own).map((v, k) => Math.abs(v - sharesOf(other)[k])));
  let apart = 0, weight = 0;
  a.forEach((block, i) => {
    const covered = Math.min(block[3], b[i][3]);
    if (covered <= 0) return;
    apart += covered * Math.abs(brightness(block) / block[3] - brightness(b[i]) / b[i][3]);
    weight += covered;
  });
  return { ratio: brightness(other) / total, hue, pattern: apart / weight / total };
}

const short = (v) => Number(v.toPrecision(3));
const worst = (values) => short(Math.max(...values));
const least = (values) => short(Math.min(...values));

// How much each picture differs from the one before: mean difference of cover, by the mean cover.
function stepsOf(pictures) {
  const covers = pictures.map((lights) => alphaOf(lights[0])), all = covers[0].reduce((s, v) => s + v, 0);
  return covers.slice(1).map((cover, i) => cover.reduce((s, v, k) => s + Math.abs(v - covers[i][k]), 0) / all);
}

/** Compares a set of views; pictures by view and light, `crown` a key of LIMITS. Gives {measured, faults}. The set `turn` is a camera that moves. */
export function comparePictures(set, crown, mesh, impostor) {
  const covers = mesh.map((lights, i) => compareCover(lights[0], impostor[i][0])), steps = [mesh, impostor].map((pictures) => Math.max(...stepsOf(pictures)));
  const lights = mesh.flatMap((own, i) => own.map((picture, k) => compareLight(picture, impostor[i][k])));
  const all = (key) => covers.map((c) => c[key]), light = (key) => lights.map((l) => l[key]);
  const measured = {
    iou_mean: short(all('iou').reduce((s, v) => s + v, 0) / covers.length), iou: least(all('iou')), area_least: least(all('area')), area_most: worst(all('area')),
    lost: worst(all('lost')), added: worst(all('added')), light_least: least(light('ratio')), light_most: worst(light('ratio')), hue: worst(light('hue')),
    pattern: worst(light('pattern')), ...(set === 'turn' ? { jump: short(steps[1] / steps[0]) } : {}),
  };
  const limits = (set === 'quarter' && FAR[crown]) || LIMITS[crown], faults = [], judge = (good, text) => good || faults.push(`${set}: ${text}`);
  judge(measured.iou >= limits.iou, `silhouettes share ${measured.iou} only`);
  judge(measured.area_least >= limits.area[0] && measured.area_most <= limits.area[1], `covers ${measured.area_least} to ${measured.area_most} of the mesh's area`);
  judge(measured.lost <= limits.lost, `${measured.lost} of the mesh is lost`);
  judge(measured.added <= limits.added, `${measured.added} of the impostor is not the mesh's`);
  judge(measured.light_least >= limits.light[0] && measured.light_most <= limits.light[1], `${measured.light_least} to ${measured.light_most} times as bright`);
  judge(measured.hue <= limits.hue, `another hue, by ${measured.hue}`);
  judge(measured.pattern <= limits.pattern, `light falls elsewhere, by ${measured.pattern}`);
  judge(set !== 'turn' || measured.jump <= limits.jump, `jumps while the camera moves, by ${measured.jump}`);
  return { measured, faults };
}

/** Writes a sheet: of each view a column, of each light a row of the mesh and one of the impostor. */
export function sheetOf(path, mesh, impostor) {
  const { width, height } = mesh[0][0], rows = mesh[0].flatMap((_, k) => [mesh, impostor].map((pictures) => pictures.map((lights) => lights[k])));
  const columns = mesh.length, out = new Uint8Array(4 * width * columns * height * rows.length), behind = [0.52, 0.6, 0.7].map((c) => linear(Math.round(c * 255)));
  rows.forEach((pictures, row) => pictures.forEach(({ data }, column) => {
    for (let y = 0; y < height; ++y)
      for (let x = 0; x < width; ++x) {
        const from = 4 * (y * width + x), to = 4 * ((row * height + y) * width * columns + column * width + x), alpha = data[from + 3] / 255;
        for (let k = 0; k < 3; ++k) out[to + k] = encode(linear(data[from + k]) * alpha + behind[k] * (1 - alpha));
        out[to + 3] = 255;
      }
  }));
  writePng(path, width * columns, height * rows.length, out);
}
