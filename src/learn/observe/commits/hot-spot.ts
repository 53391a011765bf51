import type { Signal } from '../signal.ts';
import { readCommitMessage } from './message.ts';

interface CommitChange {
  id: string;
  at: number;
  fix: boolean;
  files: string[];
  tainted: boolean;
}

/** Files in which mistakes keep being mended. */
export const hotSpot: Signal<{ recent: CommitChange[]; episode: string | null }> = {
  name: 'hot_spot',
  worth: { diagnostic: 0.6, acrossSessions: 0.9, falseAlarms: 0.3 },
  minSessions: 1,
  begin: () => ({ recent: [], episode: null }),
  see(state, step) {
    if (step.kind !== 'commit' || step.toolName === 'merge') return;
    const files = step.files.map(({ path }) => path).filter((path) => NAME.test(path) && !NO_CODE.test(path));
    // A commit of very many files says nothing of any one of them.
    if (files.length === 0 || files.length > MAX_FILES) return;
    const { type, plainSubject } = readCommitMessage(step.text);
    const fix = type === 'fix' || (type === null && FIX.test(plainSubject));
    state.recent.push({ id: step.id, at: step.at, fix, files, tainted: step.tainted });
    if (state.recent.length > MAX_RECENT_COMMITS) state.recent.shift();
    state.episode = step.episode;
  },
  finish({ recent, episode }) {
    if (recent.length < MIN_COMMITS) return [];
    const counts = new Map<string, { changed: number; fixed: CommitChange[] }>();
    for (const change of recent)
      for (const file of change.files) {
        const known = counts.get(file) ?? { changed: 0, fixed: [] };
        known.changed++;
        if (change.fix) known.fixed.push(change);
        counts.set(file, known);
      }
    return [...counts]
      .filter(([, { changed, fixed }]) => fixed.length >= MIN_FIXES && fixed.length >= changed * FIX_SHARE)
      .sort(([a, x], [b, y]) => y.fixed.length - x.fixed.length || (a < b ? -1 : 1))
      .slice(0, MAX_SPOTS)
      .map(([file, { changed, fixed }]) => ({
        matter: file,
        at: fixed.at(-1)!.at,
        episode,
        events: fixed.slice(-5).map(({ id }) => id),
        quote: null,
        proof: 'commit_history',
        tainted: fixed.some(({ tainted }) => tainted),
        strength: Math.min(1, 0.6 + fixed.length / 50),
        branch: null,
        facts: { file, changed, fixed: fixed.length, of: recent.length },
      }));
  },
  propose(seen) {
    const { file, changed, fixed, of } = seen.at(-1)!.facts as Record<string, string | number>;
    return {
      type: 'module_insight',
      text: `\`${file}\` is often fixed: ${fixed} of its ${changed} commits were fixes (last ${of} commits). Change it with care and run its tests.`,
      files: [String(file)],
      tags: ['git'],
    };
  },
};

const MAX_RECENT_COMMITS = 300;
const MAX_FILES = 30;
const MIN_COMMITS = 40;
const MIN_FIXES = 6;
const FIX_SHARE = 0.4;
const MAX_SPOTS = 3;

/** A path without a gap: a sentence for a file name is somebody's wish. */
const NAME = /^[^\s`]{1,200}$/;
const FIX = /^(?:hot)?fix(?:e[sd])?\b|\bbug ?fix\b|\bregression\b/i;
const NO_CODE =
  /(?:^|\/)(?:change(?:s|log)|readme|license|news|history)[^/]*$|\.(?:md|mdx|rst|txt|lock|snap|svg|png)$|(?:package(?:-lock)?|composer|tsconfig[^/]*)\.json$|pnpm-lock|go\.sum|(?:^|\/)\.github\//i;
