import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { Icon } from '../../theme/icons.tsx';
import { useWords } from '../../words/say.ts';
import { type Setting, typedValue, useMeans, useSetting } from './setting.ts';
import styles from './settings.module.css';
import { settingsWords } from './words.ts';

/** One setting: what it is, what it means, and what it may be; it is written as soon as it is chosen. */
export function SettingField({ setting }: { setting: Setting }) {
  const say = useWords(settingsWords);
  const means = useMeans();
  const id = useId();
  const { save, isSaving, isSaved, refused, reset } = useSetting(setting);
  const { key, value, set, kind, choices } = setting;
  const [typed, setTyped] = useState(String(value ?? ''));
  useEffect(() => setTyped(String(value ?? '')), [value]);
  const keep = () => {
    if (!isSaving && typed.trim() !== String(value ?? '')) save(typedValue(setting, typed));
  };
  const shared = { id, 'aria-describedby': `${id}-means`, error: refused };
  return (
    <div className={styles.field}>
      <div className={styles.meaning}>
        <label htmlFor={id}>
          <code>{key}</code>
        </label>
        <p id={`${id}-means`}>{means(key, setting.means)}</p>
        <small>
          <Bounds setting={setting} />
        </small>
      </div>
      <div className={styles.input}>
        {kind === 'boolean' && (
          <Switch
            {...shared}
            checked={value === true}
            label={say(value === true ? 'field.on' : 'field.off')}
            onChange={(event) => save(event.currentTarget.checked)}
          />
        )}
        {kind === 'choice' && (
          <NativeSelect
            {...shared}
            size="xs"
            value={String(value)}
            data={choices ?? []}
            onChange={(event) => save(event.currentTarget.value)}
          />
        )}
        {(kind === 'text' || kind === 'number') && (
          <TextInput
            {...shared}
            size="xs"
            inputMode={kind === 'number' ? 'decimal' : 'text'}
            spellCheck={false}
            placeholder={say('field.unset')}
            value={typed}
            onChange={(event) => {
              reset();
              setTyped(event.currentTarget.value);
            }}
            onBlur={keep}
            onKeyDown={(event) => {
              if (event.key === 'Enter') keep();
              if (event.key === 'Escape') {
                reset();
                setTyped(String(value ?? ''));
              }
            }}
          />
        )}
        <span className={styles.after}>
          {isSaved && !refused && (
            <span className={styles.saved} role="status">
              <Icon name="check" size={13} /> {say('field.saved')}
            </span>
          )}
          {set && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-xs"
              aria-label={`${say('field.reset')} ${key}`}
              onClick={() => save(null)}
            >
              {say('field.reset')}
            </Button>
          )}
        </span>
      </div>
    </div>
  );
}

function Bounds({ setting: { default: standard, min, max, kind } }: { setting: Setting }) {
  const say = useWords(settingsWords);
  const said =
    kind === 'boolean' && standard !== null
      ? say(standard === true ? 'field.on' : 'field.off')
      : (standard ?? say('field.unset'));
  const bounds =
    min === null || kind !== 'number'
      ? ''
      : max === null
        ? say('field.from', { min })
        : say('field.between', { min, max });
  return (
    <>
      {say('field.default', { value: typeof said === 'boolean' ? String(said) : said })}
      {bounds && ` · ${bounds}`}
    </>
  );
}
