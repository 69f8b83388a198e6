// Worlds on a web map: the colours of their heights, read by another program, and the page of examples/map in headless
// Chromium without a network.

import { cpSync, createReadStream, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { weald } from './build.mjs';
import { readPng } from './pictures.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const TYPES = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html', '.png': 'image/png', '.json': 'application/json' };
const TILE = 256, LEVELS = 3, ADDRESS = [10, 512, 512], SIDE = TILE * 2 ** (LEVELS - 1);
const CELL = 40075016.6856 / TILE / 2 ** (ADDRESS[0] + LEVELS - 1);  // so that its tiles are as large as those of the map

// Land with slopes of up to 45 degrees at places where no two samples are alike.
const presetOf = (encoding, address) => `weald: 1
seed: 4
grid: {size: [${SIDE}, ${SIDE}], cell_size: ${CELL}}
world: {tile: ${TILE}, overlap: 0, levels: ${LEVELS}${address}}
stages:
  land:    {kind: fbm, frequency: 0.0001, amplitude: 2500, octaves: 7}
  colours: {kind: normal_map, from: land}
outputs:
  - {from: land, file: "heights/{z}/{x}/{y}.png", encoding: ${encoding}}
  - {from: land, file: "exact/{z}/{x}/{y}.r32"}
  - {from: colours, file: "colours/{z}/{x}/{y}.png"}
`;

/** What a colour means, as the documentation of each encoding says. */
const READ = {
  terrain_rgb: ([r, g, b]) => -10000 + (r * 256 * 256 + g * 256 + b) * 0.1,
  terrarium: ([r, g, b]) => r * 256 + g + b / 256 - 32768,
};

function buildWorld(program, folder, encoding, { address = `, address: [${ADDRESS}]`, tiles = [] } = {}) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const preset = join(folder, 'world.yaml');
  writeFileSync(preset, presetOf(encoding, address));
  weald(program, ['build', preset, '-o', folder, ...tiles.flatMap((tile) => ['--tile', tile])]);
}

/** The heights of a raw tile. */
function exactHeights(folder, name) {
  const bytes = readFileSync(join(folder, 'exact', `${name}.r32`));
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** Compares the colours of a tile of each level with its heights. */
export async function checkColours(program, folder, encoding) {
  const own = join(folder, `colours_${encoding}`), names = ['10/512/512', '11/1025/1024', '12/2051/2048'], figures = {}, faults = [];
  buildWorld(program, own, encoding, { tiles: names.map((name) => name.replaceAll('/', ',')) });
  for (const name of names) {
    const picture = readPng(join(own, 'heights', `${name}.png`)), heights = exactHeights(own, name);
    if (picture.width !== TILE || picture.height !== TILE) faults.push(`${name} has ${picture.width} x ${picture.height} pixels`);
    let farthest = 0;
    heights.forEach((height, i) => {
      farthest = Math.max(farthest, Math.abs(READ[encoding](picture.data.subarray(4 * i, 4 * i + 3)) - height));
    });
    figures[name] = farthest;
    const most = encoding === 'terrain_rgb' ? 0.05 : 1 / 512;
    if (!(farthest <= most * 1.001)) faults.push(`${name}: colours are ${farthest} m from the heights`);
  }
  return { faults, figures };
}

function serve(folder) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname)), file = join(folder, path === '/' ? 'index.html' : path);
    if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

// In the page: waits until the map is drawn. Then window.closeUp() asks it for heights, close enough for the finest level.
async function watchMap({ points, at, zoom }) {
  const { map, place } = await window.shown;
  const errors = [];
  map.on('error', (event) => errors.push(String(event.error?.message ?? event.error)));
  const idle = () => new Promise((done) => map.once('idle', done).triggerRepaint());
  await idle();
  window.closeUp = async () => {
    map.jumpTo({ center: place.lngLatAt(...at), zoom, pitch: 0 });
    await idle();
    return { errors, heights: points.map(([x, z]) => map.queryTerrainElevation(place.lngLatAt(x, z)) / place.exaggeration) };
  };
  return { exaggeration: place.exaggeration, zooms: place.zooms };
}

