import { commitsStillThere, type GitOptions, LOG_FLAGS, loggedCommits } from '@sqrl/base/git/process.ts';
import type { Log, LogPiece, PieceResult, RawEvent, RawTouch, Reader } from '@sqrl/base/model/reader.ts';
import { AGENT_CLIENTS, brandOf } from '../clients.ts';
import { decodeRecord } from '../reading/json.ts';
import { countOrNull, listOrEmpty, record, timeOrNull } from '../reading/record.ts';
import { completeStep } from '../reading/step.ts';

/**
 * Reads a repository's commits, as `commitsOf` brings them. All of a repository's commits are one session called `git`:
 * whoever made them, on whatever branch and in whatever worktree.
 */
export const git: Reader = {
  client: 'git',
  find: (folders) => folders.repositories.map((path): Log => ({ client: 'git', path, form: 'database' })),
  open(log, state) {
    const tips = new Set(tipsOf(state));
    let read = readBefore(state);
    return {
      take(piece) {
        const commit = parseCommit(piece.bytes);
        if (!commit) return { events: [], type: 'commit', version: null, fate: 'broken' };
        for (const parent of commit.parents) tips.delete(parent);
        tips.add(commit.hash);
        read++;
        return takeCommit(commit, log.path);
      },
      // Parents come before their children, so these and all before them are what has been read.
      state: () => ({ tips: [...tips].slice(-MAX_TIPS), read }),
    };
  },
};

export interface GitLogOptions extends GitOptions {
  /** What the reader's own reading left. */
  state?: unknown;
  /** The newest so many are enough. */
  most?: number;
}

/**
 * The commits of a repository's branches that are new since a state, parents before their children, a piece each.
 * Nothing in the repository is written, and nothing that its configuration names is run.
 */
export async function* commitsOf(
  repository: string,
  { state, most = MAX_COMMITS, ...options }: GitLogOptions,
): AsyncGenerator<LogPiece> {
  const { head, known } = await commitsStillThere(repository, tipsOf(state), options);
  const asked = {
    args: [...LOG_FLAGS, '--topo-order', `--max-count=${most}`, '--branches', '--stdin'],
    stdin: [...(head ? [head] : []), ...known.map((tip) => `^${tip}`), ''].join('\n'),
    fields: FIELDS,
    most: MAX_WORDS,
  };
  let offset = readBefore(state);
  for await (const words of loggedCommits(repository, asked, options))
    yield { bytes: Buffer.from(words.join('\0')), offset: offset++ };
}

const MAX_COMMITS = 50_000;
// A commit that touches more is an import or a move of everything: the rest of its files is let go.
const MAX_WORDS = 5000;

/** How many commits were read before: what keeps those of one second in their order. */
const readBefore = (state: unknown): number => countOrNull(record(state).read) ?? 0;

/** The commits from which on everything is new, as an earlier reading left them. */
const tipsOf = (state: unknown): string[] =>
  listOrEmpty(record(state).tips).filter((tip): tip is string => typeof tip === 'string' && HASH.test(tip));

export interface Commit {
  hash: string;
  parents: string[];
  /** When its author made it, and when it came to stand where it stands. */
  madeAt: number;
  committedAt: number;
  author: { name: string; email: string };
  /** Subject and body, trailers included. */
  message: string;
  trailers: [key: string, value: string][];
  files: RawTouch[];
}

// Where thousands of branches lie about, some are read twice rather than remembered.
const MAX_TIPS = 1000;

const HASH = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** The fields of a commit, in the order in which they are asked for; NUL cannot occur in any of them. */
const FIELDS = ['%H', '%P', '%at', '%ct', '%an', '%ae', '%B', '%(trailers:only,unfold)'];

