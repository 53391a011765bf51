import { useRef } from 'react';
import { useChoice } from '../../app/projects.tsx';
import { useKeys } from '../../keys/keys.ts';
import { Page } from '../../parts/Page.tsx';
import { Known } from './Known.tsx';
import { RuleFiles } from './RuleFiles.tsx';
import { RuleForm } from './RuleForm.tsx';
import { ruleDraft, useRule } from './rule.ts';
import { Taught } from './Taught.tsx';
import { useTaught } from './taught.ts';

/** A rule in the person's own words, held against what is known as it is typed; and the rule files there are. */
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
  const last = taught.list.find(({ mayUndo, undone }) => mayUndo && !undone);
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
