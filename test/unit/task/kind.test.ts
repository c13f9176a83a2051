/** Kinds: what bodies may have points, and what constraints accesses imply. */
import t from 'tap';
import { ArgumentError } from '../../../lib/base/index.js';
import { type Body, defineKind } from '../../../lib/task/index.js';

t.test('a point for each row is for bodies that are called by rows', async (t) => {
  const args = [{ privilege: 'write', access: 'elementwise' }] as const;
  const bodies: Body[] = [
    { kind: 'js', run: () => undefined },
    { kind: 'native', routine: 'gemm_f64' },
  ];
  for (const body of bodies) {
    t.throws(() => defineKind({ name: 'mine', args, body, points: 'rows' }), ArgumentError);
    t.throws(() => defineKind({ name: 'mine', args, body, points: 'rows' }), {
      message: `defineKind: mine asks for a point for each row, which bodies in C and native functions can have; its body is of kind '${body.kind}': leave \`points\` out`,
    });
    t.equal(defineKind({ name: 'mine', args, body }).points, null);
  }
  const c: Body = { kind: 'c', source: 'void f(double *P, int64_t u0, int64_t u1) {}', entry: 'f' };
  t.equal(defineKind({ name: 'mine', args, body: c, points: 'rows' }).points, 'rows');
  t.equal(defineKind({ name: 'mine', args, body: { kind: 'function', address: 1 }, points: 'rows' }).points, 'rows');
});

t.test('accesses imply constraints', async (t) => {
  const kind = defineKind({
    name: 'mine',
    args: [
      { privilege: 'read', access: 'whole' },
      { privilege: 'read', access: 'elementwise' },
      { privilege: 'write', access: 'elementwise' },
    ],
    body: { kind: 'js', run: () => undefined },
  });
  t.same(kind.constraints, [
    { kind: 'broadcast', arg: 0 },
    { kind: 'align', a: 1, b: 2 },
  ]);
});
