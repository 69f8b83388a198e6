// What GDAL finds in the GeoTIFF files that weald writes: the samples, where they lie, and their system.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const WIDTH = 700, HEIGHT = 523, CELL = 5, EAST = 500000, NORTH = 5200000;
const PRESET = `weald: 1
stages:
  land: {kind: fbm, size: [${WIDTH}, ${HEIGHT}], cell_size: ${CELL}, origin: [${EAST}, -${NORTH}], frequency: 0.002, amplitude: 300}
outputs:
  - {from: land, file: land.r32}
  - {from: land, file: land.tif, crs: EPSG:32633}
`;

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

function placeFaults(info) {
  const faults = [], [west, width, , north, , height] = info.geoTransform;
  const found = [west, north, width, height], expected = [EAST - CELL / 2, NORTH + CELL / 2, CELL, -CELL];
  if (found.some((value, i) => Math.abs(value - expected[i]) > 1e-9 * Math.abs(expected[i]))) faults.push(`it lies at ${found}, not at ${expected}`);
  const wkt = info.coordinateSystem?.wkt ?? '';
  if (!wkt.includes('UTM zone 33N')) faults.push(`its system is '${wkt.slice(0, 60)}'`);
  if (info.bands[0].overviews.map((o) => o.size[0]).join() !== '350,175') faults.push('its smaller versions are missing');
  return faults;
}

function sampleFaults(folder) {
  run('gdal_translate', ['-q', '-of', 'EHdr', 'land.tif', 'gdal.bil'], folder);
  const found = floatsIn(join(folder, 'gdal.bil')), expected = floatsIn(join(folder, 'land.r32'));
  if (found.length !== expected.length) return [`it has ${found.length} samples, not ${expected.length}`];
  return found.every((value, i) => value === expected[i]) ? [] : ['its samples differ from those of land.r32'];
}

/** Builds a map as a GeoTIFF, and compares what GDAL finds: {faults, figures}. */
export function checkGrids(program, parent) {
  const folder = join(parent, 'gdal');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'gis.yaml'), PRESET);
  run(program, ['build', 'gis.yaml', '-q', '--cache', 'off'], folder);
  const info = JSON.parse(run('gdalinfo', ['-json', 'land.tif'], folder));
  const faults = [...placeFaults(info), ...sampleFaults(folder)].map((fault) => `land.tif: ${fault}`);
  return { faults, figures: { 'land.tif': info.driverShortName } };
}
