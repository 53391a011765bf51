import type { Input, Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useRef, useState } from 'react';
import { useChoice } from '../../app/projects.tsx';
import { useDo } from '../../calls/verb.ts';
import { useKeys } from '../../keys/keys.ts';
import { PlainButton } from '../../parts/controls.tsx';
import { MemoryLink, MemoryText, TypePill } from '../../parts/memory.tsx';
import { Card, Page } from '../../parts/page.tsx';
import { counted } from '../../words/say.ts';
import { RuleFiles } from './RuleFiles.tsx';
import { Known, RuleForm, ruleDraft, useRule } from './RuleForm.tsx';

export default function Teach() {
  const { project } = useChoice();
  const field = useRef<HTMLTextAreaElement>(null);
  const writing = useRule(project !== undefined);
  const taught = useTaught();
  const save = () => {
    if (!writing.isComplete || taught.busy) return;
    taught.teach(ruleDraft(writing.rule), () => {
      writing.clear();
      field.current?.focus();
    });
  };
  const last = taught.list.find(mayUndo);
  const group = 'Add rule';
  useKeys([
    { keys: '/', does: 'Write a rule', group, run: () => field.current?.focus() },
    { keys: 'mod+enter', does: 'Add rule', group, typing: true, run: save },
    // What was just taught is not an action on a memory that was there before; without one, the page's own `z` is asked.
    ...(last ? [{ keys: 'z', does: 'Undo the last rule', group, run: () => taught.undo(last.id) }] : []),
  ]);
  return (
    <Page title="Add rule">
      <div className="halves">
        <RuleForm
          field={field}
          writing={writing}
          hasProject={project !== undefined}
          onSave={save}
          busy={taught.busy}
          trouble={taught.trouble}
        />
        <Known writing={writing} />
      </div>
      <Taught taught={taught} />
      <RuleFiles root={project?.root} />
    </Page>
  );
}

type TaughtRule = Output<'remember'> & { undone: boolean };

/** Only what was new can go as if it had never been said. */
const mayUndo = ({ did, undone }: TaughtRule): boolean => did === 'added' && !undone;

/** Teaches rules and takes them back: what one had taken the place of holds again. */
function useTaught() {
  const [list, setList] = useState<readonly TaughtRule[]>([]);
  const remember = useDo('remember');
  const forget = useDo('forget');
  const teach = (rule: Input<'remember'>, onDone: () => void) =>
    remember.mutate(rule, {
      onSuccess(came) {
        setList((now) => [{ ...came, undone: false }, ...now.filter(({ id }) => id !== came.id)]);
        onDone();
      },
    });
  const undo = (id: string) => {
    const onSuccess = () =>
      setList((now) => now.map((one) => (one.id === id ? { ...one, undone: true } : one)));
    if (!forget.isPending) forget.mutate({ ids: [id] }, { onSuccess });
  };
  return { list, teach, undo, busy: remember.isPending, trouble: remember.error ?? forget.error };
}

function Taught({ taught: { list, undo } }: { taught: ReturnType<typeof useTaught> }) {
  if (list.length === 0) return null;
  return (
    <Card title="Added just now">
      <ul className="rows" aria-live="polite">
        {list.map((one) => (
          <li key={one.id} data-tone={one.undone ? 'off' : undefined}>
            <div>
              {one.undone ? (
                <s>
                  <MemoryText text={one.memory.text} />
                </s>
              ) : (
                <MemoryLink id={one.id} text={one.memory.text} />
              )}
              <Became rule={one} />
            </div>
            {mayUndo(one) && <PlainButton onClick={() => undo(one.id)}>Undo</PlainButton>}
            {one.did !== 'added' && (
              <small>Already known, so this only adds evidence; open it to edit or reject it.</small>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const BECAME = {
  added: 'Added',
  known: 'Already known (evidence added)',
  reinforced: 'Nearly the same is known (evidence added)',
  revived: 'Active again',
} as const;

function Became({ rule }: { rule: TaughtRule }) {
  const { did, memory, superseded, redacted, review, undone } = rule;
  if (undone) return <small>Undone</small>;
  return (
    <div className="facts">
      <TypePill type={memory.type} />
      <span>
        {BECAME[did]}
        {superseded.length > 0 && `, replaces ${counted(superseded.length, 'memory')}`}
      </span>
      {review && <span>{`Needs review: ${review}`}</span>}
      {redacted.length > 0 && (
        <span>{`${counted(redacted.length, 'secret')} will be redacted: ${redacted.join(', ')}.`}</span>
      )}
    </div>
  );
}
