// render_three.mjs FILE VIEW.json PICTURE.png: renders a GLB or an OBJ with three.js in headless Chromium, on the
// processor alone. VIEW.json is as run.mjs writes it. The picture is transparent where nothing stands. What three.js
// found in the file is printed as JSON. Anything said on the browser's console, a request to anywhere else, or a file
// that is missing is an error.

import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, dirname, extname, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';
import { writePng } from './pictures.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const TYPES = { '.js': 'text/javascript', '.html': 'text/html', '.png': 'image/png' };
const PAGE = `<!doctype html><link rel="icon" href="data:,"><script type="importmap">
{"imports": {"three": "/page/node_modules/three/build/three.module.js", "three/addons/": "/page/node_modules/three/examples/jsm/"}}
</script><script type="module" src="/page/three_page.js"></script>`;

// Serves this folder as /page/ and the file's folder as /data/, to this machine only.
function serve(dataFolder) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    if (path === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
    const [, root, ...rest] = path.split('/');
    const file = join(root === 'page' ? here : dataFolder, ...rest);
    if (!['page', 'data'].includes(root) || !existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

/** A browser to hand to render(). */
export const openBrowser = (executablePath = process.env.CHROMIUM ?? 'chromium') =>
  puppeteer.launch({
    executablePath: executablePath.includes('/') ? executablePath : `/usr/bin/${executablePath}`,
    headless: true,
    protocolTimeout: 900_000,
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist',
           '--disable-background-networking', '--disable-component-update', '--disable-dev-shm-usage'],
  });

/** Renders `file` into `picture`. Gives what three.js found, and its revision. */
export async function render(browser, file, view, picture, { passes = 24, shadow = 2048 } = {}) {
  const server = await serve(dirname(resolve(file))), origin = `http://127.0.0.1:${server.address().port}`;
  const page = await browser.newPage(), complaints = [];
  try {
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const inside = request.url().startsWith(origin) || /^(data|blob):/.test(request.url());
      if (!inside) complaints.push(`asks for ${request.url()}`);
      return inside ? request.continue() : request.abort();
    });
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
    page.on('response', (response) => response.status() >= 400 && complaints.push(`${response.status()}: ${response.url()}`));
    await page.goto(`${origin}/`);
    await page.waitForFunction('window.renderJob', { timeout: 60_000 });
    const result = await page.evaluate((job) => window.renderJob(job), { url: `/data/${basename(file)}`, view, passes, shadow });
    if (result.lost) complaints.push('the GL context was lost');
    const heard = complaints.filter((text) => !/GPU stall due to ReadPixels|GL Driver Message/.test(text));
    if (heard.length > 0) throw new Error(`three.js with ${file}:\n  ${heard.join('\n  ')}`);
    writePng(picture, view.width, view.height, Buffer.from(result.pixels, 'base64'));
    return { ...result.report, revision: result.revision };
  } finally {
    await page.close();
    server.close();
  }
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
