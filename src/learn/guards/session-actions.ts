import type { Event } from '../../model/event.ts';

/** What guards have to know of a running session. Small whatever its length; plain data and maps. */
export interface SessionActions {
  /** Files that were read or written in it, each with how many rewriting commands had been run by then. */
  known: Map<string, number>;
  /** Commands run so far that may have changed files behind the agent's back. */
  rewrites: number;
  /** Files whose last change was tried in vain. */
  failed: Map<string, true>;
}

type GuardedStep = Pick<Event, 'kind' | 'tool' | 'command' | 'outcome'> & {
  files: readonly { path: string; way: string }[];
};

export const noDoings = (): SessionActions => ({ known: new Map(), rewrites: 0, failed: new Map() });

export function followDoings(
  doings: SessionActions,
  { kind, tool, command, outcome, files }: GuardedStep,
): void {
  if (kind !== 'result' || (outcome !== 'ok' && outcome !== 'failed')) return;
  if (tool === 'run' && command !== null) {
    if (outcome === 'ok' && REWRITES.test(command)) doings.rewrites++;
  } else if (tool === 'edit' || tool === 'write') {
    for (const { path } of files) {
      if (outcome === 'failed') put(doings.failed, path, true);
      else {
        doings.failed.delete(path);
        put(doings.known, path, doings.rewrites);
      }
    }
  } else if (tool === 'read' && outcome === 'ok') {
    for (const { path } of files) put(doings.known, path, doings.rewrites);
  }
}

/** What changes files that it does not name: formatters, fixers, and git moving the work tree. */
const REWRITES =
  /\b(?:format|fmt|prettier|black|gofmt|rustfmt|lint[:-]fix|--fix|--write|--apply|autofix|codegen|generate)\b|\bsed -i|\bgit (?:checkout|restore|stash|reset|pull|merge|rebase|revert|cherry-pick|switch|apply)\b|\bpython3? (?:-c|- ?<<|<<)/;

/** The oldest goes: a guard that is not shown costs less than a session that outgrows its memory. */
function put<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > MAX_ENTRIES) map.delete(map.keys().next().value!);
}

const MAX_ENTRIES = 500;
