import { NativeSelect, Switch } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useId } from 'react';
import { useDo } from '../../calls/verb.ts';
import { QuietButton } from '../../parts/buttons.ts';
import { Icon } from '../../theme/icons.tsx';
import styles from './settings.module.css';
import { TypedInput } from './TypedInput.tsx';

export type Setting = Output<'settings'>['settings'][number];
type SettingInput = string | number | boolean | null;

interface FieldProps {
  setting: Setting;
  id: string;
}

/** One setting: what it is, what it means, and what it may be. */
export function SettingField({ setting }: { setting: Setting }) {
  const id = useId();
  const Value = setting.guarded ? Guarded : Changeable;
  return (
    <div className={styles.field}>
      <div className="stack">
        <span id={`${id}-means`}>{setting.means}</span>
        <small>
          <label htmlFor={id}>
            <code className="mono">{setting.key}</code>
          </label>{' '}
          · <Bounds setting={setting} />
        </small>
      </div>
      <div className="stack">
        <Value setting={setting} id={id} />
      </div>
    </div>
  );
}

/** A setting that decides where texts and API keys go: it is shown here, and changed in a terminal. */
function Guarded({ setting: { value, kind }, id }: FieldProps) {
  return (
    <output id={id} aria-describedby={`${id}-means`}>
      {value === null ? 'not set' : kind === 'boolean' ? (value === true ? 'on' : 'off') : String(value)}
    </output>
  );
}

/** A setting that is written as soon as it is chosen. */
function Changeable({ setting, id }: FieldProps) {
  const { key, value, set, kind, choices } = setting;
  const { mutate, isPending, error, isSuccess, reset } = useDo('settings');
  const save = (to: SettingInput) => mutate({ set: { [key]: to } });
  // A wrong value is refused by the file's schema, with the reason.
  const refused = error ? refusalOf(key, error) : undefined;
  const shared = { id, 'aria-describedby': `${id}-means`, error: refused };
  return (
    <>
      {kind === 'boolean' && (
        <Switch
          {...shared}
          checked={value === true}
          label={value === true ? 'on' : 'off'}
          onChange={(event) => save(event.currentTarget.checked)}
        />
      )}
      {kind === 'choice' && (
        <NativeSelect
          {...shared}
          size="xs"
          value={String(value ?? '')}
          data={[...(value === null ? [{ value: '', label: 'not set' }] : []), ...(choices ?? [])]}
          onChange={(event) => save(event.currentTarget.value)}
        />
      )}
      {(kind === 'text' || kind === 'number') && (
        <TypedInput
          id={id}
          aria-describedby={`${id}-means`}
          placeholder="not set"
          value={String(value ?? '')}
          isNumber={kind === 'number'}
          isSaving={isPending}
          refused={refused}
          onTyping={reset}
          onKeep={(typed) => save(typedValue(setting, typed))}
        />
      )}
      <span className={styles.after}>
        {isSuccess && !refused && (
          <span data-tone="good" role="status">
            <Icon name="check" size={13} /> Saved
          </span>
        )}
        {set && <ResetButton of={key} onClick={() => save(null)} />}
      </span>
    </>
  );
}

function Bounds({ setting: { default: standard, min, max, kind } }: { setting: Setting }) {
  const said =
    kind === 'boolean' && standard !== null ? (standard === true ? 'on' : 'off') : (standard ?? 'not set');
  const bounds =
    min === null || kind !== 'number' ? '' : max === null ? `${min} or more` : `${min} to ${max}`;
  return (
    <>
      {`Default: ${typeof said === 'boolean' ? String(said) : said}`}
      {bounds && ` · ${bounds}`}
    </>
  );
}

/** Why a value was refused, without the place in the file. */
export const refusalOf = (key: string, { message }: { message: string }): string =>
  message.split(`${key}: `).at(-1)!;

/** What is typed into a field, as the file would have it; what is no number stays a text, for the schema to refuse. */
function typedValue({ kind }: Setting, typed: string): SettingInput {
  const text = typed.trim();
  if (text === '') return null;
  return kind === 'number' && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** Gives something its default again. */
export const ResetButton = ({ of, onClick }: { of: string; onClick: () => void }) => (
  <QuietButton aria-label={`Default ${of}`} onClick={onClick}>
    Default
  </QuietButton>
);
