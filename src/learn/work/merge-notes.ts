import { hashOf } from '../../base/text/clean.ts';
import type { Draft } from '../../model/memory.ts';
import { dot } from '../../store/vectors/vector-code.ts';

/** An entry of a scratchpad. */
export interface Note {
  /** The subagent that noted it; null for the agent that began the session. */
  agent: string | null;
  /** The run and place of the step that it is kept as. */
  run: string;
  place: number;
  subtask: string | null;
  draft: Draft;
}

/** What one or more agents noted. */
export interface MergedNote {
  draft: Draft;
  agents: number;
  /** The notes that say it, in the order they were noted. */
  notes: readonly Note[];
}

/** As near as this, two notes say the same. */
const MIN_SIMILARITY = 0.85;

/**
 * The notes of all agents as one list: those that say the same are one, in the words of the first, with how many agents
 * noted it. Most agents first, then in the order they were noted. Without vectors only the same words are the same.
 */
export function mergeNotes(notes: readonly Note[], vectors?: readonly Float32Array[]): MergedNote[] {
  const groups: { first: number; members: number[] }[] = [];
  notes.forEach(({ draft }, i) => {
    const same = groups.find(
      ({ first }) =>
        hashOf(notes[first]!.draft.text) === hashOf(draft.text) ||
        (vectors !== undefined && dot(vectors[first]!, vectors[i]!) > MIN_SIMILARITY),
    );
    if (same) same.members.push(i);
    else groups.push({ first: i, members: [i] });
  });
  return groups
    .map(({ first, members }) => {
      const all = members.map((i) => notes[i]!);
      const union = (of: (draft: Draft) => readonly string[] | undefined) => [
        ...new Set(all.flatMap(({ draft }) => of(draft) ?? [])),
      ];
      const { draft } = notes[first]!;
      return {
        draft: {
          ...draft,
          files: union(({ files }) => files),
          tags: union(({ tags }) => tags),
          record: all.find((note) => note.draft.record)?.draft.record ?? null,
        },
        agents: new Set(all.map(({ agent }) => agent)).size,
        notes: all,
      };
    })
    .sort((a, b) => b.agents - a.agents);
}
