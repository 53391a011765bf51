import { unitsOf } from '@sqrl/base/sqlite/text-units.ts';

/** A place in the world that a linker looked at, as a number; two may share one, which only costs a needless look. */
export const lookOf = (at: LookKind, name: string): number => numberOf(`${at}:${name}`);

/**
 * `memo` is something found on the way that others looked at in turn; `named` has the language before the name.
 */
export type LookKind = 'facts' | 'exists' | 'text' | 'paths' | 'named' | 'memo';

/** A number of 53 bits that stands for a text. */
const numberOf = (text: string): number => numberOfUnits(unitsOf(text), [0, text.length]);

/** The number of a text that consists of pieces of another: where each begins and ends. */
export function numberOfUnits(units: Uint16Array, pieces: readonly number[]): number {
  // Whole numbers of 32 bits from the start: V8 would keep a larger one as a fraction, all the way through the loop.
  let high = 0xdeadbeef | 0;
  let low = 0x41c6ce57;
  for (let piece = 0; piece < pieces.length; piece += 2) {
    const end = pieces[piece + 1]!;
    for (let i = pieces[piece]!; i < end; i++) {
      const unit = units[i]!;
      high = Math.imul(high ^ unit, 2654435761);
      low = Math.imul(low ^ unit, 1597334677);
    }
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
