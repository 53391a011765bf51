import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Link } from 'wouter';
import { Memories, MemoryLink, placeOf } from '../../parts/memory.tsx';
import { Items, Section } from '../../parts/page.tsx';
import { word } from '../../words/nouns.ts';
import { ago, counted, moment, number, percent, times } from '../../words/say.ts';

interface PortraitProps {
  portrait: Output<'portrait'>;
}

const TONES = { fresh: 'good', stale: 'warn', gone: 'bad' } as const;

export function CodeTies({ portrait: { files, symbols } }: PortraitProps) {
  const ties = [
    ...files.map((file) => ({ ...file, name: file.path, isFile: true })),
    ...symbols.map((symbol) => ({ ...symbol, changedAt: null, isFile: false })),
  ];
  return (
    <Items title="Files and symbols" of={ties} id={({ name, path, isFile }) => `${name} ${path} ${isFile}`}>
      {({ name, path, changedAt, state, isFile }) => (
        <div className="line">
          {isFile ? (
            <Link href={`/memories?file=${encodeURIComponent(name)}`} className="mono plain wrap gap">
              {name}
            </Link>
          ) : (
            <span className="mono wrap gap" title={path ?? undefined}>
              {name}
            </span>
          )}
          {changedAt !== null && <small>{ago(changedAt)}</small>}
          {state && <small data-tone={TONES[state]}>{word('state', state)}</small>}
        </div>
      )}
    </Items>
  );
}

type Proof = Output<'portrait'>['evidence'][number];

/** The same proof as one: how often it was seen, and the latest of it. */
const alike = (evidence: readonly Proof[]): { n: number; latest: Proof }[] =>
  [...Map.groupBy(evidence, ({ proof, quote }) => `${proof} ${quote}`).values()]
    .map((some) => ({ n: some.length, latest: some.toSorted((a, b) => b.at - a.at)[0]! }))
    .sort((a, b) => b.latest.at - a.latest.at);

/** Why it is believed: what was said or done, and the way to the session it happened in. */
export const EvidenceList = ({ evidence }: { evidence: readonly Proof[] }) =>
  evidence.length === 0 ? (
    <Section title="Evidence">
      <p className="quiet">No log passage is recorded for it.</p>
    </Section>
  ) : (
    <Items title="Evidence" of={alike(evidence)} id={({ latest: { proof, quote } }) => `${proof} ${quote}`}>
      {({ n, latest: { proof, quote, at, places } }) => (
        <>
          {quote && <blockquote dir="auto">{quote}</blockquote>}
          <span className="facts">
            <span>{proof.replaceAll('_', ' ')}</span>
            <span title={moment(at)}>{`${times(n)}, ${n > 1 ? 'last ' : ''}${ago(at)}`}</span>
            {places[0] && (
              <>
                <span>{places[0].session.split(':')[0]}</span>
                <Link href={placeOf(places[0].event)}>Open the session</Link>
              </>
            )}
          </span>
        </>
      )}
    </Items>
  );

export const History = ({ portrait: { steps, drafts } }: PortraitProps) => (
  <>
    <Items title="How it was learned" of={drafts} id={({ id }) => id}>
      {({ signal, sessions, at, reason }) => (
        <div className="facts">
          <span>
            {`${signal.replaceAll('_', ' ')}, in ${sessions === 1 ? 'one session' : counted(sessions, 'session')}`}
          </span>
          {reason && <span>{reason}</span>}
          <span title={moment(at)}>{ago(at)}</span>
        </div>
      )}
    </Items>
    <Items title="History" of={[...steps].reverse()} id={({ at, did, why }) => `${at} ${did} ${why}`}>
      {({ at, did, why, before, confidence }) => (
        <div className="claim">
          <small title={moment(at)}>{ago(at)}</small>
          <b>{did}</b> {confidence !== null && <span className="number quiet">{percent(confidence)}</span>}
          {why && <p>{why}</p>}
          {before && <del dir="auto">{before}</del>}
        </div>
      )}
    </Items>
  </>
);

const MAX_SHOWN = 5;

