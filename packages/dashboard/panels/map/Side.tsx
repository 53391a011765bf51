import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { useLong } from '../../calls/long.ts';
import type { CallError } from '../../calls/trouble.ts';
import { useVerb } from '../../calls/verb.ts';
import { PlainButton } from '../../parts/buttons.ts';
import { Marks, MemoryLink, TypePill } from '../../parts/memory.tsx';
import { Section } from '../../parts/Page.tsx';
import { Answered, TroubleNote } from '../../parts/states.tsx';
import { counted } from '../../words/say.ts';
import { number } from '../../words/times.ts';
import { type MapLocation, type MapSpot, outOf } from './at.ts';
import styles from './map.module.css';
import {
  type Atlas,
  baseOf,
  type Dependency,
  type ImpactOutput,
  type MapFile,
  type MapModule,
} from './picture.ts';

interface SideProps {
  atlas: Atlas;
  at: MapLocation;
  /** Undefined where none is asked for. */
  impact: UseQueryResult<ImpactOutput, CallError> | undefined;
}

/** What is known of where one is. */
export function Side({ atlas, at, impact }: SideProps) {
  const module = at.module === undefined ? undefined : atlas.module.get(at.module);
  const file = at.file === undefined ? undefined : atlas.file.get(at.file);
  return (
    <aside className={styles.side} aria-label="Details">
      {impact ? (
        <Answered of={impact}>{(data) => <ImpactSide impact={data} atlas={atlas} at={at} />}</Answered>
      ) : file ? (
        <FileSide key={file.path} file={file} atlas={atlas} at={at} />
      ) : module ? (
        <ModuleSide key={module.name} module={module} atlas={atlas} at={at} />
      ) : (
        <WholeSide atlas={atlas} at={at} />
      )}
    </aside>
  );
}

type PlaceProps<T> = T & { atlas: Atlas; at: MapLocation };

const MAX_LINKS = 8;
const MAX_MODULES = 12;
const MAX_SYMBOLS = 30;
const MAX_HITS = 60;
const MAX_MEMORIES = 12;

/** All of the code: how much there is, what is known of it, and where nothing is. */
function WholeSide({ atlas: { picture }, at }: PlaceProps<object>) {
  const { progress, trouble, run, stop } = useLong('graphIndex');
  useEffect(() => stop, [stop]);
  const { modules, pending, filesTotal, files } = picture;
  const known = modules.toSorted((a, b) => b.memories - a.memories).filter(({ memories }) => memories > 0);
  const unknown = modules.filter(({ memories }) => memories === 0);
  const link = ({ name, memories }: MapModule) => ({
    name,
    side: counted(memories, 'memory', 'memories'),
    to: { module: name },
  });
  return (
    <>
      <h2>Whole codebase</h2>
      <Numbers
        of={[
          ['Modules', modules.length],
          ['Files', filesTotal],
          ['Files covered', modules.reduce((sum, { covered }) => sum + covered, 0)],
        ]}
      />
      {filesTotal > files.length && (
        <p className="quiet">
          {files.length === 1
            ? 'Only 1 file is drawn.'
            : `Only the ${number(files.length)} largest files are drawn.`}
        </p>
      )}
      {pending.total > 0 && (
        <div className="note" data-tone="warn" role="status">
          <div className="stack">
            {counted(
              pending.total,
              'file changed since it was indexed.',
              'files changed since they were indexed.',
            )}
            <PlainButton onClick={() => run({ watch: false })} loading={progress !== undefined}>
              Update index
            </PlainButton>
          </div>
        </div>
      )}
      {trouble && <TroubleNote trouble={trouble} />}
      <Links title="Most memories" at={at} of={known.slice(0, MAX_MODULES).map(link)} />
      <Links title="No memories yet" at={at} of={unknown.slice(0, MAX_MODULES).map(link)} />
      <p className="quiet">
        A disc is a module, a dot in it a file; warmer colors mean more memories. Select one to zoom in, Esc
        to go back.
      </p>
    </>
  );
}

