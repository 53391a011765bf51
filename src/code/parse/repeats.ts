import type { FileLink } from '../facts/linker.ts';

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
