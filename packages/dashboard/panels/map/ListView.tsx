import { useState } from 'react';
import { PlainButton } from '../../parts/buttons.ts';
import { number } from '../../words/times.ts';
import type { MapLocation, MapSpot } from './at.ts';
import styles from './map.module.css';
import type { Atlas, MapFile, MapModule } from './picture.ts';

interface ListViewProps {
  atlas: Atlas;
  at: MapLocation;
  reach: ReadonlyMap<string, number> | undefined;
}

const PAGE_ROWS = 200;

type Columns<T> = readonly (readonly [head: string, value: (one: T, atlas: Atlas) => number])[];

const MODULE_COLUMNS: Columns<MapModule> = [
  ['Files', ({ files, tests }) => files + tests],
  ['Symbols', ({ symbols }) => symbols],
  ['Memories', ({ memories }) => memories],
  ['Stale', ({ stale }) => stale],
  ['Changes', ({ changed }) => changed],
  ['Links', ({ across }) => across],
];
const FILE_COLUMNS: Columns<MapFile> = [
  ['Symbols', ({ symbols }) => symbols],
  ['Memories', ({ memories }) => memories],
  ['Stale', ({ stale }) => stale],
  ['Changes', ({ changed }) => changed],
  ['Reads', ({ looked }) => looked],
  ['Used by', ({ path }, { files }) => files.by.get(path)?.length ?? 0],
];

/** The same map as a table: the parts, or the files of the part one is in; those an impact reaches, where one is shown. */
export function ListView({ atlas, at, reach }: ListViewProps) {
  const { modules, files } = atlas.picture;
  if (at.module === undefined && reach === undefined)
    return (
      <MapTable
        {...{ atlas, at, rows: modules, columns: MODULE_COLUMNS }}
        of="Module"
        spotOf={({ name }) => ({ module: name })}
      />
    );
  return (
    <MapTable
      {...{ atlas, at, columns: FILE_COLUMNS }}
      of="File"
      rows={files.filter(({ path, module }) => (reach ? reach.has(path) : module === at.module))}
      spotOf={({ path, module }) => ({ module, file: path })}
    />
  );
}

interface MapTableProps<T> extends Pick<ListViewProps, 'atlas' | 'at'> {
  of: 'Module' | 'File';
  rows: readonly T[];
  columns: Columns<T>;
  spotOf: (one: T) => MapSpot;
}

function MapTable<T>({ atlas, at, of, rows, columns, spotOf }: MapTableProps<T>) {
  const [most, setMost] = useState(PAGE_ROWS);
  return (
    <div className={styles.list}>
      <table>
        <caption className="unseen">{`${of}s`}</caption>
        <thead>
          <tr>
            {[of, ...columns.map(([head]) => head)].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="number">
          {rows.slice(0, most).map((one) => {
            const spot = spotOf(one);
            const name = spot.file ?? spot.module!;
            const isOpen = name === at.file;
            return (
              <tr key={name} data-open={isOpen || undefined}>
                <th scope="row">
                  <button
                    type="button"
                    className="bare wrap"
                    onClick={() => at.go(spot)}
                    aria-current={isOpen ? 'true' : undefined}
                  >
                    {name}
                  </button>
                </th>
                {columns.map(([head, value]) => (
                  <td key={head}>{number(value(one, atlas))}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {rows.length > most && (
        <PlainButton onClick={() => setMost(most + PAGE_ROWS)}>
          {`Show ${number(rows.length - most)} more`}
        </PlainButton>
      )}
    </div>
  );
}
