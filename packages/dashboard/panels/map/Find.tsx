import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type RefObject, useMemo, useState } from 'react';
import { useVerb } from '../../calls/verb.ts';
import { Icon } from '../../theme/icons.tsx';
import type { Atlas, MapLocation, MapSpot } from './atlas.ts';

interface FindProps {
  atlas: Atlas;
  at: MapLocation;
  field: RefObject<HTMLInputElement | null>;
}

const MAX_SYMBOLS = 6;
const MAX_MATCHES = 18;

/** Finds a module, a file or a symbol by its name, and goes there. */
export function Find({ atlas, at, field }: FindProps) {
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), 150);
  const { data } = useVerb(
    'graphDefine',
    { symbol: asked, limit: MAX_SYMBOLS },
    { enabled: asked.length > 1, keep: true },
  );
  const groups = useMemo(() => {
    const option = (label: string, to: MapSpot) => ({ label, value: JSON.stringify(to) });
    const symbols = (data?.symbols ?? []).filter(({ file, kind }) => kind !== 'file' && atlas.file.has(file));
    const impacts = new Map(
      symbols.map(({ file, qualified }) => [
        `${qualified} · ${file}`,
        { module: atlas.file.get(file)!.module, file, impact: `${file}:${qualified}` },
      ]),
    );
    return [
      { group: 'Modules', items: atlas.picture.modules.map(({ name }) => option(name, { module: name })) },
      { group: 'Impact of a symbol', items: [...impacts].map(([name, to]) => option(name, to)) },
      {
        group: 'Files',
        items: atlas.picture.files.map(({ path, module }) => option(path, { module, file: path })),
      },
    ];
  }, [atlas, data]);
  const label = 'Find a module, file or symbol…';
  return (
    <Select
      ref={field}
      w="min(20rem, 100%)"
      size="sm"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" />}
      rightSection={<span />}
      searchable
      selectFirstOptionOnChange
      limit={MAX_MATCHES}
      data={typed.trim() === '' ? [] : groups}
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      maxDropdownHeight={360}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      classNames={{ option: 'wrap map-option' }}
      onChange={(to) => {
        if (to === null) return;
        at.go(JSON.parse(to));
        setTyped('');
        field.current?.blur();
      }}
      onKeyDown={(event) => event.key === 'Escape' && field.current?.blur()}
    />
  );
}
