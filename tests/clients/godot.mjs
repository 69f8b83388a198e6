// godot.mjs FOLDER FILE...: imports OBJs and GLBs with Godot 3 (godot3-server, no display) in a project made in FOLDER, and
// prints what it found, one line of JSON for each file.

import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readMtl } from './obj.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const LONGEST = 600;  // seconds that an import may take

// A file, and of an OBJ its MTL and its textures.
function companionsOf(file) {
  const mtl = file.replace(/obj$/, 'mtl');
  if (!file.endsWith('.obj') || !existsSync(mtl)) return [file];
  const textures = [...readMtl(mtl).values()].flatMap((m) => Object.values(m.textures));
  return [file, mtl, ...new Set(textures)].map((name) => join(dirname(file), basename(name)));
}

// Godot's editor imports when it starts. Headless it does not end by itself: it is ended when the last file is there.
async function runEditor(program, project, wanted, env) {
  const editor = spawn(program, ['--path', project, '--editor'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '', ended = false;
  editor.stderr.on('data', (text) => (errors += text));
  const end = new Promise((done, fail) => {
    editor.on('error', fail);
    editor.on('exit', () => done((ended = true)));
  });
  const made = () => (existsSync(join(project, '.import')) ? readdirSync(join(project, '.import')) : []);
  const isDone = () => made().filter((name) => name.endsWith('.md5')).length >= wanted;
  for (let waited = 0; !isDone() && !ended && waited < LONGEST; waited += 0.25) await Promise.race([sleep(250), end]);
  if (!isDone()) errors += `\nthe editor imported only ${made().join(', ')}`;
  editor.kill('SIGKILL');
  await end;
  return errors;
}

/** What Godot found in the files, in the form of readObj(), with its version and what it complained of. */
export async function importAll(folder, files, program = 'godot3-server') {
  const project = join(folder, 'project'), home = join(folder, 'home');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  cpSync(join(here, 'godot'), project, { recursive: true });
  // A folder for each: Godot 3 keeps the materials of a GLB beside it, by their names alone.
  const copies = files.flatMap((file) => companionsOf(file).map((part) => [part, join(project, 'files', basename(file), basename(part))]));
  for (const [from, to] of copies) cpSync(from, to);
  const env = { ...process.env, HOME: home, LC_ALL: 'en_US.UTF-8', LANG: 'en_US.UTF-8' };
  for (const name of ['XDG_DATA_HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME']) delete env[name];
  const errors = await runEditor(program, project, copies.filter(([, to]) => /\.(obj|glb|png)$/.test(to)).length, env);
  const run = spawnSync(program, ['--path', project, '--script', 'report.gd'], { env, encoding: 'utf8', timeout: LONGEST * 1000, maxBuffer: 1 << 28 });
  const lines = run.stdout.split('\n');
  if (!lines.includes('report: end')) throw new Error(`Godot gave no report:\n${run.stdout}\n${errors}\n${run.stderr}`);
  const version = lines[0].replace(/^Godot Engine v(\S+).*/, '$1');
  const complaints = errors.split('\n').filter((line) => /files\//.test(line));
  return lines.filter((line) => line.startsWith('report: {')).map((line) => {
    const found = JSON.parse(line.slice(8));
    const materials = Object.entries(found.materials).map(([name, entry]) => ({ name, ...entry }));
    return { ...found, materials, version, complaints };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, ...files] = process.argv.slice(2);
  for (const found of await importAll(folder, files)) console.log(JSON.stringify(found));
}
