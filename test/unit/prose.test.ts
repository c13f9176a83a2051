/**
 * Comments say nouns: pronouns that stand for what a reader has to guess are rare, and none opens with "The same", which sends its reader to
 * another comment.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';

/** Of 1,000 words of comments, at most so many. */
const MOST = 4;
const GUESSED = new Set('who whoever whose what whatever those somebody nobody others another'.split(' '));
const SOURCES = /\.(ts|mjs|cpp|h|c|inl)$/;
/** Comments, and strings, in which none begins. */
const TOKENS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

const SAME = /^\/[/*]+[\s*]*The same\b/;

function commentsOf(text: string): string[] {
  return (text.match(TOKENS) ?? []).filter((token) => token.startsWith('/*') || token.startsWith('//'));
}

/** The sources below a folder. */
function pathsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => SOURCES.test(path));
}

function wordsOfComments(folder: string): string[] {
  return pathsIn(folder)
    .filter((path) => !/(^|\/)test\//.test(path))
    .flatMap((path) => commentsOf(readFileSync(join(folder, path), 'utf8')))
    .flatMap((comment) => comment.toLowerCase().match(/[a-z']+/g) ?? []);
}

for (const folder of ['lib', 'native'])
  t.test(folder, async (t) => {
    const words = wordsOfComments(folder);
    t.ok(words.length > 10_000, `${words.length} words`);
    const found = words.filter((word) => GUESSED.has(word));
    const rate = (1000 * found.length) / words.length;
    t.ok(rate <= MOST, `${rate.toFixed(2)} of 1,000: ${[...new Set(found)].join(', ')}`);
  });

t.test('no comment opens with "The same"', async (t) => {
  const opened = ['/** The same. */', '/* The same */', '// The same', '/**\n * The same, doubled.\n */'];
  t.same(
    opened.filter((text) => SAME.test(commentsOf(text)[0])),
    opened,
    'the pattern sees each form of comment',
  );
  t.same(
    commentsOf("f('/** The same */'); /** Not the same. */").filter((comment) => SAME.test(comment)),
    [],
  );
  const found = ['lib', 'native', 'bench', 'test'].flatMap((folder) =>
    pathsIn(folder).flatMap((path) =>
      commentsOf(readFileSync(join(folder, path), 'utf8'))
        .filter((comment) => SAME.test(comment))
        .map((comment) => `${join(folder, path)}: ${comment.slice(0, 60)}`),
    ),
  );
  t.same(found, []);
});
