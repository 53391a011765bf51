import { NativeSelect, Switch } from '@mantine/core';
import { useId } from 'react';
import { Icon } from '../../theme/icons.tsx';
import { ResetButton } from './ResetButton.tsx';
import { type Setting, typedValue, useSetting } from './setting.ts';
import styles from './settings.module.css';
import { TypedInput } from './TypedInput.tsx';

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
      <div className={styles.meaning}>
        <p id={`${id}-means`}>{setting.means}</p>
        <small>
          <label htmlFor={id}>
            <code className="mono">{setting.key}</code>
          </label>{' '}
          · <Bounds setting={setting} />
        </small>
      </div>
      <div className={styles.input}>
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
  const { save, isSaving, isSaved, refused, reset } = useSetting(setting);
  const { key, value, set, kind, choices } = setting;
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
          isSaving={isSaving}
          refused={refused}
          onTyping={reset}
          onKeep={(typed) => save(typedValue(setting, typed))}
        />
      )}
      <span className={styles.after}>
        {isSaved && !refused && (
          <span className={styles.saved} role="status">
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
