import { isTest } from './paths.ts';
import type { PastChange } from './work.ts';

/** Past work with the names its files have today: one that is gone is taken for the only one of its name, where there is one. */
export function followed(work: readonly PastChange[], today: ReadonlySet<string>): PastChange[] {
  const byName = Map.groupBy(today, nameOf);
  const names = new Map<string, string>();
  const nowCalled = (path: string): string => {
    if (today.has(path)) return path;
    const known = names.get(path);
    if (known !== undefined) return known;
    const alike = (byName.get(nameOf(path)) ?? []).filter((each) => isTest(each) === isTest(path));
    const beside = alike.filter((each) => parentOf(each) === parentOf(path));
    const found = (beside.length === 1 ? beside : alike.length === 1 ? alike : [path])[0]!;
    names.set(path, found);
    return found;
  };
  return work.map((each) => {
    if (each.changed.every((path) => today.has(path)) && each.read.every((path) => today.has(path)))
      return each;
    const changed = [...new Set(each.changed.map(nowCalled))];
    const read = [...new Set(each.read.map(nowCalled))];
    return { ...each, changed, read };
  });
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
/** The folder it lies in, without those above. */
const parentOf = (path: string): string => path.split('/').at(-2) ?? '';
