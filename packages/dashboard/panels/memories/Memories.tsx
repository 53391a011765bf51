import { Button, CloseButton, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useEffect, useMemo, useState } from 'react';
import { BulkDialog, type MemoryActionName, nameOf } from '../../actions/memory-buttons.tsx';
import { useVerb } from '../../calls/verb.ts';
import { AskingField, ListChoice, PlainButton, SearchField } from '../../parts/controls.tsx';
import { Answered } from '../../parts/page.tsx';
import { Icon } from '../../theme/icons.tsx';
import { counted, number } from '../../words/say.ts';
import { Detail } from './Detail.tsx';
import { type Browsed, List, type Marks, useMarks } from './List.tsx';
import { FACETS, labelOf, type MemoryListState, PAGE_ROWS, SORTS, useMemoryListState } from './list-state.ts';

export default function Memories() {
  const wanted = useMemoryListState();
  const [why, showWhy] = useDisclosure(false);
  const [filtersOpen, filters] = useDisclosure(false);
  const { query, sort, filter, weaker, page } = wanted;
  const asked = useMemo(
    () => ({ query, order: sort, filter, weaker, facets: true }),
    [query, sort, filter, weaker],
  );
  const answer = useVerb('list', { ...asked, limit: PAGE_ROWS, offset: page * PAGE_ROWS }, { keep: true });
  const list = JSON.stringify(asked);
  const marks = useMarks(list);
  const { data, isPlaceholderData: isOld } = answer;
  return (
    <div className="wide memories-panel" data-open={wanted.open !== undefined || undefined}>
      <Toolbar
        {...{ wanted, why }}
        found={data}
        isOld={isOld}
        onWhy={showWhy.toggle}
        onFilters={filters.toggle}
      />
      <FacetRail wanted={wanted} facets={data?.facets} opened={filtersOpen} onClose={filters.close} />
      <div className="memories-middle" data-old={isOld || undefined}>
        {marks.count(data?.total) > 0 && <BulkBar {...{ marks, wanted }} total={data?.total ?? 0} />}
        <Answered of={answer} lines={12}>
          {(found) => <List key={list} {...{ wanted, found, marks, why }} onWhy={showWhy.toggle} />}
        </Answered>
      </div>
      {wanted.open !== undefined && (
        <Detail key={wanted.open} id={wanted.open} onClose={() => wanted.setOpen(undefined)} />
      )}
    </div>
  );
}

interface ToolbarProps {
  wanted: MemoryListState;
  found: Browsed | undefined;
  /** What was found answers an earlier question. */
  isOld: boolean;
  why: boolean;
  onWhy: () => void;
  onFilters: () => void;
}

/** As many results of a search as the daemon has. */
const MAX_RESULTS = 500;

function Toolbar({ wanted, found, isOld, why, onWhy, onFilters }: ToolbarProps) {
  const { query, setQuery, setOpen, filters, weaker, put } = wanted;
  const { total = 0, weaker: weakerTotal = 0, memories = [] } = found ?? {};
  /** Enter was pressed, maybe before the answer was there. */
  const [opensFirst, openFirst] = useState(false);
  const first = isOld ? undefined : memories[0]?.id;
  useEffect(() => {
    if (!opensFirst || first === undefined) return;
    openFirst(false);
    setOpen(first);
  }, [opensFirst, first, setOpen]);
  const { best, ...others } = SORTS;
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
        onAsk={(text) => {
          openFirst(false);
          setQuery(text);
        }}
        onEnter={() => openFirst(true)}
      />
      <PlainButton className="memories-drawer" onClick={onFilters} leftSection={<Icon name="filter" />}>
        Filters
        {filters > 0 && ` · ${filters}`}
      </PlainButton>
      <span className="quiet fine number" role="status">
        {counted(total, query ? 'result' : 'memory')}
        {query && total >= MAX_RESULTS && ' (the best ones)'}
      </span>
      {query && weakerTotal > 0 && (
        <Button variant="subtle" px={8} maw="16rem" onClick={() => put({ weak: weaker ? undefined : '1' })}>
          {`${weaker ? 'Hide' : 'Show'} ${counted(weakerTotal, 'weaker result', 'weaker results')}`}
        </Button>
      )}
      <DeleteAbout wanted={wanted} />
      <span className="gap" />
      {query && <Switch size="xs" label="Explain ranking" checked={why} onChange={onWhy} />}
      <ListChoice
        label="Sort by"
        value={wanted.sort}
        names={query ? SORTS : others}
        onChoose={wanted.setSort}
      />
    </div>
  );
}

