import { lookupIn } from '../lookup.ts';
import { mentionLinker } from '../mention-linker.ts';
import type { RustDetail, RustMention } from './detail.ts';
import { resolveRust } from './evaluate.ts';
import { macroNamed } from './macro-names.ts';
import { resolve } from './paths.ts';

/** Follows the paths of Rust through modules and crates, and methods through impls and light types. */
export const rustLinker = mentionLinker<RustMention, RustDetail>({
  language: 'rust',
  resolve({ expr, from, module }, path, world) {
    const place = { ...lookupIn(path, world), module };
    const found = resolveRust(expr, place);
    if (found?.to) return [found];
    if (expr?.[0] !== 'path' || !expr[1].at(-1)!.endsWith('!')) return [];
    const to = macroNamed(expr[1], place, world);
    return to?.path === path && to.symbol === from ? [] : [{ to, how: 'import' }];
  },
  imports: ({ path, detail }, world) =>
    detail.imports.map(({ path: segments, module, line }) => {
      const found = resolve(segments, { ...lookupIn(path, world), module });
      return {
        to: found?.is === 'module' ? found.at.path : found?.is === 'symbol' ? found.path : undefined,
        line,
      };
    }),
  fits: (kind, target) =>
    kind === 'calls' ||
    kind === 'uses' ||
    target === 'class' ||
    target === 'interface' ||
    target === 'enum' ||
    target === 'type',
});
