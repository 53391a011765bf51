import { Link } from 'wouter';
import type { Output } from '../../../src/protocol/verbs.ts';
import { Card } from '../../parts/Page.tsx';
import { Ticked } from '../../parts/Ticked.tsx';
import { Icon, type IconName } from '../../theme/icons.tsx';
import { useMessage } from '../../words/message.ts';
import { useWords } from '../../words/say.ts';
import styles from './home.module.css';
import { homeWords } from './words.ts';

type AttentionItem = Output<'overview'>['attention'][number];

/** Where each matter is seen to, where that is on this page. */
const WHERE: Partial<Record<AttentionItem['kind'], string>> = {
  review: '/review',
  inbox: '/review',
  stale: '/memories?stale=1',
  conflicts: '/memories?review=1',
  spending: '/settings',
  trust: '/settings',
  capture: '/settings',
  'unread logs': '/settings',
};

const ICONS: Partial<Record<AttentionItem['kind'], IconName>> = {
  review: 'review',
  inbox: 'spark',
  stale: 'clock',
  conflicts: 'link',
  trust: 'person',
};

/** What wants a person, the gravest first as the daemon tells it. */
export function Attention({ attention }: { attention: readonly AttentionItem[] }) {
  const say = useWords(homeWords);
  const told = useMessage();
  return (
    <Card title={say('attention.title')}>
      {attention.length === 0 && (
        <p className={styles.calm}>
          <Icon name="check" /> {say('attention.none')}
        </p>
      )}
      <ul className={styles.matters}>
        {attention.map(({ kind, ...notice }) => {
          const { message, hint } = told.notice(notice);
          const href = WHERE[kind];
          return (
            <li key={`${kind} ${message}`}>
              <Icon name={ICONS[kind] ?? 'warning'} />
              <div>
                <b>{message}</b>
                {hint && !href && (
                  <small>
                    <Ticked text={hint} />
                  </small>
                )}
              </div>
              {href && (
                <Link href={href} aria-label={`${say('attention.go')}: ${message}`}>
                  {say('attention.go')}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
