import { existsSync, statSync } from 'node:fs';
import { HOUR_MS } from '@sqrl/base/durations.ts';
import { beginPause, endPauses, pauseAt, readPauses } from '@sqrl/base/pauses.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { tomlData, valueAt } from '@sqrl/base/toml/data.ts';
import { readLogin } from '../exchange/hub/login.ts';
import type { Parsed } from '../protocol/verbs.ts';
import { fileOf } from '../recall/status.ts';
import { countEvents } from '../store/events/events.ts';
import { countsOf, peek } from '../store/open.ts';
import { projectsSeenAt } from '../store/projects.ts';
import { redactedTexts } from '../store/stats/overview.ts';
import { readSettings } from '../workspace/config.ts';
import { settingKeys } from '../workspace/describe-config.ts';
import { mayPassagesLeave } from '../workspace/embed-passages.ts';
import type { Engine } from '../workspace/workspace.ts';
import { settingsText, writeToml } from '../workspace/write-toml.ts';

type PanelSettingValue = string | number | boolean;

/** Every setting with its meaning; with `set`, some of them are written to the file first. */
export function panelSettings(engine: Engine, { set = {} }: Parsed<'settings'>) {
  const { config: path } = engine.home;
  const written = Object.keys(set);
  if (written.length > 0) write(path, set);
  const text = settingsText(path) ?? '';
  const now = readSettings(text, path);
  const said = tomlData(text);
  return {
    path,
    exists: existsSync(path),
    settings: settingKeys().map((each) => ({
      ...each,
      value: valueIn(now, each.key),
      set: valueAt(said, each.key.split('.')) !== undefined,
    })),
    written,
  };
}

function write(path: string, set: Record<string, PanelSettingValue | null>): void {
  const known = new Map(settingKeys().map((each) => [each.key, each]));
  const unknown = Object.keys(set).find((key) => !known.has(key));
  if (unknown !== undefined)
    throw new Problem(`Unknown setting ${unknown}.`, 'See `sqrl help settings`.', 'invalid');
  writeToml(path, set, (text) => readSettings(text, path));
}

function valueIn(settings: object, key: string): PanelSettingValue | null {
  const [section, name] = key.split('.') as [string, string];
  return (settings as Record<string, Record<string, PanelSettingValue>>)[section]?.[name] ?? null;
}

/** Whether Squirrel is paused for the project; with `set`, begins a pause or ends every one. */
export function pause({ home, project, now }: Engine, { set, hours }: Parsed<'pause'>) {
  const at = now();
  const id = project?.id ?? null;
  if (set === 'resume') endPauses(home.root, { now: at });
  else if (set !== undefined)
    beginPause(home.root, {
      project: set === 'project' ? id : null,
      from: at,
      until: hours === undefined ? null : at + hours * HOUR_MS,
    });
  const paused = pauseAt(readPauses(home.root), id, at);
  return {
    paused: paused
      ? {
          of: paused.project === null ? ('all' as const) : ('project' as const),
          from: paused.from,
          until: paused.until,
        }
      : null,
  };
}

/** How many of the latest events are searched; all of them may be millions. */
const MAX_EVENTS = 50_000;

/** What is kept where, how many secrets were kept out of it, and what may leave this machine. */
export function privacy(engine: Engine) {
  const stores = engine.indexedStores.map(({ store }) => store);
  const found = stores.map((store) => redactedTexts(store, MAX_EVENTS));
  const inMemories = found.flatMap(({ memories }) => memories.flatMap(kindsIn));
  const inEvents = found.flatMap(({ events }) => events.flatMap(kindsIn));
  const byKind = Map.groupBy([...inMemories, ...inEvents], (kind) => kind);
  return {
    home: engine.home.root,
    files: stores.map(fileOf),
    redactions: {
      memories: inMemories.length,
      events: inEvents.length,
      byKind: Object.fromEntries(
        [...byKind].map(([kind, all]) => [kind, all.length] as const).sort((a, b) => b[1] - a[1]),
      ),
      lookedAt: stores.reduce((sum, store) => sum + Math.min(MAX_EVENTS, countEvents(store).events), 0),
    },
    leaves: leavesOf(engine),
  };
}

/** The kinds of the secrets that were taken out of a text. */
const kindsIn = (text: string): string[] =>
  [...text.matchAll(/\[redacted: ([^\]\n]{1,60})\]/g)].map(([, kind]) => kind!);

/** Nothing does unless a setting says so. */
function leavesOf({ settings, llm, home }: Engine): { what: string; to: string }[] {
  const { embedder, reranker } = settings;
  const hub = readLogin(home.root);
  const isEmbeddedElsewhere = embedder.provider !== 'bundled';
  const to = embedder.url ?? embedder.provider;
  const { url, provider, program } = settings.llm;
  return [
    hub && {
      what: 'shared memories and comments on them, to the hub; global memories only after `sqrl sync --personal`',
      to: hub.url,
    },
    isEmbeddedElsewhere && { what: 'texts of memories and questions, for embedding', to },
    isEmbeddedElsewhere &&
      mayPassagesLeave(settings) && { what: 'redacted texts of sessions, for embedding', to },
    reranker.provider === 'endpoint' && {
      what: 'texts of memories and questions, for reranking',
      to: reranker.url ?? 'the reranker',
    },
    llm && {
      what: 'redacted excerpts of sessions and memories, within the daily limit',
      to: url ?? (provider === 'program' ? program : provider),
    },
  ].filter((each) => !!each);
}

/** Every project of the home, the last seen first, with what is known of each. */
export function projects(engine: Engine) {
  const seen = projectsSeenAt(engine.user.store);
  const { memories, needsReview } = countsOf(engine.user.store);
  return {
    projects: seen.map((project) => {
      const isCurrent = project.id === engine.project?.id;
      const counts = isCurrent ? countsOf(engine.own.store) : peek(engine.home.project(project));
      const isTold = typeof counts !== 'string';
      return {
        ...project,
        here: statSync(project.root, { throwIfNoEntry: false })?.isDirectory() ?? false,
        counts: isTold ? counts : null,
        because: isTold ? null : counts,
      };
    }),
    current: engine.project?.id ?? null,
    user: { memories, needsReview },
  };
}
