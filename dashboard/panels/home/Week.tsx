import { Popover } from '@mantine/core';
import type { Output } from '../../../src/protocol/verbs.ts';
import { Card } from '../../parts/Page.tsx';
import { useMessage } from '../../words/message.ts';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import styles from './home.module.css';
import { homeWords } from './words.ts';

type WeekFacts = Output<'overview'>['week'];
type TokensEstimate = WeekFacts['sparedTokens'];

/** What the memory spared this week, as well as that can be known, and what it cost. */
export function Week({ week }: { week: WeekFacts }) {
  const say = useWords(homeWords);
  const { day } = useFormats();
  return (
    <Card title={say('week.title')} side={say('week.since', { day: day(week.since) })}>
      <div className={styles.estimates}>
        <Guess label={say('week.tokens')} estimate={week.sparedTokens} />
        <Guess label={say('week.failures')} estimate={week.sparedFailures} />
      </div>
      <p className={styles.cost}>
        {[
          say('week.sessions', { n: week.sessions }),
          say('week.learnt', { n: week.learnt }),
          say('week.told', { n: week.told, tokens: week.toldTokens }),
        ].join(' · ')}
      </p>
    </Card>
  );
}

/** A number that is a guess: never without the span it may lie in, and how it was come by. */
function Guess({ label, estimate }: { label: string; estimate: TokensEstimate }) {
  const say = useWords(homeWords);
  const { short } = useFormats();
  const inWords = useMessage();
  const { value, low, high, how, because, basis, told, untold } = estimate;
  return (
    <div className={styles.guess}>
      <span className={styles.label}>{label}</span>
      <strong data-unknown={value === null || undefined}>
        {value === null ? say('week.none') : short(value)}
      </strong>
      {value !== null && low !== null && high !== null ? (
        <>
          <Span low={low} value={value} high={high} />
          <small>{say('week.between', { low: short(low), high: short(high) })}</small>
        </>
      ) : (
        <small>{because && inWords(because)}</small>
      )}
      <Popover width={340} position="bottom-start" shadow="md">
        <Popover.Target>
          <button type="button" className={styles.how}>
            {say('week.how')}
          </button>
        </Popover.Target>
        <Popover.Dropdown className={styles.howText}>
          <p>{inWords(how)}</p>
          <p className="quiet">{say('week.counted', { basis: say(`basis.${basis}`), told, untold })}</p>
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

/** Where a value lies in its span, with nought marked where it is in sight. */
function Span({ low, value, high }: { low: number; value: number; high: number }) {
  const [from, to] = [Math.min(0, low), Math.max(0, high)];
  const at = (x: number) => (to === from ? 0 : ((x - from) / (to - from)) * 100);
  return (
    <svg className={styles.span} viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      <line x1={0} x2={100} y1={6} y2={6} stroke="var(--line)" strokeWidth={2} />
      <line
        x1={at(low)}
        x2={at(high)}
        y1={6}
        y2={6}
        stroke="var(--accent-fill)"
        strokeWidth={4}
        opacity={0.35}
      />
      <line x1={at(0)} x2={at(0)} y1={1} y2={11} stroke="var(--line-strong)" strokeWidth={0.5} />
      <line x1={at(value)} x2={at(value)} y1={1} y2={11} stroke="var(--accent-fill)" strokeWidth={1.4} />
    </svg>
  );
}
