import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { MemoryText } from '../../parts/MemoryText.tsx';
import { Card } from '../../parts/Page.tsx';
import { TypePill } from '../../parts/TypePill.tsx';
import { useMessage } from '../../words/message.ts';
import { useWords } from '../../words/say.ts';
import type { TaughtList, TaughtOne } from './taught.ts';
import styles from './teach.module.css';
import { teachWords } from './words.ts';

/** What was taught in this visit, and how to take it back. */
export function Taught({ taught: { list, undo } }: { taught: TaughtList }) {
  const say = useWords(teachWords);
  if (list.length === 0) return null;
  return (
    <Card title={say('taught.title')}>
      <ul className={styles.taught} aria-live="polite">
        {list.map((one) => (
          <li key={one.id} data-undone={one.undone || undefined}>
            <div>
              {one.undone ? (
                <s>
                  <MemoryText text={one.memory.text} />
                </s>
              ) : (
                <Link href={`/memories?m=${one.id}`}>
                  <MemoryText text={one.memory.text} />
                </Link>
              )}
              <Became one={one} />
            </div>
            {one.mayUndo && !one.undone && (
              <Button variant="default" onClick={() => undo(one.id)}>
                {say('taught.undo')}
              </Button>
            )}
            {!one.mayUndo && <small className="quiet">{say('taught.stays')}</small>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Became({ one: { did, memory, superseded, redacted, review, undone } }: { one: TaughtOne }) {
  const told = useMessage();
  const say = useWords(teachWords);
  if (undone) return <small>{say('taught.undone')}</small>;
  return (
    <div className={styles.facts}>
      <TypePill type={memory.type} />
      <span>
        {say(`did.${did}`)}
        {superseded.length > 0 && `, ${say('did.superseded', { n: superseded.length })}`}
      </span>
      {review && <span>{say('did.review', { why: told(review) })}</span>}
      {redacted.length > 0 && (
        <span>{say('check.redacted', { n: redacted.length, kinds: redacted.join(', ') })}</span>
      )}
    </div>
  );
}
