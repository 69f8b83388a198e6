// Shows a world of weald as a map with terrain, by MapLibre GL JS (the global maplibregl).

const EQUATOR = 40075016.6856;  // metres around the web map's earth
const ENCODINGS = { terrain_rgb: 'mapbox', terrarium: 'terrarium' };

/** Degrees of a place on the web map, whose sides are 0 to 1. */
function lngLatOf([x, y]) {
  return [360 * x - 180, (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI];
}

/**
 * Where a world lies on the web map. Its manifest gives the numbers of all tiles; a world without an address is put at
 * the equator, at the levels whose tiles have about the size of its own.
 */
export function placeOf(manifest) {
  if (!manifest.zooms) throw new Error('the world has no levels: give it world: {levels: 5}, and {z} in the names of files');
  const [coarsest, finest] = manifest.zooms, levels = finest - coarsest + 1, address = manifest.address;
  const side = (manifest.tile - manifest.overlap) * manifest.cell_size;  // metres, of a finest tile
  const zoom = address ? finest : Math.max(levels - 1, Math.round(Math.log2(EQUATOR / side)));
  const across = 2 ** zoom, half = 2 ** (zoom - levels + 1) / 2;  // a tile of the coarsest level there
  const corner = (address ? address.slice(1) : [Math.floor(half), Math.floor(half)]).map((number) => number * 2 ** (levels - 1));
  const [west, north] = lngLatOf(corner.map((number) => number / across));
  const [east, south] = lngLatOf([(corner[0] + manifest.columns) / across, (corner[1] + manifest.rows) / across]);
  const middle = lngLatOf([(corner[0] + manifest.columns / 2) / across, (corner[1] + manifest.rows / 2) / across]);
  return {
    zooms: [zoom - levels + 1, zoom], bounds: [west, south, east, north], middle,
    // Tiles are larger or smaller on the map than they are, and heights with them.
    exaggeration: (EQUATOR * Math.cos((middle[1] * Math.PI) / 180)) / across / side,
    /** The numbers, as in the names of files, of the tile z, x, y of the web map. */
    nameOf(z, x, y) {
      const down = zoom - z, rows = manifest.rows / 2 ** down, tms = manifest.order === 'tms';
      if (address) return { z, x, y: tms ? 2 ** z - 1 - y : y };
      const row = y - corner[1] / 2 ** down;
      return { z: finest - down, x: x - corner[0] / 2 ** down, y: tms ? rows - 1 - row : row };
    },
    /** Degrees of a place of the world, metres east and south of its first sample. */
    lngLatAt: (x, z) => lngLatOf([(corner[0] + x / side) / across, (corner[1] + z / side) / across]),
  };
}

/** Fills {z}, {x} and {y} in the name of a file, and escapes what has a meaning in an address. */
const fileOf = (pattern, name) =>
  pattern.replace(/\{([zxy])\}/g, (_, key) => name[key]).split('/').map(encodeURIComponent).join('/');

/** Shows the world whose manifest has the address `url` in an element. Gives the map and the place of the world. */
export async function showWorld(container, url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const manifest = await answer.json(), place = placeOf(manifest);
  const inZoom = (output) => output.file.includes('{z}') && output.file.endsWith('.png');
  const heights = manifest.outputs.find((output) => inZoom(output) && output.encoding in ENCODINGS);
  const picture = manifest.outputs.find((output) => inZoom(output) && output.makes === 'image');
  if (!heights) throw new Error('the world has no heights for web maps: {from: land, file: "{z}/{x}/{y}.png", encoding: terrain_rgb}');
  maplibregl.addProtocol('world', async ({ url: asked }, abort) => {
    const [kind, z, x, y] = asked.slice('world://'.length).split('/');
    const file = fileOf((kind === 'heights' ? heights : picture).file, place.nameOf(+z, +x, +y));
    const tile = await fetch(new URL(file, answer.url), { signal: abort.signal });
    if (!tile.ok) throw new Error(`${file}: ${tile.status}`);
    return { data: await tile.arrayBuffer() };
  });
  const source = (type, kind, more) => ({
    type, tiles: [`world://${kind}/{z}/{x}/{y}`], tileSize: manifest.tile, minzoom: place.zooms[0], maxzoom: place.zooms[1],
    bounds: place.bounds, ...more,
  });
  const dem = () => source('raster-dem', 'heights', { encoding: ENCODINGS[heights.encoding] });
  const style = {
    version: 8,
    sources: { heights: dem(), shaded: dem() },
    layers: [{ id: 'ground', type: 'background', paint: { 'background-color': '#d8d4c8' } }],
    terrain: { source: 'heights', exaggeration: place.exaggeration },
    sky: {},
  };
  if (picture) {
    style.sources.picture = source('raster', 'picture', {});
    style.layers.push({ id: 'picture', type: 'raster', source: 'picture' });
    delete style.sources.shaded;
  } else {
    style.layers.push({ id: 'shaded', type: 'hillshade', source: 'shaded' });
  }
  const map = new maplibregl.Map({
    container, style, center: place.middle, zoom: place.zooms[0] + 1, pitch: 55, maxPitch: 80, attributionControl: false,
    renderWorldCopies: false,
  });
  map.addControl(new maplibregl.NavigationControl({ visualizePitch: true }));
  return { map, place, manifest };
}
