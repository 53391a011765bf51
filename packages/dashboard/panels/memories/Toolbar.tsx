import { Button, CloseButton, Switch, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { BulkDialog } from '../../actions/BulkDialog.tsx';
import { useKeys } from '../../keys/keys.ts';
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
  const { query, setQuery, sort, setSort, setOpen, filter, filters, weaker, put } = wanted;
  // Only what holds these very words: what is near in meaning is not all about it.
  const about = query || filter.phrase || '';
  const [asksDelete, askDelete] = useDisclosure(false);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(query);
  /** Enter was pressed, maybe before the answer was there. */
  const [opensFirst, openFirst] = useState(false);
  /** What was asked for from here: more may have been typed since. */
  const asked = useRef(query);
  const ask = useDebouncedCallback((text: string) => {
    asked.current = text;
    setQuery(text);
  }, 110);
  const type = (text: string) => {
    openFirst(false);
    setTyped(text);
    ask(text.trim());
  };
  useEffect(() => {
    // Somebody came by a link, or went back; what is being typed stays as it is.
    if (asked.current === query) return;
    asked.current = query;
    setTyped(query);
  }, [query]);
  const first = typed.trim() === query && !pages.old ? pages.row(0)?.id : undefined;
  useEffect(() => {
    if (!opensFirst || first === undefined) return;
    openFirst(false);
    setOpen(first);
  }, [opensFirst, first, setOpen]);
  const focus = () => {
    field.current?.focus();
    field.current?.select();
  };
  useKeys([{ keys: '/', does: 'Search', group: 'In the list', run: focus }]);
  return (
    <div className="toolbar">
      <h1 className="unseen">Memories</h1>
      <TextInput
        ref={field}
        type="search"
        className={styles.search}
        aria-label="Search, or ask a question"
        placeholder="Search, or ask a question"
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') openFirst(true);
          if (['Escape', 'Enter', 'ArrowDown'].includes(event.key)) field.current?.blur();
        }}
        leftSection={<Icon name="search" />}
        rightSection={typed && <CloseButton aria-label="Clear the search" onClick={() => type('')} />}
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
        <Button
          variant="subtle"
          className={styles.about}
          onClick={() => put({ weak: weaker ? undefined : '1' })}
        >
          {`${weaker ? 'Hide' : 'Show'} ${counted(pages.weaker, 'weaker result', 'weaker results')}`}
        </Button>
      )}
      {about && (
        <Button variant="subtle" c="var(--bad)" className={styles.about} onClick={askDelete.open}>
          {`Delete all about “${about}”…`}
        </Button>
      )}
      {asksDelete && (
        <BulkDialog
          action="forget"
          whom={{ filter: { ...filter, phrase: about } }}
          onClose={askDelete.close}
        />
      )}
      <span className="gap" />
      {query && <Switch size="xs" label="Explain ranking" checked={why} onChange={onWhy} />}
      <label className={`row quiet fine ${styles.sort}`}>
        <span>Sort by</span>
        <select
          aria-label="Sort by"
          value={sort}
          onChange={(event) => setSort(event.target.value as ListSort)}
        >
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
    </div>
  );
}
