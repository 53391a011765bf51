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
