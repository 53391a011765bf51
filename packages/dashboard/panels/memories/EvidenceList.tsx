import { Button } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Icon } from '../../theme/icons.tsx';
import { ago, moment, number } from '../../words/times.ts';
import styles from './detail.module.css';
import { Section } from './Section.tsx';

interface EvidenceListProps {
  evidence: Output<'portrait'>['evidence'];
  onOpen: (event: string) => void;
}

/** Why it is believed: what was said or done, and the way to the log it stands in. */
export function EvidenceList({ evidence, onOpen }: EvidenceListProps) {
  return (
    <Section title="Evidence">
      {evidence.length === 0 && <p className="quiet">No log passage is recorded for it.</p>}
      <ul className={styles.list}>
        {alike(evidence).map(({ n, latest: { proof, quote, at, places } }) => (
          <li key={`${proof} ${quote}`} className={styles.evidence}>
            {quote && <blockquote dir="auto">{quote}</blockquote>}
            <span className={styles.line}>
              <span>{proof.replaceAll('_', ' ')}</span>
              <span title={moment(at)}>
                {n === 1 ? `once, ${ago(at)}` : `${number(n)} times, last ${ago(at)}`}
              </span>
              {places[0] && (
                <>
                  <span>{places[0].client}</span>
                  <Button
                    variant="subtle"
                    size="compact-xs"
                    leftSection={<Icon name="log" size={13} />}
                    onClick={() => onOpen(places[0]!.event)}
                  >
                    Open the log
                  </Button>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type Proof = EvidenceListProps['evidence'][number];

/** The same proof as one: how often it was seen, and the latest of it. */
const alike = (evidence: readonly Proof[]): { n: number; latest: Proof }[] =>
  [...Map.groupBy(evidence, ({ proof, quote }) => `${proof} ${quote}`).values()]
    .map((some) => ({ n: some.length, latest: some.toSorted((a, b) => b.at - a.at)[0]! }))
    .sort((a, b) => b.latest.at - a.latest.at);
