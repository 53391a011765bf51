import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { WhyList } from '../../parts/memory.tsx';
import { Card } from '../../parts/Page.tsx';
import { counted } from '../../words/say.ts';

const MAX_LEFT = 20;

interface DeliveredProps {
  delivery: Output<'deliver'>;
  /** What the agent was given or did. */
  question: string;
}

/** What would be delivered, with a reason for each memory, and what was left out. */
export function Delivered({ delivery, question }: DeliveredProps) {
  const { text, withheld, tokens, why, reasons, texts, left } = delivery;
  // Whether a session belongs to the control group is chance; here one wants to see what there is to tell.
  const shown = text || withheld || '';
  const told = Object.entries(reasons).flatMap(([id, because]) =>
    texts[id] === undefined ? [] : [{ id, text: texts[id], because }],
  );
  const others = left
    .slice(0, MAX_LEFT)
    .flatMap(({ memory: id, because }) =>
      texts[id] === undefined ? [] : [{ id, text: texts[id], because }],
    );
  return (
    <Card title="The agent receives" side={shown && counted(tokens, 'token', 'tokens')}>
      {shown ? (
        <pre className="code pre" dir="auto">
          {shown}
        </pre>
      ) : (
        <p>Nothing: {why[0] ?? 'Squirrel stays silent at this step'}.</p>
      )}
      {told.length > 0 && (
        <>
          <h3>Why</h3>
          <WhyList of={told} question={question} />
        </>
      )}
      {left.length > 0 && (
        <details>
          <summary>{counted(left.length, 'memory left out', 'memories left out')}</summary>
          <WhyList of={others} question={question} />
        </details>
      )}
    </Card>
  );
}
