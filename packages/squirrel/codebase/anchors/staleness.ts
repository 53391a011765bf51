import { DAY_MS } from '@sqrl/base/durations.ts';
import type { ExportedAnchor } from '@sqrl/base/model/anchor.ts';

/** What is known of a memory and of the files it speaks of. Times are milliseconds since 1970. */
export interface StalenessFacts {
  /** When a person said that it no longer holds, or a newer one took its place. */
  staleAt: number | null;
  anchors: readonly AnchorFacts[];
  createdAt: number;
  /** Days of work since it was last used or seen. */
  unusedDays: number;
  halfLifeDays: number | null;
  files: readonly {
    path: string;
    /** Commits that changed it since the memory was last seen right. */
    commits: number;
    /** When it was last written; null where it is gone. */
    modifiedAt: number | null;
  }[];
}

type AnchorFacts = Pick<ExportedAnchor, 'path' | 'symbol' | 'state' | 'changedIn' | 'nowIs' | 'movedFrom'>;

export interface Staleness {
  stale: boolean;
  /** Somebody should look whether it still holds. */
  review: boolean;
  /** What its confidence is to be multiplied with, 0 to 1. */
  trust: number;
  /** For people to read. */
  why: string[];
}

/** Judges by four layers: what was said, how long it was not needed, what changed in git, what changed on disk. */
export function stalenessOf(facts: StalenessFacts): Staleness {
  const layers = [said(facts), unused(facts), changedInGit(facts), changedOnDisk(facts)];
  return {
    stale: layers.some(({ stale }) => stale),
    review: layers.some(({ review }) => review),
    trust: layers.reduce((trust, layer) => trust * (layer.trust ?? 1), 1),
    why: layers.flatMap(({ why }) => why ?? []),
  };
}

interface StalenessLayer {
  stale?: boolean;
  review?: boolean;
  trust?: number;
  why?: string;
}

function said({ staleAt, anchors }: StalenessFacts): StalenessLayer {
  const gone = anchors.filter(({ state }) => state === 'gone');
  if (gone.length > 0) return { stale: true, review: true, why: gone.map(wasDeleted).join('; ') };
  if (staleAt !== null) return { stale: true, why: 'it was archived' };
  const stale = anchors.filter(({ state }) => state === 'stale');
  return stale.length > 0 ? { stale: true, why: stale.map(hasChanged).join('; ') } : {};
}

/** What became of a part of the code, for people to read. */
const wasDeleted = ({ path, symbol, changedIn, nowIs }: AnchorFacts): string =>
  `its code was deleted: ${symbol === null ? path : `\`${symbol}\` in ${path}`}${commitOf(changedIn)}${nowIs === null ? '' : `; it may be \`${nowIs}\` now`}`;

function hasChanged({ path, symbol, changedIn, nowIs, movedFrom }: AnchorFacts): string {
  const what =
    symbol === null
      ? `${movedFrom ?? path} was moved to ${path} and edited`
      : nowIs === null
        ? `the body of \`${symbol}\` in ${path}`
        : `\`${symbol}\` in ${path} is now \`${nowIs}\``;
  return `its code has changed: ${what}${commitOf(changedIn)}`;
}

const commitOf = (commit: string | null): string =>
  commit === null ? ' (not committed yet)' : ` in ${commit.slice(0, 12)}`;

/** From the end of its half-life on it loses half of its trust with each further one, down to a quarter. */
function unused({ unusedDays, halfLifeDays }: StalenessFacts): StalenessLayer {
  if (halfLifeDays === null || unusedDays <= halfLifeDays) return {};
  const trust = Math.max(MIN_TRUST, 0.5 ** (unusedDays / halfLifeDays - 1));
  return { trust, why: `not used on the last ${unusedDays} days of work here` };
}

/** In proportion: half of the trust is lost when all of its files changed. */
function changedInGit({ files }: StalenessFacts): StalenessLayer {
  const changed = files.filter(({ commits }) => commits > 0).length;
  if (changed === 0) return {};
  const trust = 1 - (0.5 * changed) / files.length;
  return { trust, why: `${changed} of its ${files.length} files have changed since` };
}

function changedOnDisk({ createdAt, files }: StalenessFacts): StalenessLayer {
  const later = files.find(({ modifiedAt }) => modifiedAt !== null && modifiedAt > createdAt + 30 * DAY_MS);
  return later
    ? { review: true, why: `${later.path} was changed more than 30 days after it was recorded` }
    : {};
}

const MIN_TRUST = 0.25;
