import { Button } from '@mantine/core';
import { number } from '../../../words/times.ts';
import { type MapLocation, outOf } from '../at.ts';
import styles from '../map.module.css';
import type { Atlas } from '../picture.ts';
import type { ImpactOutput } from '../reach.ts';
import { Choices, Numbers, SideSection } from './parts.tsx';

interface ImpactSideProps {
  impact: ImpactOutput;
  atlas: Atlas;
  at: MapLocation;
}

const MAX_SYMBOLS = 60;

/** What may break with a symbol: how much, how far, and where. */
export function ImpactSide({ impact, atlas, at }: ImpactSideProps) {
  const { symbol, hits, total, tests, files } = impact;
  const byDepth = [...Map.groupBy(hits, ({ depth }) => depth)].sort(([a], [b]) => a - b);
  return (
    <>
      <h2>{`Impact of ${symbol.qualified}`}</h2>
      <p className="mono quiet">{`${symbol.file}:${symbol.line}`}</p>
      <Numbers
        of={[
          ['Uses', total],
          ['Files', files],
          ['Tests', tests],
        ]}
      />
      <p className="quiet">
        {total === 0 ? 'Nothing in the code uses it.' : 'These may break when it changes.'}
      </p>
      <Button variant="default" className={styles.back} onClick={() => at.go(outOf(at))}>
        Back to the file
      </Button>
      {byDepth.map(([depth, some]) => (
        <SideSection key={depth} title={depth === 1 ? 'Uses it' : `${number(depth)} steps away`}>
          <Choices
            of={some.slice(0, MAX_SYMBOLS).map(({ symbol: hit, line }) => ({
              key: `${hit.id} ${line}`,
              name: hit.qualified,
              title: `${hit.file}:${line}`,
              side: `${hit.file.slice(hit.file.lastIndexOf('/') + 1)}:${line}`,
              onChoose: () => at.go({ module: atlas.file.get(hit.file)?.module, file: hit.file }),
            }))}
          />
          {some.length > MAX_SYMBOLS && (
            <p className="quiet">{`and ${number(some.length - MAX_SYMBOLS)} more`}</p>
          )}
        </SideSection>
      ))}
    </>
  );
}
