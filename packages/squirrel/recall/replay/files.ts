import type { ObservedStep } from '../../learn/observe/signal.ts';
import type { PastSession } from '../../learn/replay/past-session.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { knownFor } from '../files/files-for.ts';
import { rank } from '../files/rank.ts';
import { lineOf, minutesOf, type ReplayFindings, tokensOf } from './claim.ts';

const LISTED = 8;
const MIN_PROMPT_CHARS = 20;

/**
 * Files that the list for the first prompt held, and that the agent opened next after a search had named them. What the
 * code graph knows is left out: it is of today, and not of that day.
 */
export async function replayFiles(engine: Engine, session: PastSession): Promise<ReplayFindings> {
  const nothing: ReplayFindings = { claims: [], told: [], spoken: 0, right: 0 };
  const start = session.steps.findIndex(
    ({ kind, agent, text }) => kind === 'prompt' && agent === null && text.trim().length >= MIN_PROMPT_CHARS,
  );
  const prompt = session.steps[start];
  if (!prompt) return nothing;
  const then = { ...engine, now: () => session.startedAt - 1 };
  const known = await knownFor(then, prompt.text, { code: false });
  if (known.work.length === 0) return nothing;
  const { files } = rank({ task: prompt.text, files: [], now: then.now() }, known);
  const listed = files.slice(0, LISTED).map(({ path }) => path);
  // The list is for the first task; what a later prompt asks for is another matter.
  const next = session.steps.findIndex(
    ({ kind, agent }, place) => place > start && kind === 'prompt' && agent === null,
  );
  const opened = openedIn(session.steps.slice(0, next < 0 ? undefined : next), start);
  const claims: ReplayFindings['claims'] = [];
  /** Searches that are counted: one may bring several files. */
  const paid = new Set<number>();
  for (const path of listed) {
    const open = opened.get(path);
    if (open === undefined || open > start + MAX_STEPS || isNamed(path, prompt.text)) continue;
    // The first word of the file must be a search's result: who searches in a file knows it already.
    const search = session.steps.findIndex(
      ({ kind, text }, place) => place > start && place < open && kind === 'result' && text.includes(path),
    );
    if (search < 0 || [...opened.values()].some((place) => place > search && place < open)) continue;
    const by = session.steps[search]!;
    if (!isSearch(by) || by.command?.includes(path) || paid.has(search)) continue;
    paid.add(search);
    const searches = session.steps.slice(search, open).filter(isSearch);
    claims.push({
      kind: 'file',
      session: session.id,
      at: session.steps[open]!.at,
      event: session.steps[open]!.id,
      told: path,
      truth: lineOf(by.command ?? by.toolName ?? 'search'),
      from: null,
      tokens: {
        low: tokensOf(by),
        high: searches.reduce((sum, step) => sum + tokensOf(step), 0),
      },
      minutes: { low: 0, high: minutesOf(session.steps, search, search + searches.length - 1) },
    });
  }
  const told = { kind: 'file' as const, text: listed.join(', '), from: null, sessions: 1 };
  const where = { session: session.id, at: prompt.at };
  return {
    claims,
    told: listed.length > 0 ? [{ ...told, ...where }] : [],
    spoken: listed.length,
    right: listed.filter((path) => opened.has(path)).length,
  };
}

/** The list says where to begin; what is opened later came up on the way. */
const MAX_STEPS = 40;

const OPENS: ReadonlySet<string> = new Set(['read', 'edit', 'write']);

/** Where each file was first opened after the prompt; what was open before it is left out. */
function openedIn(steps: readonly ObservedStep[], start: number): Map<string, number> {
  const opened = new Map<string, number>();
  for (const [place, { kind, outcome, files }] of steps.entries())
    if (kind === 'result' && outcome === 'ok')
      for (const { path, way, outside } of files)
        if (!outside && OPENS.has(way) && !opened.has(path)) opened.set(path, place);
  return new Map([...opened].filter(([, place]) => place > start));
}

/** A command that searches files; a `grep` after a pipe only sorts what another program printed. */
const SEARCHING = /(?:^|[;&]\s*)(?:rg|grep|git grep|find|fd|ag|ack)\s/;

const isSearch = ({ kind, tool, command, outcome }: ObservedStep): boolean =>
  kind === 'result' &&
  outcome === 'ok' &&
  (tool === 'search' || (tool === 'run' && SEARCHING.test(command ?? '')));

/** Whether a person named the file, or its folder and name, themselves. */
const isNamed = (path: string, prompt: string): boolean =>
  prompt.toLowerCase().includes(
    path
      .split('/')
      .at(-1)!
      .replace(/\.[^.]+$/, '')
      .toLowerCase(),
  );
