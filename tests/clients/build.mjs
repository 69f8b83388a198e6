// Builds the cases with weald: OBJ, GLB, the picture, and the two pictures that give masks.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BACKGROUND, PICTURE } from './cases.mjs';
import { fitCamera } from './camera.mjs';
import { lightOf } from './light.mjs';
import { readObj } from './obj.mjs';

/** Runs weald and gives its stdout. Errors: what it says. */
export function weald(program, words, allowed = [0]) {
  const run = spawnSync(program, words, { encoding: 'utf8', maxBuffer: 1 << 26, env: { ...process.env, WEALD_CACHE: 'off' } });
  if (run.error) throw run.error;
  if (!allowed.includes(run.status)) throw new Error(`weald ${words.join(' ')}\nended with ${run.status}:\n${run.stderr}`);
  return run.stdout;
}

/** Extensions that this weald writes for scenes. */
export const extensionsOf = (program) =>
  JSON.parse(weald(program, ['describe', '--json'])).writers.filter((w) => w.artifact === 'scene').map((w) => w.extension.replace('.', ''));

const list = (colour) => `[${colour.join(', ')}]`;

function pictureText(p, background) {
  const { width, height, ...rest } = p;
  const keys = Object.entries(rest).map(([key, value]) => `${key}: ${value}`).join(', ');
  return `{size: [${width}, ${height}], ${keys}, ground: false, background_top: ${list(background)}, background_bottom: ${list(background)}}`;
}

/** Builds a case into `folder`. Gives {name, files by format, picture, marks: [on black, on white], view, obj}. */
export function buildCase(program, presets, folder, item, { quick = false, formats = ['obj', 'glb'], pictures = true } = {}) {
  mkdirSync(folder, { recursive: true });
  const name = item.name, from = (quick && item.quick.from) || item.from;
  const picture = { ...PICTURE, ...item.picture }, set = [...item.set, ...(quick ? item.quick.set ?? [] : [])];
  const textures = Object.entries(item.textures ?? {}).map(([file, stage]) => `${name}_${file}.png: ${stage}`).join(', ');
  const outputs = formats.map((f) => `{from: ${from}, file: ${name}.${f}${f === 'obj' && textures ? `, textures: {${textures}}` : ''}}`);
  if (pictures) outputs.push(`{from: ${from}, file: ${name}_weald.png, picture: ${pictureText(picture, BACKGROUND)}}`);
  const build = (overrides, text) => weald(program, ['build', join(presets, `${item.preset}.yaml`), '-o', folder,
    ...[...overrides, `outputs=[${text}]`].flatMap((value) => ['--set', value])]);
  build(set, outputs.join(', '));
  const result = { name, files: Object.fromEntries(formats.map((f) => [f, join(folder, `${name}.${f}`)])), from, set };
  result.obj = readObj(result.files.obj);
  if (!pictures) return result;
  build([...set, ...item.marks], [0, 1].map((b) =>
    `{from: ${from}, file: ${name}_marks_${b}.png, picture: ${pictureText(picture, [b, b, b])}}`).join(', '));
  result.picture = join(folder, `${name}_weald.png`);
  result.marks = [0, 1].map((b) => join(folder, `${name}_marks_${b}.png`));
  result.view = {
    width: picture.width, height: picture.height, camera: fitCamera(result.obj.points, picture), light: lightOf(picture), dither: Boolean(item.dither),
  };
  result.viewFile = join(folder, `${name}_view.json`);
  writeFileSync(result.viewFile, JSON.stringify(result.view, null, 1));
  return result;
}

/** Builds another form of a case's GLB. Gives its file. */
export function buildVariant(program, presets, folder, variant, built, item) {
  const file = `${variant.case}_${variant.name}.glb`;
  let preset = join(presets, `${item.preset}.yaml`);
  if (variant.stages) {
    const stages = Object.entries(variant.stages).map(([name, text]) => `  ${name}: ${text.replace('FROM', built.from)}\n`).join('');
    const text = `weald: 1\nextends: ${JSON.stringify(preset)}\nstages:\n${stages}`;
    writeFileSync((preset = join(folder, `${variant.case}_${variant.name}.yaml`)), text);
  }
  weald(program, ['build', preset, '-o', folder, ...[...built.set, ...(variant.set ?? []),
    `outputs=[{from: ${variant.from ?? built.from}, file: ${file}, gltf: ${variant.gltf}}]`].flatMap((v) => ['--set', v])]);
  return join(folder, file);
}

/** Writes which stage render_blender.py shall build with the library. Gives the file. */
export function libraryCase(program, presets, folder, item, built) {
  const file = join(folder, `${item.name}.library.json`), library = join(dirname(program), 'lib/libweald_c.so.1');
  writeFileSync(file, JSON.stringify({ library, preset: join(presets, `${item.preset}.yaml`), stage: built.from, set: built.set }));
  return file;
}

export const readView = (path) => JSON.parse(readFileSync(path, 'utf8'));
