import { Button, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { BulkDialog } from '../../actions/BulkDialog.tsx';
import { SearchField } from '../../parts/SearchField.tsx';
import { Icon } from '../../theme/icons.tsx';
import { counted } from '../../words/say.ts';
import { type ListSort, type MemoryListState, SORTS } from './list-state.ts';
import styles from './memories.module.css';
import type { Pages } from './pages.ts';

interface ToolbarProps {
  wanted: MemoryListState;
  pages: Pages;
  why: boolean;
  onWhy: () => void;
  onFilters: () => void;
}

/** As many results of a search as the daemon has. */
const MAX_RESULTS = 500;

/** What is searched for, in which order, and how many there are. */
export function Toolbar({ wanted, pages, why, onWhy, onFilters }: ToolbarProps) {
  const { query, setQuery, setOpen, filters, weaker, put } = wanted;
  /** Enter was pressed, maybe before the answer was there. */
  const [opensFirst, openFirst] = useState(false);
  const first = pages.old ? undefined : pages.row(0)?.id;
  const ask = (text: string) => {
    openFirst(false);
    setQuery(text);
  };
  useEffect(() => {
    if (!opensFirst || first === undefined) return;
    openFirst(false);
    setOpen(first);
  }, [opensFirst, first, setOpen]);
  return (
    <div className="toolbar">
      <h1 className="unseen">Memories</h1>
      <SearchField
        flex="1 1 16rem"
        maw="30rem"
        label="Search, or ask a question"
        group="In the list"
        pauseMs={110}
        value={query}
        onAsk={ask}
        onEnter={() => openFirst(true)}
      />
      <Button
        className={styles.filterButton}
        variant="default"
        onClick={onFilters}
        leftSection={<Icon name="filter" />}
      >
        Filters
        {filters > 0 && ` · ${filters}`}
      </Button>
      <span className="quiet fine number" role="status">
        {query ? counted(pages.total, 'result', 'results') : counted(pages.total, 'memory', 'memories')}
        {query && pages.total >= MAX_RESULTS && ' (the best ones)'}
      </span>
      {query && pages.weaker > 0 && (
        <Button variant="subtle" px={8} maw="16rem" onClick={() => put({ weak: weaker ? undefined : '1' })}>
          {`${weaker ? 'Hide' : 'Show'} ${counted(pages.weaker, 'weaker result', 'weaker results')}`}
        </Button>
      )}
      <DeleteAbout wanted={wanted} />
      <span className="gap" />
      {query && <Switch size="xs" label="Explain ranking" checked={why} onChange={onWhy} />}
      <SortField wanted={wanted} />
    </div>
  );
}

/** Deletes what holds these very words: what is near in meaning is not all about it. */
function DeleteAbout({ wanted: { query, filter } }: Pick<ToolbarProps, 'wanted'>) {
  const [isAsked, ask] = useDisclosure(false);
  const phrase = query || filter.phrase;
  if (!phrase) return null;
  return (
    <>
      <Button variant="subtle" c="var(--bad)" px={8} maw="16rem" onClick={ask.open}>
        {`Delete all about “${phrase}”…`}
      </Button>
      {isAsked && <BulkDialog action="forget" whom={{ filter: { ...filter, phrase } }} onClose={ask.close} />}
    </>
  );
}

const SortField = ({ wanted: { query, sort, setSort } }: Pick<ToolbarProps, 'wanted'>) => (
  <label className={`row quiet fine ${styles.sort}`}>
    <span>Sort by</span>
    <select aria-label="Sort by" value={sort} onChange={({ target }) => setSort(target.value as ListSort)}>
      {Object.entries(SORTS).map(
        ([value, name]) =>
          (query || value !== 'best') && (
            <option key={value} value={value}>
              {name}
            </option>
          ),
      )}
    </select>
  </label>
);
