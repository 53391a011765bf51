import { Popover } from '@mantine/core';
import { Link } from 'wouter';
import type { Output } from '../../../src/protocol/verbs.ts';
import { MemoryText } from '../../parts/MemoryText.tsx';
import { Card } from '../../parts/Page.tsx';
import { useMessage } from '../../words/message.ts';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import styles from './home.module.css';
import { Proof } from './Proof.tsx';
import { homeWords } from './words.ts';

type Estimate = Output<'overview'>['week']['sparedFailures'];

/** What the memory saved this week, with the interval, the three kinds of proof, and the memories that did most. */
export function Helped({ overview: { week, best } }: { overview: Output<'overview'> }) {
  const say = useWords(homeWords);
  const { day } = useFormats();
  return (
    <Card title={say('helped.title')} side={say('helped.since', { day: day(week.since) })}>
      <Effect estimate={week.sparedFailures} />
      <Proof />
      {best.length > 0 && <h3 className={styles.sub}>{say('helped.best')}</h3>}
      <ol className={styles.best}>
        {best.map(({ id, text, uses, hits, misses }) => (
          <li key={id}>
            <Link href={`/memories?m=${id}`}>
              <MemoryText text={text} />
            </Link>
            <small>
              {[
                ...(hits > 0 ? [say('helped.hits', { n: hits })] : []),
                ...(misses > 0 ? [say('helped.misses', { n: misses })] : []),
                ...(uses > 0 ? [say('helped.uses', { n: uses })] : []),
              ].join(' · ')}
            </small>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** One sentence about an estimate: never a number without its interval, and how it is calculated on request. */
function Effect({ estimate }: { estimate: Estimate }) {
  const say = useWords(homeWords);
  const { short } = useFormats();
  const inWords = useMessage();
  const { value, low, high, how, because, basis, told, untold } = estimate;
  const span = { low: short(low ?? 0), high: short(high ?? 0) };
  const isUnclear = value === null || low === null || high === null || (low <= 0 && high >= 0);
  return (
    <div className={styles.effect}>
      <p>
        <b>
          {value === null
            ? say('helped.failures.none')
            : isUnclear
              ? say('helped.failures.unclear')
              : say('helped.failures', { value: short(value) })}
        </b>{' '}
        <span className="quiet">
          {value === null ? because && inWords(because) : say('helped.between', span)}
        </span>{' '}
        <Popover width={340} position="bottom-start" shadow="md">
          <Popover.Target>
            <button type="button" className={styles.how}>
              {say('helped.how')}
            </button>
          </Popover.Target>
          <Popover.Dropdown className={styles.howText}>
            <p>{inWords(how)}</p>
            <p className="quiet">{say('helped.counted', { basis: say(`basis.${basis}`), told, untold })}</p>
          </Popover.Dropdown>
        </Popover>
      </p>
    </div>
  );
}
