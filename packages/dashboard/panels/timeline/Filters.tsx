import { Checkbox, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { CLIENTS } from '@sqrl/base/model/event.ts';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useRef, useState } from 'react';
import type { AddressChange } from '../../app/address.ts';
import { useKeys } from '../../keys/keys.ts';
import { Icon } from '../../theme/icons.tsx';
import { counted } from '../../words/say.ts';
import { number } from '../../words/times.ts';
import styles from './timeline.module.css';
import { STATUSES, type TimelineState } from './timeline-state.ts';
import { timelineWords } from './words.ts';

interface FiltersProps {
  wanted: TimelineState;
  data: Output<'timeline'> | undefined;
}

/** Which sessions are shown: what was said in them, up to which day, of which agent, how they ended. */
export function Filters({ wanted, data }: FiltersProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(wanted.words);
  const narrow = (change: AddressChange, replace = false) =>
    wanted.set({ ...change, page: undefined }, { replace });
  const ask = useDebouncedCallback((text: string) => narrow({ q: text.trim() }, true), 250);
  useKeys([{ keys: '/', does: 'Search', group: 'Timeline', run: () => field.current?.focus() }]);
  const clients = CLIENTS.filter((client) => (data?.byClient[client] ?? 0) > 0);
  return (
    <div className={`row ${styles.filters}`}>
      <span className="quiet number" role="status">
        {data && counted(data.total, 'session', 'sessions')}
      </span>
      <TextInput
        ref={field}
        type="search"
        aria-label="Search what was said"
        placeholder="Search what was said"
        leftSection={<Icon name="search" />}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          ask(value);
        }}
        onKeyDown={({ key }) => ['Escape', 'Enter'].includes(key) && field.current?.blur()}
      />
      <TextInput
        type="date"
        aria-label="Go to a day"
        title="Go to a day"
        value={wanted.day ?? ''}
        onChange={({ currentTarget }) => narrow({ day: currentTarget.value })}
      />
      <Checkbox
        size="xs"
        label="Struggling only"
        checked={wanted.hard}
        onChange={({ currentTarget }) => narrow({ hard: currentTarget.checked ? '1' : '' })}
      />
      <Select
        aria-label="Outcome"
        placeholder="Any outcome"
        clearable
        value={wanted.status ?? null}
        onChange={(status) => narrow({ status: status ?? '' })}
        data={STATUSES.map((value) => ({ value, label: timelineWords[`status.${value}`] }))}
      />
      <Select
        aria-label="Client"
        placeholder="All agents"
        clearable
        value={wanted.client ?? null}
        onChange={(client) => narrow({ client: client ?? '' })}
        data={clients.map((value) => ({ value, label: `${value} · ${number(data!.byClient[value]!)}` }))}
      />
    </div>
  );
}
