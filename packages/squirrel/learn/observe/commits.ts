import { DAY_MS } from '@sqrl/base/durations.ts';
import type { Proposal } from '@sqrl/base/model/sighting.ts';
import type { ObservedStep, SightingDetails, Signal } from './signal.ts';
import { stemOf } from './signals/files.ts';
import { inGroups, listedInCode } from './wording.ts';

interface CommitRecord extends Pick<ObservedStep, 'id' | 'at' | 'episode' | 'branch'> {
  hash: string;
  files: string[];
  subject: string;
  /** Without the type and scope that a convention puts in front. */
  plainSubject: string;
  /** Of Conventional Commits, where it follows them. */
  type: string | null;
  scope: string | null;
  /** The first sentence of the body that gives a reason, and the first that says anything. */
  reason: string | null;
  said: string | null;
  isSigned: boolean;
  isMerge: boolean;
  /** The branch that it merged; the hash that it takes back. */
  merged: string | null;
  reverts: string | null;
}

type CommitSignal = Pick<Signal<CommitRecord[]>, 'name' | 'worth'> & {
  find(commits: readonly CommitRecord[]): SightingDetails[];
};

/** What is found of a history is worded at once; of the sightings of one matter the newest holds. */
const signalOf = ({ find, ...row }: CommitSignal): Signal<CommitRecord[]> => ({
  ...row,
  minSessions: 1,
  begin: () => [],
  see(commits, step) {
    if (step.kind !== 'commit' || step.command === null) return;
    commits.push(recordOf(step));
    // Of a long history the newest matter.
    if (commits.length > MAX_COMMITS) commits.shift();
  },
  finish: find,
  propose: (seen) => seen.at(-1)!.facts as unknown as Proposal,
});

/** Decisions that commit messages tell with their reasons; one that was taken back is none. */
export const commitDecision = signalOf({
  name: 'commit_decision',
  worth: { diagnostic: 0.8, acrossSessions: 0.9, falseAlarms: 0.3 },
  find: (commits) =>
    commits.flatMap((commit) => {
      const { type, plainSubject: subject, reason, hash } = commit;
      if (reason === null || (type !== null && PLAIN_WORK.test(type)) || !DECIDES.test(subject)) return [];
      if (commits.some(({ reverts }) => reverts !== null && isSame(reverts, hash))) return [];
      const strength = /\bbecause\b|\binstead of\b|\brather than\b/i.test(reason) ? 0.85 : 0.7;
      const text = `${sentence(subject)} Reason (commit ${short(hash)}): ${sentence(reason)}`;
      const proposal: Proposal = { type: 'decision', text, because: reason };
      return [told(commit, { of: hash, quote: reason, proof: 'commit_message', strength }, proposal)];
    }),
});

/** Commits that were taken back: what they tried is a dead end, until it is brought back. */
export const revert = signalOf({
  name: 'revert',
  worth: { diagnostic: 0.85, acrossSessions: 0.8, falseAlarms: 0.25 },
  find: (commits) =>
    commits.flatMap((commit) => {
      const { reverts: of, subject, said: reason, hash } = commit;
      // A revert of a revert brings it back.
      const isOfRevert = commits.some(({ reverts, hash }) => reverts && of && isSame(hash, of));
      const isUndone = commits.some(({ reverts }) => reverts && isSame(reverts, hash));
      if (of === null || isOfRevert || isUndone) return [];
      const what = /^revert:?\s+"?(.+?)"?$/i.exec(subject)?.[1] ?? subject;
      if (reason === null && what.split(/\s+/).length < 3) return [];
      const why = reason === null ? '' : ` ${sentence(reason)}`;
      const text = `“${what}” was tried and reverted (commit ${short(hash)}).${why}`;
      const shown = { of, quote: reason ?? what, proof: 'reverted_commit', strength: why ? 0.9 : 0.55 };
      return [told(commit, shown, { type: 'dead_end', polarity: -1, text, because: reason })];
    }),
});

/** A sighting of one commit. `of`: the commit that it is about. */
const told = (
  { id, at, episode, branch, files }: CommitRecord,
  { of, ...shown }: Pick<SightingDetails, 'quote' | 'proof' | 'strength'> & { of: string },
  proposal: Proposal,
): SightingDetails => ({
  ...{ ...shown, matter: of.slice(0, 12), at, episode, events: [id], branch },
  // Anybody may have written it: a clone brings its history along.
  tainted: true,
  facts: { ...proposal, files: files.slice(0, 8), tags: ['git'] },
});

