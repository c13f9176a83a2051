/**
 * Python literals as the headers of `.npy` files have them: texts in either quotes, decimal integers (with Python 2's `L`), `True`,
 * `False`, `None`, tuples, lists and dictionaries, with blanks and trailing commas wherever Python has them. Nothing is evaluated;
 * more (floats, escapes, expressions, comments) is refused, since no header has it.
 */

export interface Tuple {
  readonly kind: 'tuple';
  readonly items: readonly Literal[];
}
export type Literal = string | bigint | boolean | null | Tuple | readonly Literal[] | ReadonlyMap<string, Literal>;

/** Nesting of tuples, lists and dictionaries. */
const DEEPEST = 32;
const TOKEN = /[ \t\f\r\n]*(?:('[^'\\\r\n\0]*'|"[^"\\\r\n\0]*")|(0+|[1-9]\d*)(?![\w.])|([A-Za-z_]\w*)|([{}()[\],:-]))/y;
/** The end: newlines last, behind which Python takes blanks for an indentation. */
const BLANKS = /(?:[ \t\f]*\r?\n)+$|[ \t\f]*$/y;

/** The literal that `text` is; with `longs`, integers may end in `L`. Throws `SyntaxError`. */
export function parseLiteral(text: string, longs: boolean): Literal {
  const tokens = tokensOf(longs ? text.replaceAll(/(?<![\w'"])(\d+)[ \t]*L\b/g, '$1') : text);
  const parser = new Parser(tokens);
  const value = parser.value(0);
  parser.end();
  return value;
}

type Token = { readonly kind: 'text' | 'integer' | 'name' | 'mark'; readonly text: string };

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = text.search(/[^ \t]|$/); ; at = TOKEN.lastIndex) {
    BLANKS.lastIndex = at;
    if (BLANKS.test(text)) return tokens;
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found === null) throw new SyntaxError(`no Python literal from ${JSON.stringify(text.slice(at, at + 20))} on`);
    const [, quoted, integer, name, mark] = found;
    if (quoted !== undefined) tokens.push({ kind: 'text', text: quoted.slice(1, -1) });
    else if (integer !== undefined) tokens.push({ kind: 'integer', text: integer });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else tokens.push({ kind: 'mark', text: mark });
  }
}

const NAMED: ReadonlyMap<string, Literal> = new Map<string, Literal>([
  ['True', true],
  ['False', false],
  ['None', null],
]);

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  value(depth: number): Literal {
    if (depth > DEEPEST) throw new SyntaxError('too many brackets in each other');
    const token = this.#next();
    if (token.kind === 'text') return token.text;
    if (token.kind === 'integer') return BigInt(token.text);
    if (token.kind === 'name') return named(token.text);
    if (token.text === '-') return -this.#integer();
    if (token.text === '(') return this.#parenthesized(depth);
    if (token.text === '[') return this.#items(']', () => this.value(depth + 1)).items;
    if (token.text === '{') return this.#dictionary(depth);
    throw new SyntaxError(`expected a value, got '${token.text}'`);
  }

  end(): void {
    if (this.#at < this.#tokens.length) throw new SyntaxError(`expected the end, got '${this.#tokens[this.#at].text}'`);
  }

  #next(): Token {
    if (this.#at === this.#tokens.length) throw new SyntaxError('it ends in its midst');
    return this.#tokens[this.#at++];
  }

  #takes(mark: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'mark' || token.text !== mark) return false;
    this.#at++;
    return true;
  }

  #integer(): bigint {
    const token = this.#next();
    if (token.kind !== 'integer') throw new SyntaxError(`expected an integer behind '-', got '${token.text}'`);
    return BigInt(token.text);
  }

  /** `(1)` is a value in parentheses, `(1,)` and `()` are tuples. */
  #parenthesized(depth: number): Literal {
    const { items, comma } = this.#items(')', () => this.value(depth + 1));
    return items.length === 1 && !comma ? items[0] : { kind: 'tuple', items };
  }

  #dictionary(depth: number): Literal {
    const found = new Map<string, Literal>();
    this.#items('}', () => {
      const key = this.value(depth + 1);
      if (typeof key !== 'string') throw new SyntaxError('expected texts as keys');
      if (found.has(key)) throw new SyntaxError(`the key '${key}' comes twice`);
      if (!this.#takes(':')) throw new SyntaxError(`expected ':' behind '${key}'`);
      found.set(key, this.value(depth + 1));
      return null;
    });
    return found;
  }

  /** Items up to a closing bracket, and whether a comma is behind the last. */
  #items(close: string, item: () => Literal): { items: Literal[]; comma: boolean } {
    const items: Literal[] = [];
    let comma = false;
    while (!this.#takes(close)) {
      if (items.length > 0 && !comma) throw new SyntaxError(`expected ',' or '${close}', got '${this.#next().text}'`);
      items.push(item());
      comma = this.#takes(',');
    }
    return { items, comma };
  }
}

function named(name: string): Literal {
  const value = NAMED.get(name);
  if (value === undefined) throw new SyntaxError(`expected True, False or None, got '${name}'`);
  return value;
}
