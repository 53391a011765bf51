import type { Proposal } from '../../../model/sighting.ts';
import type { SightingDetails, Signal } from '../signal.ts';
import { readCommitMessage } from './message.ts';

interface CommitRecord {
  id: string;
  at: number;
  subject: string;
  type: string | null;
  scope: string | null;
  trailers: string[];
}

interface ConventionState {
  recent: CommitRecord[];
  branches: string[];
  last: { id: string; at: number; episode: string | null } | null;
}

/** How commit messages are written here, and how branches are named. */
export const convention: Signal<ConventionState> = {
  name: 'convention',
  worth: { diagnostic: 0.7, acrossSessions: 0.95, falseAlarms: 0.1 },
  minSessions: 1,
  begin: () => ({ recent: [], branches: [], last: null }),
  see(state, step) {
    if (step.kind !== 'commit') return;
    state.last = { id: step.id, at: step.at, episode: step.episode };
    const branch = MERGED.exec(step.text)?.[1];
    if (branch !== undefined && NAME.test(branch) && !state.branches.includes(branch))
      state.branches.push(branch);
    if (state.branches.length > MAX_ENTRIES) state.branches.shift();
    if (step.toolName === 'merge' || MERGED.test(step.text) || /^revert\b/i.test(step.text)) return;
    const { subject, type, scope, trailers } = readCommitMessage(step.text);
    state.recent.push({ id: step.id, at: step.at, subject, type, scope, trailers });
    if (state.recent.length > MAX_ENTRIES) state.recent.shift();
  },
  finish({ recent, branches, last }) {
    if (last === null) return [];
    const found: { matter: string; events: string[]; at: number; facts: Record<string, unknown> }[] = [];
    const add = (matter: string, of: readonly CommitRecord[], facts: Record<string, unknown>) =>
      found.push({ matter, events: of.slice(-3).map(({ id }) => id), at: of.at(-1)!.at, facts });
    if (recent.length >= MIN_COMMITS) {
      const typed = recent.filter(({ type }) => type !== null);
      const ticketed = recent.filter(({ subject }) => TICKET.test(subject));
      const signed = recent.filter(({ trailers }) => trailers.includes('Signed-off-by'));
      if (isRule(typed, recent))
        add('conventional', typed, {
          share: shareOf(typed, recent),
          types: mostOften(typed.map(({ type }) => type!)),
          scopes: mostOften(
            typed.flatMap(({ scope }) => (scope !== null && NAME.test(scope) ? [scope] : [])),
          ),
        });
      else if (isRule(ticketed, recent))
        add('ticket', ticketed, {
          share: shareOf(ticketed, recent),
          prefix: TICKET.exec(ticketed.at(-1)!.subject)![1],
        });
      if (isRule(signed, recent)) add('signed off', signed, { share: shareOf(signed, recent) });
    }
    const prefixes = branches.flatMap((branch) => /^([a-z]+)[/-]/i.exec(branch)?.[1]?.toLowerCase() ?? []);
    if (branches.length >= MIN_BRANCHES && prefixes.length >= branches.length * RULE)
      found.push({
        matter: 'branches',
        events: [last.id],
        at: last.at,
        facts: { prefixes: mostOften(prefixes), example: branches.at(-1) },
      });
    return found.map(
      (each): SightingDetails => ({
        ...each,
        episode: last.episode,
        quote: null,
        proof: 'commit_history',
        tainted: false,
        strength: 0.9,
        branch: null,
      }),
    );
  },
  propose: (seen) => PROPOSALS[seen.at(-1)!.matter]?.(seen.at(-1)!.facts) ?? null,
};

const MAX_ENTRIES = 200;
const MIN_COMMITS = 20;
const MIN_BRANCHES = 8;
const RULE = 0.8;

/** A name, and nothing that could be read as a sentence: anybody may have written it. */
const NAME = /^[\w@.,/-]{1,40}$/;
const TICKET = /^\[?([A-Z][A-Z0-9]{1,11})-\d+\]?[: ]/;
const MERGED =
  /^Merge (?:pull request #\d+ from [^/\s]+\/|(?:remote-tracking )?branch '(?:origin\/)?)([^'\s]+)/;

const isRule = (of: readonly unknown[], all: readonly unknown[]): boolean => of.length >= all.length * RULE;

const shareOf = (of: readonly unknown[], all: readonly unknown[]): number =>
  Math.round((of.length / all.length) * 100);

/** The names that make up most of a list, most often first. */
const mostOften = (names: readonly string[]): string[] =>
  [...Map.groupBy(names, (name) => name)]
    .filter(([, of]) => of.length >= 2)
    .sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
    .slice(0, 6)
    .map(([name]) => name);

const PROPOSALS: Record<string, (facts: Record<string, unknown>) => Proposal> = {
  conventional({ types, scopes }) {
    const used = (types as string[]).join(', ');
    const within =
      (scopes as string[]).length > 0 ? ` Scopes in use: ${(scopes as string[]).join(', ')}.` : '';
    return {
      type: 'preference',
      polarity: 1,
      key: 'git.commit_message',
      value: 'conventional commits',
      text: `Commit messages here are Conventional Commits, \`type(scope): subject\`; types in use: ${used}.${within}`,
      tags: ['git'],
    };
  },
  ticket: ({ prefix }) => ({
    type: 'preference',
    polarity: 1,
    key: 'git.commit_message',
    value: `${prefix} ticket`,
    text: `Commit messages here start with a ticket, as in \`${prefix}-123: subject\`.`,
    tags: ['git'],
  }),
  'signed off': () => ({
    type: 'requirement',
    polarity: 1,
    key: 'git.sign_off',
    value: 'required',
    text: 'Commits here are signed off: use `git commit -s`.',
    tags: ['git'],
  }),
  branches: ({ prefixes, example }) => ({
    type: 'preference',
    polarity: 1,
    key: 'git.branches',
    value: (prefixes as string[]).join('/'),
    text: `Branch names here start with a prefix (${(prefixes as string[]).join(', ')}), as in \`${example}\`.`,
    tags: ['git'],
  }),
};