const short = (hash: string): string => hash.slice(0, 8);

/** How commit messages are written here, and how branches are named. */
export const convention = signalOf({
  name: 'convention',
  worth: { diagnostic: 0.7, acrossSessions: 0.95, falseAlarms: 0.1 },
  find(commits) {
    const recent = commits.filter((each) => !each.isMerge && !/^revert\b/i.test(each.subject));
    const found: SightingDetails[] = [];
    const show = (matter: string, of: readonly CommitRecord[], proposal: Proposal) =>
      found.push({
        ...{ matter, at: of.at(-1)!.at, events: of.slice(-3).map(({ id }) => id) },
        ...{ quote: null, proof: 'commit_history', tainted: false, strength: 0.9, branch: null },
        ...{ episode: commits.at(-1)!.episode, facts: { tags: ['git'], ...proposal } },
      });
    const isRule = (of: readonly unknown[]) =>
      recent.length >= MIN_COMMITS && of.length >= recent.length * RULE;
    const typed = recent.filter(({ type }) => type !== null);
    const ticketed = recent.filter(({ subject }) => TICKET.test(subject));
    const signed = recent.filter(({ isSigned }) => isSigned);
    if (isRule(typed)) {
      const types = mostOften(typed.map(({ type }) => type!)).join(', ');
      const scopes = mostOften(typed.flatMap(({ scope }) => (scope && NAME.test(scope) ? [scope] : [])));
      const within = scopes.length > 0 ? ` Scopes in use: ${scopes.join(', ')}.` : '';
      const text = `Commit messages here are Conventional Commits, \`type(scope): subject\`; types in use: ${types}.${within}`;
      show('conventional', typed, rule('git.commit_message', 'conventional commits', text));
    } else if (isRule(ticketed)) {
      const [, prefix] = TICKET.exec(ticketed.at(-1)!.subject)!;
      const text = `Commit messages here start with a ticket, as in \`${prefix}-123: subject\`.`;
      show('ticket', ticketed, rule('git.commit_message', `${prefix} ticket`, text));
    }
    if (isRule(signed)) {
      const text = 'Commits here are signed off: use `git commit -s`.';
      show('signed off', signed, { ...rule('git.sign_off', 'required', text), type: 'requirement' });
    }
    const branches = [...new Set(commits.flatMap(({ merged }) => merged ?? []))];
    const prefixes = branches.flatMap((branch) => /^([a-z]+)[/-]/i.exec(branch)?.[1]?.toLowerCase() ?? []);
    if (branches.length >= MIN_BRANCHES && prefixes.length >= branches.length * RULE) {
      const usual = mostOften(prefixes);
      const text = `Branch names here start with a prefix (${usual.join(', ')}), as in \`${branches.at(-1)}\`.`;
      show('branches', commits.slice(-1), rule('git.branches', usual.join('/'), text));
    }
    for (const [task, says] of REFACTORINGS) {
      const of = recent.filter(({ plainSubject }) => says.test(plainSubject));
      const files = companions(of, recent);
      if (files.length > 0) show(`refactoring ${task}`, of, refactoring(task, files, of));
    }
    return found;
  },
});

const rule = (key: string, value: string, text: string): Proposal => ({
  ...{ type: 'preference', polarity: 1, key, value, text },
});

const REFACTORINGS: readonly (readonly [task: string, says: RegExp])[] = [
  ['a rename', /^renam(?:e|es|ed|ing)\b/i],
  ['a move', /^mov(?:e|es|ed|ing)\b/i],
  ['an extraction', /^(?:extract|split)(?:s|ed|ting|ing)?\b/i],
];

const refactoring = (task: string, files: string[], of: readonly CommitRecord[]): Proposal => ({
  type: 'workflow_recipe',
  text: `With ${task}, ${listedInCode(files)} change${files.length > 1 ? '' : 's'} too (in most of ${of.length} such commits).`,
  files,
  tags: ['git', 'refactoring'],
  record: {
    kind: 'recipe',
    task,
    steps: files.map((file) => ({ text: `update ${file}`, file })),
    lastSuccessAt: of.at(-1)!.at,
    successes: of.length,
  },
});

