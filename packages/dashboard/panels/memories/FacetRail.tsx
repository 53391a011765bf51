import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { MEMORY_GROUPS, type MemoryGroup } from '@sqrl/base/model/memory.ts';
import { useEffect, useState } from 'react';
import { nounWords } from '../../words/nouns.ts';
import { counted } from '../../words/say.ts';
import { number } from '../../words/times.ts';
import {
  LISTS,
  type ListName,
  type MemoryListState,
  STAGES,
  type Stage,
  SWITCHES,
  type SwitchName,
} from './list-state.ts';
import styles from './memories.module.css';
import type { Pages } from './pages.ts';
import { memoriesWords } from './words.ts';

interface FacetRailProps {
  wanted: MemoryListState;
  facets: Pages['facets'];
  /** On narrow screens it lies over the list. */
  opened: boolean;
  onClose: () => void;
}

/** The filters, each with how many memories it would leave: what people ask for first, the rest under Advanced. */
export function FacetRail({ wanted, facets, opened, onClose }: FacetRailProps) {
  const switches = Object.keys(SWITCHES) as SwitchName[];
  return (
    <section className={styles.rail} data-open={opened || undefined} aria-label="Filters">
      <div className={styles.railHead}>
        <h2>Filters</h2>
        {wanted.filters > 0 && (
          <button type="button" className={styles.textButton} onClick={wanted.clear}>
            {`Clear ${counted(wanted.filters, 'filter', 'filters')}`}
          </button>
        )}
        <CloseButton className={styles.railClose} aria-label="Close the filters" onClick={onClose} />
      </div>
      <Choice
        name="group"
        values={MEMORY_GROUPS}
        chosen={wanted.group}
        counts={facets?.groups}
        onChoose={wanted.setGroup}
      />
      <Choice
        name="stage"
        values={Object.keys(STAGES) as Stage[]}
        chosen={wanted.stage}
        counts={facets?.stages}
        onChoose={wanted.setStage}
      />
      <fieldset>
        <legend>Flags</legend>
        {switches.map((name) => (
          <label key={name} className={styles.facet}>
            <input
              type="checkbox"
              checked={wanted.filter[name] === true}
              onChange={() => wanted.flip(name)}
            />
            <span>{memoriesWords[`switch.${name}`]}</span>
            <small>{facets && name in facets && number(facets[name as 'pinned'])}</small>
          </label>
        ))}
      </fieldset>
      <TypedFilter name="phrase" value={wanted.filter.phrase ?? ''} onType={wanted.setPhrase} />
      <TypedFilter name="file" value={wanted.filter.file ?? ''} onType={wanted.setFile} />
      <details className={styles.advanced}>
        <summary>Advanced</summary>
        {(Object.keys(LISTS) as ListName[]).map((name) => (
          <Group key={name} name={name} wanted={wanted} counts={facets?.[name] ?? {}} />
        ))}
      </details>
    </section>
  );
}

interface ChoiceProps<T extends string> {
  name: 'group' | 'stage';
  values: readonly T[];
  chosen: T | undefined;
  counts: Record<string, number> | undefined;
  onChoose: (value: T | undefined) => void;
}

/** One of a few, or all of them. */
function Choice<T extends MemoryGroup | Stage>({ name, values, chosen, counts, onChoose }: ChoiceProps<T>) {
  return (
    <fieldset>
      <legend>{memoriesWords[`choice.${name}`]}</legend>
      {[undefined, ...values].map((value) => (
        <label key={value ?? ''} className={styles.facet}>
          <input type="radio" name={name} checked={chosen === value} onChange={() => onChoose(value)} />
          <span>
            {value === undefined
              ? memoriesWords[`choice.${name}.all`]
              : memoriesWords[`${name}.${value}` as 'group.rules']}
          </span>
          <small>{value !== undefined && counts && number(counts[value] ?? 0)}</small>
        </label>
      ))}
    </fieldset>
  );
}

const MAX_SHOWN = 6;

function Group({
  name,
  wanted,
  counts,
}: {
  name: ListName;
  wanted: MemoryListState;
  counts: Record<string, number>;
}) {
  const label = useLabels();
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
      <legend>{memoriesWords[`list.${name}`]}</legend>
      {shown.map((value) => (
        <label key={value} className={styles.facet}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() => wanted.toggle(name, value)}
          />
          <span title={value}>{label(name, value)}</span>
          <small>{number(counts[value] ?? 0)}</small>
        </label>
      ))}
      {values.length > MAX_SHOWN && (
        <button type="button" className={styles.textButton} onClick={() => setMore(!more)}>
          {more ? 'Less' : 'More'}
        </button>
      )}
    </fieldset>
  );
}

interface TypedFilterProps {
  name: 'file' | 'phrase';
  value: string;
  onType: (value: string) => void;
}

function TypedFilter({ name, value, onType }: TypedFilterProps) {
  const [typed, setTyped] = useState(value);
  const ask = useDebouncedCallback(onType, 250);
  useEffect(() => setTyped((now) => (now.trim() === value ? now : value)), [value]);
  return (
    <TextInput
      size="xs"
      className={styles.file}
      label={memoriesWords[`filters.${name}`]}
      {...(name === 'file' && { placeholder: 'src/…' })}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        ask(currentTarget.value.trim());
      }}
    />
  );
}

/** What a filter's value is called. */
function useLabels(): (name: ListName, value: string) => string {
  const words = {
    types: 'type',
    tiers: 'tier',
    scopes: 'scope',
    sources: 'source',
  } as const;
  return (name, value) => {
    if (name === 'clients' || name === 'tags') return value;
    const key = `${words[name]}.${value}`;
    // One that the daemon has and this page does not know yet is shown as it is.
    return key in nounWords ? nounWords[key as 'type.gotcha'] : value;
  };
}
