import type { Proposal } from '../../model/sighting.ts';
import type { ObservedStep, SightingDetails, Signal } from './signal.ts';
import { inGroups } from './wording.ts';

interface CommitState {
  seen: SightingDetails[];
  reverted: string[];
}

/** Of a long history the newest matter. */
const MAX_COMMITS = 200;

/** Decisions that commit messages tell with their reasons; one that was taken back is none. */
export const commitDecision: Signal<CommitState> = {
  name: 'commit_decision',
  worth: { diagnostic: 0.8, acrossSessions: 0.9, falseAlarms: 0.3 },
  minSessions: 1,
  begin: () => ({ seen: [], reverted: [] }),
  see(state, step) {
    if (step.kind !== 'commit') return;
    const { plainSubject: subject, type, body } = readCommitMessage(step.text);
    add(state.reverted, revertedBy(step.text));
    if ((type !== null && PLAIN_WORK.test(type)) || !DECIDES.test(subject)) return;
    const reason = messageSentences(body).find(
      (each) => REASON.test(each) && each.length >= 30 && each.length <= 300,
    );
    if (reason === undefined || step.command === null) return;
    const strength = /\bbecause\b|\binstead of\b|\brather than\b/i.test(reason) ? 0.85 : 0.7;
    add(
      state.seen,
      seenIn(step, { of: step.command, quote: reason, proof: 'commit_message', strength, subject, reason }),
    );
  },
  finish: ({ seen, reverted }) => seen.filter(({ matter }) => !reverted.some((hash) => isSame(hash, matter))),
  propose: (seen): Proposal => {
    const { subject, reason, commit, files } = seen.at(-1)!.facts as unknown as CommitFacts;
    return {
      type: 'decision',
      text: `${sentence(subject)} Reason (commit ${commit}): ${sentence(reason!)}`,
      because: reason,
      files,
      tags: ['git'],
    };
  },
};

/** Commits that were taken back: what they tried is a dead end, until it is brought back. */
export const revert: Signal<{ seen: SightingDetails[] }> = {
  name: 'revert',
  worth: { diagnostic: 0.85, acrossSessions: 0.8, falseAlarms: 0.25 },
  minSessions: 1,
  begin: () => ({ seen: [] }),
  see(state, step) {
    const of = step.kind === 'commit' && step.command !== null ? revertedBy(step.text) : undefined;
    if (of === undefined) return;
    // A revert of a revert brings it back.
    const undone = state.seen.findIndex(({ facts }) => isSame(String(facts.by), of));
    if (undone >= 0) {
      state.seen.splice(undone, 1);
      return;
    }
    const { subject, body } = readCommitMessage(step.text);
    const what = /^revert:?\s+"?(.+?)"?$/i.exec(subject)?.[1] ?? subject;
    const why = messageSentences(body).find((each) => !/this reverts commit|^revert/i.test(each));
    const reason = why?.slice(0, 300) ?? null;
    const strength = reason === null ? 0.55 : 0.9;
    add(
      state.seen,
      seenIn(step, { of, quote: reason ?? what, proof: 'reverted_commit', strength, subject: what, reason }),
    );
  },
  finish: ({ seen }) =>
    seen.filter(({ facts }) => facts.reason !== null || String(facts.subject).split(/\s+/).length >= 3),
  propose: (seen): Proposal => {
    const { subject, reason, commit, files } = seen.at(-1)!.facts as unknown as CommitFacts;
    const why = reason === null ? '' : ` ${reason.endsWith('.') ? reason : `${reason}.`}`;
    return {
      type: 'dead_end',
      polarity: -1,
      text: `“${subject}” was tried and reverted (commit ${commit}).${why}`,
      because: reason,
      files,
      tags: ['git'],
    };
  },
};

interface CommitFacts {
  subject: string;
  reason: string | null;
  /** The whole hash, and its beginning. */
  by: string;
  commit: string;
  files: string[];
}

interface ToldCommit
  extends Pick<SightingDetails, 'quote' | 'proof' | 'strength'>,
    Pick<CommitFacts, 'subject' | 'reason'> {
  /** The commit that it is about. */
  of: string;
}

