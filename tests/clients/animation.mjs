// Animated PNG files, decoded by Chromium frame by frame, and compared with the same frames in files of their own.

import { spawnSync } from 'node:child_process';
import { createReadStream, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { openBrowser } from './browser.mjs';

const FRAMES = 5;
const PRESET = `weald: 1
stages:
  post: {kind: shapes, shape: box, size: [1, 3, 1], colour: [0.7, 0.4, 0.2]}
  way: {kind: bezier, points: [[-9, 2, 0], [0, 2, 9], [9, 4, 0]]}
views: {flight: {look: noon, sky: {}, size: [160, 120], camera: {along: way, target: [0, 1, 0]}, frames: {count: ${FRAMES}, per_second: 8}}}
outputs:
  - {from: post, file: flight.png, picture: {view: flight}}
  - {from: post, file: 'flight_{frame}.png', picture: {view: flight}}
`;

// Runs in the browser: the frames of a file as pixels, and the time that each is shown in milliseconds.
async function decoded(url) {
  const decoder = new ImageDecoder({ data: (await fetch(url)).body, type: 'image/png' });
  await decoder.completed;
  const frames = [];
  for (let i = 0; i < decoder.tracks.selectedTrack.frameCount; ++i) {
    const { image } = await decoder.decode({ frameIndex: i });
    const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight), context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    frames.push({ time: image.duration / 1000, pixels: [...context.getImageData(0, 0, canvas.width, canvas.height).data] });
  }
  return frames;
}

/** An animation of a camera on a curve: its frames, their pixels and their times. */
export async function checkAnimation(program, folder) {
  const preset = join(folder, 'flight.yaml');
  writeFileSync(preset, PRESET);
  const built = spawnSync(program, ['build', preset, '-o', folder, '-q'], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`weald build failed: ${built.stderr}`);
  const server = createServer((request, response) => {
    if (request.url === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><link rel="icon" href="data:,">');
    response.writeHead(200, { 'content-type': 'image/png' });
    createReadStream(join(folder, basename(request.url))).pipe(response);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const browser = await openBrowser(), faults = [];
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const frames = await page.evaluate(decoded, '/flight.png');
    if (frames.length !== FRAMES) faults.push(`has ${frames.length} frames, not ${FRAMES}`);
    const different = new Set();
    for (const [i, frame] of frames.entries()) {
      const [single] = await page.evaluate(decoded, `/flight_${i}.png`);
      if (String(frame.pixels) !== String(single.pixels)) faults.push(`frame ${i} is not the picture flight_${i}.png`);
      if (frame.time !== 125) faults.push(`frame ${i} is shown for ${frame.time} ms, not 125`);
      different.add(String(frame.pixels));
    }
    if (different.size !== FRAMES) faults.push('frames are equal');
    return { faults, figures: { frames: frames.length } };
  } finally {
    await browser.close();
    server.close();
  }
}
