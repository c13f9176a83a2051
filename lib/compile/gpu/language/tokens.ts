/** The words of device programs' notation. */
import { invariant } from '../../../base/index.js';

export interface Token {
  readonly kind: 'name' | 'number' | 'sign' | 'end';
  readonly text: string;
}

const pattern =
  /\s+|\/\/[^\n]*|([A-Za-z_]\w*)|(0x[0-9a-fA-F]+(?:u64|i64|u|i)?|\d+(?:\.\d+)?(?:e[-+]?\d+)?(?:u64|i64|u|i|f)?)|(<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^<>=!~?:;,(){}[\]])/gy;

/** Cuts a text into tokens. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  pattern.lastIndex = 0;
  while (pattern.lastIndex < text.length) {
    const start = pattern.lastIndex;
    const found = pattern.exec(text);
    invariant(found !== null, `device program: no token at ${JSON.stringify(text.slice(start, start + 30))}`);
    const [, name, number, sign] = found;
    if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
  }
  tokens.push({ kind: 'end', text: 'the end' });
  return tokens;
}