/** Files that change with most commits of a kind, and far more seldom with others. */
function companions(of: readonly CommitRecord[], all: readonly CommitRecord[]): string[] {
  // What is done in one go is one piece of work.
  const days = new Set(of.map(({ at }) => Math.floor(at / DAY_MS)));
  if (days.size < MIN_DAYS) return [];
  const others = all.filter((each) => !of.includes(each));
  const share = (path: string, among: readonly CommitRecord[]) =>
    among.filter(({ files }) => files.includes(path)).length / Math.max(1, among.length);
  return mostOften(of.flatMap(({ files }) => files)).filter((path) => {
    const here = share(path, of);
    // A file that a commit subject names is the one refactored, not one changed along with it.
    const isTaken = of.some(({ plainSubject }) => plainSubject.toLowerCase().includes(stemOf(path)));
    return NAME.test(path) && !isTaken && here >= MOST && share(path, others) < here / 2;
  });
}

const [MIN_DAYS, MOST] = [4, 0.7];

const isSame = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);

const [MAX_COMMITS, MAX_FILES, MIN_COMMITS, MIN_BRANCHES, RULE] = [200, 30, 20, 8, 0.8];

const PLAIN_WORK = /^(?:docs?|style|tests?|chore|release|wip|deps|revert)$/;

const DECIDES =
  /\b(?:instead of|in favou?r of|rather than|switch(?:ed|es)?(?: \S+)* (?:from|to)\b|replac(?:e|ed|es|ing)\b.+\b(?:with|by)\b|migrat(?:e|ed|es|ing)\b.+\bto\b|drop(?:ped|s)?\b.+\b(?:support|for)\b|move[ds]?\b.+\bto\b.+\binstead\b|stop(?:ped|s)? using|no longer|standardi[sz]e on|adopt(?:ed|s)?\b|deprecat(?:e|ed|es)|disallow|forbid|require[ds]?\b|always|never)\b/i;

const REASON =
  /\b(?:because|since|so that|in order to|to avoid|to prevent|otherwise|instead of|rather than|the reason|due to|as (?:it|they|this|that|the)\b|which (?:caused|led|broke|breaks|made|makes))\b/i;

const sentence = (text: string): string => {
  const line = text.trim();
  const begun = line[0]!.toUpperCase() + line.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
};

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

function recordOf({ id, at, episode, branch, command, files, text, toolName }: ObservedStep): CommitRecord {
  const [first = '', ...rest] = text.split('\n');
  const subject = first.trim().slice(0, MAX_SUBJECT_CHARS);
  const head = CONVENTIONAL.exec(subject);
  const merged = MERGED.exec(text)?.[1] ?? null;
  const said = messageSentences(rest.filter((line) => !TRAILER.test(line)).join('\n'));
  return {
    ...{ id, at, episode, branch, hash: command!, subject },
    files: files.map(({ path }) => path).slice(0, MAX_FILES),
    plainSubject: (head?.[3] ?? subject).trim().replace(/\s*\(#\d+\)$/, ''),
    type: head?.[1]?.toLowerCase() ?? null,
    scope: head?.[2] ?? null,
    reason: said.find((each) => REASON.test(each) && each.length >= 30 && each.length <= 300) ?? null,
    said: said.find((each) => !/this reverts commit|^revert/i.test(each))?.slice(0, 300) ?? null,
    isSigned: rest.some((line) => line.startsWith('Signed-off-by: ')),
    isMerge: toolName === 'merge' || merged !== null,
    merged: merged !== null && NAME.test(merged) ? merged : null,
    reverts: /\bthis reverts commit ([0-9a-f]{7,64})\b/i.exec(text)?.[1]?.toLowerCase() ?? null,
  };
}

/** In characters. A subject that goes on is none. */
const MAX_SUBJECT_CHARS = 1000;

const CONVENTIONAL =
  /^(feat|fix|docs?|style|refactor|perf|tests?|build|ci|chore|revert|security|deps|release|wip)(?:\(([^)]+)\))?!?:\s+(.+)$/i;

const TRAILER = /^([A-Z][\w-]*(?:-[\w]+)+):\s+\S/;

const messageSentences = (body: string): string[] =>
  body
    .trim()
    .split(/\n\s*\n|\n(?=\s*[-*•]\s)/)
    .flatMap((part) =>
      part
        .replace(/^\s*[-*•]\s+/, '')
        .replace(/\s+/g, (blanks) => (blanks.includes('\n') ? ' ' : blanks))
        .split(/(?<=[.!?])\s+(?=[A-Z`"'])/),
    )
    .flatMap((each) => each.trim() || []);
