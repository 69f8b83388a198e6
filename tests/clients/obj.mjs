// Counts what an OBJ holds, without any library: triangles, bounds, materials and their textures.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Materials of an MTL: a map from names to {colour, textures by key}. */
export function readMtl(path) {
  const materials = new Map();
  let current;
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [key, ...rest] = line.trim().split(/\s+/);
    if (key === 'newmtl') materials.set(rest.join(' '), (current = { textures: {} }));
    else if (key === 'Kd') current.colour = rest.map(Number);
    else if (/^(map_|norm$)/.test(key)) current.textures[key] = rest[rest.length - 1];
  }
  return materials;
}

/**
 * Reads an OBJ: {triangles, min, max, points (of used vertices), materials: [{name, triangles, texture, cutout, vertex_colours}]}. `points`
 * is a Float64Array of the vertices that faces use. Faces with more than three corners count as a fan.
 */
export function readObj(path) {
  const text = readFileSync(path, 'latin1');
  const positions = [], coloured = [], used = [], groups = new Map();
  let materials = new Map(), group = { triangles: 0 }, start = 0;
  while (start < text.length) {
    let end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    const c = text.charCodeAt(start), d = text.charCodeAt(start + 1);
    if (c === 118 && d === 32) {
      const words = text.slice(start + 2, end).split(' ');
      positions.push(+words[0], +words[1], +words[2]);
      coloured.push(words.length > 3);
    } else if (c === 102 && d === 32) {
      const corners = text.slice(start + 2, end).split(' ');
      for (const corner of corners) used[parseInt(corner, 10) - 1] = true;
      group.triangles += corners.length - 2;
      group.colours ||= coloured[parseInt(corners[0], 10) - 1];
    } else if (c === 117 || c === 109) {
      const [key, name] = text.slice(start, end).trim().split(' ');
      if (key === 'mtllib') materials = readMtl(join(dirname(path), name));
      if (key === 'usemtl') {
        if (!groups.has(name)) groups.set(name, { triangles: 0 });
        group = groups.get(name);
      }
    }
    start = end + 1;
  }
  const points = Float64Array.from(positions.filter((_, i) => used[(i / 3) | 0]));
  const min = [Infinity, Infinity, Infinity], max = [-Infinity, -Infinity, -Infinity];
  points.forEach((p, i) => {
    min[i % 3] = Math.min(min[i % 3], p);
    max[i % 3] = Math.max(max[i % 3], p);
  });
  const list = [...groups].filter(([, g]) => g.triangles > 0).map(([name, g]) => {
    const textures = materials.get(name)?.textures ?? {};
    return {
      name, triangles: g.triangles, texture: Boolean(textures.map_Kd), cutout: Boolean(textures.map_d), vertex_colours: Boolean(g.colours),
    };
  });
  return { triangles: list.reduce((sum, m) => sum + m.triangles, 0), min, max, points, materials: list };
}
