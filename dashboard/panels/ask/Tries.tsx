import { useVerb } from '../../calls/verb.ts';
import { Empty } from '../../parts/Empty.tsx';
import { useWords } from '../../words/say.ts';
import styles from './ask.module.css';
import { askWords } from './words.ts';

/** Questions to begin with, for who does not know yet what can be asked. */
export function Tries({ onAsk }: { onAsk: (question: string) => void }) {
  const say = useWords(askWords);
  const { data } = useVerb('map', { detail: 'modules', limit: 1 });
  const modules = [...(data?.modules ?? [])]
    .filter(({ memories }) => memories > 0)
    .sort((a, b) => b.memories - a.memories)
    .slice(0, 2);
  const questions = [
    say('try.commands'),
    say('try.decided'),
    say('try.tests'),
    ...modules.map(({ name }) => say('try.module', { module: name })),
  ];
  return (
    <Empty icon="ask" title={say('empty.title')}>
      <p>{say('empty.text')}</p>
      <div className={styles.tries}>
        {questions.map((question) => (
          <button type="button" key={question} onClick={() => onAsk(question)}>
            {question}
          </button>
        ))}
      </div>
    </Empty>
  );
}
