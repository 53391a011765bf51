import type { FileLink } from '../../facts/linker.ts';
import { exported } from './names.ts';
import type { FileLinking } from './shapes.ts';

/**
 * Leads from a hand-written declaration file to the JavaScript next to it: imports lead to the declarations, and
 * without these edges nothing would seem to use the code itself.
 */
export function implementations(linking: FileLinking): FileLink[] {
  const { world, module } = linking;
  const [, stem, kind] = /^(.*)\.d\.([mc]?)ts$/.exec(module.path) ?? [];
  const path = stem && [`${stem}.${kind}js`, `${stem}.jsx`].find((each) => world.exists(each));
  if (!path) return [];
  const symbols = world.facts(module.path)?.symbols ?? [];
  const links = module.detail.declarations.flatMap(({ name, scope, symbol = -1 }): FileLink[] => {
    linking.steps = 0;
    const to = scope === 0 && symbol !== -1 ? exported(linking, path, name, 'value')?.declared : undefined;
    if (to?.declaration.symbol === undefined) return [];
    const target = { path: to.module.path, symbol: to.declaration.symbol };
    return [{ from: symbol, to: target, kind: 'uses', how: 'import', line: symbols[symbol]?.line ?? 1 }];
  });
  return [{ from: -1, to: { path, symbol: -1 }, kind: 'uses', how: 'import', line: 1 }, ...links];
}
