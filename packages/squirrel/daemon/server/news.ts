import type { JobStatus, LiveNews, Topic } from '../../protocol/live.ts';
import { TRAITS } from '../../protocol/traits.ts';
import type { Verb } from '../../protocol/verbs.ts';

/** Gathered for this long, so that a thousand changes in a second are a few messages. */
const GATHER_MS = 150;

export type NewsFeed = ReturnType<typeof newsOf>;

/** Gathers what changed for clients that watch; without any it costs nothing. */
export function newsOf(jobs: () => JobStatus[]) {
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
    done(verb: Verb, project: string | null): void {
      const topics = TRAITS[verb]?.changes;
      if (topics) tell(topics, project);
    },
    watch(listener: (news: LiveNews) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    watchers: (): number => listeners.size,
  };
}
