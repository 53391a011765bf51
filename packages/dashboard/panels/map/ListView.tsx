import { useState } from 'react';
import { PlainButton } from '../../parts/controls.tsx';
import { Table } from '../../parts/page.tsx';
import { number } from '../../words/say.ts';
import type { Atlas, MapLocation } from './atlas.ts';

interface ListViewProps {
  atlas: Atlas;
  at: MapLocation;
  reach: ReadonlyMap<string, number> | undefined;
}

const PAGE_ROWS = 200;

export function ListView({ atlas, at, reach }: ListViewProps) {
  const [most, setMost] = useState(PAGE_ROWS);
  const { modules, files } = atlas.picture;
  const isWhole = at.module === undefined && reach === undefined;
  const rows = isWhole
    ? modules.map(({ name, files, tests, symbols, memories, stale, changed, across }) => ({
        name,
        spot: { module: name },
        values: [files + tests, symbols, memories, stale, changed, across],
      }))
    : files
        .filter(({ path, module }) => (reach ? reach.has(path) : module === at.module))
        .map(({ path, module, symbols, memories, stale, changed, looked }) => ({
          name: path,
          spot: { module, file: path },
          values: [symbols, memories, stale, changed, looked, atlas.files.by.get(path)?.length ?? 0],
        }));
  return (
    <div className="map-list">
      <Table
        label={isWhole ? 'Modules' : 'Files'}
        head={
          isWhole
            ? ['Module', 'Files', 'Symbols', 'Memories', 'Stale', 'Changes', 'Links']
            : ['File', 'Symbols', 'Memories', 'Stale', 'Changes', 'Reads', 'Used by']
        }
        rows={rows.slice(0, most).map(({ name, spot, values }) => {
          const isOpen = name === at.file;
          const button = (
            <button
              key={name}
              type="button"
              className="bare wrap"
              onClick={() => at.go(spot)}
              aria-current={isOpen || undefined}
            >
              {name}
            </button>
          );
          return { key: name, isOpen, cells: [button, ...values.map(number)] };
        })}
      />
      {rows.length > most && (
        <PlainButton onClick={() => setMost(most + PAGE_ROWS)}>
          {`Show ${number(rows.length - most)} more`}
        </PlainButton>
      )}
    </div>
  );
}
