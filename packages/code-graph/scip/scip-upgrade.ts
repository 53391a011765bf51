import type { SymbolFact } from '../facts/facts.ts';
import type { FileLink, LinkTarget } from '../facts/linker.ts';

/**
 * Puts what a SCIP index says of a file in the place of what was found out: a link it agrees with becomes sure, one
 * that it leads elsewhere goes, what only it knows is added. Where it says nothing, all stays as it was.
 */
export function upgradeLinks(
  links: readonly FileLink[],
  said: readonly FileLink[],
  symbolsOf: (path: string) => readonly SymbolFact[] | undefined,
): FileLink[] {
  const symbolOf = ({ path, symbol }: LinkTarget): SymbolFact | undefined => symbolsOf(path)?.[symbol];
  const agree = (a: LinkTarget, b: LinkTarget): boolean => isSame(a, b) || isAlmost(a, b, symbolOf);
  const atLine = Map.groupBy(said, ({ line }) => line);
  const inherits = said.filter(({ kind }) => kind === 'inherits');
  const heard = new Set<FileLink>();

  const kept = links.flatMap((link): FileLink[] => {
    const isParent = link.kind === 'inherits';
    // Whom a call on a line belongs to is ours to say: an index tells nothing of it.
    const here = isParent ? inherits.filter(({ from }) => from === link.from) : (atLine.get(link.line) ?? []);
    const agreeing = here.filter((one) => agree(one.to, link.to));
    for (const one of agreeing) heard.add(one);
    if (agreeing.length > 0) return [sure(link)];
    const isElsewhere = here.some((one) => {
      const [said, found] = [symbolOf(one.to), symbolOf(link.to)];
      // An index ends at a variable where ours may have seen through it to what it holds.
      return said && said.name === found?.name && (said.kind !== 'variable' || link.how === 'unique name');
    });
    return isElsewhere && !isParent && link.to.symbol !== -1 ? [] : [link];
  });
  const parents = [...kept, ...inherits].filter(({ kind }) => kind === 'inherits');
  const isMentionOfParent = ({ from, to, kind }: FileLink): boolean =>
    kind !== 'calls' && parents.some((one) => one.from === from && isSame(one.to, to));
  const added = said.filter((one) => !heard.has(one) && (one.kind === 'inherits' || !isMentionOfParent(one)));
  return [...kept, ...added];
}

const isSame = (a: LinkTarget, b: LinkTarget): boolean => a.path === b.path && a.symbol === b.symbol;

/** Calling a class is calling its constructor, and one overload is as good as another: an index may name either. */
function isAlmost(
  a: LinkTarget,
  b: LinkTarget,
  symbolOf: (target: LinkTarget) => SymbolFact | undefined,
): boolean {
  const [one, other] = [symbolOf(a), symbolOf(b)];
  if (a.path !== b.path || !one || !other) return false;
  if (one.parent === b.symbol) return CONSTRUCTORS.has(one.name);
  if (other.parent === a.symbol) return CONSTRUCTORS.has(other.name);
  return one.name === other.name && one.parent === other.parent;
}

const CONSTRUCTORS = new Set(['constructor', '__init__', 'new']);

/** Its own confidence is no longer worth reporting. */
function sure({ confidence: _, ...link }: FileLink): FileLink {
  return { ...link, how: 'scip' };
}
