// PNGs as arrays: {width, height, data (RGBA, 8 bits)}, and what the comparison needs to count in them.

import { readFileSync, writeFileSync } from 'node:fs';
import { PNG } from 'pngjs';

const LINEAR = Float64Array.from({ length: 256 }, (_, i) => {
  const v = i / 255;
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
});

export const readPng = (path) => PNG.sync.read(readFileSync(path));

export function writePng(path, width, height, data) {
  const png = new PNG({ width, height });
  png.data = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  writeFileSync(path, PNG.sync.write(png));
}

/** Linear light of an sRGB code, 0 to 255. */
export const linear = (code) => LINEAR[code];

/** The sRGB code of linear light. */
export const encode = (v) =>
  Math.round(255 * Math.min(1, Math.max(0, v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055)));

/** A picture with transparency in front of an sRGB colour (0 to 1 each). */
export function over(picture, colour) {
  const behind = colour.map((c) => linear(Math.round(c * 255))), data = new Uint8Array(picture.data.length);
  for (let i = 0; i < data.length; i += 4) {
    const alpha = picture.data[i + 3] / 255;
    for (let k = 0; k < 3; ++k) data[i + k] = encode(linear(picture.data[i + k]) * alpha + behind[k] * (1 - alpha));
    data[i + 3] = 255;
  }
  return { width: picture.width, height: picture.height, data };
}

/** Means of blocks of n x n pixels in linear light; rows and columns left over are dropped. */
export function shrink(picture, n) {
  const width = Math.floor(picture.width / n), height = Math.floor(picture.height / n), data = new Uint8Array(4 * width * height);
  for (let y = 0; y < height; ++y) {
    for (let x = 0; x < width; ++x) {
      const sum = [0, 0, 0, 0];
      for (let dy = 0; dy < n; ++dy) {
        for (let dx = 0; dx < n; ++dx) {
          const at = 4 * ((y * n + dy) * picture.width + x * n + dx);
          for (let k = 0; k < 3; ++k) sum[k] += linear(picture.data[at + k]);
          sum[3] += picture.data[at + 3];
        }
      }
      for (let k = 0; k < 3; ++k) data[4 * (y * width + x) + k] = encode(sum[k] / (n * n));
      data[4 * (y * width + x) + 3] = Math.round(sum[3] / (n * n));
    }
  }
  return { width, height, data };
}
