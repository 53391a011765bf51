import { useVerb } from '../../calls/verb.ts';
import { Empty } from '../../parts/Empty.tsx';
import styles from './ask.module.css';

/** Questions to begin with, for who does not know yet what can be asked. */
export function Tries({ onAsk }: { onAsk: (question: string) => void }) {
  const { data } = useVerb('map', { detail: 'modules', limit: 1 });
  const modules = [...(data?.modules ?? [])]
    .filter(({ memories }) => memories > 0)
    .sort((a, b) => b.memories - a.memories)
    .slice(0, 2);
  const questions = [
    'Which commands fail here, and what works instead?',
    'What was decided, and why?',
    'How are the tests run?',
    ...modules.map(({ name }) => `What should I know about ${name}?`),
  ];
  return (
    <Empty icon="ask" title="Ask a question">
      <p>Answers cite their sources, and say so if nothing matches.</p>
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
