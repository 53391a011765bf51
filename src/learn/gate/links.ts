import { hashOf } from '../../base/text/clean.ts';
import type { Memory } from '../../model/memory.ts';
import type { DraftCandidate } from '../../model/sighting.ts';
import { NEAR } from '../../store/drafts/due.ts';
import { aboutOfDraft, saysOf } from '../claims/matters.ts';
import { maxDraftsOf } from './scoring.ts';

/**
 * What a draft is judged together with: claims about the same, the same words, and its session, which brings only so
 * much. Drafts that are tied by none of these, and are not near each other, do not know of one another at the gate.
 */
export function linksFor(memory: Memory, candidate: DraftCandidate): string[] {
  const { scope, scopeOf, text, source } = memory;
  const { session, proposal, branch } = candidate;
  return [
    ...aboutOfDraft(memory, proposal).map((about) => `about:${about}`),
    ...(memory.key === null ? [] : [`says:${JSON.stringify([memory.key, saysOf(proposal)])}`]),
    `words:${JSON.stringify([scope, scopeOf, hashOf(text)])}`,
    ...(source === 'user_said' ? [] : [`${SESSION}${maxDraftsOf(candidate)}:${session}`]),
    ...(proposal.evidence ?? []).flatMap(({ episode }) => (episode === null ? [] : [`${EPISODE}${episode}`])),
    ...(branch === null ? [] : [`${BRANCH}${branch}`]),
  ];
}

const SESSION = 'session:';
const EPISODE = 'episode:';
export const BRANCH = 'branch:';

/** Whether drafts that share a link decide over each other; `sharing` is how many do. A session with room for all ties none. */
function ties(link: string, sharing: number): boolean {
  if (link.startsWith(EPISODE) || link.startsWith(BRANCH)) return false;
  return !link.startsWith(SESSION) || sharing > Number(link.split(':')[1]);
}

/** All that some drafts are judged together with: what they are tied to, what that is tied to, and so on. */
export function tiedTo(
  begin: readonly string[],
  { linksOf, sharing }: { linksOf(id: string): readonly string[]; sharing(link: string): readonly string[] },
): Set<string> {
  const found = new Set(begin);
  const followed = new Set<string>();
  // A set is walked with what is added to it on the way.
  for (const id of found)
    for (const link of linksOf(id)) {
      if (followed.has(link)) continue;
      followed.add(link);
      // Who is no longer near has no such tie any more, and is judged without it all the same.
      const those = link.startsWith(NEAR) ? link.slice(NEAR.length).split(' ') : sharing(link);
      if (ties(link, new Set([...those, id]).size)) for (const other of those) found.add(other);
    }
  return found;
}
