import { Button } from '@mantine/core';
import { useWords } from '../../../words/say.ts';
import { type MapLocation, outOf } from '../at.ts';
import styles from '../map.module.css';
import type { Atlas } from '../picture.ts';
import type { ImpactOutput } from '../reach.ts';
import { mapWords } from '../words.ts';
import { Choices, Numbers, SideSection } from './parts.tsx';

interface ImpactSideProps {
  impact: ImpactOutput;
  atlas: Atlas;
  at: MapLocation;
}

const MAX_SYMBOLS = 60;

/** What may break with a symbol: how much, how far, and where. */
export function ImpactSide({ impact, atlas, at }: ImpactSideProps) {
  const say = useWords(mapWords);
  const { symbol, hits, total, tests, files } = impact;
  const byDepth = [...Map.groupBy(hits, ({ depth }) => depth)].sort(([a], [b]) => a - b);
  return (
    <>
      <h2>{say('impact.title', { name: symbol.qualified })}</h2>
      <p className="mono quiet">{`${symbol.file}:${symbol.line}`}</p>
      <Numbers
        of={[
          [say('impact.total'), total],
          [say('head.files'), files],
          [say('impact.tests'), tests],
        ]}
      />
      <p className="quiet">{say(total === 0 ? 'impact.none' : 'impact.text')}</p>
      <Button variant="default" className={styles.back} onClick={() => at.go(outOf(at))}>
        {say('impact.close')}
      </Button>
      {byDepth.map(([depth, some]) => (
        <SideSection key={depth} title={say('impact.steps', { n: depth })}>
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
            <p className="quiet">{say('impact.more', { n: some.length - MAX_SYMBOLS })}</p>
          )}
        </SideSection>
      ))}
    </>
  );
}