/** Deletes what holds these very words: what is near in meaning is not all about it. */
function DeleteAbout({ wanted: { query, filter, phrase: has } }: Pick<ToolbarProps, 'wanted'>) {
  const [isAsked, ask] = useDisclosure(false);
  const phrase = query || has;
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

interface BulkBarProps {
  marks: Marks;
  wanted: MemoryListState;
  total: number;
}

function BulkBar({ marks, wanted: { query, filter }, total }: BulkBarProps) {
  const [asked, ask] = useState<MemoryActionName>();
  const { all, ids, clear } = marks;
  return (
    <div className="row fine memories-bulk" role="toolbar" aria-label="Actions for the selection">
      <strong>{all ? `All ${number(total)} selected` : `${number(ids.size)} selected`}</strong>
      {/* The results of a question have an order but no end: of them, only what is selected by hand counts. */}
      {!query && !all && total > ids.size && (
        <Button variant="subtle" onClick={marks.markAll}>
          {`Select all ${number(total)}`}
        </Button>
      )}
      <span className="gap" />
      {(['confirm', 'reject', 'pin', 'unpin', 'mute', 'forget'] as const).map((action) => (
        <PlainButton
          key={action}
          {...(action === 'forget' && { c: 'var(--bad)' })}
          onClick={() => ask(action)}
        >
          {nameOf(action)}
        </PlainButton>
      ))}
      <Button variant="subtle" color="gray" onClick={clear}>
        Clear selection
      </Button>
      {asked && (
        <BulkDialog
          action={asked}
          whom={all ? { filter } : { ids: [...ids] }}
          onClose={() => ask(undefined)}
          onDone={clear}
        />
      )}
    </div>
  );
}

type Facets = Output<'list'>['facets'];

interface FacetRailProps {
  wanted: MemoryListState;
  facets: Facets | undefined;
  /** On narrow screens it lies over the list. */
  opened: boolean;
  onClose: () => void;
}

function FacetRail({ wanted, facets = null, opened, onClose }: FacetRailProps) {
  const [usual, advanced] = [true, false].map((isUsual) =>
    Object.entries(FACETS)
      .filter(([, { names }]) => (names !== undefined) === isUsual)
      .map(([name]) => <FacetValues key={name} {...{ name, wanted, counts: countsOf(facets, name) }} />),
  );
  return (
    <section className="memories-rail" data-open={opened || undefined} aria-label="Filters">
      <div className="row">
        <h2 className="fine gap">Filters</h2>
        {wanted.filters > 0 && (
          <button type="button" className="bare link" onClick={wanted.clear}>
            {`Clear ${counted(wanted.filters, 'filter')}`}
          </button>
        )}
        <CloseButton className="memories-drawer" aria-label="Close the filters" onClick={onClose} />
      </div>
      {usual}
      <AskingField
        size="xs"
        mb="md"
        label="Contains these words"
        value={wanted.phrase}
        onAsk={(has) => wanted.put({ has })}
      />
      <AskingField
        size="xs"
        mb="md"
        label="File or folder"
        placeholder="src/…"
        value={wanted.file}
        onAsk={(file) => wanted.put({ file })}
      />
      <details>
        <summary>Advanced</summary>
        {advanced}
      </details>
    </section>
  );
}

/** How many memories each value would leave; those of flags stand beside the others. */
function countsOf(facets: Facets, name: string): Partial<Record<string, number>> {
  if (facets === null) return {};
  const { pinned, verified, stale } = facets;
  return name === 'flag' ? { pinned, verified, stale } : facets[`${name}s` as 'types'];
}

const MAX_SHOWN = 6;

interface FacetValuesProps {
  name: string;
  wanted: MemoryListState;
  counts: Partial<Record<string, number>>;
}

function FacetValues({ name, wanted, counts }: FacetValuesProps) {
  const [more, setMore] = useState(false);
  const { title, names, all } = FACETS[name]!;
  const chosen = wanted.values(name);
  const found = new Set([...chosen, ...Object.keys(counts).filter((value) => counts[value]! > 0)]);
  const values = names
    ? Object.keys(names)
    : [...found].sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a.localeCompare(b));
  // What all have in common is no choice.
  if (values.length < 2 && chosen.length === 0) return null;
  const shown = more || names ? values : values.filter((value, i) => i < MAX_SHOWN || chosen.includes(value));
  const others = (value: string) => chosen.filter((one) => one !== value);
  return (
    <fieldset>
      <legend>{title}</legend>
      {(all === undefined ? shown : [undefined, ...shown]).map((value) => {
        const isChosen = value === undefined ? chosen.length === 0 : chosen.includes(value);
        const next = value === undefined ? [] : all ? [value] : isChosen ? others(value) : [...chosen, value];
        return (
          <label key={value ?? ''} className="fine pick">
            <input
              type={all ? 'radio' : 'checkbox'}
              name={name}
              checked={isChosen}
              onChange={() => wanted.put({ [name]: next })}
            />
            <span className="cut gap" title={value}>
              {value === undefined ? all : labelOf(name, value)}
            </span>
            <small className="number">
              {value !== undefined && value !== 'conflicts' && number(counts[value] ?? 0)}
            </small>
          </label>
        );
      })}
      {!names && values.length > MAX_SHOWN && (
        <button type="button" className="bare link fine" onClick={() => setMore(!more)}>
          {more ? 'Less' : 'More'}
        </button>
      )}
    </fieldset>
  );
}
