// Renders with Blender, which gets one process for each file. The functions are those of render_three.mjs.

import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SCRIPT = join(dirname(fileURLToPath(import.meta.url)), 'render_blender.py');
const SAMPLES = 24;

export const open = async () => 'blender';
export const close = async () => {};

/** Renders `file` by the built case's view into `picture`, and gives what Blender found in it. */
export async function draw(program, file, built, picture) {
  const words = ['--background', '--factory-startup', '--python-exit-code', '1', '--python', SCRIPT, '--', file, built.viewFile, picture, `${SAMPLES}`];
  const run = spawnSync(program, words, { encoding: 'utf8', maxBuffer: 1 << 28, timeout: 900_000 });
  if (run.error) throw run.error;
  const line = run.stdout.split('\n').find((text) => text.startsWith('report: '));
  if (run.status !== 0 || !line) throw new Error(`Blender ended with ${run.status}:\n${run.stdout.slice(-3000)}${run.stderr.slice(-3000)}`);
  return JSON.parse(line.slice(8));
}
