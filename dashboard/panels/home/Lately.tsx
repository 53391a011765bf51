import { Link } from 'wouter';
import type { Output } from '../../../src/protocol/verbs.ts';
import { useVerb } from '../../calls/verb.ts';
import { MemoryText } from '../../parts/MemoryText.tsx';
import { Card } from '../../parts/Page.tsx';
import { Icon } from '../../theme/icons.tsx';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import styles from './home.module.css';
import { homeWords } from './words.ts';

/** Of each kind. */
const MAX_ENTRIES = 5;
const MAX_MEMORIES = 2;

type FeedEntry = Output<'feed'>['entries'][number];

/** What was learned and what agents got, in words, as it happens. */
export function Lately() {
  const say = useWords(homeWords);
  const { data } = useVerb('feed', { limit: MAX_ENTRIES }, { keep: true });
  return (
    <Card title={say('lately.title')}>
      {data?.entries.length === 0 && <p className="quiet">{say('lately.none')}</p>}
      <ul className={styles.feed}>
        {data?.entries.map((entry) => (
          <Entry key={`${entry.kind} ${entry.id}`} entry={entry} />
        ))}
      </ul>
    </Card>
  );
}

function Entry({ entry: { kind, at, client, session, point, about, memories } }: { entry: FeedEntry }) {
  const say = useWords(homeWords);
  const { ago, moment } = useFormats();
  const when = isPoint(point) ? say(`point.${point}`) : point;
  return (
    <li>
      <Icon name={kind === 'learned' ? 'spark' : 'person'} size={14} />
      <div>
        <small>
          {kind === 'learned' ? (
            say('lately.learned')
          ) : (
            <>
              <Link href={`/timeline?s=${encodeURIComponent(session ?? '')}`}>
                {say('lately.delivered', { client: client ?? '', point: when ?? '' })}
              </Link>{' '}
              {about && <code className="mono">{about}</code>}
            </>
          )}
        </small>
        {memories.slice(0, MAX_MEMORIES).map(({ id, text }) => (
          <Link key={id} href={`/memories?m=${id}`} className={styles.line}>
            <MemoryText text={text} />
          </Link>
        ))}
        {memories.length > MAX_MEMORIES && (
          <small>{say('lately.more', { n: memories.length - MAX_MEMORIES })}</small>
        )}
      </div>
      <small title={moment(at)}>{ago(at)}</small>
    </li>
  );
}

const POINTS = [
  'session start',
  'first prompt',
  'later prompt',
  'before edit',
  'before command',
  'stopped',
  'after failure',
  'after read',
  'search',
] as const;

const isPoint = (point: string | null): point is (typeof POINTS)[number] =>
  POINTS.some((known) => known === point);