/** One part of the code: what is remembered of it, what it imports and what imports it, and its files. */
function ModuleSide({ module, atlas, at }: PlaceProps<{ module: MapModule }>) {
  const { name, folder } = module;
  const files = atlas.filesOf.get(name) ?? [];
  return (
    <>
      <h2>{name}</h2>
      <p className="mono quiet">{folder}</p>
      <Numbers
        of={[
          ['Files', module.files + module.tests],
          ['Memories', module.memories],
          ['Files covered', module.covered],
          ['Changes', module.changed],
          ['Stale', module.stale, 'warn'],
          ['Suggested', module.needsReview, 'warn'],
        ]}
      />
      <SideMemories of={folder} isFolder />
      <Dependents on={atlas.modules.on.get(name)} by={atlas.modules.by.get(name)} at={at} />
      <Links
        title="Files with most memories"
        at={at}
        of={files.slice(0, MAX_LINKS).map(({ path, memories }) => ({
          name: baseOf(path),
          title: path,
          side: counted(memories, 'memory', 'memories'),
          to: { module: name, file: path },
        }))}
      >
        {files.length > MAX_LINKS && (
          <p className="quiet">{`${number(files.length - MAX_LINKS)} more on the map`}</p>
        )}
      </Links>
    </>
  );
}

/** One file: what is remembered of it, the symbols it exports and their methods with their impact, what it imports and what imports it. */
function FileSide({ file, atlas, at }: PlaceProps<{ file: MapFile }>) {
  const { path, module } = file;
  const contents = useVerb('graphContents', { path });
  const symbols = (contents.data?.symbols ?? []).filter(
    ({ kind, exported }) => kind !== 'file' && (exported || kind === 'method'),
  );
  return (
    <>
      <h2>{baseOf(path)}</h2>
      <p className="mono quiet">{path}</p>
      <Numbers
        of={[
          ['Memories', file.memories],
          ['Symbols', file.symbols],
          ['Changes', file.changed],
          ['Reads', file.looked],
          ['Stale', file.stale, 'warn'],
        ]}
      />
      <SideMemories of={path} />
      <Links
        title="Symbols: select one to see its impact"
        at={at}
        of={symbols.slice(0, MAX_SYMBOLS).map(({ id, qualified, signature, users }) => ({
          key: String(id),
          name: qualified,
          title: signature,
          side: counted(users, 'user', 'users'),
          to: { module, file: path, impact: `${path}:${qualified}` },
        }))}
      />
      <Dependents on={atlas.files.on.get(path)} by={atlas.files.by.get(path)} at={at} atlas={atlas} />
    </>
  );
}

/** What may break with a symbol: how much, how far, and where. */
function ImpactSide({ impact, atlas, at }: PlaceProps<{ impact: ImpactOutput }>) {
  const { symbol, hits, total, tests, files } = impact;
  const byDepth = [...Map.groupBy(hits, ({ depth }) => depth)].sort(([a], [b]) => a - b);
  return (
    <>
      <h2>{`Impact of ${symbol.qualified}`}</h2>
      <p className="mono quiet">{`${symbol.file}:${symbol.line}`}</p>
      <Numbers
        of={[
          ['Uses', total],
          ['Files', files],
          ['Tests', tests],
        ]}
      />
      <p className="quiet">
        {total === 0 ? 'Nothing in the code uses it.' : 'These may break when it changes.'}
      </p>
      <PlainButton onClick={() => at.go(outOf(at))}>Back to the file</PlainButton>
      {byDepth.map(([depth, some]) => (
        <Links
          key={depth}
          title={depth === 1 ? 'Uses it' : `${number(depth)} steps away`}
          at={at}
          of={some.slice(0, MAX_HITS).map(({ symbol: { id, qualified, file }, line }) => ({
            key: `${id} ${line}`,
            name: qualified,
            title: `${file}:${line}`,
            side: `${baseOf(file)}:${line}`,
            to: { module: atlas.file.get(file)?.module, file },
          }))}
        >
          {some.length > MAX_HITS && <p className="quiet">{`and ${number(some.length - MAX_HITS)} more`}</p>}
        </Links>
      ))}
    </>
  );
}

