import { NativeSelect, Switch, TextInput } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useId, useState } from 'react';
import { useDo, useLong, useVerb } from '../../calls/verb.ts';
import { CommandLine, PlainButton, QuietButton } from '../../parts/controls.tsx';
import { Answered, Card, LongState } from '../../parts/page.tsx';
import { Icon } from '../../theme/icons.tsx';
import { counted } from '../../words/say.ts';

type Setting = Output<'settings'>['settings'][number];
type FieldData = Pick<Setting, 'key' | 'value' | 'default' | 'set' | 'kind' | 'means' | 'guarded'> &
  Partial<Pick<Setting, 'choices' | 'min' | 'max'>>;

export function Fields({ of }: { of: readonly string[] }) {
  return (
    <Answered of={useVerb('settings', {})} lines={3}>
      {({ settings }) => {
        const shown = settings.filter(({ section }) => of.includes(section));
        const guarded = shown.filter((setting) => setting.guarded);
        return (
          <div>
            {shown.map((field) => !field.guarded && <Field key={field.key} field={field} by="settings" />)}
            {guarded.length > 0 && (
              <CommandLine
                command="sqrl config set KEY VALUE"
                does="The settings below decide where texts and API keys go, and are changed in a terminal:"
              />
            )}
            {guarded.map((field) => (
              <Field key={field.key} field={field} by="settings" />
            ))}
          </div>
        );
      }}
    </Answered>
  );
}

export function PolicyPart() {
  const answer = useVerb('policy', {});
  const { data } = answer;
  return (
    <Card title="Retention rules" side={data && <code className="mono">{data.path}</code>}>
      <p>These rules decide when a provisional memory is promoted, archived or decays.</p>
      <Answered of={answer} lines={4}>
        {({ rules }) =>
          rules.map((rule) => (
            <Field
              key={rule.key}
              field={{ ...rule, kind: 'number', set: rule.value !== rule.default, guarded: false }}
              by="policy"
            />
          ))
        }
      </Answered>
      {data?.exists && (
        <CommandLine command={`$EDITOR ${data.path}`} does="You can also edit the rules in this file:" />
      )}
    </Card>
  );
}

interface FieldProps {
  field: FieldData;
  by: 'settings' | 'policy';
}

function Field({ field, by }: FieldProps) {
  const id = useId();
  const { key, means, value, kind, guarded } = field;
  const shown = value === null ? 'not set' : kind === 'boolean' ? onOff(value) : String(value);
  return (
    <div className="settings-field">
      <div className="stack">
        <span id={`${id}-means`}>{means}</span>
        <small>
          <label htmlFor={id}>
            <code className="mono">{key}</code>
          </label>{' '}
          · {boundsOf(field)}
        </small>
      </div>
      <div className="stack">
        {guarded ? (
          <output id={id} aria-describedby={`${id}-means`}>
            {shown}
          </output>
        ) : (
          <Value id={id} field={field} by={by} />
        )}
      </div>
    </div>
  );
}

const onOff = (value: unknown): string => (value === true ? 'on' : 'off');

function boundsOf({ default: standard, min = null, max = null, kind }: FieldData): string {
  const said = standard === null ? 'not set' : kind === 'boolean' ? onOff(standard) : String(standard);
  const bounds =
    min === null || kind !== 'number' ? '' : max === null ? ` · ${min} or more` : ` · ${min} to ${max}`;
  return `Default: ${said}${bounds}`;
}

function Value({ id, field, by }: FieldProps & { id: string }) {
  const { key, value, set, kind, choices } = field;
  const settings = useDo('settings');
  const policy = useDo('policy');
  const { isPending, error, isSuccess } = by === 'settings' ? settings : policy;
  const [isNumber, setIsNumber] = useState(true);
  const save = (to: string | number | boolean | null) => {
    if (by === 'settings') settings.mutate({ set: { [key]: to } });
    else policy.mutate({ set: { [key]: to === null ? null : Number(to) } });
  };
  const forget = () => {
    settings.reset();
    policy.reset();
    setIsNumber(true);
  };
  const keep = (typed: string) => {
    const number = Number(typed.replace(',', '.'));
    if (kind === 'number' && !Number.isFinite(number)) setIsNumber(false);
    else save(typed === '' ? null : kind === 'number' ? number : typed);
  };
  // Of a reason that the file's schema gives, the place in the file is left out.
  const refused = isNumber ? error?.message.split(`${key}: `).at(-1) : 'Enter a number.';
  const shared = { id, 'aria-describedby': `${id}-means`, error: refused };
  return (
    <>
      {kind === 'boolean' && (
        <Switch
          {...shared}
          checked={value === true}
          label={onOff(value)}
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
          {...shared}
          inputMode={kind === 'number' ? 'decimal' : 'text'}
          value={String(value ?? '')}
          isSaving={isPending}
          onTyping={forget}
          onKeep={keep}
        />
      )}
      <span className="row fine settings-after">
        {isSuccess && !refused && (
          <span data-tone="good" role="status">
            <Icon name="check" size={13} /> Saved
          </span>
        )}
        {set && (
          <QuietButton aria-label={`Default ${key}`} onClick={() => save(null)}>
            Default
          </QuietButton>
        )}
      </span>
    </>
  );
}

interface TypedInputProps {
  id: string;
  value: string;
  error: string | undefined;
  inputMode: 'decimal' | 'text';
  isSaving: boolean;
  /** Told what was typed, when it is done and differs. */
  onKeep: (typed: string) => void;
  /** Told when somebody types on, or thinks better of it. */
  onTyping: () => void;
}

/** A field that keeps what is typed on Enter or when it is left; Escape takes it back. */
function TypedInput({ value, onKeep, onTyping, isSaving, ...rest }: TypedInputProps) {
  // With the value that was to be replaced, once it is kept. A value that arrives late leaves alone what is typed meanwhile.
  const [draft, setDraft] = useState<{ text: string; instead?: string }>();
  if (draft?.instead !== undefined && draft.instead !== value) setDraft(undefined);
  const keep = () => {
    const text = draft?.text.trim();
    if (text === undefined || text === value || (isSaving && draft?.instead !== undefined)) return;
    setDraft({ text, instead: value });
    onKeep(text);
  };
  return (
    <TextInput
      {...rest}
      size="xs"
      placeholder="not set"
      spellCheck={false}
      value={draft?.text ?? value}
      onChange={(event) => {
        onTyping();
        setDraft({ text: event.currentTarget.value });
      }}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
        if (event.key === 'Escape') {
          onTyping();
          setDraft(undefined);
        }
      }}
    />
  );
}

export const RestPart = () => (
  <Card>
    <Fields of={['daemon', 'graph', 'conversations', 'notes']} />
  </Card>
);

export function EmbedderPart() {
  const { data } = useVerb('stats', {});
  const embedding = useLong('reembed');
  const { id, embedded, waiting } = data?.embedder ?? { id: '', embedded: 0, waiting: 0 };
  return (
    <>
      <Card title="Embedder" side={<code className="mono">{id}</code>}>
        {data && (
          <p>
            {`Vectors: ${counted(embedded, 'memory')}`}
            {waiting > 0 && `; ${counted(waiting, 'memory')} without one yet`}.
          </p>
        )}
        <LongState of={embedding} label="Embedding…" />
        {waiting > 0 && !embedding.progress && (
          <PlainButton onClick={() => embedding.run({})}>Embed the rest</PlainButton>
        )}
        <Fields of={['embedder']} />
      </Card>
      <Card title="Search">
        <Fields of={['search', 'reranker']} />
      </Card>
    </>
  );
}
