import type { Log } from '@sqrl/base/model/reader.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { safeName } from '../../ingest/names.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { episodesOfSessions } from '../../store/episodes/episodes.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { type LearnOptions, learn } from '../verbs/learn.ts';
import { keepSteps, rawEvent, settledRow } from './observe.ts';

/**
 * Keeps events of a client on another machine like those of a log, and learns from them. The session's name begins with the
 * source, so that every memory leads back to it. Nothing in a request proves whose words it carries: without `mine` all of
 * it counts as foreign text.
 */
export async function processEvents(engine: Engine, given: Parsed<'processEvents'>, options: LearnOptions) {
  const { source, cwd, model, mine } = given;
  if (!engine.project)
    throw new Problem(
      `No project takes the ${given.events.length} events of ${source}.`,
      'Name the project with the request (`project`: its folder on this machine, or `called`: its name); `sqrl history sessions` in a project lists what it has.',
      'usage',
    );
  const { root } = engine.project;
  // As it is kept: without a secret that the sender may have put into it.
  const session = safeName(`${source.toLowerCase()}:${given.session}`);
  const log: Log = {
    ...{ client: 'remote', path: `remote:${session}`, form: 'database', foreign: !mine },
    cwd: root,
  };
  const events = given.events.map(({ id, files, ...event }) =>
    rawEvent({ ...event, files: files.map(below(cwd)) }, `${session}\n${id}`, session),
  );
  const added = keepSteps(engine, { log, events, offset: 0, model });
  const row = settledRow(engine, session, 'remote');
  if (row === undefined) return { ...NOTHING_LEARNED, added };
  const { learned, changed, notices } = await learn(engine, options);
  const episodes = (episodesOfSessions(engine.own.store, [row]).get(row) ?? []).map(({ id }) => id);
  return { added, session, episodes, learned, changed, notices };
}

/** Names paths from a folder, of whichever operating system; those that are not below it stay as they are. */
function below(folder = ''): (path: string) => string {
  const top = `${slashed(folder).replace(/\/+$/, '')}/`;
  return (path) => (top !== '/' && slashed(path).startsWith(top) ? slashed(path).slice(top.length) : path);
}

const slashed = (path: string): string => path.replaceAll('\\', '/');

const NOTHING_LEARNED = { session: null, episodes: [], learned: [], changed: [], notices: [] };
