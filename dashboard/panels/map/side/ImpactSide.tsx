import { Button } from '@mantine/core';
import { useWords } from '../../../words/say.ts';
import { type At, outOf } from '../at.ts';
import styles from '../map.module.css';
import type { Atlas } from '../picture.ts';
import type { Impact } from '../reach.ts';
import { mapWords } from '../words.ts';
import { Choices, Numbers, Section } from './parts.tsx';

interface Props {
  impact: Impact;
  atlas: Atlas;
  at: At;
}

const MOST = 60;

/** What may break with a symbol: how much, how far, and where. */
export function ImpactSide({ impact, atlas, at }: Props) {
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
        <Section key={depth} title={say('impact.steps', { n: depth })}>
          <Choices
            of={some.slice(0, MOST).map(({ symbol: hit, line }) => ({
              key: `${hit.id} ${line}`,
              name: hit.qualified,
              title: `${hit.file}:${line}`,
              side: `${hit.file.slice(hit.file.lastIndexOf('/') + 1)}:${line}`,
              onChoose: () => at.go({ module: atlas.file.get(hit.file)?.module, file: hit.file }),
            }))}
          />
          {some.length > MOST && <p className="quiet">{say('impact.more', { n: some.length - MOST })}</p>}
        </Section>
      ))}
    </>
  );
}
