// render_three.mjs FILE VIEW.json PICTURE.png: renders a GLB or an OBJ with three.js in headless Chromium. VIEW.json is as
// run.mjs writes it. The picture is transparent where nothing stands. What three.js found in the file is printed as JSON.

import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBrowser, runPage } from './browser.mjs';
import { writePng } from './pictures.mjs';

/** Renders `file` into `picture`. Gives what three.js found, and its revision. */
export async function render(browser, file, view, picture, { passes = 24, shadow = 2048 } = {}) {
  const result = await runPage(browser, 'three_page.js', dirname(resolve(file)), { url: `/data/${basename(file)}`, view, passes, shadow });
  writePng(picture, view.width, view.height, Buffer.from(result.pixels, 'base64'));
  return { ...result.report, revision: result.revision };
}

export const open = () => openBrowser();
export const close = (browser) => browser.close();
/** render() of a built case. */
export const draw = (browser, file, built, picture) => render(browser, file, built.view, picture, { passes: 16, shadow: 1024 });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file, view, picture] = process.argv.slice(2);
  const browser = await openBrowser();
  try {
    console.log(JSON.stringify(await render(browser, file, JSON.parse(readFileSync(view)), picture)));
  } finally {
    await browser.close();
  }
}
