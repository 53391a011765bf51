/** Sets of files that have a name. */
export const NAMED_GLOBS: ReadonlyMap<string, readonly string[]> = new Map([
  [
    '<tests>',
    'test/ tests/ __tests__/ spec/ specs/ e2e/ *.test.* *.spec.* *_test.* *_tests.* *_spec.* test_*.* tests.rs *Test.* *Tests.*'.split(
      ' ',
    ),
  ],
  [
    '<secrets>',
    '.env .env.* *.pem *.key id_rsa credentials.json credentials service-account.json secrets/ *.token .netrc'.split(
      ' ',
    ),
  ],
]);

/** Whether a path is meant by a glob: itself, below it, or the same in a part of the repository. */
export function fitsGlob(glob: string, path: string): boolean {
  if (glob === '*' || glob === '**') return true;
  const named = NAMED_GLOBS.get(glob);
  if (named)
    return !/\.(?:example|sample|template|pub)$/.test(path) && named.some((each) => fitsGlob(each, path));
  const [, style] = /^<not ([\w-]+)>$/.exec(glob) ?? [];
  if (style !== undefined) return !isNamed(style, path);
  const wanted = glob
    .replace(/^\.?\//, '')
    .replace(/\/(?:\*\*?)?$/, '')
    .split('/');
  const parts = path.replace(/^\.\//, '').split('/');
  if (wanted.length > parts.length && !wanted.includes('**')) return false;
  return parts.some((_, from) => isBelow(wanted, parts, from));
}

function isBelow(wanted: readonly string[], parts: readonly string[], from: number): boolean {
  let at = from;
  for (const [i, want] of wanted.entries()) {
    if (want === '**') {
      const next = wanted[i + 1];
      if (next === undefined) return true;
      while (at < parts.length && !fitsName(next, parts[at]!)) at++;
    } else if (at >= parts.length || !fitsName(want, parts[at++]!)) return false;
  }
  return true;
}

/** One name with stars in it, without going back more than once. */
export function fitsName(want: string, name: string): boolean {
  const pieces = want.split('*');
  if (pieces.length === 1) return want === name;
  let at = 0;
  for (const [i, piece] of pieces.entries()) {
    if (i === pieces.length - 1) return name.length - piece.length >= at && name.endsWith(piece);
    const found = i === 0 ? (name.startsWith(piece) ? 0 : -1) : name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}

/** How names of files are written. */
export const NAME_STYLES: ReadonlyMap<string, RegExp> = new Map([
  ['kebab-case', /^[a-z0-9]+(?:-[a-z0-9]+)*$/],
  ['snake_case', /^[a-z0-9]+(?:_[a-z0-9]+)*$/],
  ['camelcase', /^[a-z][a-zA-Z0-9]*$/],
  ['pascalcase', /^[A-Z][a-zA-Z0-9]*$/],
]);

/** Names that a tool asks for, such as `README.md`, `__init__.py` and `.env`, have their own style. */
function isNamed(style: string, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const stem = name.replace(/\..*$/, '').replace(/^_+|_+$/g, '');
  return stem === '' || /^[A-Z_]{2,}$|^[a-z0-9]+$/.test(stem) || NAME_STYLES.get(style)?.test(stem) !== false;
}
