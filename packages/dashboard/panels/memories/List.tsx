import { groupOf, type MemoryGroup } from '@sqrl/base/model/memory.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useKeys } from '../../keys/keys.ts';
import { useFirstReading } from '../../parts/first-run.ts';
import { Empty } from '../../parts/states.tsx';
import { useCursor } from './cursor.ts';
import type { MemoryListState } from './list-state.ts';
import type { MarkedMemories } from './marks.ts';
import styles from './memories.module.css';
import type { Pages } from './pages.ts';
import { RowView } from './RowView.tsx';
import { useRowActions } from './row-actions.ts';

interface ListProps {
  wanted: MemoryListState;
  pages: Pages;
  marks: MarkedMemories;
  why: boolean;
  onWhy: () => void;
  onRange: (range: readonly [number, number]) => void;
}

const ROW_PX = 82;
const WHY_PX = 24;
const HEADING_PX = 34;

/** The list: only what is in sight is drawn, and only that is asked for. */
export function List({ wanted, pages, marks, why, onWhy, onRange }: ListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { total, row } = pages;
  const cursor = useCursor(pages, wanted.open);
  /** The group that begins with a row, where memories stand in groups. */
  const headingAt = (index: number): MemoryGroup | undefined => {
    const [memory, before] = [row(index), index > 0 ? row(index - 1) : undefined];
    if (wanted.sort !== 'group' || !memory || (index > 0 && !before)) return undefined;
    const group = groupOf(memory);
    return before && groupOf(before) === group ? undefined : group;
  };
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ROW_PX + (why ? WHY_PX : 0) + (headingAt(index) ? HEADING_PX : 0),
    overscan: 8,
  });
  const items = rows.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => onRange([first, last]), [onRange, first, last]);
  const headings = items.map(({ index }) => headingAt(index) ?? '').join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are as high as what they show
  useEffect(() => rows.measure(), [why, headings]);

  const here = cursor.id === undefined ? undefined : row(cursor.index);
  const move = (to: number) => {
    const next = Math.max(0, Math.min(total - 1, to));
    if (total === 0) return;
    cursor.put(next);
    rows.scrollToIndex(next, { align: 'auto' });
    const memory = row(next);
    // Who reads one memory after the other sees the one the cursor is on.
    if (wanted.open !== undefined && memory) wanted.setOpen(memory.id);
  };
  const extend = (by: 1 | -1) => {
    if (here && marks.count === 0) marks.toggle(here.id, cursor.index);
    const to = Math.max(0, Math.min(total - 1, cursor.away(by)));
    move(to);
    marks.extend(to);
  };
  const leave = () => {
    if (wanted.open !== undefined) wanted.setOpen(undefined);
    else if (marks.count > 0) marks.clear();
    else if (wanted.query) wanted.setQuery('');
  };
  const group = 'In the list';
  useKeys([
    { keys: 'j', does: 'Next memory', group, run: () => move(cursor.away(1)) },
    { keys: 'k', does: 'Previous memory', group, run: () => move(cursor.away(-1)) },
    { keys: 'arrowdown', run: () => move(cursor.away(1)) },
    { keys: 'arrowup', run: () => move(cursor.away(-1)) },
    { keys: 'home', run: () => move(0) },
    { keys: 'end', run: () => move(total - 1) },
    { keys: 'enter', does: 'Open', group, run: () => here && wanted.setOpen(here.id) },
    {
      keys: 'x',
      does: 'Select for bulk actions',
      group,
      run: () => here && marks.toggle(here.id, cursor.index),
    },
    { keys: 'shift+arrowdown', does: 'Extend the selection', group, run: () => extend(1) },
    { keys: 'shift+arrowup', run: () => extend(-1) },
    { keys: 'w', does: 'Explain the ranking', group, run: onWhy },
    { keys: 'escape', does: 'Close, clear selection, clear search', group, run: leave },
  ]);
  useRowActions(here, { listens: wanted.open === undefined });

  if (total === 0) return <Nothing wanted={wanted} weaker={pages.weaker} />;
  return (
    <div ref={scroller} className={styles.scroller}>
      <div
        role="listbox"
        aria-label="Memories"
        aria-multiselectable="true"
        aria-activedescendant={here ? `memory-${here.id}` : undefined}
        tabIndex={0}
        className={styles.rows}
        style={{ height: rows.getTotalSize() }}
        onFocus={() => cursor.index < 0 && cursor.put(0)}
      >
        {items.map(({ index, start, size }) => {
          const memory = row(index);
          return (
            <RowView
              key={index}
              memory={memory}
              heading={headingAt(index)}
              index={index}
              total={total}
              top={start}
              height={size}
              isCursor={memory !== undefined && memory.id === cursor.id}
              isOpen={memory !== undefined && memory.id === wanted.open}
              isMarked={memory !== undefined && marks.has(memory.id)}
              why={why}
              question={wanted.query || wanted.filter.phrase}
              onOpen={(isRange) => {
                cursor.put(index);
                if (isRange) marks.extend(index);
                else if (memory) wanted.setOpen(memory.id);
              }}
              onMark={(isRange) => {
                if (isRange) marks.extend(index);
                else if (memory) marks.toggle(memory.id, index);
              }}
            />
          );
        })}
      </div>
    </div>
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
