import type { EdgeKind, Language, LinkMethod } from '@sqrl/base/model/code.ts';
import type { FileFacts } from './facts.ts';

/** An edge that begins in the file being linked. */
export interface FileLink {
  /** Index of the symbol it begins at; -1 for the file itself. */
  from: number;
  to: LinkTarget;
  kind: EdgeKind;
  how: LinkMethod;
  line: number;
}

/** A symbol of some file by its index, or the file itself (-1). */
export interface LinkTarget {
  path: string;
  symbol: number;
}

/**
 * All a linker may know besides the file itself. Every look is recorded for the file being linked: when what it saw
 * changes, or appears where it found nothing, that file is linked again and no other. So incremental indexing equals
 * indexing from scratch by construction, as long as a linker looks nowhere else.
 */
export interface LinkWorld {
  facts(path: string): FileFacts | undefined;
  /** Whether a file of the repository has exactly this path. */
  exists(path: string): boolean;
  /** The text of a small file that is no source: package.json, tsconfig.json, go.mod, Cargo.toml, pyproject.toml. */
  text(path: string): string | undefined;
  /** Paths of the repository with this base name, such as every package.json; sorted. */
  paths(name: string): readonly string[];
  /** Symbols of this name anywhere in files of the same family of languages. */
  named(name: string, languages: readonly Language[]): readonly LinkTarget[];
  /** Keeps what a computation found together with all it looked at; both count for the next caller. */
  memo<T>(key: string, compute: () => T): T;
}

/** Finds where a file's imports, calls and other references lead. Pure but for its looks at the world. */
export interface Linker {
  languages: readonly Language[];
  link(facts: FileFacts, world: LinkWorld): FileLink[];
}

/** The edge of an import; none where it leads out of the repository, or to the file itself. */
export const importLink = (path: string, to: string | undefined, line: number): FileLink[] =>
  to === undefined || to === path
    ? []
    : [{ from: -1, to: { path: to, symbol: -1 }, kind: 'imports', how: 'import', line }];

/** Leaves of the links of a file one for each line that calls, and of any other kind only the first. */
export function withoutRepeats(links: readonly FileLink[], path: string): FileLink[] {
  const seen = new Set<string>();
  return links.filter(({ from, to, kind, line }) => {
    // That something mentions itself tells nothing; that it calls itself does.
    if (kind !== 'calls' && to.path === path && to.symbol === from) return false;
    const key = `${from} ${to.path} ${to.symbol} ${kind} ${kind === 'calls' ? line : ''}`;
    return !seen.has(key) && seen.add(key);
  });
}