/** Reads one record of `git log -z --name-status` as `commitsOf` asks for it; undefined where it is none. */
export function parseCommit(bytes: Uint8Array): Commit | undefined {
  const fields = decodeRecord(bytes).split('\0');
  const [hash = '', parents = '', made, committed, name = '', email = '', message = '', trailers = ''] =
    fields;
  const committedAt = timeOrNull(Number(committed));
  if (!HASH.test(hash) || fields.length < FIELDS.length || committedAt === null) return undefined;
  return {
    hash,
    parents: parents.split(' ').filter((parent) => HASH.test(parent)),
    // Authors' clocks are set by hand, by tools and by rebases from other lives.
    madeAt: timeOrNull(Number(made)) ?? committedAt,
    committedAt,
    author: { name, email },
    message: message.trim(),
    trailers: trailersIn(trailers),
    files: filesIn(fields.slice(FIELDS.length)),
  };
}

/** What ties a commit to the session it was made in: a session's own id, or a checkpoint taken of one. */
export function linkOf(trailers: Commit['trailers']): string | null {
  for (const [pattern, prefix] of LINKS)
    for (const [key, value] of trailers) {
      const id = pattern.test(key) && ID.exec(value)?.[1];
      if (id) return prefix + id;
    }
  return null;
}

/** An id alone, or at the end of the address of a session. */
const ID = /^(?:https?:\/\/\S*\/)?([\w.-]{6,128})$/;

const LINKS: [key: RegExp, prefix: string][] = [
  [/^(?:[\w]+-)?session(?:-id)?$/i, ''],
  [/^(?:[\w]+-)?(?:thread|conversation|chat)(?:-id)?$/i, ''],
  [/^(?:[\w]+-)?checkpoint(?:-id)?$/i, 'checkpoint:'],
];

/** Everybody who had a hand in a commit besides its author. */
export const coAuthorsOf = (trailers: Commit['trailers']): string[] =>
  trailers.flatMap(([key, value]) =>
    /^(co-authored-by|assisted-by|generated-by)$/i.test(key) ? [value.replace(/\s*<[^>]*>\s*$/, '')] : [],
  );

/** Names of agents as they stand in trailers: those of our clients, and others. */
const AGENTS = new RegExp(
  `\\b(${[...AGENT_CLIENTS.map(brandOf), 'aider|devin|amp|qwen|gpt|jules|windsurf'].join('|')})\\b`,
  'i',
);

function takeCommit(commit: Commit, repository: string): PieceResult {
  const merge = commit.parents.length > 1;
  const event: RawEvent = completeStep({
    key: commit.hash,
    session: 'git',
    at: commit.madeAt,
    kind: 'commit',
    text: commit.message,
    toolName: merge ? 'merge' : 'commit',
    call: linkOf(commit.trailers),
    command: commit.hash,
    files: commit.files,
    outcome: 'ok',
    model: coAuthorsOf(commit.trailers).find((name) => AGENTS.test(name)) ?? null,
    cwd: repository,
  });
  return {
    events: [event],
    type: merge ? 'merge' : 'commit',
    version: null,
    fate: 'read',
    session: { id: 'git', beganAt: commit.committedAt, cwd: repository, title: 'Commits of this repository' },
  };
}

const trailersIn = (text: string): Commit['trailers'] =>
  text.split('\n').flatMap((line): Commit['trailers'] => {
    const colon = line.indexOf(':');
    return colon > 0 ? [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]] : [];
  });

/** Pairs of a letter and a path; after R and C two paths, of which the first is where it came from. */
function filesIn(words: readonly string[]): RawTouch[] {
  const files: RawTouch[] = [];
  const touch = (path: string | undefined, way: RawTouch['way']) => {
    if (path) files.push({ path, way, lines: null });
  };
  for (let at = 0; at < words.length; ) {
    const letter = words[at++]!.trim()[0];
    if (letter === undefined) continue;
    if (letter === 'R' || letter === 'C') {
      const from = words[at++];
      if (letter === 'R') touch(from, 'delete');
      touch(words[at++], letter === 'R' ? 'edit' : 'write');
    } else touch(words[at++], letter === 'A' ? 'write' : letter === 'D' ? 'delete' : 'edit');
  }
  return files;
}
