import { Button } from '@mantine/core';
import { useState } from 'react';
import { number } from '../../words/times.ts';
import type { MapLocation, MapSpot } from './at.ts';
import styles from './map.module.css';
import type { Atlas } from './picture.ts';
import { mapWords } from './words.ts';

interface ListViewProps {
  atlas: Atlas;
  at: MapLocation;
  reach: ReadonlyMap<string, number> | undefined;
}

interface MapListLine {
  name: string;
  to: MapSpot;
  numbers: readonly number[];
  open: boolean;
}

const PAGE_ROWS = 200;
const MODULE_HEADS = ['files', 'symbols', 'memories', 'stale', 'changed', 'across'] as const;
const FILE_HEADS = ['symbols', 'memories', 'stale', 'changed', 'looked', 'users'] as const;

/** The same map as a table: the parts, or the files of the part one is in; those an impact reaches, where one is shown. */
export function ListView({ atlas, at, reach }: ListViewProps) {
  const [most, setMost] = useState(PAGE_ROWS);
  const inside = at.module !== undefined || reach !== undefined;
  const lines = inside ? fileLines(atlas, at, reach) : moduleLines(atlas);
  const heads = inside ? FILE_HEADS : MODULE_HEADS;
  return (
    <div className={styles.list}>
      <table>
        <caption className="unseen">{inside ? 'Files' : 'Modules'}</caption>
        <thead>
          <tr>
            <th scope="col">{inside ? 'File' : 'Module'}</th>
            {heads.map((head) => (
              <th key={head} scope="col">
                {mapWords[`head.${head}`]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, most).map(({ name, to, numbers, open }) => (
            <tr key={name} data-open={open || undefined}>
              <th scope="row">
                <button type="button" onClick={() => at.go(to)} aria-current={open ? 'true' : undefined}>
                  {name}
                </button>
              </th>
              {numbers.map((value, i) => (
                <td key={heads[i]}>{number(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > most && (
        <Button variant="default" onClick={() => setMost(most + PAGE_ROWS)}>
          {`Show ${number(lines.length - most)} more`}
        </Button>
      )}
    </div>
  );
}

const moduleLines = ({ picture }: Atlas): MapListLine[] =>
  picture.modules.map(({ name, files, tests, symbols, memories, stale, changed, across }) => ({
    name,
    to: { module: name },
    numbers: [files + tests, symbols, memories, stale, changed, across],
    open: false,
  }));

function fileLines({ picture, files }: Atlas, at: MapLocation, reach: ListViewProps['reach']): MapListLine[] {
  const shown = picture.files.filter(({ path, module }) => (reach ? reach.has(path) : module === at.module));
  return shown.map(({ path, module, symbols, memories, stale, changed, looked }) => ({
    name: path,
    to: { module, file: path },
    numbers: [symbols, memories, stale, changed, looked, files.by.get(path)?.length ?? 0],
    open: path === at.file,
  }));
}
