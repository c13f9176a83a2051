/** The guide's programs run as they stand, and print what stands behind their `console.log` lines. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import t from 'tap';
import { whyNoArrow } from '../support/arrow.js';
import { whyNoNative } from '../support/native.js';

t.setTimeout(300_000);
const run = promisify(execFile);
/** Why bodies in C do not run here; false where they do. */
const noNative = whyNoNative();
const folder = '.ci/docs/guide';

/** What a program says that it prints: one comment behind each line with `console.log`. */
function expected(program: string): string[] {
  return program.split('\n').flatMap((line) => /console\.log\(.*\);\s*\/\/ (.*)$/.exec(line)?.[1].trim() ?? []);
}

for (const name of readdirSync(folder).filter((each) => each.endsWith('.md'))) {
  const text = readFileSync(`${folder}/${name}`, 'utf8');
  const programs = [...text.matchAll(/```js\n(.*?)```/gs)].map((m) => m[1]);
  t.test(name, async (t) => {
    for (const [i, program] of programs.entries()) {
      if (/kind: 'c'|copy: false/.test(program) && noNative !== false) continue;
      if (program.includes('np.toArrow(') && whyNoArrow() !== false) continue;
      // Beside dist/, so that the package finds itself by name.
      const file = `dist/guide-${process.pid}-${i}.mjs`;
      writeFileSync(file, program);
      try {
        const { stdout, stderr } = await run(process.execPath, [file], { timeout: 120_000 });
        const printed = stdout.replaceAll(/guide-\d+-\d+\.mjs/g, 'guide.mjs');
        t.strictSame(printed.trim().split('\n'), expected(program), `program ${i + 1}`);
        t.equal(stderr, '');
      } finally {
        rmSync(file);
      }
    }
    t.ok(text.startsWith('# '), 'begins with its title');
  });
}
