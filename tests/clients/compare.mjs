// Compares a client's picture with weald's picture of the same file, by the same camera, under the same light.
//
// The marks are weald's: two pictures of the same thing with leaves in pure green and bark in pure red, on black and on
// white. Their difference is the share of each pixel that is covered, their hue is what covers it.

import { join } from 'node:path';
import { BACKGROUND } from './cases.mjs';
import { encode, linear, over, readPng, shrink, writePng } from './pictures.mjs';
import { weald } from './build.mjs';

/** Limits. What each is for stands beside it; docs/engines.md has them in words. */
export const LIMITS = {
  brightness: [0.6, 1.5],  // mean light of a class by that of weald's: black and white leaves, colours that are taken as linear
  // Largest change of a channel's share of the mean light: lost vertex colours, lost textures. Materials of glTF mirror four
  // hundredths of the sky, which makes dark leaves greyer. KHR_materials_specular lowers that; Blender 3.4 does not read it.
  hue: { 'three obj': 0.05, 'three glb': 0.06, 'blender obj': 0.05, 'blender glb': 0.1, 'blender library': 0.05 },
  area: [0.93, 1.07],      // covered area by that of weald's: cards that are not cut out, faces that are not drawn
  outline: 0.06,           // mean difference of what covers a block of 4 x 4 pixels, by the area: ghosts
  black: 0.06,             // more pixels of a class that are darker than a twentieth of its mean light than weald has, as a share
  white: 0.02,             // the same for pixels near white
  flip: 0.4,               // the FLIP value that 99 of 100 pixels do not exceed, after blocks of 4 x 4 pixels were averaged
};
const LEAST = 150;  // pixels: smaller classes are not judged

/** Per pixel, what weald shows there: {cover (0 to 1), kind: 'leaf' | 'bark' | 'land' | null where it is mixed}. */
function classesOf(marks) {
  const [black, white] = marks.map(readPng), kinds = new Array(black.width * black.height), cover = new Float64Array(kinds.length);
  for (let i = 0; i < kinds.length; ++i) {
    const light = [0, 1, 2].map((k) => linear(black.data[4 * i + k]));
    cover[i] = Math.min(1, Math.max(0, 1 - (linear(white.data[4 * i + 1]) - light[1])));
    const sum = light[0] + light[1] + light[2], share = light.map((v) => v / Math.max(sum, 1e-6));
    kinds[i] = cover[i] < 0.98 || sum < 0.002 ? null : share[1] > 0.85 ? 'leaf' : share[0] > 0.85 ? 'bark'
      : Math.min(...share) > 0.2 ? 'land' : null;
  }
  return { kinds, cover, width: black.width, height: black.height };
}

const brightness = (c) => 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];

// Light of the pixels of one class, by what of them is covered: mean, and the shares that are dark and white. `dark` is a
// brightness.
function lightOf(picture, places, dark) {
  const sum = [0, 0, 0];
  let black = 0, white = 0, all = 1e-9;
  for (const i of places) {
    const light = [0, 1, 2].map((k) => linear(picture.data[4 * i + k])), cover = picture.data[4 * i + 3] / 255;
    for (let k = 0; k < 3; ++k) sum[k] += light[k] * cover;
    black += brightness(light) < dark ? cover : 0;
    white += Math.min(...light) > 0.85 ? cover : 0;
    all += cover;
  }
  return { mean: sum.map((v) => v / all), black: black / all, white: white / all };
}

const within = (value, [low, high]) => value >= low && value <= high;
const sharesOf = (c) => c.map((v) => v / Math.max(1e-9, c[0] + c[1] + c[2]));
const short = (v) => Number(v.toPrecision(3));

