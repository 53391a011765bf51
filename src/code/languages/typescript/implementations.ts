import type { FileLink } from '../../facts/linker.ts';
import type { Declaration } from './detail.ts';
import { memberOf } from './members.ts';
import { exported, type TypeScriptEntity, wholeModule } from './names.ts';
import type { FileLinking } from './shapes.ts';
import { shapeOfEntity } from './values.ts';

/**
 * Leads from what a hand-written declaration file declares to the JavaScript next to it: imports lead to the
 * declarations, and without these edges nothing would seem to use the code itself.
 */
export function implementations(linking: FileLinking): FileLink[] {
  const { module, world } = linking;
  const [, stem, extension] = /^(.*)\.d\.([mc]?)ts$/.exec(module.path) ?? [];
  const path =
    stem && SCRIPTS[extension!]!.map((each) => `${stem}.${each}`).find((each) => world.exists(each));
  if (!path) return [];
  const links: FileLink[] = [linkTo(-1, { path, symbol: -1 }, 1)];
  const whole = wholeModule(linking, path);
  const isWhole = (name: string): boolean => {
    const value = module.all?.value ?? module.exports.get('default');
    return Array.isArray(value) ? value[1] === name : value?.kind === 'local' && value.local === name;
  };
  for (const declaration of module.detail.declarations) {
    if (declaration.scope !== 0 || !VALUES.has(declaration.kind)) continue;
    const { name } = declaration;
    linking.steps = 0;
    const named = exported(linking, path, name, 'value');
    pushLinks(links, linking, declaration, named?.declared || !isWhole(name) ? named : whole);
  }
  return links;
}

const SCRIPTS: Record<string, readonly string[]> = {
  '': ['js', 'jsx', 'mjs', 'cjs'],
  m: ['mjs'],
  c: ['cjs'],
};

const VALUES = new Set<Declaration['kind']>(['class', 'function', 'variable', 'enum']);

/** Links a declaration to its implementation, and the members of a class to those of the other. */
function pushLinks(
  links: FileLink[],
  linking: FileLinking,
  { symbol, members = [], kind }: Declaration,
  entity: TypeScriptEntity | undefined,
): void {
  const to = entity?.declared;
  if (symbol === undefined || to?.declaration.symbol === undefined) return;
  const { declarations } = linking.module.detail;
  const line = linking.world.facts(linking.module.path)?.symbols[symbol]?.line ?? 1;
  links.push(linkTo(symbol, { path: to.module.path, symbol: to.declaration.symbol }, line));
  if (kind !== 'class') return;
  const made = { is: 'instance', of: to, meaning: entity!.meaning } as const;
  const itself = shapeOfEntity(linking, entity!);
  for (const index of members) {
    const member = declarations[index]!;
    pushLinks(links, linking, member, memberOf(linking, member.static ? itself : made, member.name));
  }
}

const linkTo = (from: number, to: FileLink['to'], line: number): FileLink => ({
  from,
  to,
  kind: 'uses',
  how: 'import',
  line,
});
