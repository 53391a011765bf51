import type { Expr } from './detail.ts';

/** Reads an annotation from its text, quoted or not: `Optional["Foo"]`, `dict[str, a.Bar] | None`. */
export function annotationOf(text: string, lookUp: (name: string) => Expr): Expr {
  const tokens = text.match(/[\w.]+|[^\s\w'"]/g) ?? [];
  return tokens.length > LONGEST ? null : union({ tokens, at: 0, lookUp });
}

/** The dotted names in an annotation. */
export const namesIn = (text: string): string[] =>
  [...new Set(text.match(/[A-Za-z_][\w.]*/g))].slice(0, MOST);

/** In tokens: what is longer tells nothing that is worth following. */
const LONGEST = 200;
const MOST = 20;

interface Reading {
  tokens: readonly string[];
  at: number;
  lookUp: (name: string) => Expr;
}

function union(reading: Reading): Expr {
  const parts = [single(reading)];
  while (reading.tokens[reading.at] === '|') {
    reading.at++;
    parts.push(single(reading));
  }
  const known = parts.filter((part) => part !== null);
  return known.length > 1 ? ['any', known] : (known[0] ?? null);
}

function single(reading: Reading): Expr {
  const token = reading.tokens[reading.at];
  if (token === '[') return ['tuple', list(reading)];
  if (token === undefined || token === ']' || token === ',') return null;
  reading.at++;
  const whole = token === 'None' || !/^[A-Za-z_]/.test(token) ? null : dotted(token, reading);
  return reading.tokens[reading.at] === '[' ? ['index', whole, list(reading)] : whole;
}

function dotted(token: string, { lookUp }: Reading): Expr {
  const [first, ...rest] = token.split('.');
  return rest.reduce<Expr>((object, name) => ['get', object, name], lookUp(first!));
}

function list(reading: Reading): Expr[] {
  const items: Expr[] = [];
  reading.at++;
  while (reading.at < reading.tokens.length && reading.tokens[reading.at] !== ']') {
    const before = reading.at;
    items.push(union(reading));
    if (reading.tokens[reading.at] === ',' || reading.at === before) reading.at++;
  }
  reading.at++;
  return items;
}
