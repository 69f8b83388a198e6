// run.mjs WEALD FOLDER [--quick] [--only CASE[,CASE]] [--formats obj,glb] [--without CLIENT[,CLIENT]]
//
// Builds weald's presets, lets other programs open them, and compares. What a program finds in a file is compared with
// what is in it; pictures are compared with weald's. Everything lies in FOLDER afterwards; report.json has the figures.
// Exit code 1 where something is wrong, or was not run because a program is missing; --without leaves one out.
//
// --quick: small copies, and only what draws nothing (validator, assimp, gdal, godot).

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildCase, buildVariant, extensionsOf, libraryCase } from './build.mjs';
import { CASES, VARIANTS } from './cases.mjs';
import { findFaults } from './counts.mjs';
import { readGlb } from './glb.mjs';
import { IMPOSTORS, buildImpostor } from './impostor_build.mjs';

const here = dirname(fileURLToPath(import.meta.url)), presets = join(here, '../../presets');
const CLIENTS = ['validator', 'assimp', 'gdal', 'godot', 'three', 'blender'];
const DRAWING = ['three', 'blender'];
const ALL = [...CASES.map((c) => c.name), ...IMPOSTORS.map((c) => `impostor_${c.name}`)];

function readOptions(words) {
  const options = { quick: false, only: ALL, formats: ['obj', 'glb'], without: [] };
  const [program, folder, ...rest] = words;
  const fail = (text) => {
    console.error(`${text}\nusage: run.mjs WEALD FOLDER [--quick] [--only CASE,...] [--formats obj,glb] [--without CLIENT,...]`);
    process.exit(2);
  };
  if (!folder) fail('a program and a folder are needed');
  while (rest.length > 0) {
    const key = rest.shift().replace(/^--/, '');
    if (key === 'quick') options.quick = true;
    else if (key in options && rest.length > 0) options[key] = rest.shift().split(',');
    else fail(`there is no option --${key}, or it lacks its value`);
  }
  for (const name of options.only) if (!ALL.includes(name)) fail(`there is no case '${name}'`);
  for (const name of options.without) if (!CLIENTS.includes(name)) fail(`there is no client '${name}'`);
  return { program: resolve(program), folder: resolve(folder), ...options };
}

// Why a client cannot run here; null where it can.
function missing(client) {
  const runs = (program, word = '--version') => spawnSync(program, [word], { stdio: 'ignore' }).error === undefined;
  const has = (name) => existsSync(join(here, 'node_modules', name));
  if (client === 'validator') return has('gltf-validator') ? null : 'gltf-validator is not installed';
  if (client === 'assimp') return runs('assimp', 'version') ? null : 'there is no program assimp';
  if (client === 'gdal') return runs('gdalinfo') ? null : 'there is no program gdalinfo';
  if (client === 'godot') return runs('godot3-server') ? null : 'there is no program godot3-server';
  if (client === 'blender') return runs('blender') ? null : 'there is no program blender';
  if (!has(client) || !has('puppeteer-core')) return `${client} or puppeteer-core is not installed`;
  return runs(process.env.CHROMIUM ?? 'chromium') ? null : 'there is no program chromium';
}

const results = [];

// Notes what became of a check and says it.
function note(state, what, seconds, faults = [], figures = undefined) {
  results.push({ state, what, seconds, faults, figures });
  const time = seconds === undefined ? '' : ` (${seconds.toFixed(1)} s)`;
  console.log(`${state.padEnd(8)} ${what}${time}`);
  for (const fault of faults) console.log(`           ${fault}`);
}

/** Runs a check: work() gives {faults, figures}. An exception is a fault. */
async function check(what, work) {
  const start = Date.now();
  try {
    const { faults, figures } = await work();
    note(faults.length ? 'WRONG' : 'right', what, (Date.now() - start) / 1000, faults, figures);
  } catch (error) {
    note('WRONG', what, (Date.now() - start) / 1000, [String(error.message ?? error)]);
  }
}

async function checkValidator(files) {
  const { validate } = await import('./validate.mjs');
  for (const file of files.filter((f) => f.path.endsWith('.glb')))
    await check(`validator ${file.name}.glb`, async () => {
      const report = await validate(file.path);
      for (const line of report.lines) console.log(`           ${line}`);
      return { faults: report.good ? [] : ['see above'], figures: report.issues };
    });
}

async function checkAssimp(files) {
  const { assimpInfo } = await import('./assimp.mjs');
  for (const file of files)
    await check(`assimp ${file.label}`, async () => {
      const found = assimpInfo(file.path);
      return { faults: findFaults('assimp', file, found), figures: found };
    });
}

async function checkGdal(options) {
  const { checkGrids } = await import('./gdal.mjs');
  await check('gdal opens elevation grids', () => checkGrids(options.program, options.folder));
}

async function checkGodot(files, folder) {
  if (files.length === 0) return;
  const { importAll } = await import('./godot.mjs');
  let found = [];
  await check('godot imports everything', async () => {
    found = await importAll(join(folder, 'godot'), files.map((f) => f.path));
    return { faults: found.length ? found[0].complaints : ['no reports'], figures: found[0]?.version };
  });
  for (const file of files)
    await check(`godot ${file.label}`, async () => {
      const own = found.find((f) => f.file === file.label);
      return { faults: own ? findFaults('godot', file, own) : ['no report'], figures: own };
    });
}

