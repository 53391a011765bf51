import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useState } from 'react';
import { useDo, useVerb } from '../../calls/verb.ts';
import { CommandLine } from '../../parts/CommandLine.tsx';
import { Card } from '../../parts/Page.tsx';
import { Answered } from '../../parts/states.tsx';
import { number } from '../../words/times.ts';
import { ResetButton, refusalOf } from './SettingField.tsx';
import styles from './settings.module.css';
import { TypedInput } from './TypedInput.tsx';

/** The rules by which memories come to hold, are put away and fade; each is written as soon as it is typed. */
export function PolicyPart() {
  const answer = useVerb('policy', {});
  const { data } = answer;
  return (
    <Card title="Retention rules" side={data && <code className="mono">{data.path}</code>}>
      <p>These rules decide when a provisional memory is promoted, archived or decays.</p>
      <Answered of={answer} lines={4}>
        {({ rules }) => (
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Rule</th>
                <th scope="col">Current</th>
                <th scope="col">Default</th>
              </tr>
            </thead>
            <tbody>
              {rules.map((rule) => (
                <RuleRow key={rule.key} rule={rule} />
              ))}
            </tbody>
          </table>
        )}
      </Answered>
      {data?.exists && (
        <CommandLine command={`$EDITOR ${data.path}`} does="You can also edit the rules in this file:" />
      )}
    </Card>
  );
}

function RuleRow({ rule }: { rule: Output<'policy'>['rules'][number] }) {
  const { mutate, isPending, error, reset } = useDo('policy');
  const { key, value, default: standard } = rule;
  const [isNumber, setIsNumber] = useState(true);
  const save = (to: number | null) => mutate({ set: { [key]: to } });
  const keep = (typed: string) => {
    const to = Number(typed.replace(',', '.'));
    setIsNumber(Number.isFinite(to));
    if (Number.isFinite(to)) save(typed === '' ? null : to);
  };
  const refused = error ? refusalOf(key, error) : undefined;
  return (
    <tr data-changed={value !== standard || undefined}>
      <td>
        {rule.means}
        <small className="mono">{key}</small>
      </td>
      <td>
        <TypedInput
          aria-label={key}
          value={String(value)}
          isNumber
          isSaving={isPending}
          refused={isNumber ? refused : 'Enter a number.'}
          onTyping={() => {
            reset();
            setIsNumber(true);
          }}
          onKeep={keep}
        />
      </td>
      <td className="number">
        {standard === null ? '' : number(standard)}
        {value !== standard && <ResetButton of={key} onClick={() => save(null)} />}
      </td>
    </tr>
  );
}
