import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type RefObject, useState } from 'react';
import { useVerb } from '../../calls/verb.ts';
import { Icon } from '../../theme/icons.tsx';
import type { MapLocation, MapSpot } from './at.ts';
import styles from './map.module.css';
import type { Atlas } from './picture.ts';

interface FindProps {
  atlas: Atlas;
  at: MapLocation;
  field: RefObject<HTMLInputElement | null>;
}

const MAX_MATCHES = 6;

/** Finds a part, a file or a symbol by its name, and goes there. */
export function Find({ atlas, at, field }: FindProps) {
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), 150);
  const symbols = useVerb(
    'graphDefine',
    { symbol: asked, limit: MAX_MATCHES },
    { enabled: asked.length > 1, keep: true },
  );
  const groups = typed.trim() === '' ? [] : found(atlas, typed.trim(), symbols.data?.symbols ?? []);
  const spots = new Map(groups.flatMap(({ spots: some }) => some));
  return (
    <Autocomplete
      ref={field}
      w="min(20rem, 100%)"
      size="sm"
      aria-label="Find a module, file or symbol"
      placeholder="Find a module, file or symbol…"
      leftSection={<Icon name="search" />}
      value={typed}
      onChange={setTyped}
      data={groups.map(({ group, spots: some }) => ({ group, items: some.map(([name]) => name) }))}
      // What fits was chosen already.
      filter={({ options }) => options}
      maxDropdownHeight={360}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      classNames={{ option: `wrap ${styles.option}` }}
      defaultDropdownOpened={false}
      selectFirstOptionOnChange
      onOptionSubmit={(name) => {
        const spot = spots.get(name);
        if (!spot) return;
        at.go(spot);
        field.current?.blur();
        // The field writes what was chosen once this has run.
        setTimeout(() => setTyped(''));
      }}
      onKeyDown={(event) => event.key === 'Escape' && field.current?.blur()}
    />
  );
}

interface FindGroup {
  group: string;
  spots: [name: string, to: MapSpot][];
}

function found(
  atlas: Atlas,
  typed: string,
  symbols: readonly { file: string; qualified: string; kind: string }[],
): FindGroup[] {
  const words = typed.toLowerCase().split(/\s+/);
  const fits = (name: string) => words.every((word) => name.toLowerCase().includes(word));
  const modules = atlas.picture.modules.filter(({ name }) => fits(name));
  const files = atlas.picture.files.filter(({ path }) => fits(path));
  const groups: FindGroup[] = [
    { group: 'Modules', spots: modules.slice(0, MAX_MATCHES).map(({ name }) => [name, { module: name }]) },
    {
      group: 'Files',
      spots: files.slice(0, MAX_MATCHES).map(({ path, module }) => [path, { module, file: path }]),
    },
    {
      group: 'Impact of a symbol',
      spots: symbols
        .filter(({ file, kind }) => kind !== 'file' && atlas.file.has(file))
        .map(({ file, qualified }) => [
          `${qualified} · ${file}`,
          { module: atlas.file.get(file)!.module, file, impact: `${file}:${qualified}` },
        ]),
    },
  ];
  const seen = new Set<string>();
  return groups
    .map(({ group, spots }) => ({
      group,
      spots: spots.filter(([name]) => !seen.has(name) && seen.add(name)),
    }))
    .filter(({ spots }) => spots.length > 0);
}