// Judges one class of pixels: what is measured goes into `measured`, what is wrong into `faults`.
function compareClass(kind, places, own, client, limit, measured, faults) {
  const dark = brightness(lightOf(own, places, 0).mean) / 20;
  const a = lightOf(own, places, dark), b = lightOf(client, places, dark);
  const ratio = brightness(b.mean) / brightness(a.mean);
  const hue = Math.max(...sharesOf(a.mean).map((v, k) => Math.abs(v - sharesOf(b.mean)[k])));
  measured[kind] = { pixels: places.length, weald: a.mean.map(encode), client: b.mean.map(encode), brightness: short(ratio),
                     hue: short(hue), black: short(b.black - a.black), white: short(b.white - a.white) };
  if (!within(ratio, LIMITS.brightness)) faults.push(`${kind}: ${short(ratio)} times as bright`);
  if (hue > limit) faults.push(`${kind}: another hue, by ${short(hue)}`);
  if (b.black - a.black > LIMITS.black) faults.push(`${kind}: ${short(b.black)} of it is black, ${short(a.black)} in weald's picture`);
  if (b.white - a.white > LIMITS.white) faults.push(`${kind}: ${short(b.white)} of it is white, ${short(a.white)} in weald's picture`);
}

// Area, and the mean difference of cover of blocks by it.
function compareCover(classes, client) {
  const { width, height, cover } = classes;
  let own = 0, other = 0, apart = 0;
  for (let y = 0; y + 4 <= height; y += 4) {
    for (let x = 0; x + 4 <= width; x += 4) {
      let a = 0, b = 0;
      for (let k = 0; k < 16; ++k) {
        const i = (y + (k >> 2)) * width + x + (k & 3);
        a += cover[i];
        b += client.data[4 * i + 3] / 255;
      }
      own += a, other += b, apart += Math.abs(a - b);
    }
  }
  return { area: other / own, outline: apart / own };
}

function flipOf(program, own, client, stem) {
  const files = [own, client].map((picture, i) => {
    const small = shrink(picture, 4), file = `${stem}_${i ? 'client' : 'weald'}_small.png`;
    writePng(file, small.width, small.height, small.data);
    return file;
  });
  const words = ['compare', ...files, '--json', '--diff', `${stem}_flip.png`, '--tolerance', `flip_p99=${LIMITS.flip}`];
  for (const key of ['flip_max', 'changed', 'antialiased']) words.push('--tolerance', `${key}=off`);
  return JSON.parse(weald(program, words, [0, 1]));
}

/**
 * Compares `picture` (PNG with alpha), with the built case; `which` is a key of LIMITS.hue. Gives {measured, faults}: faults are sentences. Pictures of
 * the comparison are written beside `picture`: both side by side, and FLIP's.
 */
export function compare(program, built, picture, which) {
  const classes = classesOf(built.marks), own = readPng(built.picture), cut = readPng(picture), client = over(cut, BACKGROUND);
  const measured = compareCover(classes, cut), faults = [];
  if (!within(measured.area, LIMITS.area)) faults.push(`covers ${short(measured.area)} of weald's area`);
  if (measured.outline > LIMITS.outline) faults.push(`another outline, by ${short(measured.outline)}`);
  for (const kind of ['leaf', 'bark', 'land']) {
    const places = classes.kinds.flatMap((k, i) => (k === kind ? [i] : []));
    if (places.length >= LEAST) compareClass(kind, places, own, cut, LIMITS.hue[which], measured, faults);
  }
  if (!['leaf', 'bark', 'land'].some((kind) => measured[kind])) faults.push('weald shows nothing to compare');
  const stem = picture.replace(/\.png$/, ''), verdict = flipOf(program, own, client, stem);
  const flip = Object.fromEntries(verdict.gates.map((gate) => [gate.name, gate.value]));
  measured.flip = short(flip['flip p99']);
  if (!verdict.passed) faults.push(`FLIP is ${measured.flip}`);
  const pair = new Uint8Array(own.data.length * 2), row = own.width * 4;
  for (let y = 0; y < own.height; ++y) {
    pair.set(own.data.subarray(y * row, (y + 1) * row), 2 * y * row);
    pair.set(client.data.subarray(y * row, (y + 1) * row), 2 * y * row + row);
  }
  writePng(`${stem}_pair.png`, own.width * 2, own.height, pair);
  return { measured, faults };
}
