import type { NeededFile } from './rank.ts';

/** A file with the reasons for its place and what reading it costs. */
interface PackedFile extends Omit<NeededFile, 'clues'> {
  /** The first reason without its score. */
  reason: string | undefined;
  why: string[];
  /** The task names it or something that it defines. */
  isNamed: boolean;
  /** Tokens; undefined where not known. */
  tokens: number | undefined;
  /** The share of similar past work that it had a part in, where there is enough of that. */
  share: number | undefined;
}

export interface FileBudget {
  limit: number;
  /** In tokens. */
  budget: number;
}

/** The files that fit, and those that do not, with the reason. */
export interface PackedFiles {
  files: PackedFile[];
  tokens: number;
  left: { path: string; score: number; because: string }[];
}

/** Packs the likeliest files into a budget: those of most similar work first, then those of much of it, then the rest. */
export function packFiles(
  ranked: readonly NeededFile[],
  { limit, budget }: FileBudget,
  of: { share(path: string): number | undefined; tokens(path: string): number | undefined },
): PackedFiles {
  const packed: PackedFiles = { files: [], tokens: 0, left: [] };
  const chosen: PackedFile[] = [];
  // Farther down nothing is likely enough to be weighed for its size.
  for (const { path, score, clues } of ranked.slice(0, MAX_LOOKAHEAD * limit)) {
    if (chosen.length >= limit) {
      if (packed.left.length < MAX_LEFT)
        packed.left.push({ path, score, because: `over the limit of ${limit} files` });
      continue;
    }
    const tokens = of.tokens(path);
    if (packed.tokens + (tokens ?? 0) > budget) {
      packed.left.push({
        path,
        score,
        because: `its ${tokens ?? 0} tokens exceed the ${budget - packed.tokens} left`,
      });
      continue;
    }
    packed.tokens += tokens ?? 0;
    const share = of.share(path);
    const why = [...clues.map(clueMessage), ...(share === undefined ? [] : [shareMessage(share)])];
    chosen.push({
      path,
      score,
      reason: clues[0]?.why,
      why,
      isNamed: clues.some(({ isNamed }) => isNamed),
      tokens,
      share,
    });
  }
  // Equal places stay in the order of their scores.
  packed.files = chosen.toSorted((a, b) => tier(a.share) - tier(b.share));
  return packed;
}

/** What is read first: files of more than four fifths of similar work, then of more than half. */
const tier = (share: number | undefined): number =>
  share === undefined ? 2 : share > 0.8 ? 0 : share > 0.5 ? 1 : 2;

const clueMessage = ({ why, part, score }: NeededFile['clues'][number]): string =>
  `${why} (${part} ${score.toFixed(2)})`;

const shareMessage = (share: number): string => `in ${Math.round(100 * share)} % of similar work`;

const MAX_LEFT = 20;
const MAX_LOOKAHEAD = 4;
