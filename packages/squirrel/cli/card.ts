import type { ExportedAnchor } from '@sqrl/base/model/anchor.ts';
import { type FullMemory, TYPES } from '@sqrl/base/model/memory.ts';
import { attributionOf, quotedFrom } from '@sqrl/base/model/sync/told.ts';
import { oneLine } from '@sqrl/base/plain.ts';
import type { TerminalOutput } from '@sqrl/base/terminal/terminal.ts';
import { localTime, shortDay } from '@sqrl/base/terminal/time.ts';
import type { Output } from '../protocol/verbs.ts';
import { paintedGroup } from './memory-view.ts';
import type { CommandRun } from './task.ts';
import { showFacts, showSection } from './view.ts';

const OWNERS = { user: 'user', team: 'team', org: 'organization' } as const;

/** A memory, where it comes from, and how far it can still be trusted. */
type MemoryCard = FullMemory &
  Partial<
    Pick<
      Output<'get'>,
      'staleness' | 'evidence' | 'was' | 'replacedBy' | 'disputed' | 'ownerName' | 'untold' | 'held'
    >
  >;

export function showCard({ out: sheet, ago }: CommandRun, memory: MemoryCard): void {
  sheet.block(quotedFrom(memory, memory.text.trimEnd()));
  sheet.line();
  showFacts(sheet, factsOf(sheet, memory, ago));
  showChanges(sheet, memory);
  const { anchors = [] } = memory;
  if (anchors.length > 0) sheet.heading('Code');
  for (const anchor of anchors) {
    const place = anchor.symbol === null ? anchor.path : `${anchor.path}:${anchor.symbol}`;
    const state = stateOf(anchor, ago);
    sheet.line(
      `  ${oneLine(place)}  ${sheet.paint(anchor.state === 'fresh' ? 'dim' : 'yellow', oneLine(state))}`,
    );
  }
  if (memory.evidence.length > 0) sheet.heading('Evidence');
  for (const one of memory.evidence) showProof(sheet, one, ago);
  const relations = memory.relations.map(({ kind, to, confidence }) => ({
    head: `${kind.replaceAll('_', ' ')} ${to}`,
    facts: [`confidence ${confidence}`],
  }));
  showSection(sheet, 'Relations', relations, { dots: true });
}

type CardEvidence = FullMemory['evidence'][number] & Partial<Output<'get'>['evidence'][number]>;

/** A proof with its words, and where they stand: the session, and its log or the commit. */
function showProof(sheet: TerminalOutput, one: CardEvidence, ago: Ago): void {
  const { proof, quote, episode, events, at, places = [] } = one;
  sheet.quiet(
    `  ${[proof, ...(episode ? [`episode ${episode}`] : []), when(at, ago)].map(oneLine).join(' · ')}`,
  );
  if (quote) sheet.block(`“${quote}”`, 4);
  // A rule is proven by its line.
  if (proof === 'rule_file') sheet.quiet(`    ${events.map(oneLine).join(', ')}`);
  for (const { session, log, offset, commit } of places.slice(0, MAX_PLACES)) {
    const where =
      commit === null ? `session ${session} · ${log}, byte ${offset}` : `commit ${commit} · ${log}`;
    sheet.quiet(`    ${oneLine(where)}`);
  }
  if (places.length > MAX_PLACES) sheet.quiet(`    and ${places.length - MAX_PLACES} more places`);
}

const MAX_PLACES = 4;

/** What was so before and until when, and what holds instead. */
function showChanges(sheet: TerminalOutput, { was = [], replacedBy = null }: MemoryCard): void {
  if (was.length > 0 || replacedBy) sheet.heading('Changes');
  const why = (because: string | null) => (because === null ? '' : `, because ${oneLine(because)}`);
  if (replacedBy) {
    const { id, text, at, because } = replacedBy;
    sheet.block(`replaced ${localTime(at)}${why(because)}; now “${oneLine(text)}” (${oneLine(id)})`, 2);
  }
  for (const { id, text, at, because } of was)
    sheet.block(`was “${oneLine(text)}” until ${localTime(at)}${why(because)} (${oneLine(id)})`, 2);
}

/** What became of a part of the code: `stale since 4f2a9c81d0e3, 2 days ago`. */
function stateOf({ state, changedAt, changedIn, movedFrom }: ExportedAnchor, ago: Ago): string {
  const since = [
    ...(changedIn === null ? [] : [changedIn.slice(0, 12)]),
    ...(changedAt === null ? [] : [ago(changedAt)]),
  ];
  const told = state === 'fresh' ? state : [`${state} since`, since.join(', ')].join(' ');
  const uncommitted = state !== 'fresh' && changedIn === null ? ', not committed yet' : '';
  return `${told}${uncommitted}${movedFrom === null ? '' : ` · moved here from ${movedFrom}`}`;
}

