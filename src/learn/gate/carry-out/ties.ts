import type { Relation } from '../../../model/memory.ts';
import type { JudgedDraft } from './judged-draft.ts';

/** Who replaced whom, and who contradicts whom, by the id of the one that says so. */
export function decidedRelations(sentences: readonly JudgedDraft[]): Map<string, Relation[]> {
  const relations = new Map<string, Relation[]>();
  const tie = (from: string, kind: Relation['kind'], to: string) =>
    relations.set(from, [...(relations.get(from) ?? []), { kind, to, confidence: 1 }]);
  for (const { draft, decision } of sentences) {
    if (decision.did !== 'kept') continue;
    const { standing } = decision;
    if (standing.stands === 'replaced') tie(standing.by, 'supersedes', draft.id);
    if (standing.stands === 'disputes') tie(draft.id, 'conflicts', standing.against);
  }
  return relations;
}
