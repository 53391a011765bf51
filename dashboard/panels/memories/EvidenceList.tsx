import { Button } from '@mantine/core';
import type { Output } from '../../../src/protocol/verbs.ts';
import { Icon } from '../../theme/icons.tsx';
import { useMessage } from '../../words/message.ts';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import styles from './detail.module.css';
import { Section } from './Section.tsx';
import { memoriesWords } from './words.ts';

interface EvidenceListProps {
  evidence: Output<'portrait'>['evidence'];
  onOpen: (event: string) => void;
}

/** Why it is believed: what was said or done, and the way to the log it stands in. */
export function EvidenceList({ evidence, onOpen }: EvidenceListProps) {
  const say = useWords(memoriesWords);
  const told = useMessage();
  const { ago, moment } = useFormats();
  return (
    <Section title={say('detail.evidence')}>
      {evidence.length === 0 && <p className="quiet">{say('detail.noEvidence')}</p>}
      <ul className={styles.list}>
        {alike(evidence).map(({ n, latest: { proof, quote, at, places } }) => (
          <li key={`${proof} ${quote}`} className={styles.evidence}>
            {quote && <blockquote>{quote}</blockquote>}
            <span className={styles.line}>
              <span>{told.proof(proof)}</span>
              <span title={moment(at)}>{say('evidence.times', { n, ago: ago(at) })}</span>
              {places[0] && (
                <>
                  <span>{places[0].client}</span>
                  <Button
                    variant="subtle"
                    size="compact-xs"
                    leftSection={<Icon name="log" size={13} />}
                    onClick={() => onOpen(places[0]!.event)}
                  >
                    {say('detail.openLog')}
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
