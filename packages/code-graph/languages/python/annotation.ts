import type { PythonExpr } from './detail.ts';

/** Reads an annotation from its text, quoted or not: `Optional["Foo"]`, `dict[str, a.Bar] | None`. */
export function annotationOf(text: string, lookUp: (name: string) => PythonExpr): PythonExpr {
  const tokens = text.match(/[\w.]+|[^\s\w'"]/g) ?? [];
  return tokens.length > MAX_ANNOTATION_TOKENS ? null : union({ tokens, at: 0, lookUp });
}

export const annotationNames = (text: string): string[] =>
  [...new Set(text.match(/[A-Za-z_][\w.]*/g))].slice(0, MAX_NAMES);

/** In tokens: what is longer tells nothing that is worth following. */
const MAX_ANNOTATION_TOKENS = 200;
const MAX_NAMES = 20;

interface AnnotationCursor {
  tokens: readonly string[];
  at: number;
  lookUp: (name: string) => PythonExpr;
}

function union(reading: AnnotationCursor): PythonExpr {
  const parts = [single(reading)];
  while (reading.tokens[reading.at] === '|') {
    reading.at++;
    parts.push(single(reading));
  }
  const known = parts.filter((part) => part !== null);
  return known.length > 1 ? ['any', known] : (known[0] ?? null);
}

function single(reading: AnnotationCursor): PythonExpr {
  const token = reading.tokens[reading.at];
  if (token === '[') return ['tuple', list(reading)];
  if (token === undefined || token === ']' || token === ',') return null;
  reading.at++;
  const whole = token === 'None' || !/^[A-Za-z_]/.test(token) ? null : dotted(token, reading);
  return reading.tokens[reading.at] === '[' ? ['index', whole, list(reading)] : whole;
}

function dotted(token: string, { lookUp }: AnnotationCursor): PythonExpr {
  const [first, ...rest] = token.split('.');
  return rest.reduce<PythonExpr>((object, name) => ['get', object, name], lookUp(first!));
}

function list(reading: AnnotationCursor): PythonExpr[] {
  const items: PythonExpr[] = [];
  reading.at++;
  while (reading.at < reading.tokens.length && reading.tokens[reading.at] !== ']') {
    const before = reading.at;
    items.push(union(reading));
    if (reading.tokens[reading.at] === ',' || reading.at === before) reading.at++;
  }
  reading.at++;
  return items;
}
