import { createHash } from 'node:crypto';
import { coreOf } from '../../base/shell/command.ts';
import { fingerprintOf } from '../../ingest/episodes/fingerprint.ts';
import { applies } from '../../learn/guards/applies.ts';
import type { Doings } from '../../learn/guards/doings.ts';
import type { Memory } from '../../model/memory.ts';
import type { DeliveryPoint, Moment } from '../../model/moment.ts';
import { redactedStart } from '../../redact/shorten.ts';
import { resolutionsOf } from '../../store/events/session-so-far.ts';
import { memoriesAt } from '../../store/memory/memories.ts';
import { memoriesOnFailure, rowsAbout, triggersIn } from '../../store/memory/places.ts';
import { rowsByWords } from '../../store/memory/words.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { afterFailure, speaksOf } from '../deliver/after-failure.ts';
import { afterRead, WARNING } from '../deliver/after-read.ts';
import { beforeStep } from '../deliver/before-step.ts';
import { namesIn, onSearch } from '../deliver/on-search.ts';
import { type Listener, type Saying, SILENCE, type Tellable, withLeft } from '../deliver/telling.ts';
import { briefAt } from './deliver-brief.ts';
import { promptAt } from './deliver-prompt.ts';
import { tellable } from './tellable.ts';

/** Who listens, what they know, and how much may still be said. */
export interface Hearing {
  listener: Listener;
  told: ReadonlySet<string>;
  doings: Doings;
  hasTask: boolean;
  /** In tokens. */
  room: number;
}

/** What is to be said at a moment. */
export interface Proposal {
  point: DeliveryPoint | null;
  /** What it is about: the command, the file, the prompt's hash. */
  about: string | null;
  saying: Saying;
}

/** Finds what is to be said at a moment. */
export async function proposalAt(engine: Engine, moment: Moment, hearing: Hearing): Promise<Proposal> {
  switch (moment.point) {
    case 'session start':
      return { point: 'session start', about: moment.because, saying: await briefAt(engine, hearing) };
    case 'prompt': {
      const about = createHash('sha256').update(moment.text).digest('hex').slice(0, 16);
      return { ...(await promptAt(engine, moment, hearing)), about };
    }
    case 'before':
      if (moment.tool === 'search') return searchAt(engine, moment, hearing);
      return beforeAt(engine, moment, hearing);
    case 'after':
      if (moment.outcome === 'failed') return failureAt(engine, moment, hearing);
      if (moment.tool === 'read') return readAt(engine, moment, hearing);
      return moment.tool === 'search' ? searchAt(engine, moment, hearing) : NEVER;
  }
}

type Before = Extract<Moment, { point: 'before' }>;
type After = Extract<Moment, { point: 'after' }>;

const NEVER: Proposal = { point: null, about: null, saying: SILENCE };

async function beforeAt(engine: Engine, moment: Before, hearing: Hearing): Promise<Proposal> {
  const { tool, command, files, symbols } = moment;
  const isChange = tool === 'edit' || tool === 'write';
  const point = tool === 'run' ? 'before command' : isChange ? 'before edit' : null;
  const about = aboutText(command ?? files[0] ?? null);
  const action = { tool, command, files };
  const step = { action, doings: hearing.doings, told: hearing.told };
  const applying = engine.shelves.flatMap(({ store }) => {
    const met = triggersIn(store).filter(({ trigger }) => applies(trigger, action, hearing.doings));
    return memoriesAt(
      store,
      met.map(({ row }) => row),
    ).map(({ memory }) => ({ memory, why: '' }));
  });
  const near = isChange ? aboutThese(engine, files, symbols).filter(({ memory }) => isGuard(memory)) : [];
  if (applying.length + near.length === 0) return { point, about, saying: SILENCE };
  const { may, left } = tellable(engine, [...applying, ...near], hearing);
  const guards = {
    triggered: may.filter((one) => one.why === '').map(({ memory }) => memory),
    about: may.filter((one) => one.why !== ''),
  };
  const saying = may.length === 0 ? SILENCE : beforeStep(guards, step, hearing.room);
  return { point: point ?? 'before command', about, saying: withLeft(saying, left) };
}

