import { Link } from 'wouter';
import type { Output } from '../../../src/protocol/verbs.ts';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import styles from './home.module.css';
import { homeWords } from './words.ts';

/** The four numbers a person looks for first. */
export function Totals({ totals }: { totals: Output<'overview'>['totals'] }) {
  const say = useWords(homeWords);
  const { number, percent } = useFormats();
  const { memories, ofProject, ofUser, usedIn30Days, needsReview, sessions, events } = totals;
  const tiles = [
    {
      href: '/memories',
      label: say('total.memories'),
      value: memories,
      note: say('total.split', { project: ofProject, user: ofUser }),
    },
    {
      href: '/memories?sort=used',
      label: say('total.used'),
      value: usedIn30Days,
      note: say('total.usedShare', { share: percent(memories === 0 ? 0 : usedIn30Days / memories) }),
    },
    {
      href: '/review',
      label: say('total.review'),
      value: needsReview,
      note: say(needsReview === 0 ? 'total.reviewNone' : 'total.reviewSome'),
      calls: needsReview > 0,
    },
    {
      href: '/timeline',
      label: say('total.sessions'),
      value: sessions,
      note: say('total.events', { n: events }),
    },
  ];
  return (
    <div className={styles.tiles}>
      {tiles.map(({ href, label, value, note, calls }) => (
        <Link key={href} href={href} className={styles.tile} data-calls={calls || undefined}>
          <span>{label}</span>
          <strong>{number(value)}</strong>
          <small>{note}</small>
        </Link>
      ))}
    </div>
  );
}
