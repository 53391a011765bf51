/**
 * Names that commands had before 0.2, each with the words that replace it. They keep their arguments, exit status and
 * JSON until 1.0, and are listed by `sqrl help --all` only.
 */
export const ALIASES: Readonly<Record<string, readonly string[]>> = {
  recall: ['ask', '--briefing'],
  search: ['ask', '--hits'],
  get: ['show'],
  change: ['edit'],
  correct: ['edit'],
  pin: ['edit', '--pin'],
  confirm: ['review', '--confirm'],
  reject: ['review', '--reject'],
  sessions: ['history', 'sessions'],
  events: ['history', 'events'],
  episodes: ['history', 'episodes'],
  where: ['history', 'where'],
  why: ['history', 'why'],
  flush: ['history', 'close'],
  learn: ['ingest', 'learn'],
  index: ['ingest', 'notes'],
  views: ['context', '--views'],
  stats: ['status', 'stats'],
  sources: ['status', 'sources'],
  spending: ['status', 'spending'],
  policy: ['config', 'policy'],
  trust: ['config', 'trust'],
  reembed: ['doctor', 'reembed'],
  export: ['backup', 'export'],
  import: ['backup', 'import'],
  restore: ['backup', 'restore'],
};
