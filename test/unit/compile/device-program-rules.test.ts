/** Rules of device programs beyond their types: what breaks one is named. */
import t from 'tap';
import { parseProgram } from '../../../lib/compile/gpu/language/parse.js';
import { verifyProgram } from '../../../lib/compile/gpu/language/verify.js';

const problemsOf = (body: string): string[] => verifyProgram(parseProgram(`workgroup 64;\n${body}`, new Map()));
const loop = (body: string): string => `for (i: u32 = 0u; i < P[1]; i += 1u) { ${body} }`;

t.test('breaks', async (t) => {
  t.same(problemsOf(loop('if (i == P[2]) { break; } store(0, i, 1u);')), []);
  t.same(problemsOf(loop('for (k: u32 = 0u; k < 3u; k += 1u) { break; } barrier;')), [], 'of a loop within one with a barrier');
  t.match(problemsOf('if (P[1] == 0u) { break; }'), [/outside a loop/]);
  t.match(problemsOf(loop('if (i == P[2]) { break; } barrier;')), [/a barrier in a loop with a break/]);
  t.match(
    problemsOf(loop(`if (i == P[2]) { break; } for (k: u32 = 0u; k < 3u; k += 1u) { barrier; }`)),
    [/a barrier in a loop with a break/],
    'of an outer loop',
  );
});

t.test('barriers', async (t) => {
  t.same(problemsOf(loop('barrier;')), []);
  t.match(problemsOf('if (local == 0u) { barrier; }'), [/a barrier .*uniform/]);
});

t.test('names', async (t) => {
  t.match(problemsOf('let x = 1u; let x = 2u;'), [/x .*declared once/]);
});
