import type { Proposal } from '../../../model/sighting.ts';
import type { SightingDetails, Signal } from '../signal.ts';
import { type CommitMessage, readCommitMessage } from './message.ts';

type CommitRecord = Pick<CommitMessage, 'subject' | 'type' | 'scope' | 'trailers'> & {
  id: string;
  at: number;
};

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
    const shown = (
      matter: string,
      facts: Record<string, unknown>,
      of: readonly { id: string; at: number }[],
    ) => [
      {
        ...{
          matter,
          facts,
          at: of.at(-1)!.at,
          events: of.slice(-3).map(({ id }) => id),
          episode: last.episode,
        },
        ...{ quote: null, proof: 'commit_history', tainted: false, strength: 0.9, branch: null },
      } satisfies SightingDetails,
    ];
    const isRule = (of: readonly unknown[]) =>
      recent.length >= MIN_COMMITS && of.length >= recent.length * RULE;
    const typed = recent.filter(({ type }) => type !== null);
    const ticketed = recent.filter(({ subject }) => TICKET.test(subject));
    const signed = recent.filter(({ trailers }) => trailers.includes('Signed-off-by'));
    const scopes = typed.flatMap(({ scope }) => (scope !== null && NAME.test(scope) ? [scope] : []));
    const prefixes = branches.flatMap((branch) => /^([a-z]+)[/-]/i.exec(branch)?.[1]?.toLowerCase() ?? []);
    const isPrefixed = branches.length >= MIN_BRANCHES && prefixes.length >= branches.length * RULE;
    return [
      ...(isRule(typed)
        ? shown(
            'conventional',
            { types: mostOften(typed.map(({ type }) => type!)), scopes: mostOften(scopes) },
            typed,
          )
        : isRule(ticketed)
          ? shown('ticket', { prefix: TICKET.exec(ticketed.at(-1)!.subject)![1] }, ticketed)
          : []),
      ...(isRule(signed) ? shown('signed off', {}, signed) : []),
      ...(isPrefixed
        ? shown('branches', { prefixes: mostOften(prefixes), example: branches.at(-1) }, [last])
        : []),
    ];
  },
  propose: (seen) =>
    PROPOSALS[seen.at(-1)!.matter]?.(seen.at(-1)!.facts as unknown as ConventionFacts) ?? null,
};

const [MAX_ENTRIES, MIN_COMMITS, MIN_BRANCHES, RULE] = [200, 20, 8, 0.8];

/** A name, and nothing that could be read as a sentence: anybody may have written it. */
const NAME = /^[\w@.,/-]{1,40}$/;
const TICKET = /^\[?([A-Z][A-Z0-9]{1,11})-\d+\]?[: ]/;
const MERGED =
  /^Merge (?:pull request #\d+ from [^/\s]+\/|(?:remote-tracking )?branch '(?:origin\/)?)([^'\s]+)/;

/** The names that make up most of a list, most often first. */
const mostOften = (names: readonly string[]): string[] =>
  [...Map.groupBy(names, (name) => name)]
    .filter(([, of]) => of.length >= 2)
    .sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
    .slice(0, 6)
    .map(([name]) => name);

type ConventionFacts = Record<'types' | 'scopes' | 'prefixes', string[]> &
  Record<'prefix' | 'example', string>;

const rule = (key: string, value: string, text: string): Proposal => ({
  ...{ type: 'preference', polarity: 1, key, value, text, tags: ['git'] },
});

const PROPOSALS: Record<string, (facts: ConventionFacts) => Proposal> = {
  conventional: ({ types, scopes }) => {
    const within = scopes.length > 0 ? ` Scopes in use: ${scopes.join(', ')}.` : '';
    const text = `Commit messages here are Conventional Commits, \`type(scope): subject\`; types in use: ${types.join(', ')}.${within}`;
    return rule('git.commit_message', 'conventional commits', text);
  },
  ticket: ({ prefix }) =>
    rule(
      'git.commit_message',
      `${prefix} ticket`,
      `Commit messages here start with a ticket, as in \`${prefix}-123: subject\`.`,
    ),
  'signed off': () => ({
    ...rule('git.sign_off', 'required', 'Commits here are signed off: use `git commit -s`.'),
    type: 'requirement',
  }),
  branches: ({ prefixes, example }) =>
    rule(
      'git.branches',
      prefixes.join('/'),
      `Branch names here start with a prefix (${prefixes.join(', ')}), as in \`${example}\`.`,
    ),
};
