import type { ExportedAnchor } from '@sqrl/base/model/anchor.ts';
import { type FullMemory, TYPES } from '@sqrl/base/model/memory.ts';
import { attributionOf, quotedFrom } from '@sqrl/base/model/sync/told.ts';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import type { TerminalOutput } from '@sqrl/base/terminal/terminal.ts';
import { localTime, relativeTime, shortDay } from '@sqrl/base/terminal/time.ts';
import { wrap } from '@sqrl/base/terminal/width.ts';
import type { Output } from '../protocol/verbs.ts';
import { paintedGroup } from './memory-view.ts';
import { showFacts } from './view.ts';

const OWNERS = { user: 'user', team: 'team', org: 'organization' } as const;

/** A memory, where it comes from, and how far it can still be trusted. */
type MemoryCard = FullMemory &
  Partial<
    Pick<
      Output<'get'>,
      'staleness' | 'evidence' | 'was' | 'replacedBy' | 'disputed' | 'ownerName' | 'untold' | 'held'
    >
  >;

/** Prints a memory with everything that hangs on it. */
export function showCard(sheet: TerminalOutput, memory: MemoryCard, now: number): void {
  for (const line of wrap(quotedFrom(memory, visible(memory.text.trimEnd())), sheet.width)) sheet.line(line);
  sheet.line();
  showFacts(sheet, factsOf(sheet, memory, now));
  showChanges(sheet, memory);
  const { anchors = [] } = memory;
  if (anchors.length > 0) sheet.line(`\n${sheet.paint('bold', 'Code')}`);
  for (const anchor of anchors) {
    const place = anchor.symbol === null ? anchor.path : `${anchor.path}:${anchor.symbol}`;
    const state = stateOf(anchor, now);
    sheet.line(
      `  ${oneLine(place)}  ${sheet.paint(anchor.state === 'fresh' ? 'dim' : 'yellow', oneLine(state))}`,
    );
  }
  if (memory.evidence.length > 0) sheet.line(`\n${sheet.paint('bold', 'Evidence')}`);
  for (const one of memory.evidence) showProof(sheet, one, now);
  if (memory.relations.length > 0) sheet.line(`\n${sheet.paint('bold', 'Relations')}`);
  for (const { kind, to, confidence } of memory.relations) {
    sheet.line(
      `  ${kind.replaceAll('_', ' ')} ${oneLine(to)} ${sheet.paint('dim', `· confidence ${confidence}`)}`,
    );
  }
}

type CardEvidence = FullMemory['evidence'][number] & Partial<Output<'get'>['evidence'][number]>;

/** A proof with its words, and where they stand: the session, and its log or the commit. */
function showProof(sheet: TerminalOutput, one: CardEvidence, now: number): void {
  const { proof, quote, episode, events, at, places = [] } = one;
  const facts = [proof, ...(episode ? [`episode ${episode}`] : []), when(at, now)].map(oneLine).join(' · ');
  sheet.line(`  ${sheet.paint('dim', facts)}`);
  if (quote) for (const line of wrap(`“${visible(quote)}”`, sheet.width - 4)) sheet.line(`    ${line}`);
  // A rule is proven by its line.
  if (proof === 'rule_file') sheet.line(`    ${sheet.paint('dim', events.map(oneLine).join(', '))}`);
  for (const { session, log, offset, commit } of places.slice(0, MAX_PLACES)) {
    const where =
      commit === null ? `session ${session} · ${log}, byte ${offset}` : `commit ${commit} · ${log}`;
    sheet.line(`    ${sheet.paint('dim', oneLine(where))}`);
  }
  if (places.length > MAX_PLACES)
    sheet.line(`    ${sheet.paint('dim', `and ${places.length - MAX_PLACES} more places`)}`);
}

const MAX_PLACES = 4;

/** What was so before and until when, and what holds instead. */
function showChanges(sheet: TerminalOutput, { was = [], replacedBy = null }: MemoryCard): void {
  if (was.length > 0 || replacedBy) sheet.line(`\n${sheet.paint('bold', 'Changes')}`);
  const why = (because: string | null) => (because === null ? '' : `, because ${oneLine(because)}`);
  const tell = (line: string) => {
    for (const each of wrap(line, sheet.width - 2)) sheet.line(`  ${each}`);
  };
  if (replacedBy) {
    const { id, text, at, because } = replacedBy;
    tell(`replaced ${localTime(at)}${why(because)}; now “${oneLine(text)}” (${oneLine(id)})`);
  }
  for (const { id, text, at, because } of was)
    tell(`was “${oneLine(text)}” until ${localTime(at)}${why(because)} (${oneLine(id)})`);
}

/** What became of a part of the code: `stale since 4f2a9c81d0e3, 2 days ago`. */
function stateOf({ state, changedAt, changedIn, movedFrom }: ExportedAnchor, now: number): string {
  const since = [
    ...(changedIn === null ? [] : [changedIn.slice(0, 12)]),
    ...(changedAt === null ? [] : [relativeTime(changedAt, now)]),
  ];
  const told = state === 'fresh' ? state : [`${state} since`, since.join(', ')].join(' ');
  const uncommitted = state !== 'fresh' && changedIn === null ? ', not committed yet' : '';
  return `${told}${uncommitted}${movedFrom === null ? '' : ` · moved here from ${movedFrom}`}`;
}

function factsOf(sheet: TerminalOutput, memory: MemoryCard, now: number): [string, string | false][] {
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
    ['id', sheet.paint('bold', memory.id)],
    [
      'type',
      `${paintedGroup(sheet, memory)} ${sheet.paint('dim', `· ${memory.type}: ${TYPES[memory.type].means}`)}`,
    ],
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
    ['created', when(memory.createdAt, now)],
    ['changed', memory.updatedAt !== memory.createdAt && when(memory.updatedAt, now)],
    ['expires', memory.expiresAt !== null && when(memory.expiresAt, now)],
    ['half-life', memory.halfLifeDays !== null && `${memory.halfLifeDays} days of work`],
    [
      'used',
      `${metrics.uses} of ${metrics.opportunities} times${metrics.lastUsedAt ? `, last ${when(metrics.lastUsedAt, now)}` : ''}`,
    ],
    [
      'regret',
      (metrics.regretHits > 0 || metrics.regretSaved > 0) &&
        `${metrics.regretHits} hits, ${metrics.regretSaved} saved`,
    ],
  ];
}

/** What a rule stops, and how often that was met. */
function heldLine({ stops, isSet, ...counts }: NonNullable<Output<'get'>['held']>): string {
  if (stops === null) return 'nothing: its trigger was removed (`sqrl edit ID --trigger ""` brings it back)';
  const met = ruleCountsLine(counts);
  return `${oneLine(stops.replace(/^Stops /, ''))}${isSet ? ' (set by you)' : ''}${met === '' ? '' : ` · ${met}`}`;
}

/** How often rules were met; empty where they were not. */
export const ruleCountsLine = ({
  kept,
  broken,
  overruled,
}: {
  kept: number;
  broken: number;
  overruled: number;
}): string =>
  [
    ...(kept > 0 ? [`kept ${times(kept)}`] : []),
    ...(broken > 0 ? [`broken ${times(broken)}`] : []),
    ...(overruled > 0 ? [`overruled ${times(overruled)}`] : []),
  ].join(', ');

const times = (n: number): string => (n === 1 ? 'once' : `${n} times`);

/** Where a memory is told. */
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

const when = (time: number, now: number) => `${relativeTime(time, now)} (${localTime(time)})`;
