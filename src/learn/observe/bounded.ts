/** Puts something into a map of bounded size: the oldest entry is removed first. */
export function putInto<T>(map: Map<string, T>, name: string, value: T, most: number): T {
  map.delete(name);
  map.set(name, value);
  if (map.size > most) map.delete(map.keys().next().value!);
  return value;
}

/** What a map has under a name, made where there is nothing; what is asked for stays longest. */
export const keptIn = <T>(map: Map<string, T>, name: string, make: () => T, most: number): T =>
  putInto(map, name, map.get(name) ?? make(), most);
