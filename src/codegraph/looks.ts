/** A place in the world that a linker looked at, as a number; two may share one, which only costs a needless look. */
export const lookOf = (at: LookedAt, name: string): number => numberOf(`${at}:${name}`);

/**
 * `memo` is something found on the way that others looked at in turn; `named` has the language before the name, `part`
 * the file before the part.
 */
export type LookedAt = 'facts' | 'part' | 'exists' | 'text' | 'paths' | 'named' | 'memo';

/** The look at one part of a file. */
export const partOf = (path: string, part: string): string => `${path}\0${part}`;

/** A number of 53 bits that stands for a text. */
export function numberOf(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