interface NumbersProps {
  of: readonly (readonly [name: string, value: number, tone?: 'warn'])[];
}

/** Numbers, each with what it counts. */
const Numbers = ({ of }: NumbersProps) => (
  <dl className={styles.numbers}>
    {of.map(([name, value, tone]) => (
      <div key={name} data-tone={value > 0 ? tone : undefined}>
        <dd className="number">{number(value)}</dd>
        <dt>{name}</dt>
      </div>
    ))}
  </dl>
);

interface LinksProps {
  title: string;
  at: MapLocation;
  of: readonly { key?: string; name: string; title?: string | undefined; side: string; to: MapSpot }[];
  children?: ReactNode;
}

/** Places one can go to from here; nothing where there are none. */
const Links = ({ title, at, of, children }: LinksProps) =>
  of.length > 0 && (
    <Section title={title} className={styles.section}>
      <ul className={styles.links}>
        {of.map(({ key, name, title: whole, side, to }) => (
          <li key={key ?? whole ?? name}>
            <button type="button" className="bare" onClick={() => at.go(to)} title={whole}>
              <span className="cut">{name}</span>
              <small className="number">{side}</small>
            </button>
          </li>
        ))}
      </ul>
      {children}
    </Section>
  );

interface DependentsProps {
  on: readonly Dependency[] | undefined;
  by: readonly Dependency[] | undefined;
  at: MapLocation;
  /** Where they are files. */
  atlas?: Atlas;
}

/** What imports a place and what it imports. */
function Dependents({ on = [], by = [], at, atlas }: DependentsProps) {
  const links = (list: readonly Dependency[]) =>
    list.slice(0, MAX_LINKS).map(({ to, weight }) => ({
      name: atlas ? baseOf(to) : to,
      title: to,
      side: counted(weight, 'use', 'uses'),
      to: atlas ? { module: atlas.file.get(to)?.module, file: to } : { module: to },
    }));
  return (
    <>
      <Links title="Imports" at={at} of={links(on)} />
      <Links title="Imported by" at={at} of={links(by)} />
    </>
  );
}

/** What is remembered of a file, or of all below a folder. */
function SideMemories({ of, isFolder = false }: { of: string; isFolder?: boolean }) {
  const answer = useVerb('browse', {
    filter: { file: of },
    sort: 'surest',
    limit: MAX_MEMORIES,
    facets: false,
  });
  const { data } = answer;
  return (
    <Section title={data ? counted(data.total, 'memory', 'memories') : 'Memories'} className={styles.section}>
      <Answered of={answer} lines={3}>
        {({ memories, total }) => (
          <>
            {total === 0 && <p className="quiet">No memories about it yet.</p>}
            <ul className="stack fine">
              {memories.map((memory) => (
                <li key={memory.id}>
                  <MemoryLink id={memory.id} text={memory.text} />
                  <div className="row">
                    <TypePill type={memory.type} />
                    <Marks memory={memory} />
                  </div>
                </li>
              ))}
            </ul>
            {total > MAX_MEMORIES && (
              <Link href={`/memories?file=${encodeURIComponent(of)}`}>{`See all ${number(total)}`}</Link>
            )}
          </>
        )}
      </Answered>
      {of !== '' && (
        <p>
          <Link href={`/teach?${isFolder ? 'folder' : 'file'}=${encodeURIComponent(of)}`}>
            {isFolder ? 'Add a rule about this folder' : 'Add a rule about this file'}
          </Link>
        </p>
      )}
    </Section>
  );
}
