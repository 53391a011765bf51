import { isBuiltin } from 'node:module';
import type { Language } from '@sqrl/base/model/code.ts';
import type { FileFacts } from '../facts/facts.ts';
import { STANDARD } from './python/standard.ts';

/** The packages that a file's imports name; one that lies in the repository is told apart by where it leads. */
export const packagesIn = ({ language, imports }: FileFacts): { name: string; line: number }[] =>
  imports.flatMap(({ specifier, line }) => {
    const name = packageOf(language, specifier);
    return name === undefined ? [] : [{ name, line }];
  });

/**
 * The package that an import names, as its registry calls it where that can be told from the import; undefined for paths,
 * standard libraries, and languages whose imports do not name packages.
 */
function packageOf(language: Language, specifier: string): string | undefined {
  if (specifier.length > MAX_SPECIFIER_CHARS) return undefined;
  return NAMERS[language]?.(specifier);
}

const MAX_SPECIFIER_CHARS = 300;

const fromNode = (specifier: string): string | undefined => {
  const name = /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*(?=\/|$)/i.exec(specifier)?.[0];
  return name === undefined || isBuiltin(name) ? undefined : name;
};

const NAMERS: Partial<Record<Language, (specifier: string) => string | undefined>> = {
  typescript: fromNode,
  tsx: fromNode,
  javascript: fromNode,
  python(specifier) {
    const name = /^[a-z_]\w*/i.exec(specifier)?.[0];
    return name === undefined || STANDARD.has(name) ? undefined : name;
  },
  go(specifier) {
    const [host = '', ...rest] = specifier.split('/');
    if (!host.includes('.') || rest.length === 0) return undefined;
    return [host, ...rest.slice(0, OWNED.test(host) ? 2 : 1)].join('/');
  },
  rust(specifier) {
    const name = /^(?:::)?([a-z_]\w*)/i.exec(specifier)?.[1];
    return name === undefined || OWN_CRATES.has(name) ? undefined : name;
  },
};

/** Hosts on which a package has an owner before its name. */
const OWNED = /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|golang\.org)$/;

const OWN_CRATES: ReadonlySet<string> = new Set('crate self super std core alloc proc_macro test'.split(' '));
