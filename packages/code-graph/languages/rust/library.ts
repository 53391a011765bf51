import type { RustResolution, RustValue } from './evaluate.ts';

type GenericValue = Extract<RustValue, { is: 'made' }>;

/** What a method of the standard library gives, as far as the types in its brackets tell. */
export function libraryMethod(object: GenericValue, name: string): RustResolution {
  return { how: 'type', value: () => ({ is: 'gives', value: resultOf(object, name) }) };
}

function resultOf(object: GenericValue, name: string): RustValue | undefined {
  const { of, types } = object;
  const isMap = /Map$/.test(of);
  const held = isMap ? types[1] : types[0];
  if (types.length === 0) return { is: 'outside' };
  if (SAME.has(name)) return object;
  if (isMap && (name === 'iter' || name === 'into_iter' || name === 'iter_mut' || name === 'drain'))
    return list({ is: 'tuple', types });
  if (name === 'values' || name === 'values_mut' || name === 'into_values') return list(types[1]);
  if (name === 'keys' || name === 'into_keys') return list(types[0]);
  if (name === 'enumerate') return list({ is: 'tuple', types: [{ is: 'outside' }, types[0]] });
  if (TAKEN.has(name)) return held;
  if (LISTS.has(name)) return list(types[0]);
  if (OPTIONS.has(name)) return { is: 'made', of: 'Option', types: [held] };
  return OTHERS.has(name) ? { is: 'outside' } : undefined;
}

const list = (type: RustValue | undefined): RustValue => ({ is: 'made', of: 'Vec', types: [type] });

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** The same again, or another of its kind. */
const SAME = words(
  `clone cloned copied as_ref as_mut as_deref as_deref_mut take replace to_owned filter skip skip_while step_by rev chain
   peekable fuse inspect take_while by_ref to_vec or or_else ok_or ok_or_else ok map_err context with_context into_iter
   sorted unwrap_or_clone as_slice as_mut_slice reverse cycle borrow insert_entry entry`,
);
const TAKEN = words(
  `unwrap expect unwrap_or unwrap_or_else unwrap_or_default unwrap_unchecked or_insert or_insert_with or_default borrow
   borrow_mut get_or_init get_or_insert_with into_inner get_mut_unchecked load`,
);
const LISTS = words('iter iter_mut drain windows chunks split_off');
const OPTIONS = words(
  `get get_mut first last first_mut last_mut pop pop_front pop_back front back next next_back peek nth find min max
   min_by max_by min_by_key max_by_key remove swap_remove lock read write try_lock recv try_recv upgrade reduce`,
);
const OTHERS = words(
  'len is_empty contains push insert is_some is_none is_ok is_err count any all position join to_string',
);

/** Names of methods that the standard library has: they say nothing of whose they are. */
export const COMMON: ReadonlySet<string> = new Set(
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
