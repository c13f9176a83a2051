/** Where compilers are looked for: the first program of PATH that can be run, with a stamp of the file that it is in the end. */
import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import t from 'tap';
import { candidates } from '../../../lib/compile/toolchain/find.js';

t.test('folders without a program, files that cannot be run, and folders of its name are passed over', async (t) => {
  const root = t.testdir({
    empty: {},
    plain: { cc: 'no program' },
    folder: { cc: {} },
    real: { 'cc-12': 'program' },
    linked: {},
  });
  const program = join(root, 'real', 'cc-12');
  chmodSync(join(root, 'plain', 'cc'), 0o644);
  chmodSync(program, 0o755);
  symlinkSync(program, join(root, 'linked', 'cc'));
  symlinkSync(join(root, 'nowhere'), join(root, 'empty', 'cc'));
  mkdirSync(join(root, 'relative'));
  const path = ['relative', ...['absent', 'plain/cc', 'empty', 'folder', 'plain', 'linked'].map((name) => join(root, name))];
  const found = candidates({ PATH: path.join(delimiter) });
  t.equal(found.length, 1, 'neither gcc nor clang is there');
  t.same(found[0]?.command, [join(root, 'linked', 'cc')], 'the name on PATH');
  t.match(found[0]?.stamp, new RegExp(`^${realpathSync(program)} 7 \\d`), 'the file that it is in the end, and its size');
  const [before] = found;
  writeFileSync(program, 'another program');
  t.not(candidates({ PATH: path.join(delimiter) })[0]?.stamp, before?.stamp, 'a program that was replaced has another stamp');
});

t.test('a compiler that is named comes with its arguments; none is none', async (t) => {
  const root = t.testdir({ mine: 'program' });
  const mine = join(root, 'mine');
  chmodSync(mine, 0o755);
  t.same(
    candidates({ MANIPLE_CC: `${mine} -m64`, PATH: root }).map(({ command }) => command),
    [[mine, '-m64']],
  );
  t.same(candidates({ MANIPLE_CC: 'none', PATH: root }), []);
  t.same(candidates({ MANIPLE_CC: join(root, 'theirs'), PATH: root }), []);
});
