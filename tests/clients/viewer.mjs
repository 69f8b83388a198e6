// Pages that show a model, in headless Chromium: opened as files, so that they can load nothing else.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBrowser } from './browser.mjs';
import { readPng } from './pictures.mjs';

const SIZE = { width: 640, height: 480 };

function run(program, words, options = {}) {
  const done = spawnSync(program, words, { encoding: 'utf8', ...options });
  if (done.status !== (options.status ?? 0)) throw new Error(`weald ${words[0]} failed: ${done.stderr}`);
}

// Where the leaves are in a picture: their number of pixels, and the middle of these.
function leavesIn(path) {
  const picture = readPng(path), sum = { count: 0, x: 0, y: 0 };
  for (let y = 0; y < picture.height; ++y) {
    for (let x = 0; x < picture.width; ++x) {
      const [r, g, b] = picture.data.subarray(4 * (y * picture.width + x));
      if (g <= r || g <= b + 16) continue;
      sum.count += 1;
      sum.x += x / picture.width;
      sum.y += y / picture.height;
    }
  }
  return { count: sum.count, x: sum.x / sum.count, y: sum.y / sum.count };
}

// Opens a page and collects what is wrong with it; `work` gets the page when the model is there.
async function onPage(browser, file, work) {
  const page = await browser.newPage(), faults = [];
  try {
    await page.setViewport(SIZE);
    page.on('request', (r) => /^(file|data|blob):/.test(r.url()) || faults.push(`asks for ${r.url()}`));
    page.on('console', (m) => /GPU stall|GL Driver Message/.test(m.text()) || faults.push(`says ${m.text()}`));
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(`${pathToFileURL(file)}#bare`);
    await page.waitForFunction('document.body.dataset.state', { timeout: 120_000 });
    const state = await page.evaluate('document.body.dataset.state');
    if (state === 'ready') await work(page, faults);
    else faults.push(`is ${state}: ${await page.evaluate("document.getElementById('message').textContent")}`);
  } finally {
    await page.close();
  }
  return faults;
}

/** A page of an oak with four levels of detail: counts, keys, parameters, and a picture beside weald's. */
export async function checkPage(program, folder) {
  const file = join(folder, 'oak_page.html'), own = join(folder, 'oak_page_weald.png'), shot = join(folder, 'oak_page.png');
  run(program, ['view', 'oak', '--set', 'height=9', '-o', file]);
  run(program, ['preview', 'oak', '--set', 'height=9', '--from', 'tree', '--size', `${SIZE.width}x${SIZE.height}`, '-o', own]);
  const figures = { levels: [] }, browser = await openBrowser();
  try {
    const faults = await onPage(browser, file, async (page, wrong) => {
      await page.screenshot({ path: shot });
      for (let i = 0; i < 5; ++i) {
        figures.levels.push(await page.evaluate('window.weald.triangles'));
        await page.keyboard.press('l');
      }
      const falls = figures.levels.slice(1, 4).every((count, i) => count < figures.levels[i]);
      if (!falls || figures.levels[4] !== figures.levels[0]) wrong.push(`levels of ${figures.levels.join(', ')} triangles`);
      const panel = await page.evaluate("document.getElementById('panel').textContent");
      if (!panel.includes('height9 m')) wrong.push('the panel does not list height: 9 m');
      await page.keyboard.press('w');
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    });
    const theirs = leavesIn(shot), ours = leavesIn(own);
    figures.area = theirs.count / ours.count;
    figures.shift = Math.hypot(theirs.x - ours.x, theirs.y - ours.y);
    if (!(figures.area > 0.7 && figures.area < 1.4)) faults.push(`leaves cover ${figures.area.toFixed(2)} times weald's area`);
    if (!(figures.shift < 0.08)) faults.push(`leaves are ${figures.shift.toFixed(2)} of the picture from where weald draws them`);
    return { faults, figures };
  } finally {
    await browser.close();
  }
}

const until = async (what, test) => {
  for (let i = 0; i < 1200; ++i) {
    if (test()) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`waited in vain for ${what}`);
};

const column = (sides, height) => `weald: 1
stages:
  column: {kind: shapes, shape: cylinder, segments: ${sides}, height: ${height}}
outputs: [{from: column, file: column.obj}]
`;

