import { commitsStillThere, type GitOptions, LOG_FLAGS, startGit } from '@sqrl/base/git/process.ts';
import type { LogPiece } from '@sqrl/base/model/reader.ts';
import { COMMIT_FORMAT, readBefore, tipsOf } from './logs.ts';

export interface GitLogOptions extends GitOptions {
  /** What `git`'s own reading left. */
  state?: unknown;
  /** The newest so many are enough. */
  most?: number;
}

/**
 * The commits of a repository's branches that are new since a state, parents before their children, a piece each.
 * Nothing in the repository is written, and nothing that its configuration names is run.
 */
export async function* commitsOf(repository: string, options: GitLogOptions): AsyncGenerator<LogPiece> {
  const { head, known } = await commitsStillThere(repository, tipsOf(options.state), options);
  const most = `--max-count=${options.most ?? MAX_COMMITS}`;
  const { child, failure } = startGit(repository, [...LOG, most, '--branches', '--stdin'], options);
  child.stdin.end([...(head ? [head] : []), ...known.map((tip) => `^${tip}`), ''].join('\n'));
  try {
    let offset = readBefore(options.state);
    for await (const bytes of recordsIn(child.stdout)) yield { bytes, offset: offset++ };
    await failure;
  } finally {
    // Whoever stops listening must not leave git behind.
    child.kill('SIGKILL');
  }
}

const MAX_COMMITS = 50_000;

/** Begins each record: no field can hold it at its start, since the first is a hash. */
const MARK = 1;

const LOG = ['log', ...LOG_FLAGS, '--topo-order', `--format=tformat:%x01${COMMIT_FORMAT}`];

// A commit that touches more than this is an import or a move of everything: the rest of its files is let go.
const MAX_COMMIT_BYTES = 1 << 20;

/** Cuts the stream into records, without ever holding more than one. */
async function* recordsIn(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  let begun = false;
  let afterNul = true;
  const keep = (part: Buffer) => {
    if (begun && size < MAX_COMMIT_BYTES && part.length > 0)
      held.push(Buffer.from(part.subarray(0, MAX_COMMIT_BYTES - size)));
    size += part.length;
  };
  for await (const chunk of stream) {
    let from = 0;
    for (let at = chunk.indexOf(MARK); at >= 0; at = chunk.indexOf(MARK, at + 1)) {
      if (!(at === 0 ? afterNul : chunk[at - 1] === 0)) continue;
      keep(chunk.subarray(from, at));
      if (held.length > 0) yield whole(held, size);
      [held, size, begun, from] = [[], 0, true, at + 1];
    }
    keep(chunk.subarray(from));
    afterNul = chunk.at(-1) === 0;
  }
  if (held.length > 0) yield whole(held, size);
}

/** A record that was cut short ends with its last whole path. */
function whole(parts: readonly Buffer[], size: number): Buffer {
  const record = Buffer.concat(parts);
  return size <= MAX_COMMIT_BYTES ? record : record.subarray(0, record.lastIndexOf(0));
}
