import { groupOf } from '@sqrl/base/model/memory.ts';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useEffect, useRef, useState } from 'react';
import { MemoryButtons } from '../../actions/memory-buttons.tsx';
import { useKeys, useListKeys } from '../../keys/keys.ts';
import { PageButtons } from '../../parts/controls.tsx';
import { useFirstReading } from '../../parts/FirstRun.tsx';
import { Confidence, MarksOf, MemoryText, TypePill } from '../../parts/memory.tsx';
import { Empty } from '../../parts/page.tsx';
import { Icon } from '../../theme/icons.tsx';
import { ago, moment, times } from '../../words/say.ts';
import { plainWhy } from '../../words/text-parts.ts';
import { GROUPS, type MemoryListState, PAGE_ROWS } from './list-state.ts';

export type Browsed = Output<'list'>;
export type Marks = ReturnType<typeof useMarks>;

/** What is selected for something to be done to all of it; another list has another selection. */
export function useMarks(list: string) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(false);
  const anchor = useRef<string>(undefined);
  const clear = () => {
    setIds(new Set());
    setAll(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins without a selection
  useEffect(clear, [list]);
  return {
    ids,
    /** Everything the filters let through, seen or not. */
    all,
    has: (id: string) => all || ids.has(id),
    count: (total = 0) => (all ? total : ids.size),
    markAll: () => setAll(true),
    clear,
    /** Selects a row or takes it out; the next range begins at it. */
    toggle(id: string) {
      anchor.current = id;
      setAll(false);
      setIds((before) => (before.has(id) ? before.difference(new Set([id])) : before.union(new Set([id]))));
    },
    /** Selects all rows of a page from the last selected one, or its first one, to this one. */
    extend(page: readonly string[], id: string) {
      const [from, to] = [Math.max(0, page.indexOf(anchor.current ?? '')), page.indexOf(id)];
      setAll(false);
      setIds((before) => before.union(new Set(page.slice(Math.min(from, to), Math.max(from, to) + 1))));
    },
  };
}

interface ListProps {
  wanted: MemoryListState;
  found: Browsed;
  marks: Marks;
  why: boolean;
  onWhy: () => void;
}

export function List({ wanted, found: { memories, total, weaker }, marks, why, onWhy }: ListProps) {
  const ids = memories.map(({ id }) => id);
  const { open, page, setOpen } = wanted;
  const group = 'In the list';
  const last = Math.max(0, Math.ceil(total / PAGE_ROWS) - 1);
  const turn = (to: number) => wanted.put({ page: to === 0 ? undefined : String(to) });
  const cursor = useListKeys({
    ...{ group, noun: 'memory', ids, start: open, onOpen: setOpen, pages: { at: page, last, turn } },
    // Who reads one memory after the other sees the one the cursor is on.
    onMove: (id) => open !== undefined && setOpen(id),
  });
  const question = wanted.query || wanted.phrase;
  const here = memories.find(({ id }) => id === cursor.id);
  const extend = (by: 1 | -1) => {
    const next = ids[cursor.index + by];
    if (!here || next === undefined) return;
    if (marks.ids.size === 0) marks.toggle(here.id);
    cursor.put(next);
    marks.extend(ids, next);
  };
  const leave = () => {
    if (open !== undefined) setOpen(undefined);
    else if (marks.count(total) > 0) marks.clear();
    else if (wanted.query) wanted.setQuery('');
  };
  useKeys([
    { keys: 'x', does: 'Select for bulk actions', group, run: () => here && marks.toggle(here.id) },
    { keys: 'shift+arrowdown', does: 'Extend the selection', group, run: () => extend(1) },
    { keys: 'shift+arrowup', run: () => extend(-1) },
    { keys: 'w', does: 'Explain the ranking', group, run: onWhy },
    { keys: 'escape', does: 'Close, clear selection, clear search', group, run: leave },
  ]);
  if (total === 0) return <Nothing wanted={wanted} weaker={weaker} />;
  return (
    <>
      <div
        role="listbox"
        aria-label="Memories"
        aria-multiselectable="true"
        aria-activedescendant={here && `memory-${here.id}`}
        tabIndex={0}
        className="memories-rows"
        onFocus={() => cursor.index < 0 && cursor.put(ids[0]!)}
      >
        {memories.map((memory, i) => {
          const { id, text, files, uses, createdAt } = memory;
          const before = memories[i - 1];
          const begins = wanted.sort === 'group' && (!before || groupOf(before) !== groupOf(memory));
          const [isOpen, isMarked] = [id === open, marks.has(id)];
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list itself hears the keys
            <div
              key={id}
              id={`memory-${id}`}
              className="memories-row"
              role="option"
              tabIndex={-1}
              aria-selected={isMarked || isOpen}
              aria-posinset={page * PAGE_ROWS + i + 1}
              aria-setsize={total}
              data-cursor={id === cursor.id || undefined}
              data-chosen={isOpen || isMarked || undefined}
              data-off={memory.status === 'deprecated' || undefined}
              // Else the browser would select the text from there to here.
              onMouseDown={(event) => event.shiftKey && event.preventDefault()}
              onClick={({ shiftKey }) => {
                cursor.put(id);
                if (shiftKey) marks.extend(ids, id);
                else setOpen(id);
              }}
            >
              {begins && <small className="memories-heading">{GROUPS[groupOf(memory)]}</small>}
              {/* biome-ignore lint/a11y/noStaticElementInteractions: x marks by keyboard; this is for the mouse alone */}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
              <span
                className="memories-check"
                title="Select"
                data-marked={isMarked || undefined}
                onClick={(event) => {
                  event.stopPropagation();
                  if (event.shiftKey) marks.extend(ids, id);
                  else marks.toggle(id);
                }}
              >
                {isMarked && <Icon name="check" size={12} strokeWidth={3} />}
              </span>
              <span className="two-lines">
                <MemoryText text={text} question={question} />
              </span>
              <small className="memories-meta">
                <TypePill type={memory.type} />
                <MarksOf memory={memory} />
                {files[0] && (
                  <span className="mono cut" title={files.join('\n')}>
                    {files[0]}
                    {files.length > 1 && ` +${files.length - 1}`}
                  </span>
                )}
                <span className="gap" />
                {uses > 0 && <span className="memories-uses">{`used ${times(uses)}`}</span>}
                <span title={moment(createdAt)}>{ago(createdAt)}</span>
                <Confidence value={memory.confidenceNow} />
              </small>
              {why && question && (
                <small className="cut memories-why" data-tone="info" title={memory.why.join('\n')}>
                  {plainWhy(memory.why, { text, question }).reason}
                </small>
              )}
            </div>
          );
        })}
      </div>
      <PageButtons at={page} size={PAGE_ROWS} total={total} onTurn={turn} />
      <MemoryButtons hidden keys={open === undefined} memory={here} actions={['confirm', 'reject', 'pin']} />
    </>
  );
}

function Nothing({ wanted, weaker }: { wanted: MemoryListState; weaker: number }) {
  const { isReading, label } = useFirstReading();
  const narrowed = wanted.filters > 0 || wanted.query !== '';
  return (
    <Empty icon="search" title={narrowed ? 'No matches' : isReading ? label : 'No memories yet'}>
      {weaker > 0
        ? 'No memory holds these words or is close to them in meaning.'
        : narrowed
          ? 'No memory matches all filters. Remove a filter, or try another search.'
          : 'Memories are learned from the sessions of your agents, or added as rules.'}
    </Empty>
  );
}
