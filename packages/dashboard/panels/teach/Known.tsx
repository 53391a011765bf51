import { Confidence, MarksOf, MemoryLink, TypePill } from '../../parts/memory.tsx';
import { Card, Note, TroubleNote } from '../../parts/page.tsx';
import { counted, percent } from '../../words/say.ts';
import type { Check, useRule } from './RuleForm.tsx';

/** What is known already about what is being written: what it repeats, contradicts or would replace. */
export function Known({
  writing: { rule, check, trouble, isLooking },
}: {
  writing: ReturnType<typeof useRule>;
}) {
  const kin = check?.kin ?? [];
  const grave = kin.filter(({ kinship }) => kinship !== 'near');
  return (
    <Card title="Existing memories" side={isLooking && 'Checking…'}>
      <div aria-live="polite">
        {rule.text.trim() === '' && <p className="quiet">Checked against existing memories as you type.</p>}
        {trouble && !check && <TroubleNote trouble={trouble} />}
        {check && grave.length === 0 && !isLooking && !kin.some(isClose) && (
          <Note tone="good">New: no existing memory repeats or contradicts it.</Note>
        )}
        {check && check.as.redacted.length > 0 && (
          <Note tone="warn">
            {`${counted(check.as.redacted.length, 'secret')} will be redacted: ${check.as.redacted.join(', ')}.`}
          </Note>
        )}
      </div>
      <ul className="rows" data-old={isLooking || undefined}>
        {kin.map((one) => (
          <Kin key={one.memory.id} kin={one} about={check?.as.key ?? null} />
        ))}
      </ul>
    </Card>
  );
}

/** How a memory stands to the rule that is written: its tone, its name, and what that means. */
export const KINSHIPS = {
  same: ['info', 'Already known', 'Identical text; adding it again adds evidence.'],
  repeats: ['info', 'Repeats', 'Says nearly the same, or the same for another folder.'],
  replaces: ['warn', 'Replaces', 'The new rule replaces it.'],
  contradicts: ['bad', 'Contradicts', 'Same subject, different statement.'],
  near: ['off', 'Related', 'Related subject.'],
} as const;

/** Too near to say that nothing repeats it. */
const isClose = ({ likeness }: Check['kin'][number]): boolean => likeness >= 0.7;

interface RelatedMemoryProps {
  kin: Check['kin'][number];
  /** What the rule is about, where it says what something is. */
  about: string | null;
}

function Kin({ kin: { memory, kinship, likeness }, about }: RelatedMemoryProps) {
  const [badge, name, why] = KINSHIPS[kinship];
  return (
    <li>
      <div>
        <div className="row">
          <span data-badge={badge}>{name}</span>
          <span className="gap" />
          {likeness > 0 && <small>{`${percent(likeness)} similar`}</small>}
        </div>
        <MemoryLink id={memory.id} text={memory.text} />
        <div className="facts">
          <TypePill type={memory.type} />
          <Confidence value={memory.confidenceNow} />
          <MarksOf memory={memory} />
        </div>
        <small>{kinship === 'replaces' ? `Both set ${about ?? ''}; the new rule replaces it.` : why}</small>
      </div>
    </li>
  );
}
