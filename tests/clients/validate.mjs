// validate.mjs FILE.glb...: Khronos' glTF-Validator over every file. Any error or warning fails; infos and hints are
// printed, at most ten of each code.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import validator from 'gltf-validator';

const SEVERITIES = ['error', 'warning', 'info', 'hint'];

/** The validator's report on a file, with `lines` that say what it found. */
export async function validate(path) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(path)), { uri: path, maxIssues: 0 });
  const seen = new Map(), lines = [];
  for (const { severity, code, pointer, message } of report.issues.messages) {
    const count = (seen.get(code) ?? 0) + 1;
    seen.set(code, count);
    if (count <= 10) lines.push(`${SEVERITIES[severity]} ${code} at ${pointer ?? '/'}: ${message}`);
  }
  for (const [code, count] of seen) if (count > 10) lines.push(`${code}: ${count} in all`);
  return { ...report, lines, good: report.issues.numErrors === 0 && report.issues.numWarnings === 0 };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  let good = process.argv.length > 2;
  if (!good) console.error('usage: validate.mjs FILE.glb...');
  for (const path of process.argv.slice(2)) {
    const report = await validate(path);
    const { numErrors, numWarnings, numInfos, numHints } = report.issues;
    console.log(`${path}: ${numErrors} errors, ${numWarnings} warnings, ${numInfos} infos, ${numHints} hints; ` +
                `${report.info?.totalTriangleCount ?? 0} triangles`);
    for (const line of report.lines) console.log(`  ${line}`);
    good &&= report.good;
  }
  process.exitCode = good ? 0 : 1;
}
