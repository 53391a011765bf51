import { Checkbox, Select, TextInput } from '@mantine/core';
import { CLIENTS } from '@sqrl/base/model/event.ts';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import type { AddressChange } from '../../app/address.ts';
import { SearchField } from '../../parts/SearchField.tsx';
import { counted } from '../../words/say.ts';
import { number } from '../../words/times.ts';
import { STATUSES, type TimelineState } from './timeline-state.ts';
import { timelineWords } from './words.ts';

interface FiltersProps {
  wanted: TimelineState;
  data: Output<'timeline'> | undefined;
}

/** Which sessions are shown: what was said in them, up to which day, of which agent, how they ended. */
export function Filters({ wanted, data }: FiltersProps) {
  const narrow = (change: AddressChange, replace = false) =>
    wanted.set({ ...change, page: undefined }, { replace });
  const clients = CLIENTS.filter((client) => (data?.byClient[client] ?? 0) > 0);
  return (
    <div className="row">
      <span className="quiet number" role="status">
        {data && counted(data.total, 'session', 'sessions')}
      </span>
      <SearchField
        label="Search what was said"
        group="Timeline"
        value={wanted.words}
        onAsk={(q) => narrow({ q }, true)}
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
        w="9rem"
        aria-label="Outcome"
        placeholder="Any outcome"
        clearable
        value={wanted.status ?? null}
        onChange={(status) => narrow({ status: status ?? '' })}
        data={STATUSES.map((value) => ({ value, label: timelineWords[`status.${value}`] }))}
      />
      <Select
        w="9rem"
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