/** A page that `weald view --watch` writes again: it reloads itself, more than once, and keeps its view. */
export async function checkWatchedPage(program, folder) {
  const preset = join(folder, 'watched.yaml'), file = join(folder, 'watched page.html');
  writeFileSync(preset, column(8, 2));
  const watcher = spawn(program, ['view', preset, '--watch', '-o', file], { stdio: 'ignore' });
  const browser = await openBrowser(), figures = { triangles: [] };
  try {
    await until('the first page', () => existsSync(file) && existsSync(`${file}.js`));
    const faults = await onPage(browser, file, async (page, wrong) => {
      const shown = async (before) => {
        await page.waitForFunction((old) => document.body && document.body.dataset.state === 'ready' && window.weald.triangles !== old,
                                   { timeout: 120_000 }, before);
        figures.triangles.push(await page.evaluate('window.weald.triangles'));
        return figures.triangles.at(-1);
      };
      const first = await shown(0);
      await page.mouse.move(300, 240);
      await page.mouse.down();
      await page.mouse.move(400, 200);
      await page.mouse.up();
      const view = async () => (await page.evaluate('window.weald.view()')).flat().map((x) => x.toFixed(6)).join(' ');
      const views = [await view()];
      writeFileSync(preset, column(16, 2));
      const second = await shown(first);
      views.push(await view());
      if (views[0] !== views[1]) wrong.push(`the view moved from ${views[0]} to ${views[1]}`);
      writeFileSync(preset, 'weald: 1\n');  // an error in between leaves the page as it is
      await new Promise((done) => setTimeout(done, 1500));
      writeFileSync(preset, column(32, 2));
      const third = await shown(second);
      if (!(first < second && second < third)) wrong.push(`showed ${figures.triangles.join(', ')} triangles`);
      const stamp = readFileSync(`${file}.js`, 'utf8').match(/"(.*)"/)[1];
      if (!(await page.content()).includes(stamp)) wrong.push('is not the page that was written last');
    });
    return { faults, figures };
  } finally {
    watcher.kill('SIGINT');
    if (watcher.exitCode === null) await once(watcher, 'exit');
    await browser.close();
  }
}

/** The report of a golden whose mesh has changed: both meshes are shown, and turning one turns the other. */
export async function checkTurnedMeshes(program, folder) {
  const own = join(folder, 'turned'), figures = {};
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'column.yaml'), column(24, 2));
  run(program, ['golden', 'init', 'column.yaml'], { cwd: own });
  run(program, ['golden', 'update', '--force'], { cwd: own });
  writeFileSync(join(own, 'column.yaml'), column(5, 3));
  run(program, ['golden', 'check', '--report', 'report'], { cwd: own, status: 1 });
  const browser = await openBrowser(), page = await browser.newPage(), faults = [];
  try {
    await page.setViewport({ width: 1000, height: 800 });
    page.on('request', (r) => /^(file|data|blob):/.test(r.url()) || faults.push(`asks for ${r.url()}`));
    page.on('console', (m) => /GPU stall|GL Driver Message/.test(m.text()) || faults.push(`says ${m.text()}`));
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(pathToFileURL(join(own, 'report/index.html')).href);
    await page.click('button[data-mode=turn]');
    await page.waitForSelector('.turned[data-state]', { timeout: 120_000 });
    const state = await page.$eval('.turned', (place) => place.dataset.state);
    if (state !== 'ready') throw new Error(`the meshes are ${state}: ${await page.$eval('.turned', (e) => e.textContent)}`);
    const views = () => page.evaluate('pair.models.stages.map((s) => [...s.camera.position.toArray(), ...s.camera.quaternion.toArray()])');
    const apart = ([a, b]) => Math.max(...a.map((x, i) => Math.abs(x - b[i])));
    const before = await views(), canvas = await page.$('.turned canvas');
    await canvas.scrollIntoView();
    const { x, y, width, height } = await canvas.boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 80, y + height / 2 - 30, { steps: 4 });
    await page.mouse.up();
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const after = await views();
    await page.screenshot({ path: join(folder, 'turned.png') });
    figures.moved = apart([before[0], after[0]]);
    figures.apart = apart(after);
    if (after.length !== 2 || !(figures.moved > 0.1)) faults.push('dragging does not turn the mesh');
    if (!(figures.apart < 1e-9)) faults.push(`the views are ${figures.apart} apart`);
    figures.triangles = await page.evaluate(
        'pair.models.stages.map((s) => s.visible_meshes().reduce((n, m) => n + m.geometry.index.count / 3, 0))');
    if (!(figures.triangles[0] > 3 * figures.triangles[1])) faults.push(`shows ${figures.triangles} triangles`);
    await page.click('button[data-mode=side]');
    if (await page.$('.turned canvas')) faults.push('keeps the meshes when pictures are shown');
  } finally {
    await browser.close();
  }
  return { faults, figures };
}
