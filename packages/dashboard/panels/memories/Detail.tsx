import { ActionIcon, CloseButton, Textarea, Tooltip } from '@mantine/core';
import { type Memory, TIERS } from '@sqrl/base/model/memory.ts';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Fragment, type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { MemoryButtons, useMemoryActions, useUndo } from '../../actions/memory-buttons.tsx';
import { useDo, useVerb } from '../../calls/verb.ts';
import { useKeys } from '../../keys/keys.ts';
import { ListChoice, QuietButton, RowButton } from '../../parts/controls.tsx';
import { MarksOf, placeOf, Ticked, TypePill } from '../../parts/memory.tsx';
import { Loading, Note, Section, TroubleNote } from '../../parts/page.tsx';
import { Icon } from '../../theme/icons.tsx';
import { attribution, word } from '../../words/nouns.ts';
import { ago, counted, day, moment, number, percent } from '../../words/say.ts';
import { STAGES, stageOf } from './list-state.ts';
import { CodeTies, Effect, EvidenceList, History, Relations } from './sections.tsx';

type Portrait = Output<'portrait'>;

const GONE = { message: 'This memory no longer exists.', hint: '' };

export function Detail({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isPending, refetch } = useVerb('portrait', { id });
  const [, go] = useLocation();
  const memory = data?.memory;
  const event = data?.evidence.flatMap(({ places }) => places)[0]?.event;
  const open = () => go(placeOf(event!));
  useKeys(event ? [{ keys: 'o', does: 'Open the source session', group: 'In the list', run: open }] : []);
  return (
    <article className="detail" aria-label="Memory details">
      <div className="row">
        {memory && (
          <>
            <TypePill type={memory.type} />
            <MarksOf memory={memory} />
          </>
        )}
        <span className="gap" />
        <CloseButton aria-label="Close" onClick={onClose} />
      </div>
      {isPending && <Loading />}
      {error && !data && (
        <TroubleNote trouble={error.code === 'not_found' ? GONE : error} onAgain={refetch} />
      )}
      {data && memory && (
        <>
          <p className="pre detail-text" dir="auto">
            <Ticked text={memory.text} />
          </p>
          <MemoryButtons
            keys
            memory={memory}
            actions={['confirm', 'edit', 'reject', 'pin', 'forget']}
            onGone={onClose}
          >
            {data.undoable && <UndoButton {...data.undoable} />}
          </MemoryButtons>
          <Standing portrait={data} />
          <Dispute memory={memory} />
          <EvidenceList evidence={data.evidence} />
          <Effect portrait={data} />
          <CodeTies portrait={data} />
          <Relations portrait={data} />
          <details>
            <summary>Advanced</summary>
            <Facts portrait={data} />
            <History portrait={data} />
          </details>
        </>
      )}
    </article>
  );
}

function UndoButton({ action, did, at }: NonNullable<Portrait['undoable']>) {
  const undo = useUndo();
  return (
    <Tooltip label={`Undo: ${did}, ${ago(at)}`}>
      <ActionIcon variant="subtle" color="gray" aria-label="Undo" onClick={() => undo({ action })}>
        <Icon name="undo" />
      </ActionIcon>
    </Tooltip>
  );
}

const REFUSALS: Readonly<Record<string, (ago: string) => string>> = {
  rejected: (ago) => `You rejected this ${ago}.`,
  deleted: (ago) => `You deleted this ${ago}; it is about to be erased.`,
};

/** Where a memory stands and what follows from that; what speaks against it, where something does. */
function Standing({ portrait: { memory, staleness, undoable, untold, held } }: { portrait: Portrait }) {
  const undo = useUndo();
  const stage = stageOf(memory);
  const refused = stage === 'archived' && undoable && REFUSALS[undoable.did]?.(ago(undoable.at));
  return (
    <>
      <p className="quiet">
        <b>{STAGES[stage][0]}</b> · {STAGES[stage][1]}
        {untold && stage !== 'archived' && ` Not told: ${untold}.`}
      </p>
      {held && (
        <p className="quiet">
          <b>Checked before an agent acts:</b> {held.stops ?? 'nothing; its trigger was removed.'}
          {held.kept + held.broken + held.overruled > 0 &&
            ` Kept ${number(held.kept)} times, broken ${number(held.broken)}, overruled ${number(held.overruled)}.`}
        </p>
      )}
      {refused && (
        <Note tone="warn" role="note">
          {refused} <QuietButton onClick={() => undo({ action: undoable.action })}>Undo</QuietButton>
        </Note>
      )}
      {!refused && staleness.why.length > 0 && (
        <Note tone="warn" role="note">
          <strong>Possibly outdated</strong>
          {staleness.why.map((why) => (
            <div key={why}>{why}</div>
          ))}
        </Note>
      )}
    </>
  );
}