const seenIn = (step: ObservedStep, { of, subject, reason, ...told }: ToldCommit): SightingDetails => ({
  ...told,
  ...{ matter: of.slice(0, 12), at: step.at, episode: step.episode, events: [step.id], branch: step.branch },
  // Anybody may have written it: a clone brings its history along.
  tainted: true,
  facts: {
    ...{ subject, reason, by: step.command, commit: step.command!.slice(0, 8) },
    files: step.files.map(({ path }) => path).slice(0, 8),
  },
});

const revertedBy = (text: string): string | undefined =>
  /\bthis reverts commit ([0-9a-f]{7,64})\b/i.exec(text)?.[1]?.toLowerCase();

/** Hashes may be shortened. */
const isSame = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);

function add<T>(list: T[], what: T | undefined): void {
  if (what !== undefined) list.push(what);
  if (list.length > MAX_COMMITS) list.shift();
}

const PLAIN_WORK = /^(?:docs?|style|tests?|chore|release|wip|deps|revert)$/;

/** A choice between ways, not a piece of work. */
const DECIDES =
  /\b(?:instead of|in favou?r of|rather than|switch(?:ed|es)?(?: \S+)* (?:from|to)\b|replac(?:e|ed|es|ing)\b.+\b(?:with|by)\b|migrat(?:e|ed|es|ing)\b.+\bto\b|drop(?:ped|s)?\b.+\b(?:support|for)\b|move[ds]?\b.+\bto\b.+\binstead\b|stop(?:ped|s)? using|no longer|standardi[sz]e on|adopt(?:ed|s)?\b|deprecat(?:e|ed|es)|disallow|forbid|require[ds]?\b|always|never)\b/i;

const REASON =
  /\b(?:because|since|so that|in order to|to avoid|to prevent|otherwise|instead of|rather than|the reason|due to|as (?:it|they|this|that|the)\b|which (?:caused|led|broke|breaks|made|makes))\b/i;

const sentence = (text: string): string => {
  const line = text.trim();
  const begun = line[0]!.toUpperCase() + line.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
};

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

const mostOften = (names: readonly string[]): string[] =>
  inGroups(names, (name) => name)
    .filter(([, of]) => of.length >= 2)
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

interface CommitMessage {
  subject: string;
  /** Without the type and scope that a convention puts in front. */
  plainSubject: string;
  /** Of Conventional Commits, where it follows them. */
  type: string | null;
  scope: string | null;
  body: string;
  trailers: string[];
}

function readCommitMessage(text: string): CommitMessage {
  const [first = '', ...rest] = text.split('\n');
  const subject = first.trim().slice(0, MAX_SUBJECT_CHARS);
  const head = CONVENTIONAL.exec(subject);
  const lines = rest.map((line) => line.trimEnd());
  return {
    subject,
    plainSubject: (head?.[3] ?? subject).trim().replace(/\s*\(#\d+\)$/, ''),
    type: head?.[1]?.toLowerCase() ?? null,
    scope: head?.[2] ?? null,
    body: lines
      .filter((line) => !TRAILER.test(line))
      .join('\n')
      .trim(),
    trailers: lines.flatMap((line) => TRAILER.exec(line)?.[1] ?? []),
  };
}

/** In characters. A subject that goes on is none. */
const MAX_SUBJECT_CHARS = 1000;

const CONVENTIONAL =
  /^(feat|fix|docs?|style|refactor|perf|tests?|build|ci|chore|revert|security|deps|release|wip)(?:\(([^)]+)\))?!?:\s+(.+)$/i;

const TRAILER = /^([A-Z][\w-]*(?:-[\w]+)+):\s+\S/;

const messageSentences = (body: string): string[] =>
  body
    .split(/\n\s*\n|\n(?=\s*[-*•]\s)/)
    .map((part) =>
      part
        .replace(/^\s*[-*•]\s+/, '')
        .replace(/\s+/g, (blanks) => (blanks.includes('\n') ? ' ' : blanks))
        .trim(),
    )
    .flatMap((part) => part.split(/(?<=[.!?])\s+(?=[A-Z`"'])/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