const isGuard = ({ type }: Memory): boolean => type === 'gotcha' || type === 'dead_end';

async function readAt(engine: Engine, { files }: After, hearing: Hearing): Promise<Proposal> {
  const [file] = files;
  if (file === undefined) return NEVER;
  const point = 'after read';
  const found = aboutThese(engine, [file], []).filter(({ memory }) => WARNING.has(memory.type));
  return {
    point,
    about: file,
    saying: await say(engine, found, hearing, (may) => afterRead(file, may, hearing.room)),
  };
}

async function failureAt(engine: Engine, moment: After, hearing: Hearing): Promise<Proposal> {
  const failure = fingerprintOf({ ...moment, text: redactedStart(moment.text, LONGEST) });
  const patterns = engine.shelves
    .flatMap(({ store }) => memoriesOnFailure(store, failure))
    .flatMap((memory) => {
      const why = speaksOf(memory, failure);
      return why === undefined ? [] : [{ memory, why }];
    });
  const resolved = resolutionsOf(engine.own.store, failure.id, MOST_SEEN);
  const { may, left } = tellable(engine, patterns, hearing);
  const known = {
    patterns: may.map(({ memory }) => memory),
    resolved,
    command: coreOf(moment.command ?? ''),
  };
  const saying = may.length + resolved.length === 0 ? SILENCE : afterFailure(failure, known, hearing.room);
  return { point: 'after failure', about: failure.id, saying: withLeft(saying, left) };
}

/** What went wrong stands at the beginning or at the end of a long text. */
const LONGEST = 20_000;
const MOST_SEEN = 30;

async function searchAt(engine: Engine, { command }: Before | After, hearing: Hearing): Promise<Proposal> {
  const names = namesIn(command ?? '');
  const point = 'search';
  const about = aboutText(command);
  if (names.length === 0) return { point, about, saying: SILENCE };
  const found = engine.shelves.flatMap(({ store }) => {
    const rows = new Set([
      ...rowsAbout(store, 'symbol', names).map(({ row }) => row),
      ...rowsByWords(store, names.join(' '), { limit: MOST_FOUND }).map(({ row }) => row),
    ]);
    return memoriesAt(store, [...rows]).map(({ memory }) => ({
      memory,
      why: `it says where ${names.join(', ')} is`,
    }));
  });
  const saying = await say(
    engine,
    found.filter(({ memory }) => memory.type !== 'work_state'),
    hearing,
    (may) => onSearch(command ?? '', may, hearing.room),
  );
  return { point, about, saying };
}

const MOST_FOUND = 20;

/** Memories that are about exactly these files or symbols. */
function aboutThese(engine: Engine, files: readonly string[], symbols: readonly string[]): Tellable[] {
  return engine.shelves.flatMap(({ store }) =>
    (
      [
        ['symbol', symbols],
        ['file', files],
      ] as const
    ).flatMap(([kind, names]) =>
      names.length === 0
        ? []
        : rowsAbout(store, kind, names).flatMap(({ name, row }) =>
            memoriesAt(store, [row]).map(({ memory }) => ({ memory, why: `it is about ${name}` })),
          ),
    ),
  );
}

async function say(
  engine: Engine,
  found: readonly Tellable[],
  hearing: Hearing,
  as: (may: Tellable[]) => Saying,
): Promise<Saying> {
  if (found.length === 0) return SILENCE;
  const { may, left } = tellable(engine, found, hearing);
  return withLeft(may.length === 0 ? SILENCE : as(may), left);
}

/** A command may hold what is nobody's business. */
const aboutText = (text: string | null): string | null => (text === null ? null : redactedStart(text, 500));
