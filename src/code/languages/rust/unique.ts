import type { LinkTarget, LinkWorld } from '../../facts/linker.ts';
import { crateOf, rustDetailOf } from './modules.ts';

/** The only method of a name in the crate of a file; what the standard library has as well does not count. */
export function onlyRustMethod(name: string, from: string, world: LinkWorld): LinkTarget | undefined {
  if (COMMON.has(name)) return undefined;
  const methods = world.named(name, ['rust']).filter(({ path, symbol }) => {
    const own = rustDetailOf(path, world)?.functions[symbol];
    return own?.impl !== undefined || own?.trait !== undefined;
  });
  if (methods.length !== 1) return undefined;
  const [only] = methods;
  const crate = (path: string): string => world.memo(`rust crate ${path}`, () => crateOf(path, world).path);
  return crate(only!.path) === crate(from) ? only : undefined;
}

/** The macro of a name, where there is only one: macros go by the order of the text, not by paths. */
export function onlyMacro(name: string, world: LinkWorld): LinkTarget | undefined {
  if (STANDARD.has(name)) return undefined;
  const macros = world
    .named(name, ['rust'])
    .filter(({ path, symbol }) => world.facts(path)?.symbols[symbol]?.signature.startsWith('macro_rules'));
  return macros.length === 1 ? macros[0] : undefined;
}

const STANDARD = new Set(
  `assert assert_eq assert_ne cfg column compile_error concat dbg debug_assert debug_assert_eq debug_assert_ne env eprint
   eprintln file format format_args include include_bytes include_str line matches module_path option_env panic print
   println stringify thread_local todo unimplemented unreachable vec write writeln`.split(/\s+/),
);

const COMMON = new Set(
  `add all and_then any append args arg as_bytes as_mut as_path as_ref as_slice as_str borrow build by_ref bytes capacity
   chain chars clear clone cloned close cmp collect concat contains contains_key copied count create default deref display
   drain drop end ends_with entry enumerate env eq err exists expect extend extension fill filter filter_map find finish first
   flat_map flatten flush fmt fold for_each format from from_str get get_mut get_or_insert_with hash id index init insert
   into into_inner into_iter is_absolute is_dir is_empty is_err is_file is_none is_ok is_some iter iter_mut join keys kind last
   len lines lock map map_err matches max message metadata min name new next ok ok_or ok_or_else open or or_else output parent
   parse partial_cmp path peek pop position push push_str read read_line read_to_end read_to_string recv remove replace reserve
   resize rev run seek send set skip sort sort_by source spawn split split_at start starts_with status stop swap take
   to_owned to_path_buf to_str to_string to_vec trim truncate try_from try_into unwrap unwrap_or unwrap_or_default
   unwrap_or_else update values wait with write write_all write_fmt write_str zip`.split(/\s+/),
);
