import { UnstyledButton } from '@mantine/core';
import { type CitedPart, citedParts } from '@sqrl/base/model/citation.ts';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useMemoryActions } from '../../actions/memory-buttons.tsx';
import { useVerb } from '../../calls/verb.ts';
import { Memories, placeOf, Ticked } from '../../parts/memory.tsx';
import { Diff } from '../../parts/page.tsx';
import { Icon } from '../../theme/icons.tsx';
import { word } from '../../words/nouns.ts';
import { clock, counted, moment, number, span } from '../../words/say.ts';
import { editLines } from './edits.ts';

export type ReplayStep = Output<'events'>['events'][number];
type ReplayDelivery = Output<'events'>['deliveries'][number];

interface StepViewProps {
  step: ReplayStep;
  isCited: boolean;
  told: readonly ReplayDelivery[];
}

export function StepView({ step, isCited, told }: StepViewProps) {
  const { kind, tool, command, files, text, length, learned, cited, index } = step;
  const words =
    text.trim() === '' ? (
      <p className="quiet">No text.</p>
    ) : (
      <div
        dir="auto"
        className="code pre replay-text"
        data-said={kind === 'prompt' || kind === 'reply' || undefined}
        data-cited={isCited || undefined}
      >
        <CitedText text={text} cited={cited} />
      </div>
    );
  return (
    <article className="replay-step" aria-label={`Step ${number(index + 1)}`}>
      {told.map(({ id, shown, tokens, memories, passages }) => (
        <Told
          key={id}
          tone="info"
          title={`${shown ? 'Delivered before this step' : 'Withheld before this step for the control group'} (${number(tokens)} tokens)`}
          memories={memories}
          passages={passages}
        />
      ))}
      <StepHead event={step} isCited={isCited} />
      {command && (
        <pre className="code pre replay-text" data-command dir="auto">
          {command}
        </pre>
      )}
      <StepFiles files={files} />
      {kind === 'call' && (tool === 'edit' || tool === 'write') ? (
        <EditDiff event={step}>{words}</EditDiff>
      ) : (
        words
      )}
      {length > text.length && (
        <p className="quiet">{`Only the start and end of ${number(length)} characters are stored.`}</p>
      )}
      {learned.length > 0 && <Told tone="good" title="Learned from this step" memories={learned} />}
    </article>
  );
}

const TONES = { ok: 'good', failed: 'bad', rejected: 'bad', interrupted: undefined } as const;

function StepHead({ event, isCited }: { event: ReplayStep; isCited: boolean }) {
  const { kind, tool, toolName, outcome, exitCode, durationMs, agent, at } = event;
  return (
    <div className="row quiet fine">
      <h2>{word('kind', kind)}</h2>
      {tool && <span title={toolName ?? undefined}>{tool}</span>}
      {agent && <span>subagent</span>}
      {isCited && <span data-badge="warn">cited</span>}
      {outcome && (
        <span data-tone={TONES[outcome]}>
          {word('outcome', outcome)}
          {exitCode !== null && exitCode !== 0 && ` (${exitCode})`}
        </span>
      )}
      {durationMs !== null && <span>{span(durationMs)}</span>}
      <time title={moment(at)}>{clock(at)}</time>
    </div>
  );
}

const StepFiles = ({ files }: Pick<ReplayStep, 'files'>) => (
  <ul className="stack fine">
    {files.map(({ path, way, outside }) => (
      <li key={`${way} ${path}`} className="pair">
        <small>{word('way', way)}</small>
        {outside ? (
          <span className="mono">{path}</span>
        ) : (
          <Link href={`/memories?file=${encodeURIComponent(path)}`} className="mono">
            {path}
          </Link>
        )}
      </li>
    ))}
  </ul>
);

interface EditDiffProps {
  event: Pick<ReplayStep, 'id' | 'text'>;
  /** Shown where it cannot be told what was changed. */
  children: ReactNode;
}

/** What an edit changed. Some clients' edits are stored by name only; then the log has the rest. */
function EditDiff({ event: { id, text }, children }: EditDiffProps) {
  const stored = editLines(text);
  const { data } = useVerb('logRecord', { event: id }, { enabled: stored.length === 0 });
  const lines = stored.length > 0 || !data?.text ? stored : editLines(data.text);
  return lines.length === 0 ? (
    children
  ) : (
    <section aria-label="What it changed">
      <Diff lines={lines} />
    </section>
  );
}

interface ToldProps {
  tone: 'info' | 'good';
  title: string;
  memories: ReplayStep['learned'];
  passages?: ReplayDelivery['passages'];
}

const Told = ({ tone, title, memories, passages = [] }: ToldProps) => (
  <section className="code told" data-tone={tone}>
    <h3>{title}</h3>
    <Memories of={memories} />
    <ul className="stack fine">
      {passages.map(({ id, speaker, at, session, text }) => (
        <li key={id} className="pair">
          <small>{`${word('kind', speaker === 'person' ? 'prompt' : 'reply')}, ${moment(at)}`}</small>
          <Link href={placeOf(id, session)}>
            <Ticked text={text} />
          </Link>
        </li>
      ))}
    </ul>
  </section>
);

type CitedMemory = ReplayStep['cited'][number];

/** More citations than these stand together below the text. */
const MAX_INLINE = 5;
const BRIEF_CHARS = 40;

function CitedText({ text, cited }: { text: string; cited: readonly CitedMemory[] }) {
  if (cited.length === 0) return text;
  const isFew = cited.length <= MAX_INLINE;
  const parts = citedParts(text);
  const memoryOf = (part: CitedPart | undefined) =>
    part && 'id' in part ? cited.find(({ as }) => as === part.id) : undefined;
  return (
    <>
      {parts.map((part, i) => {
        const memory = memoryOf(part);
        // The blank before a citation goes with it.
        if (!memory || !('id' in part))
          return !isFew && memoryOf(parts[i + 1]) ? part.words.trimEnd() : part.words;
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not change places
        return isFew && <Chip key={i} memory={memory} brief={part.brief} />;
      })}
      {!isFew && (
        <details className="row">
          <summary>{`Used ${counted(cited.length, 'memory')}: view all`}</summary>
          {cited.map((memory) => (
            <Chip key={memory.as} memory={memory} brief="" />
          ))}
        </details>
      )}
    </>
  );
}

function Chip({ memory: { id, type, text, archived }, brief }: { memory: CitedMemory; brief: string }) {
  const { all, busy } = useMemoryActions();
  const words = brief || (text.length > BRIEF_CHARS ? `${text.slice(0, BRIEF_CHARS - 1)}…` : text);
  return (
    <span data-type={type} data-badge={type === 'dead_end' ? 'bad' : 'warn'}>
      <Link href={`/memories?m=${id}`} title={text} className="plain cut">
        {archived ? <s>{words}</s> : words}
      </Link>
      {!archived && (
        <UnstyledButton
          aria-label={`Reject the memory “${words}”`}
          title="Wrong? Reject this memory"
          disabled={busy}
          onClick={() => all('reject', { ids: [id] })}
        >
          <Icon name="flag" size={12} />
        </UnstyledButton>
      )}
    </span>
  );
}
