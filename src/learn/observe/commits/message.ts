/** A commit's message in its parts; trailers are left out. */
export interface CommitMessage {
  subject: string;
  /** Without the type and scope that a convention puts in front. */
  plainSubject: string;
  /** Of Conventional Commits, where it follows them. */
  type: string | null;
  scope: string | null;
  body: string;
  trailers: string[];
}

/** Takes a commit's message apart. */
export function readCommitMessage(text: string): CommitMessage {
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

/** The sentences of a message's body, lists as sentences of their own. */
export const messageSentences = (body: string): string[] =>
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
