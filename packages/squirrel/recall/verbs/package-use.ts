import { importsOfPackage, packageCounts } from '@sqrl/code-graph/tables/packages.ts';
import { asking } from '../../codebase/graph.ts';
import { markStale } from '../../codebase/shown.ts';
import { notRead } from '../../codebase/unseen.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { memoriesWhere } from '../../store/memory/filters.ts';
import { applying } from '../../workspace/branch-history.ts';
import type { Engine } from '../../workspace/workspace.ts';

/** The packages from outside that the code imports, most used first; of one that is named, where and what is known of it. */
export function graphPackages(engine: Engine, { name, limit }: Parsed<'graphPackages'>) {
  const { store, pending } = asking(engine);
  if (name === undefined) {
    const counts = packageCounts(store, limit);
    return { ...counts, use: null, unseen: counts.total === 0 ? notRead(store) : [], pending };
  }
  const byFile = Map.groupBy(importsOfPackage(store, name), ({ path }) => path);
  const files = [...byFile].map(([path, all]) => ({
    path,
    test: all[0]!.test,
    lines: all.map(({ line }) => line),
  }));
  const tests = files.filter(({ test }) => test).length;
  const memories = memoriesNaming(engine, name, limit);
  return {
    packages: files.length === 0 ? [] : [{ name, files: files.length, tests }],
    total: files.length,
    use: files.length + memories.length === 0 ? null : { name, files: files.slice(0, limit), memories },
    unseen: files.length === 0 ? notRead(store) : [],
    pending,
  };
}

/** Memories whose text has a name as a word of its own, newest first. */
function memoriesNaming(engine: Engine, name: string, limit: number) {
  const now = engine.now();
  const found = engine.indexedStores.flatMap((indexedStore) =>
    memoriesWhere(
      indexedStore.store,
      { phrase: name, whose: {} },
      { now, limit: MAX_NAMING, order: 'newest' },
    ).map((one) => ({ ...one, indexedStore })),
  );
  return markStale(applying(engine.project, found))
    .map(({ memory }) => memory)
    .filter(({ text }) => hasWord(text.toLowerCase(), name.toLowerCase()))
    .sort((a, b) => b.createdAt - a.createdAt)
    .slice(0, limit)
    .map(({ id, type, text, userId, via, verified, tainted, needsReview, stale }) => ({
      ...{ id, type, text, userId, via, verified, tainted, needsReview },
      ...(stale && { stale }),
    }));
}

const MAX_NAMING = 200;

/** `zod` is in "use zod," and in "zod/v4", and not in "zodiac" or "my-zod". */
function hasWord(text: string, word: string): boolean {
  const isPart = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}_@-]/u.test(sign);
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!isPart(text[at - 1]) && !isPart(text[at + word.length])) return true;
  return false;
}