// Colours in a picture, and the share of the commonest one.
function coloursOf(path) {
  const { data } = readPng(path), counts = new Map();
  for (let i = 0; i < data.length; i += 4) {
    const colour = (data[i] << 16) | (data[i + 1] << 8) | data[i + 2];
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return { colours: counts.size, commonest: Math.max(...counts.values()) / (data.length / 4) };
}

/** Shows a world in the page of examples/map: it is drawn, and the map's heights are weald's. */
export async function checkMap(program, folder, encoding, address) {
  const { openBrowser } = await import('./browser.mjs');
  const own = join(folder, `map_${encoding}`), faults = [], figures = {};
  buildWorld(program, own, encoding, { address: address ? `, address: [${ADDRESS}]` : '' });
  cpSync(join(here, '../../examples/map'), own, { recursive: true });
  for (const file of ['maplibre-gl.js', 'maplibre-gl.css']) cpSync(join(here, 'node_modules/maplibre-gl/dist', file), join(own, file));
  const server = await serve(own), origin = `http://127.0.0.1:${server.address().port}`, browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.setViewport({ width: 640, height: 480 });
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const inside = request.url().startsWith(origin) || /^(data|blob):/.test(request.url());
      if (!inside) faults.push(`asks for ${request.url()}`);
      return inside ? request.continue() : request.abort();
    });
    page.on('console', (m) => /GPU stall|GL Driver Message/.test(m.text()) || faults.push(`says ${m.text()}`));
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('response', (response) => response.status() >= 400 && faults.push(`${response.status()}: ${response.url()}`));
    await page.goto(`${origin}/?world=world.world.json`);
    // Samples of the finest tile 2, 1: corners, the middle, and between samples.
    const places = [[0, 0], [128, 128], [17, 200], [250, 3], [99.5, 99], [255, 255]];
    const points = places.map(([x, z]) => [(2 * TILE + x) * CELL, (TILE + z) * CELL]);
    const at = [(2.5 * TILE) * CELL, (1.5 * TILE) * CELL];
    const shown = await page.evaluate(watchMap, { points, at, zoom: ADDRESS[0] + LEVELS + 0.5 });
    await page.screenshot({ path: join(folder, `map_${encoding}.png`) });
    Object.assign(figures, shown, coloursOf(join(folder, `map_${encoding}.png`)));
    const { heights, errors } = await page.evaluate('window.closeUp()');
    await page.screenshot({ path: join(folder, `map_${encoding}_close.png`) });
    faults.push(...errors);
    if (!(figures.colours > 1000 && figures.commonest < 0.6)) faults.push(`the map has ${figures.colours} colours, ${figures.commonest} of it one`);
    if (address && Math.abs(shown.exaggeration - 1) > 1e-3) faults.push(`heights are scaled by ${shown.exaggeration}`);
    const exact = exactHeights(own, address ? '12/2050/2049' : '2/2/1');
    const wanted = places.map(([x, z]) => {
      const left = Math.floor(x), share = x - left, row = exact.subarray(TILE * z + left);
      return row[0] * (1 - share) + (share > 0 ? row[1] * share : 0);
    });
    figures.heights = heights;
    figures.wanted = wanted;
    figures.farthest = Math.max(...heights.map((height, i) => Math.abs(height - wanted[i])));
    if (!(figures.farthest <= 0.1)) faults.push(`the map's heights are ${figures.farthest} m from weald's`);
  } finally {
    await browser.close();
    server.close();
  }
  return { faults, figures };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [program, folder] = process.argv.slice(2);
  for (const [encoding, address] of [['terrain_rgb', true], ['terrarium', false]]) {
    console.log(await checkColours(program, folder, encoding));
    console.log(await checkMap(program, folder, encoding, address));
  }
}