async function checkPictures(client, files, options) {
  if (files.length === 0) return;
  const { compare } = await import('./compare.mjs');
  const drawer = await import(client === 'three' ? './render_three.mjs' : './blender.mjs');
  const opened = await drawer.open();
  try {
    for (const file of files)
      await check(`${client} ${file.label}`, async () => {
        const picture = join(options.folder, `${file.name}_${client}_${file.format}.png`);
        const found = await drawer.draw(opened, file.path, file.built, picture);
        const { measured, faults } = compare(options.program, file.built, picture, `${client} ${file.format}`);
        return { faults: [...findFaults(client, file, found), ...faults], figures: { found, measured } };
      });
  } finally {
    await drawer.close(opened);
  }
}

// Impostors by the shader of examples/impostor, beside their meshes.
async function checkImpostors(impostors) {
  const { openBrowser } = await import('./browser.mjs'), { compareImpostor, drawImpostor, drawMesh } = await import('./impostor.mjs');
  const browser = await openBrowser();
  try {
    for (const built of impostors)
      await check(`three ${built.name} beside its mesh`, async () => {
        const { measured, faults } = compareImpostor(built, await drawMesh(browser, built), await drawImpostor(browser, built));
        return { faults, figures: measured };
      });
  } finally {
    await browser.close();
  }
}

// Impostors, and as files what any program finds in them.
async function buildImpostors(options, files) {
  const impostors = [];
  for (const item of IMPOSTORS.filter((c) => options.formats.includes('glb') && options.only.includes(`impostor_${c.name}`) && (c.quick || !options.quick)))
    await check(`weald builds impostor_${item.name}`, async () => {
      const built = await buildImpostor(options.program, presets, options.folder, item, options.quick);
      impostors.push(built);
      const clients = ['validator', 'assimp', 'godot'], label = `${built.name}.glb`;
      files.push({ name: built.name, format: 'glb', label, path: built.glb, clients, materials: {}, expected: built.obj, built });
      return { faults: [] };
    });
  return impostors;
}

// Impostors, and everything that is to be opened: {name, format, label, path, clients: that shall open it, expected: readObj(), built}.
async function buildAll(options) {
  const files = [], formats = options.formats.filter((f) => extensionsOf(options.program).includes(f));
  for (const format of options.formats) if (!formats.includes(format)) note('NOT RUN', `this weald writes no .${format}`);
  for (const item of CASES.filter((c) => options.only.includes(c.name))) {
    await check(`weald builds ${item.name}`, async () => {
      const built = buildCase(options.program, presets, options.folder, item,
                              { quick: options.quick, formats: [...new Set(['obj', ...formats])], pictures: !options.quick });
      const add = (name, format, path, clients, materials = {}, bodies = 0) =>
        files.push({ name, format, label: `${name}.${format}`, path, clients, materials, bodies, expected: built.obj, built });
      for (const format of formats.filter((f) => (item.formats ?? formats).includes(f))) add(item.name, format, built.files[format], CLIENTS);
      if (formats.includes('glb'))
        for (const variant of VARIANTS.filter((v) => v.case === item.name))
          add(`${item.name}_${variant.name}`, 'glb', buildVariant(options.program, presets, options.folder, variant, built, item), variant.clients, variant.materials, variant.bodies);
      // What no file is between: Blender builds it with weald's library.
      if (item.library && !options.quick) add(item.name, 'library', libraryCase(options.program, presets, options.folder, item, built), ['blender']);
      return { faults: [] };
    });
  }
  const impostors = await buildImpostors(options, files);
  for (const file of files.filter((f) => f.format === 'glb'))
    await check(`weald's own reading of ${file.label}`, async () => {
      const found = await readGlb(file.path);
      return { faults: findFaults('glb', file, found), figures: found };
    });
  return { files, impostors };
}

const options = readOptions(process.argv.slice(2)), start = Date.now();
mkdirSync(options.folder, { recursive: true });
const { files, impostors } = await buildAll(options);
for (const client of CLIENTS) {
  const own = files.filter((file) => file.clients.includes(client));
  if (options.without.includes(client)) note('left out', `${client}, as --without says`);
  else if (options.quick && DRAWING.includes(client)) note('left out', `${client}, as --quick says`);
  else if (missing(client)) note('NOT RUN', `${client}: ${missing(client)}; ./dev install clients`);
  else if (client === 'validator') await checkValidator(own);
  else if (client === 'assimp') await checkAssimp(own);
  else if (client === 'gdal') await checkGdal(options);
  else if (client === 'godot') await checkGodot(own, options.folder);
  else await checkPictures(client, own, options);
  if (client === 'three' && !options.quick && !options.without.includes(client) && !missing(client)) {
    await checkImpostors(impostors);
    const { checkPage, checkTurnedMeshes, checkWatchedPage } = await import('./viewer.mjs');
    await check('chromium shows a page', () => checkPage(options.program, options.folder));
    await check('chromium reloads a page', () => checkWatchedPage(options.program, options.folder));
    await check('chromium turns the meshes of a report', () => checkTurnedMeshes(options.program, options.folder));
  }
}
writeFileSync(join(options.folder, 'report.json'), JSON.stringify(results, null, 1));
const count = (state) => results.filter((r) => r.state === state).length;
console.log(`\n${count('right')} right, ${count('WRONG')} wrong, ${count('NOT RUN')} not run, ${count('left out')} left out, ` +
            `in ${((Date.now() - start) / 1000).toFixed(0)} s; pictures and report.json lie in ${options.folder}`);
for (const r of results.filter((r) => ['WRONG', 'NOT RUN'].includes(r.state))) console.log(`  ${r.state} ${r.what}: ${r.faults.join('; ')}`);
process.exitCode = count('WRONG') + count('NOT RUN') > 0 || count('right') === 0 ? 1 : 0;
