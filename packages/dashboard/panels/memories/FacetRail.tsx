import { CloseButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { AskingField } from '../../parts/SearchField.tsx';
import { counted } from '../../words/say.ts';
import { number } from '../../words/times.ts';
import {
  GROUPS,
  LISTS,
  type ListName,
  labelOf,
  type MemoryListState,
  STAGES,
  SWITCHES,
} from './list-state.ts';
import styles from './memories.module.css';
import type { Pages } from './pages.ts';

interface FacetRailProps {
  wanted: MemoryListState;
  facets: Pages['facets'];
  /** On narrow screens it lies over the list. */
  opened: boolean;
  onClose: () => void;
}

/** The filters, each with how many memories it would leave: what people ask for first, the rest under Advanced. */
export function FacetRail({ wanted, facets, opened, onClose }: FacetRailProps) {
  const { filter, put } = wanted;
  const stages = Object.entries(STAGES).map(([stage, [name]]) => [stage, name] as const);
  return (
    <section className={styles.rail} data-open={opened || undefined} aria-label="Filters">
      <div className="row">
        <h2 className="fine gap">Filters</h2>
        {wanted.filters > 0 && (
          <button type="button" className="bare" onClick={wanted.clear}>
            <small className="link">{`Clear ${counted(wanted.filters, 'filter', 'filters')}`}</small>
          </button>
        )}
        <CloseButton className={styles.railClose} aria-label="Close the filters" onClick={onClose} />
      </div>
      <OneOf
        title="Kind"
        all="All"
        values={Object.entries(GROUPS)}
        chosen={wanted.group}
        counts={facets?.groups}
        onChoose={(group) => put({ group })}
      />
      <OneOf
        title="Stage"
        all="Suggested and active"
        values={stages}
        chosen={wanted.stage}
        counts={facets?.stages}
        onChoose={(stage) => put({ stage })}
      />
      <fieldset>
        <legend>Flags</legend>
        {Object.entries(SWITCHES).map(([name, label]) => (
          <Facet
            key={name}
            checked={filter[name as 'pinned'] === true}
            onChoose={() => put({ [name]: filter[name as 'pinned'] ? undefined : '1' })}
            count={facets?.[name as 'pinned']}
          >
            {label}
          </Facet>
        ))}
      </fieldset>
      <AskingField
        size="xs"
        mb="md"
        label="Contains these words"
        value={filter.phrase ?? ''}
        onAsk={(has) => put({ has })}
      />
      <AskingField
        size="xs"
        mb="md"
        label="File or folder"
        placeholder="src/…"
        value={filter.file ?? ''}
        onAsk={(file) => put({ file })}
      />
      <details>
        <summary>Advanced</summary>
        {(Object.keys(LISTS) as ListName[]).map((name) => (
          <SomeOf key={name} name={name} wanted={wanted} counts={facets?.[name] ?? {}} />
        ))}
      </details>
    </section>
  );
}

interface FacetProps {
  /** Where only one of several can be chosen, what they are together. */
  oneOf?: string;
  checked: boolean;
  onChoose: () => void;
  count: number | undefined;
  title?: string;
  children: ReactNode;
}

/** One value of a filter, with how many memories it would leave. */
const Facet = ({ oneOf, checked, onChoose, count, title, children }: FacetProps) => (
  <label className={styles.facet}>
    <input type={oneOf ? 'radio' : 'checkbox'} name={oneOf} checked={checked} onChange={onChoose} />
    <span className="cut" title={title}>
      {children}
    </span>
    <small className="number">{count !== undefined && number(count)}</small>
  </label>
);

interface OneOfProps {
  title: string;
  /** What none of the values is called. */
  all: string;
  values: readonly (readonly [value: string, name: string])[];
  chosen: string | undefined;
  counts: Record<string, number> | undefined;
  onChoose: (value: string | undefined) => void;
}

/** One of a few, or all of them. */
const OneOf = ({ title, all, values, chosen, counts, onChoose }: OneOfProps) => (
  <fieldset>
    <legend>{title}</legend>
    {[[undefined, all] as const, ...values].map(([value, name]) => (
      <Facet
        key={name}
        oneOf={title}
        checked={chosen === value}
        onChoose={() => onChoose(value)}
        count={value === undefined ? undefined : counts && (counts[value] ?? 0)}
      >
        {name}
      </Facet>
    ))}
  </fieldset>
);

const MAX_SHOWN = 6;

interface SomeOfProps {
  name: ListName;
  wanted: MemoryListState;
  counts: Record<string, number>;
}

/** Any of several, those with most memories first. */
function SomeOf({ name, wanted, counts }: SomeOfProps) {
  const [more, setMore] = useState(false);
  const chosen = wanted.values(name);
  const values = [...new Set([...chosen, ...Object.keys(counts).filter((value) => counts[value]! > 0)])].sort(
    (a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a.localeCompare(b),
  );
  // What all have in common is no choice.
  if (values.length < 2 && chosen.length === 0) return null;
  const shown = more ? values : values.filter((value, i) => i < MAX_SHOWN || chosen.includes(value));
  return (
    <fieldset>
      <legend>{LISTS[name][0]}</legend>
      {shown.map((value) => (
        <Facet
          key={value}
          checked={chosen.includes(value)}
          onChoose={() => wanted.toggle(name, value)}
          count={counts[value] ?? 0}
          title={value}
        >
          {labelOf(name, value)}
        </Facet>
      ))}
      {values.length > MAX_SHOWN && (
        <button type="button" className="bare" onClick={() => setMore(!more)}>
          <small className="link">{more ? 'Less' : 'More'}</small>
        </button>
      )}
    </fieldset>
  );
}
