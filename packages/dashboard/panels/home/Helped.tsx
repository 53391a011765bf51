import { Popover } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Link } from 'wouter';
import { MemoryText } from '../../parts/MemoryText.tsx';
import { Card } from '../../parts/Page.tsx';
import { day, number, short } from '../../words/times.ts';
import styles from './home.module.css';
import { Proof } from './Proof.tsx';
import { homeWords } from './words.ts';

type Estimate = Output<'overview'>['week']['sparedFailures'];

/** What the memory saved this week, with the interval, the three kinds of proof, and the memories that did most. */
export function Helped({ overview: { week, best } }: { overview: Output<'overview'> }) {
  return (
    <Card title="Did it help?" side={`since ${day(week.since)}`}>
      <Effect estimate={week.sparedFailures} />
      <Proof />
      {best.length > 0 && <h3 className={styles.sub}>Memories that helped most</h3>}
      <ol className={styles.best}>
        {best.map(({ id, text, uses, hits, misses }) => (
          <li key={id}>
            <Link href={`/memories?m=${id}`}>
              <MemoryText text={text} />
            </Link>
            <small>
              {[
                ...(hits > 0
                  ? [hits === 1 ? 'failure avoided once' : `failure avoided ${number(hits)} times`]
                  : []),
                ...(misses > 0
                  ? [misses === 1 ? 'failed again once' : `failed again ${number(misses)} times`]
                  : []),
                ...(uses > 0 ? [uses === 1 ? 'used once' : `used ${number(uses)} times`] : []),
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
  const { value, low, high, how, because, basis, told, untold } = estimate;
  const span = { low: short(low ?? 0), high: short(high ?? 0) };
  const isUnclear = value === null || low === null || high === null || (low <= 0 && high >= 0);
  return (
    <div className={styles.effect}>
      <p>
        <b>
          {value === null
            ? 'Repeated failures: not enough data.'
            : isUnclear
              ? 'No clear effect on repeated failures yet.'
              : `${short(value)} repeated failures avoided.`}
        </b>{' '}
        <span className="quiet">{value === null ? because : `Between ${span.low} and ${span.high}.`}</span>{' '}
        <Popover width={340} position="bottom-start" shadow="md">
          <Popover.Target>
            <button type="button" className={styles.how}>
              How this is calculated
            </button>
          </Popover.Target>
          <Popover.Dropdown className={styles.howText}>
            <p>{how}</p>
            <p className="quiet">{`Compared with: ${homeWords[`basis.${basis}`]}. Sample: ${number(told)} with memories, ${number(untold)} without.`}</p>
          </Popover.Dropdown>
        </Popover>
      </p>
    </div>
  );
}