const OUTCOMES = {
  came: 'failed',
  'came again': 'failed again',
  'not again': 'did not fail again',
  'did not come': 'failure avoided',
} as const;

export function Effect({ portrait }: PortraitProps) {
  const { deliveries, deliveriesTotal, outcomes, outcomesTotal, tally } = portrait;
  const rows = [
    ...outcomes.slice(0, MAX_SHOWN).map(({ episode, task, at, used, failure, why }) => ({
      key: episode,
      tone: failure?.startsWith('came') ? 'bad' : used ? 'good' : 'off',
      how: failure ? OUTCOMES[failure] : used ? 'used' : deliveriesTotal === 0 ? 'not delivered' : 'not used',
      about: task ?? why,
      title: why,
      at,
    })),
    ...deliveries.slice(0, MAX_SHOWN).map(({ id, at, client, point, about, shown }) => ({
      key: id,
      tone: 'off',
      how: shown ? `${client}, ${point}` : 'withheld (control group)',
      about,
      title: undefined,
      at,
    })),
  ];
  const more = outcomesTotal + deliveriesTotal - rows.length;
  const facts = [
    `It applied to ${counted(tally.opportunities, 'task')}`,
    deliveriesTotal === 0 && 'not delivered in any of them yet',
    tally.uses > 0 && counted(tally.uses, 'use'),
    tally.hits > 0 && counted(tally.hits, 'failure avoided'),
    tally.misses > 0 && `${number(tally.misses)} that came all the same`,
  ];
  return (
    <Section
      title="Deliveries and outcomes"
      side={deliveriesTotal > 0 && `Delivered ${times(deliveriesTotal)}`}
    >
      <p className="quiet">
        {rows.length === 0 ? 'Not delivered to an agent yet.' : facts.filter(Boolean).join(' · ')}
      </p>
      <ul className="stack">
        {rows.map(({ key, tone, how, about, title, at }) => (
          <li key={key} className="line">
            <small data-tone={tone}>{how}</small>
            <span title={title} className="gap">
              {about}
            </span>
            <small title={moment(at)}>{ago(at)}</small>
          </li>
        ))}
      </ul>
      {more > 0 && <small>{`${number(more)} more`}</small>}
    </Section>
  );
}

const RELATIONS = {
  supersedes: { out: 'replaces', in: 'replaced by' },
  conflicts: { out: 'contradicts', in: 'contradicted by' },
  derived_from: { out: 'derived from', in: 'source of' },
  required_with: { out: 'needed with', in: 'needed with' },
  validates: { out: 'confirms', in: 'confirmed by' },
} as const;

export function Relations({ portrait: { was, replacedBy, relations, siblings } }: PortraitProps) {
  const others = relations.filter(({ kind }) => kind !== 'supersedes');
  return (
    <>
      <Items title="Replaced by" of={replacedBy ? [replacedBy] : []} id={({ id }) => id}>
        {({ at, because, ...memory }) => <Other {...memory} note={because ?? ago(at)} />}
      </Items>
      <Items title="Previous text" of={was} id={({ id, at }) => `${id} ${at}`}>
        {({ at, because, ...memory }) => <Other {...memory} note={because ?? ago(at)} struck />}
      </Items>
      <Items title="Relations" of={others} id={({ kind, way, to }) => `${kind} ${way} ${to}`}>
        {({ kind, way, to, memory }) => (
          <Other id={memory?.id} text={memory?.text ?? to} note={RELATIONS[kind][way]} />
        )}
      </Items>
      {siblings.length > 0 && (
        <Section title="From the same session">
          <Memories of={siblings} />
        </Section>
      )}
    </>
  );
}

interface OtherProps {
  id: string | undefined;
  text: string;
  note: string;
  struck?: boolean;
}

const Other = ({ id, text, note, struck = false }: OtherProps) => (
  <div className="claim">
    <small>{note}</small>
    {struck && id ? (
      <s>
        <MemoryLink id={id} text={text} />
      </s>
    ) : id ? (
      <MemoryLink id={id} text={text} />
    ) : (
      <span className="mono">{text}</span>
    )}
  </div>
);
