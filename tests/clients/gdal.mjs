// What GDAL finds in the files that weald writes for GIS programs: the samples, where they lie, and their system.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const WIDTH = 700, HEIGHT = 523, CELL = 5, EAST = 500000, NORTH = 5200000, SIDE = 1201;
const PLACE = `cell_size: ${CELL}, origin: [${EAST}, -${NORTH}]`;
const PRESET = `weald: 1
stages:
  land: {kind: fbm, size: [${WIDTH}, ${HEIGHT}], ${PLACE}, frequency: 0.002, amplitude: 300}
  tile: {kind: fbm, size: [${SIDE}, ${SIDE}], ${PLACE}, frequency: 0.002, amplitude: 300}
outputs:
  - {from: land, file: land.r32}
  - {from: tile, file: tile.r32}
  - {from: land, file: land.tif, crs: EPSG:32633}
  - {from: land, file: flt/land.flt, crs: EPSG:32633, world_file: true}
  - {from: land, file: bil/land.bil, crs: EPSG:32633, world_file: true}
  - {from: land, file: asc/land.asc, crs: EPSG:32633}
  - {from: land, file: land.png, crs: EPSG:32633, world_file: true}
  - {from: tile, file: N46E015.hgt}
`;

// The files: how far their samples may be from the heights, and whether they name their system.
const FILES = [
  { file: 'land.tif', within: 0, crs: true }, { file: 'flt/land.flt', within: 0, crs: true },
  { file: 'bil/land.bil', within: 0, crs: true }, { file: 'asc/land.asc', within: 0, crs: true },
  { file: 'land.png', within: 0.01, crs: true }, { file: 'N46E015.hgt', within: 0.5, samples: 'tile.r32' },
];

function run(program, words, folder) {
  const result = spawnSync(program, words, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28, timeout: 300_000 });
  if (result.error) throw result.error;
  if (result.status !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${result.status}:\n${result.stdout}${result.stderr}`);
  return result.stdout;
}

const floatsIn = (path) => {
  const bytes = readFileSync(path);
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
};

function placeFaults(info, item) {
  const faults = [], [west, width, , north, , height] = info.geoTransform;
  const found = [west, north, width, height];
  const expected = item.samples ? [15 - 0.5 / 1200, 47 + 0.5 / 1200, 1 / 1200, -1 / 1200] : [EAST - CELL / 2, NORTH + CELL / 2, CELL, -CELL];
  if (found.some((value, i) => Math.abs(value - expected[i]) > 1e-9 * Math.abs(expected[i]))) faults.push(`it lies at ${found}, not at ${expected}`);
  const wkt = info.coordinateSystem?.wkt ?? '';
  if (item.crs && !wkt.includes('UTM zone 33N')) faults.push(`its system is '${wkt.slice(0, 60)}'`);
  return faults;
}

function sampleFaults(folder, item) {
  const out = `gdal_${item.file.replace(/\W/g, '_')}.bil`;
  run('gdal_translate', ['-q', '-unscale', '-ot', 'Float32', '-of', 'EHdr', item.file, out], folder);
  const found = floatsIn(join(folder, out)), expected = floatsIn(join(folder, item.samples ?? 'land.r32'));
  if (found.length !== expected.length) return [`it has ${found.length} samples, not ${expected.length}`];
  let worst = 0;
  for (let i = 0; i < found.length; ++i) worst = Math.max(worst, Math.abs(found[i] - expected[i]));
  return worst <= item.within ? [] : [`samples differ by up to ${worst} m`];
}

/** Builds one map as every file of GIS programs, and compares what GDAL finds: {faults, figures}. */
export function checkGrids(program, parent) {
  const folder = join(parent, 'gdal'), faults = [], figures = {};
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'gis.yaml'), PRESET);
  run(program, ['build', 'gis.yaml', '-q', '--cache', 'off'], folder);
  for (const item of FILES) {
    const info = JSON.parse(run('gdalinfo', ['-json', item.file], folder));
    const own = [...placeFaults(info, item), ...sampleFaults(folder, item)];
    if (item.file.endsWith('.tif') && info.bands[0].overviews.map((o) => o.size[0]).join() !== '350,175') own.push('its smaller versions are missing');
    figures[item.file] = info.driverShortName;
    faults.push(...own.map((fault) => `${item.file}: ${fault}`));
  }
  return { faults, figures };
}
