import { useRef, useState } from 'react';
import { useVerb } from '../../calls/verb.ts';
import { useKeys } from '../../keys/keys.ts';
import { Page } from '../../parts/Page.tsx';
import { Empty } from '../../parts/states.tsx';
import { Answer } from './Answer.tsx';
import styles from './ask.module.css';
import { Question } from './Question.tsx';
import { useVisit } from './visit.ts';

/** A question, answered from memory with what the answer rests on. */
export default function Ask() {
  const { asked, ask, clear } = useVisit();
  const spending = useVerb('spending', {});
  const allowed = spending.data?.allowed ?? false;
  const [wantsModel, setWantsModel] = useState(true);
  const [at, setAt] = useState(-1);
  const field = useRef<HTMLTextAreaElement>(null);
  const answer = asked[0]?.answer;
  const sources = answer ? answer.citations.length + answer.passages.length : 0;
  const send = (question: string) => {
    setAt(-1);
    ask(question, allowed && wantsModel);
  };
  const move = (by: number) => setAt((now) => Math.max(0, Math.min(sources - 1, now + by)));
  const group = 'Ask';
  useKeys([
    { keys: '/', does: 'Write a question', group, run: () => field.current?.focus() },
    { keys: 'j', does: 'Next source', group, run: () => move(1) },
    { keys: 'k', does: 'Previous source', group, run: () => move(-1) },
  ]);
  return (
    <Page title="Ask">
      <div className={`stack ${styles.panel}`}>
        <Question
          field={field}
          last={asked[0]?.question}
          spending={spending.data}
          wantsModel={wantsModel}
          onWantsModel={setWantsModel}
          onAsk={send}
          onClear={asked.length > 0 ? clear : undefined}
        />
        {asked.length === 0 && <Tries onAsk={send} />}
        <div aria-live="polite" className="stack">
          {asked.map((one, i) => (
            <Answer key={one.number} asked={one} at={i === 0 ? at : -1} onAgain={() => send(one.question)} />
          ))}
        </div>
      </div>
    </Page>
  );
}

/** Questions to begin with, for who does not know yet what can be asked. */
function Tries({ onAsk }: { onAsk: (question: string) => void }) {
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
      <div className="stack">
        {questions.map((question) => (
          <button
            type="button"
            key={question}
            className={`bare box ${styles.try}`}
            onClick={() => onAsk(question)}
          >
            {question}
          </button>
        ))}
      </div>
    </Empty>
  );
}
