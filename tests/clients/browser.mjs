// Headless Chromium, drawing on the processor alone, and the pages that run in it. Anything said on the browser's console, a
// request to anywhere else, or a file that is missing is an error.

import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';

const here = dirname(fileURLToPath(import.meta.url));
const TYPES = { '.js': 'text/javascript', '.html': 'text/html', '.png': 'image/png' };
const pageOf = (script) => `<!doctype html><link rel="icon" href="data:,"><script type="importmap">
{"imports": {"three": "/page/node_modules/three/build/three.module.js", "three/addons/": "/page/node_modules/three/examples/jsm/"}}
</script><script type="module" src="/page/${script}"></script>`;

// Serves this folder as /page/, the shader of impostors as /example/ and the files' folder as /data/, to this machine only.
function serve(script, dataFolder) {
  const folders = { page: here, example: join(here, '../../examples/impostor'), data: dataFolder };
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    if (path === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(script));
    const [, root, ...rest] = path.split('/'), file = root in folders ? join(folders[root], ...rest) : '';
    if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

/** A browser to hand to runPage(). */
export const openBrowser = (executablePath = process.env.CHROMIUM ?? 'chromium') =>
  puppeteer.launch({
    executablePath: executablePath.includes('/') ? executablePath : `/usr/bin/${executablePath}`,
    headless: true,
    protocolTimeout: 900_000,
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist',
           '--disable-background-networking', '--disable-component-update', '--disable-dev-shm-usage'],
  });

/** Loads `script` of this folder, and gives what its window.renderJob(job) gives; `files` is the folder that is /data/ there. */
export async function runPage(browser, script, files, job) {
  const server = await serve(script, files), origin = `http://127.0.0.1:${server.address().port}`;
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
    const result = await page.evaluate((what) => window.renderJob(what), job);
    if (result.lost) complaints.push('the GL context was lost');
    const heard = complaints.filter((text) => !/GPU stall due to ReadPixels|GL Driver Message/.test(text));
    if (heard.length > 0) throw new Error(`three.js said:\n  ${heard.join('\n  ')}`);
    return result;
  } finally {
    await page.close();
    server.close();
  }
}
