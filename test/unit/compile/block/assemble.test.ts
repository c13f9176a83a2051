import t from 'tap';
import { opcode, PLACE, word } from '../../../../lib/compile/block/opcodes.js';
import { assembleBlock } from '../../../../lib/compile/index.js';
import { float64, int64 } from '../../../../lib/dtype/index.js';
import { elementwise, fullIn, fullOut, inout, input, type Kernel, kernel, output, whole } from '../../../../lib/ir/index.js';

interface Decoded {
  readonly strips: number;
  readonly prologue: number[][];
  readonly instructions: number[][];
  readonly statements: number[][];
}

/** Takes a program of one loop apart. */
function decode(k: Kernel): Decoded {
  const program = assembleBlock(k);
  if (program === null) throw new Error('no block form');
  const code = [...program.code];
  const strips = code[4];
  let at = 6;
  const next = (): number => code[at++];
  const skip = (width: number): void => {
    const count = next();
    at += width * count;
  };
  skip(3);
  skip(1);
  const list = (): number[][] => Array.from({ length: next() }, () => code.slice(at, (at += code[at])));
  const prologue = list();
  if (next() !== 1) throw new Error('not one loop');
  const instructions = list();
  const statements = Array.from({ length: next() }, () => code.slice(at, (at += 6)));
  return { strips, prologue, instructions, statements };
}

const ops = (list: readonly number[][]): number[] => list.map((i) => i[1]);

t.test('a chain reuses strips and ends in its output', async (t) => {
  const k = elementwise(1, [float64, float64], float64, (b, x, y) => {
    let v = b.mul(x, y);
    for (let i = 0; i < 6; i++) v = b.add(b.mul(v, y), x);
    return v;
  });
  const { strips, instructions, statements } = decode(k);
  t.equal(strips, 1);
  t.equal(instructions.length, 13);
  t.equal(instructions[12][3], word(PLACE.OUTPUT, 2));
  t.equal(statements[0][5], 1, 'the store is direct');
});

t.test('values of the whole domain are computed once, before the loops', async (t) => {
  const k = kernel(1, [fullIn(float64), input(float64, 1), output(float64, 1)], [float64], (b) => {
    b.store(2, b.mul(b.load(1), b.exp(b.add(b.load(0), b.scalar(0)))));
  });
  const { prologue, instructions } = decode(k);
  t.same(ops(prologue), [opcode('loadfull'), opcode('scalar'), opcode('add'), opcode('exp')]);
  t.same(ops(instructions), [opcode('mul')]);
});

t.test('nodes that no statement needs have no instruction', async (t) => {
  const k = elementwise(1, [float64], float64, (b, x) => {
    b.exp(x);
    return b.neg(x);
  });
  t.same(ops(decode(k).instructions), [opcode('neg')]);
});

t.test('a store is direct only where nothing reads an argument afterwards', async (t) => {
  const k = kernel(1, [inout(float64, 1), output(float64, 1)], [], (b) => {
    const x = b.load(0);
    b.store(0, b.exp(x));
    b.store(1, b.log(x));
  });
  t.same(
    decode(k).statements.map((s) => s[5]),
    [0, 1],
  );
});

t.test('swapped arguments are copied first', async (t) => {
  const k = kernel(1, [inout(float64, 1), inout(float64, 1)], [], (b) => {
    const x = b.load(0);
    const y = b.load(1);
    b.store(0, y);
    b.store(1, x);
  });
  const { instructions, statements } = decode(k);
  t.same(ops(instructions), [opcode('copy'), opcode('copy')]);
  t.same(
    statements.map((s) => s[4] & 3),
    [PLACE.STRIP, PLACE.STRIP],
  );
});

t.test('folds come before stores, which may overwrite what they read', async (t) => {
  const k = kernel(1, [inout(float64, 1), fullOut(float64)], [], (b) => {
    const x = b.load(0);
    b.store(0, b.neg(x));
    b.fold('sum', 1, x);
  });
  t.same(
    decode(k).statements.map((s) => s[0]),
    [1, 0],
  );
  t.same(
    decode(k).statements.map((s) => s[5]),
    [0, 0],
  );
});

t.test('ranks beyond the machine have no block form', async (t) => {
  t.equal(assembleBlock(elementwise(17, [float64], float64, (b, x) => b.neg(x))), null);
  t.not(assembleBlock(elementwise(16, [float64], float64, (b, x) => b.neg(x))), null);
  const deep = kernel(1, [whole(float64, 17), output(float64, 1)], [], (b) => {
    b.store(1, b.gather(0, ...Array.from({ length: 17 }, () => b.const(0n, int64))));
  });
  t.equal(assembleBlock(deep), null);
});
