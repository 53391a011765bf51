import type { LinkTarget, LinkWorld } from '../../facts/linker.ts';
import { crateNamed, crateOf, type RustModule, rustDetailOf } from './modules.ts';

/**
 * The macro that a path names: macros go by the order of the text, so that a name has one in the file, or in the crate;
 * another crate's is called by its path, or by a name that `use` gives it.
 */
export function macroNamed(
  segments: readonly string[],
  { path, module }: RustModule,
  world: LinkWorld,
): LinkTarget | undefined {
  const given = segments.at(-1)!.slice(0, -1);
  if (STANDARD.has(given)) return undefined;
  const items = rustDetailOf(path, world)?.modules[module]?.items ?? {};
  const used = segments.length === 1 && Object.hasOwn(items, given) ? items[given]! : [];
  const [way] = [...used.flatMap((item) => ('use' in item ? [item.use] : [])), segments];
  const first = way.length > 1 ? way[0]! : undefined;
  if (first !== undefined && !OWN.has(first) && !crateNamed(first, world)) return undefined;
  const macros = world
    .named(way === segments ? given : way.at(-1)!, ['rust'])
    .filter(({ path: at, symbol }) => world.facts(at)?.symbols[symbol]?.signature.startsWith('macro_rules'));
  const own = macros.filter((each) => each.path === path);
  const near = macros.filter((each) => crateAt(each.path, world) === crateAt(path, world));
  const fitting = own.length > 0 ? own : near.length > 0 || first === undefined ? near : macros;
  // Alternatives for other settings of the build stand in one file.
  return new Set(fitting.map((each) => each.path)).size === 1 ? fitting[0] : undefined;
}

const OWN = new Set(['crate', '$crate', 'self', 'super']);

const crateAt = (path: string, world: LinkWorld): string =>
  world.memo(`rust crate ${path}`, () => crateOf(path, world).path);

const STANDARD = new Set(
  `assert assert_eq assert_ne cfg column compile_error concat dbg debug_assert debug_assert_eq debug_assert_ne env eprint
   eprintln file format format_args include include_bytes include_str line matches module_path option_env panic print
   println stringify thread_local todo unimplemented unreachable vec write writeln`.split(/\s+/),
);