function factsOf(sheet: TerminalOutput, memory: MemoryCard, ago: Ago): [string, string | false][] {
  const { metrics } = memory;
  const states = [
    memory.status,
    memory.tier,
    ...(memory.pinned ? ['pinned'] : []),
    ...(memory.verified ? ['verified'] : []),
    ...(memory.staleness?.stale ? ['stale'] : []),
    ...(memory.disputed ? [`disputed (\`sqrl dispute ${memory.id}\` shows it)`] : []),
    ...(memory.tainted ? ['from an external source'] : []),
  ];
  return [
    ['id', sheet.bold(memory.id)],
    ['type', `${paintedGroup(sheet, memory)} ${sheet.dim(`· ${memory.type}: ${TYPES[memory.type].means}`)}`],
    ['scope', oneLine(memory.scopeOf ? `${memory.scope} ${memory.scopeOf}` : memory.scope)],
    ['reach', reachOf(memory)],
    ['owner', memory.owner !== 'user' && oneLine(`${OWNERS[memory.owner]} ${memory.ownerName ?? ''}`.trim())],
    ['from', attributionOf(memory)],
    ['state', states.join(', ')],
    ['not told', memory.untold ? oneLine(memory.untold) : false],
    ['stops', memory.held ? heldLine(memory.held) : false],
    ['doubts', (memory.staleness?.why ?? []).map((text) => oneLine(text)).join('; ')],
    ['key', memory.key !== null && oneLine(memory.key)],
    ['tags', memory.tags.map((tag) => `#${oneLine(tag)}`).join(' ')],
    ['files', memory.files.map(oneLine).join(', ')],
    ['symbols', memory.symbols.map(oneLine).join(', ')],
    ['module', memory.module !== null && oneLine(memory.module)],
    ['branch', memory.branch !== null && `${oneLine(memory.branch)}, until it is merged`],
    ['polarity', memory.polarity !== 0 && (memory.polarity > 0 ? 'for it' : 'against it')],
    ['confidence', String(memory.confidence)],
    ['source', memory.source],
    ['created', when(memory.createdAt, ago)],
    ['changed', memory.updatedAt !== memory.createdAt && when(memory.updatedAt, ago)],
    ['expires', memory.expiresAt !== null && when(memory.expiresAt, ago)],
    ['half-life', memory.halfLifeDays !== null && `${memory.halfLifeDays} days of work`],
    [
      'used',
      `${metrics.uses} of ${metrics.opportunities} times${metrics.lastUsedAt ? `, last ${when(metrics.lastUsedAt, ago)}` : ''}`,
    ],
    [
      'regret',
      (metrics.regretHits > 0 || metrics.regretSaved > 0) &&
        `${metrics.regretHits} hits, ${metrics.regretSaved} saved`,
    ],
  ];
}

function heldLine({ stops, isSet, ...counts }: NonNullable<Output<'get'>['held']>): string {
  if (stops === null) return 'nothing: its trigger was removed (`sqrl edit ID --trigger ""` brings it back)';
  const met = ruleCountsLine(counts);
  return `${oneLine(stops.replace(/^Stops /, ''))}${isSet ? ' (set by you)' : ''}${met === '' ? '' : ` · ${met}`}`;
}

/** How often rules were met; empty where they were not. */
export const ruleCountsLine = (counts: Record<'kept' | 'broken' | 'overruled', number>): string =>
  (['kept', 'broken', 'overruled'] as const)
    .filter((what) => counts[what] > 0)
    .map((what) => `${what} ${counts[what] === 1 ? 'once' : `${counts[what]} times`}`)
    .join(', ');

function reachOf({ reach, scope, scopeOf, module, expiresAt }: FullMemory): string {
  const part = scopeOf ?? module;
  switch (reach) {
    case 'part':
      return `one part${part === null ? '' : ` (${oneLine(part)})`}: told where it is touched`;
    case 'task':
      return `this task only${expiresAt === null ? '' : `, until ${shortDay(expiresAt)}`}`;
    default:
      return scope === 'global' ? 'all your projects' : 'whole project';
  }
}

const when = (time: number, ago: Ago) => `${ago(time)} (${localTime(time)})`;

type Ago = CommandRun['ago'];
