import type { MemoryType } from '../../model/memory.ts';
import type { KeptSighting, Proposal } from '../../model/sighting.ts';
import type { Signal } from './signal.ts';

/** What many sessions show together. It is not seen in the steps of one: its sightings are made of counts over all. */
export const synthesis: Signal<null> = {
  name: 'synthesis',
  worth: { diagnostic: 0.7, acrossSessions: 1, falseAlarms: 0.3 },
  // One sighting stands for all the sessions that it counts.
  minSessions: 1,
  begin: () => null,
  see() {},
  finish: () => [],
  propose(seen: readonly KeptSighting[]) {
    const facts = seen.at(-1)!.facts as { what: string } & Record<string, unknown>;
    return WORDING[facts.what]?.(facts as never) ?? null;
  },
};

const WORDING: Record<string, (facts: never) => Proposal> = {
  start({ module, sessions, files }: { module: string; sessions: number; files: [string, number][] }) {
    const least = Math.min(...files.map(([, times]) => times));
    return {
      type: 'prefetch_pattern',
      text: `Work in \`${module}\` usually needs ${listed(files.map(([path]) => path))}: each was opened in at least ${least} of ${sessions} sessions there.`,
      files: files.map(([path]) => path),
      module,
      scopeOf: null,
    };
  },
  pair({ modules: [a, b], both, of }: { modules: [string, string]; both: number; of: number }) {
    return {
      type: 'causal_dependency',
      text: `Changes in \`${a}\` usually come with changes in \`${b}\` (in ${both} of ${of} sessions).`,
      tags: ['modules'],
    };
  },
  told({
    type,
    text,
    files,
    confidence,
  }: {
    type: MemoryType;
    text: string;
    files: string[];
    confidence: number;
  }) {
    return { type, text, files, confidence: Math.min(0.7, confidence), needsReview: true };
  },
};

const listed = (paths: readonly string[]): string =>
  paths.length < 2
    ? `\`${paths[0]}\``
    : `${paths
        .slice(0, -1)
        .map((path) => `\`${path}\``)
        .join(', ')} and \`${paths.at(-1)}\``;
