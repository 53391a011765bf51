import { CloseButton } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useState } from 'react';
import { AskingField } from '../../parts/controls.tsx';
import { counted, number } from '../../words/say.ts';
import { FACETS, labelOf, type MemoryListState } from './list-state.ts';

type Facets = Output<'list'>['facets'];

interface FacetRailProps {
  wanted: MemoryListState;
  facets: Facets | undefined;
  /** On narrow screens it lies over the list. */
  opened: boolean;
  onClose: () => void;
}

/** The filters, each with how many memories it would leave: what people ask for first, the rest under Advanced. */
export function FacetRail({ wanted, facets = null, opened, onClose }: FacetRailProps) {
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

/** The values of a filter: one of a few, or any of several, those with most memories first. */
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
          <label key={value ?? ''} className="memories-facet pick">
            <input
              type={all ? 'radio' : 'checkbox'}
              name={name}
              checked={isChosen}
              onChange={() => wanted.put({ [name]: next })}
            />
            <span className="cut" title={value}>
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
