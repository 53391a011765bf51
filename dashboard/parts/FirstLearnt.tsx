import { Button } from '@mantine/core';
import { Link } from 'wouter';
import type { Output } from '../../src/protocol/verbs.ts';
import { useChoice } from '../app/projects.tsx';
import { useWords } from '../words/say.ts';
import styles from './first-run.module.css';
import { firstRunWords } from './first-run-words.ts';

interface FirstLearntProps {
  /** What reading came to, where it was read from here. */
  result: Output<'ingest'> | undefined;
  onClose: () => void;
}

/** What was learnt from the history, project by project, and the ways into it. */
export function FirstLearnt({ result, onClose }: FirstLearntProps) {
  const say = useWords(firstRunWords);
  const { all } = useChoice();
  const filled = all.projects.filter(({ counts }) => counts && counts.memories + counts.sessions > 0);
  const memories = filled.reduce((sum, { counts }) => sum + counts!.memories, all.user.memories);
  const sessions = filled.reduce((sum, { counts }) => sum + counts!.sessions, 0);
  return (
    <>
      <p className={styles.sum} role="status">
        <strong>{say('learnt.memories', { n: memories })}</strong> {say('learnt.sessions', { n: sessions })}
        {result && `, ${say('learnt.events', { n: result.events })}`}
      </p>
      <ul className={styles.projects}>
        {filled.slice(0, 12).map(({ id, name, counts }) => (
          <li key={id}>
            <Link href={`~/p/${encodeURIComponent(id)}/review`} onClick={onClose}>
              <strong>{name}</strong>
              <span className="number">
                {say('learnt.memories', { n: counts!.memories })}
                {counts!.needsReview > 0 && ` · ${say('learnt.review', { n: counts!.needsReview })}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Button size="md" onClick={onClose}>
        {say('learnt.go')}
      </Button>
    </>
  );
}
