import type { JobStatus, LiveNews, Topic } from '../../protocol/live.ts';
import type { Verb } from '../../protocol/verbs.ts';

/** What changed, for clients that watch; without any it costs nothing. */
export interface NewsFeed {
  tell(what: readonly Topic[], project: string | null): void;
  /** Tells that a verb was done. */
  done(verb: Verb, project: string | null): void;
  watch(listener: (news: LiveNews) => void): () => void;
  watchers(): number;
}

/** Gathered for this long, so that a thousand changes in a second are a few messages. */
const GATHER_MS = 150;

/** What each verb that changes something changes. */
const CHANGES: Partial<Record<Verb, readonly Topic[]>> = {
  remember: ['memories'],
  change: ['memories'],
  pin: ['memories'],
  forget: ['memories'],
  suggestForget: ['memories'],
  forgetAll: ['memories', 'sessions', 'projects'],
  confirm: ['memories'],
  correct: ['memories'],
  reject: ['memories'],
  import: ['memories'],
  restore: ['memories', 'sessions', 'projects'],
  index: ['memories'],
  ingest: ['memories', 'sessions', 'projects'],
  learn: ['memories'],
  teach: ['memories'],
  flush: ['memories'],
  deliver: ['sessions'],
  bulk: ['memories'],
  undo: ['memories'],
  settings: ['settings'],
  trust: ['settings'],
  policy: ['settings'],
  reembed: ['memories'],
  sync: ['memories'],
  share: ['memories'],
  unshare: ['memories'],
  chooseWording: ['memories'],
  dispute: ['memories'],
  hubSync: ['memories'],
  hubShare: ['memories'],
  hubReview: ['memories'],
  hubErase: ['memories'],
  teamRetention: ['memories'],
  hubLogin: ['memories'],
  hubAwait: ['memories'],
  hubLogout: ['memories'],
  teamLeave: ['memories'],
};

/** Gathers news and hands them on. */
export function newsOf(jobs: () => JobStatus[]): NewsFeed {
  const listeners = new Set<(news: LiveNews) => void>();
  const what = new Set<Topic>();
  const projects = new Set<string | null>();

  function flush(): void {
    const news = { what: [...what], projects: [...projects], jobs: jobs() };
    what.clear();
    projects.clear();
    for (const listener of listeners) listener(news);
  }

  function tell(topics: readonly Topic[], project: string | null): void {
    if (listeners.size === 0) return;
    if (what.size === 0) setTimeout(flush, GATHER_MS).unref();
    for (const topic of topics) what.add(topic);
    projects.add(project);
  }

  return {
    tell,
    done(verb, project) {
      const topics = CHANGES[verb];
      if (topics) tell(topics, project);
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    watchers: () => listeners.size,
  };
}
