/** Comments say nouns: pronouns that stand for what a reader has to guess are rare. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';

/** Of 1,000 words of comments, at most so many. */
const MOST = 4;
const GUESSED = new Set('who whoever whose what whatever those somebody nobody others another'.split(' '));
const SOURCES = /\.(ts|cpp|h|c|inl)$/;
/** Comments, and strings, in which none begins. */
const TOKENS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

function wordsOfComments(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => SOURCES.test(path) && !/(^|\/)test\//.test(path))
    .flatMap((path) => readFileSync(join(folder, path), 'utf8').match(TOKENS) ?? [])
    .filter((token) => token.startsWith('/*') || token.startsWith('//'))
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
