import { Button, Progress } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import type { CallScope } from '@sqrl/squirrel/protocol/wire.ts';
import { type ComponentType, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useChoice } from '../../app/projects.tsx';
import { useDo, useVerb } from '../../calls/verb.ts';
import { useKeys } from '../../keys/keys.ts';
import { ListChoice } from '../../parts/controls.tsx';
import { Ticked } from '../../parts/memory.tsx';
import { Answered, Card, Page, Row, Table, TroubleNote } from '../../parts/page.tsx';
import { settingsWords } from '../../words/nouns.ts';
import { counted, number, percent } from '../../words/say.ts';
import { ClientsPart } from './ClientsPart.tsx';
import { EmbedderPart, Fields, PolicyPart, RestPart } from './Fields.tsx';
import { PrivacyPart } from './PrivacyPart.tsx';
import { SharingPart } from './SharingPart.tsx';

/** The parts of the page, in their order. Adding one is a new file and a new line here. */
const PARTS = [
  ['clients', ClientsPart],
  ['trust', TrustPart],
  ['llm', LlmPart],
  ['embedder', EmbedderPart],
  ['privacy', PrivacyPart],
  ['sharing', SharingPart],
  ['policy', PolicyPart],
  ['rest', RestPart],
] as const satisfies readonly (readonly [string, ComponentType])[];

/** Who is heard, what may be asked and told, what is kept: everything that can be chosen, a part at a time. */
export default function Settings() {
  const [path, go] = useLocation();
  const { data } = useVerb('settings', {});
  const found = PARTS.findIndex(([name]) => name === path.split('/')[2]);
  const at = Math.max(0, found);
  const [name, Part] = PARTS[at]!;
  const move = (by: number) => go(`/settings/${PARTS[(at + by + PARTS.length) % PARTS.length]![0]}`);
  const group = 'Settings';
  useKeys([
    { keys: 'j', does: 'Next section', group, run: () => move(1) },
    { keys: 'k', does: 'Previous section', group, run: () => move(-1) },
  ]);
  return (
    <Page
      title="Settings"
      side={
        data && (
          <small className="wrap">
            Settings file <code className="mono">{data.path}</code>
          </small>
        )
      }
    >
      <div className="settings">
        <nav className="settings-nav" aria-label="Sections">
          {PARTS.map(([one]) => (
            <Link
              key={one}
              className="plain pick"
              href={`/settings/${one}`}
              aria-current={one === name ? 'page' : undefined}
            >
              {settingsWords[`part.${one}`]}
            </Link>
          ))}
        </nav>
        <section className="stack settings-part" aria-label={settingsWords[`part.${name}`]}>
          <Part />
        </section>
      </div>
    </Page>
  );
}

const LEVELS = {
  cautious: 'Cautious',
  standard: 'Standard',
  confident: 'Confident',
  autonomous: 'Autonomous',
} as const satisfies Record<Output<'trust'>['level'], string>;

function TrustPart() {
  const { project, all } = useChoice();
  const [showsAll, setShowsAll] = useState(project === undefined);
  const others = all.projects.filter(({ id, here }) => id !== project?.id && here);
  return (
    <>
      <Card title="Trust">
        <p>
          The higher the trust level, the lower the confidence a memory needs to be delivered to agents. By
          default your confirmations raise it.
        </p>
        <ul className="rows">
          {project && <TrustRow name={project.name} place={{ project: project.root }} />}
          {showsAll &&
            others.map(({ id, name, root }) => <TrustRow key={id} name={name} place={{ project: root }} />)}
        </ul>
        {!showsAll && others.length > 0 && (
          <Button variant="subtle" color="gray" onClick={() => setShowsAll(true)}>
            {`Show ${counted(others.length, 'other project', 'other projects')}`}
          </Button>
        )}
      </Card>
      <Card title="Reminders">
        <Fields of={['delivery']} />
      </Card>
    </>
  );
}

function TrustRow({ name, place }: { name: string; place: CallScope }) {
  const { data, error } = useVerb('trust', {}, { place });
  const choosing = useDo('trust', place);
  const choose = (level: string) =>
    choosing.mutate({ level: level === '' ? null : (level as Output<'trust'>['level']) });
  const trouble = choosing.error ?? error;
  return (
    <Row
      name={name}
      facts={
        data && [
          `delivers memories above ${percent(data.confidence)} confidence`,
          `${number(data.counts.confirmed)} confirmed`,
          `${number(data.counts.flagged)} wrong`,
        ]
      }
      note={
        <>
          {data?.next}
          {data?.notices.map(({ message, hint }) => (
            <div key={message} data-tone="warn">
              {message} <Ticked text={hint} />
            </div>
          ))}
          {trouble && <TroubleNote trouble={trouble} />}
        </>
      }
    >
      {data && (
        <ListChoice
          label={`Trust of ${name}`}
          value={data.by === 'person' ? data.level : ''}
          names={{ '': `Automatic (${LEVELS[data.level]})`, ...LEVELS }}
          onChoose={choose}
        />
      )}
    </Row>
  );
}

function LlmPart() {
  const answer = useVerb('spending', {});
  const { data } = answer;
  return (
    <>
      <Card title="Spending" side={data && (data.allowed ? 'a model is configured' : 'no model configured')}>
        <Answered of={answer} lines={2}>
          {(spending) => <Spent spending={spending} />}
        </Answered>
      </Card>
      <Card title="Model and features">
        <Fields of={['llm']} />
      </Card>
    </>
  );
}

const dollars = (cost: number) => `$${number(Math.round(cost * 100) / 100)}`;

function Spent({ spending: { cap, today, month, prompts } }: { spending: Output<'spending'> }) {
  return (
    <>
      <div className="halves">
        <Meter label="Tokens" value={today.input + today.output} of={cap.tokens} say={number} />
        <Meter label="Cost" value={today.cost} of={cap.cost} say={dollars} />
      </div>
      <p className="quiet">
        {`In thirty days: ${counted(month.calls, 'call')}, ${number(month.input + month.output)} tokens, ${dollars(month.cost)}.`}
      </p>
      {month.by.length > 0 && (
        <Table
          label="Spending by purpose"
          head={['Purpose', 'Model', 'Calls', 'Tokens', 'Cost']}
          rows={month.by.map(({ model, purpose, calls, input, output, cost }) => ({
            key: `${model} ${purpose}`,
            cells: [purpose, model, number(calls), number(input + output), dollars(cost)],
          }))}
        />
      )}
      <details>
        <summary>View prompts</summary>
        {prompts.map(({ name, version, system }) => (
          <div key={name}>
            <b>
              {name} · {version}
            </b>
            <p className="pre quiet">{system}</p>
          </div>
        ))}
      </details>
    </>
  );
}

interface MeterProps {
  label: string;
  value: number;
  of: number;
  say: (value: number) => string;
}

function Meter({ label, value, of, say }: MeterProps) {
  const share = of > 0 ? Math.min(1, value / of) : value > 0 ? 1 : 0;
  const color = share >= 1 ? 'red' : share > 0.8 ? 'yellow' : 'russet';
  return (
    <div className="stack fine">
      <span>{label}</span>
      <Progress aria-label={label} value={share * 100} color={color} />
      <small className="number">{`${say(value)} of ${say(of)} today`}</small>
    </div>
  );
}
