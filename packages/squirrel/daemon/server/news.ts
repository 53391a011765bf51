import type { JobStatus, LiveNews, Topic } from '../../protocol/live.ts';
import { TRAITS } from '../../protocol/traits.ts';
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
      const topics = TRAITS[verb]?.changes;
      if (topics) tell(topics, project);
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    watchers: () => listeners.size,
  };
}
