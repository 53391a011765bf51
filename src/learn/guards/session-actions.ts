import type { Event } from '../../model/event.ts';
import { putInto } from '../observe/signal.ts';

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
      if (outcome === 'failed') putInto(doings.failed, path, true, MAX_ENTRIES);
      else {
        doings.failed.delete(path);
        putInto(doings.known, path, doings.rewrites, MAX_ENTRIES);
      }
    }
  } else if (tool === 'read' && outcome === 'ok') {
    for (const { path } of files) putInto(doings.known, path, doings.rewrites, MAX_ENTRIES);
  }
}

/** What changes files that it does not name: formatters, fixers, and git moving the work tree. */
const REWRITES =
  /\b(?:format|fmt|prettier|black|gofmt|rustfmt|lint[:-]fix|--fix|--write|--apply|autofix|codegen|generate)\b|\bsed -i|\bgit (?:checkout|restore|stash|reset|pull|merge|rebase|revert|cherry-pick|switch|apply)\b|\bpython3? (?:-c|- ?<<|<<)/;

/** The oldest goes: a guard that is not shown costs less than a session that outgrows its memory. */
const MAX_ENTRIES = 500;
