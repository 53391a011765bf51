import { Link } from 'wouter';
import type { Output } from '../../../src/protocol/verbs.ts';
import { Card } from '../../parts/Page.tsx';
import { useWords } from '../../words/say.ts';
import styles from './home.module.css';
import { homeWords } from './words.ts';

const MAX_MODULES = 8;

/** How much of each part of the code something is remembered about. */
export function Coverage({ coverage }: { coverage: Output<'overview'>['coverage'] }) {
  const say = useWords(homeWords);
  return (
    <Card title={say('coverage.title')}>
      {coverage.length === 0 && <p className="quiet">{say('coverage.none')}</p>}
      <ul className={styles.coverage}>
        {coverage.slice(0, MAX_MODULES).map(({ module, files, memories, covered }) => (
          <li key={module}>
            <Link href={`/memories?file=${encodeURIComponent(module)}`} className="mono" title={module}>
              {module}
            </Link>
            <span className={styles.bar} aria-hidden="true">
              <i style={{ width: `${files === 0 ? 0 : (100 * covered) / files}%` }} />
            </span>
            <small title={say('coverage.files', { covered, files })}>
              {say('coverage.memories', { n: memories })}
            </small>
          </li>
        ))}
      </ul>
    </Card>
  );
}
