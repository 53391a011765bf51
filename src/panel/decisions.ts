import type { Message } from '../base/messages.ts';
import { review } from '../learn/verbs/people.ts';
import { shortOnes } from '../store/memory/portrait.ts';
import type { Engine } from '../workspace/workspace.ts';

/** Why a person is asked about a memory; the first that applies. */
const DECISION_GROUPS = ['conflict', 'untrusted', 'deletion', 'code', 'rule', 'unsure'] as const;
type DecisionGroup = (typeof DECISION_GROUPS)[number];

/** What waits for a decision of a person, by the reason for it, the gravest reason first. */
export function decisions(engine: Engine, { limit }: { limit: number }) {
  const { waiting, total, proposals } = review(engine, { limit: MAX_WAITING });
  const others = waiting.flatMap(({ conflicts }) => conflicts);
  const texts = new Map(engine.indexedStores.flatMap(({ store }) => [...shortOnes(store, others)]));
  const grouped = Map.groupBy(waiting, ({ why, conflicts }) => groupOf(why, conflicts));
  return {
    ...{ total, proposals },
    groups: DECISION_GROUPS.flatMap((group) => {
      const all = grouped.get(group) ?? [];
      const items = all.slice(0, limit).map(({ memory, why, evidence, conflicts }) => ({
        memory,
        why,
        quote: evidence?.quote ?? null,
        event: evidence?.events[0] ?? null,
        conflicts: conflicts.flatMap((id) => {
          const other = texts.get(id);
          return other ? [{ id, text: other.text }] : [];
        }),
      }));
      return items.length > 0 ? [{ group, total: all.length, items }] : [];
    }),
  };
}

/** Most memories that are grouped; a person decides a few. */
const MAX_WAITING = 2000;

const GROUPS: Partial<Record<string, DecisionGroup>> = {
  'wait.contradicts': 'conflict',
  'wait.untrusted': 'untrusted',
  'wait.untrustedTurn': 'untrusted',
  'wait.address': 'untrusted',
  'wait.instruction': 'untrusted',
  'wait.forget': 'deletion',
  'wait.forgetBecause': 'deletion',
  'wait.archived': 'deletion',
  'wait.emergency': 'deletion',
  'wait.branchDeleted': 'deletion',
  'wait.codeGone': 'code',
  'wait.codeChanged': 'code',
  'wait.everyProject': 'rule',
  'wait.ruleType': 'rule',
  'wait.standingRule': 'rule',
};

const groupOf = ({ code }: Message, conflicts: readonly string[]): DecisionGroup =>
  conflicts.length > 0 ? 'conflict' : (GROUPS[code ?? ''] ?? 'unsure');