function Dispute({ memory: { id, ownerId } }: { memory: { id: string; ownerId: string | null } }) {
  const { data: hub } = useVerb('hubStatus', {}, { keep: true });
  const isInHub = hub?.spaces.some((space) => space.id === ownerId && space.kind !== 'personal') === true;
  const { data } = useVerb('dispute', { id }, { enabled: isInHub });
  const act = useDo('dispute');
  const [text, setText] = useState('');
  if (!isInHub || !data) return null;
  const send = (how: 'because' | 'reply') =>
    act.mutate({ id, [how]: text.trim() }, { onSuccess: () => setText('') });
  const isEmpty = text.trim() === '' || act.isPending;
  return (
    <Section title="What people say" side={data.disputed && 'disputed'}>
      <ul>
        {data.comments.map(({ id: comment, person, text: said, at, disputes }) => (
          <li key={comment}>
            <b>{person}</b> <small title={moment(at)}>{ago(at)}</small> {disputes && <em>disputes it</em>}
            <p className="pre">{said}</p>
          </li>
        ))}
      </ul>
      <Textarea
        autosize
        size="xs"
        minRows={1}
        maxLength={2000}
        aria-label="Why it is wrong, or an answer"
        placeholder="Why it is wrong, or an answer"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p className="row">
        <RowButton disabled={isEmpty} onClick={() => send('because')}>
          Dispute
        </RowButton>
        <RowButton disabled={isEmpty} onClick={() => send('reply')}>
          Reply
        </RowButton>
        {data.disputed && (
          <RowButton disabled={act.isPending} onClick={() => act.mutate({ id, close: true })}>
            Close the dispute
          </RowButton>
        )}
      </p>
      {act.error && <TroubleNote trouble={act.error} />}
    </Section>
  );
}

function Facts({ portrait: { memory, means } }: { portrait: Portrait }) {
  const time = (at: number) => <span title={moment(at)}>{ago(at)}</span>;
  const scope = word('scope', memory.scope);
  const reach =
    memory.reach === 'task' && memory.expiresAt !== null
      ? `This task only, until ${day(memory.expiresAt)}`
      : word('reach', memory.reach);
  const facts: Record<string, ReactNode> = {
    Type: <span title={means}>{word('type', memory.type)}</span>,
    Status: word('status', memory.status),
    Scope: memory.scopeOf ? `${scope}: ${memory.scopeOf}` : scope,
    Reach: memory.scope === 'global' ? scope : reach,
    Source: word('source', memory.source),
    Tier: <TierField {...memory} />,
    Confidence: `now ${percent(memory.confidenceNow)}; ${percent(memory.confidence)} when learned or last changed`,
    Learned: time(memory.createdAt),
    Updated: memory.updatedAt > memory.createdAt && time(memory.updatedAt),
    'Last used': memory.lastUsedAt === null ? 'never' : time(memory.lastUsedAt),
    'Half-life': memory.halfLifeDays !== null && counted(memory.halfLifeDays, 'day'),
    Expires: memory.expiresAt !== null && day(memory.expiresAt),
    From: memory.userId && attribution(memory),
    Branch: memory.branch && <span className="mono">{memory.branch}</span>,
    Key: memory.key && <span className="mono">{memory.key}</span>,
    Tags: memory.tags.join(', '),
    Id: <span className="mono">{memory.id}</span>,
  };
  return (
    <dl className="pair fine">
      {Object.entries(facts).map(
        ([label, value]) =>
          value && (
            <Fragment key={label}>
              <dt className="quiet">{label}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}

function TierField({ id, tier }: Pick<Memory, 'id' | 'tier'>) {
  const { change, busy } = useMemoryActions();
  const names = Object.fromEntries(TIERS.map((one) => [one, word('tier', one)]));
  return (
    <ListChoice
      label="Tier"
      value={tier}
      names={names}
      disabled={busy}
      onChoose={(to) => change(id, { tier: to })}
    />
  );
}
