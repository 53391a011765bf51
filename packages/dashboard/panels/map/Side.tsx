import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import type { CallError } from '../../calls/trouble.ts';
import { useLong, useVerb } from '../../calls/verb.ts';
import { PlainButton } from '../../parts/controls.tsx';
import { Memories } from '../../parts/memory.tsx';
import { Answered, Items, Section, TroubleNote } from '../../parts/page.tsx';
import { counted, number } from '../../words/say.ts';
import {
  type Atlas,
  baseOf,
  type Dependency,
  type ImpactOutput,
  type MapFile,
  type MapLocation,
  type MapModule,
  type MapSpot,
  outOf,
} from './atlas.ts';

interface SideProps {
  atlas: Atlas;
  at: MapLocation;
  /** Undefined where none is asked for. */
  impact: UseQueryResult<ImpactOutput, CallError> | undefined;
}

const MAX_LINKS = 8;
const MAX_MODULES = 12;
const MAX_SYMBOLS = 30;
const MAX_HITS = 60;
const MAX_MEMORIES = 12;

export function Side({ atlas, at, impact }: SideProps) {
  const module = atlas.module.get(at.module ?? '');
  const file = atlas.file.get(at.file ?? '');
  return (
    <aside className="map-side" aria-label="Details">
      {impact ? (
        <Answered of={impact}>{(data) => <ImpactSide impact={data} atlas={atlas} at={at} />}</Answered>
      ) : file ? (
        <FileSide file={file} atlas={atlas} at={at} />
      ) : module ? (
        <ModuleSide module={module} atlas={atlas} at={at} />
      ) : (
        <WholeSide atlas={atlas} at={at} />
      )}
    </aside>
  );
}

type PlaceProps<T> = T & { atlas: Atlas; at: MapLocation };

function WholeSide({ atlas: { picture }, at }: PlaceProps<object>) {
  const { progress, trouble, run, stop } = useLong('graphIndex');
  useEffect(() => stop, [stop]);
  const { modules, pending, filesTotal, files } = picture;
  const sorted = modules.toSorted((a, b) => b.memories - a.memories);
  const links = (isKnown: boolean) =>
    sorted
      .filter(({ memories }) => memories > 0 === isKnown)
      .slice(0, MAX_MODULES)
      .map(({ name, memories }) => ({ name, side: counted(memories, 'memory'), to: { module: name } }));
  return (
    <>
      <Head
        title="Whole codebase"
        numbers={{
          Modules: modules.length,
          Files: filesTotal,
          'Files covered': modules.reduce((sum, { covered }) => sum + covered, 0),
        }}
      />
      {filesTotal > files.length && (
        <p className="quiet">{`Only the largest ${counted(files.length, 'file')} drawn.`}</p>
      )}
      {pending.total > 0 && (
        <div className="note" data-tone="warn" role="status">
          <div className="stack">
            {`${counted(pending.total, 'file')} changed since the last index.`}
            <PlainButton onClick={() => run({ watch: false })} loading={progress !== undefined}>
              Update index
            </PlainButton>
          </div>
        </div>
      )}
      {trouble && <TroubleNote trouble={trouble} />}
      <Links title="Most memories" at={at} of={links(true)} />
      <Links title="No memories yet" at={at} of={links(false)} />
      <p className="quiet">
        A disc is a module, a dot in it a file; warmer colors mean more memories. Select one to zoom in, Esc
        to go back.
      </p>
    </>
  );
}

function ModuleSide({ module, atlas, at }: PlaceProps<{ module: MapModule }>) {
  const { name, folder } = module;
  const files = atlas.filesOf.get(name) ?? [];
  return (
    <>
      <Head
        title={name}
        path={folder}
        numbers={{
          Files: module.files + module.tests,
          Memories: module.memories,
          'Files covered': module.covered,
          Changes: module.changed,
          Stale: module.stale,
          Suggested: module.needsReview,
        }}
      />
      <SideMemories of={folder} kind="folder" />
      <Dependents on={atlas.modules.on.get(name)} by={atlas.modules.by.get(name)} at={at} />
      <Links
        title="Files with most memories"
        at={at}
        of={files.slice(0, MAX_LINKS).map(({ path, memories }) => ({
          name: baseOf(path),
          title: path,
          side: counted(memories, 'memory'),
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

function FileSide({ file, atlas, at }: PlaceProps<{ file: MapFile }>) {
  const { path, module, memories, symbols, changed, looked, stale } = file;
  const contents = useVerb('graphContents', { path });
  const exported = (contents.data?.symbols ?? []).filter(
    ({ kind, exported }) => kind !== 'file' && (exported || kind === 'method'),
  );
  return (
    <>
      <Head
        title={baseOf(path)}
        path={path}
        numbers={{ Memories: memories, Symbols: symbols, Changes: changed, Reads: looked, Stale: stale }}
      />
      <SideMemories of={path} kind="file" />
      <Links
        title="Symbols: select one to see its impact"
        at={at}
        of={exported.slice(0, MAX_SYMBOLS).map(({ id, qualified, signature, users }) => ({
          key: String(id),
          name: qualified,
          title: signature,
          side: counted(users, 'user'),
          to: { module, file: path, impact: `${path}:${qualified}` },
        }))}
      />
      <Dependents on={atlas.files.on.get(path)} by={atlas.files.by.get(path)} at={at} atlas={atlas} />
    </>
  );
}

function ImpactSide({ impact, atlas, at }: PlaceProps<{ impact: ImpactOutput }>) {
  const { symbol, hits, total, tests, files } = impact;
  const byDepth = [...Map.groupBy(hits, ({ depth }) => depth)].sort(([a], [b]) => a - b);
  return (
    <>
      <Head
        title={`Impact of ${symbol.qualified}`}
        path={`${symbol.file}:${symbol.line}`}
        numbers={{ Uses: total, Files: files, Tests: tests }}
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

interface HeadProps {
  title: string;
  path?: string;
  numbers: Readonly<Record<string, number>>;
}

/** What is better 0. */
const WARNING: readonly string[] = ['Stale', 'Suggested'];

const Head = ({ title, path, numbers }: HeadProps) => (
  <>
    <h2>{title}</h2>
    {path && <p className="mono quiet">{path}</p>}
    <dl className="map-numbers">
      {Object.entries(numbers).map(([name, value]) => (
        <div key={name} data-tone={value > 0 && WARNING.includes(name) ? 'warn' : undefined}>
          <dd className="number">{number(value)}</dd>
          <dt>
            <small>{name}</small>
          </dt>
        </div>
      ))}
    </dl>
  </>
);

interface MapLink {
  key?: string;
  name: string;
  title?: string | undefined;
  side: string;
  to: MapSpot;
}

interface LinksProps {
  title: string;
  at: MapLocation;
  of: readonly MapLink[];
  children?: ReactNode;
}

const Links = ({ title, at, of, children }: LinksProps) => (
  <Items title={title} of={of} id={({ key, title: whole, name }) => key ?? whole ?? name} after={children}>
    {({ name, title: whole, side, to }) => (
      <button type="button" className="bare pick" onClick={() => at.go(to)} title={whole}>
        <span className="cut">{name}</span>
        <small className="number">{side}</small>
      </button>
    )}
  </Items>
);

interface DependentsProps {
  on: readonly Dependency[] | undefined;
  by: readonly Dependency[] | undefined;
  at: MapLocation;
  atlas?: Atlas;
}

function Dependents({ on = [], by = [], at, atlas }: DependentsProps) {
  const links = (list: readonly Dependency[]) =>
    list.slice(0, MAX_LINKS).map(({ to, weight }) => ({
      name: atlas ? baseOf(to) : to,
      title: to,
      side: counted(weight, 'use'),
      to: atlas ? { module: atlas.file.get(to)?.module, file: to } : { module: to },
    }));
  return (
    <>
      <Links title="Imports" at={at} of={links(on)} />
      <Links title="Imported by" at={at} of={links(by)} />
    </>
  );
}

function SideMemories({ of, kind }: { of: string; kind: 'file' | 'folder' }) {
  const asked = { filter: { file: of }, order: 'surest', limit: MAX_MEMORIES } as const;
  const answer = useVerb('list', asked);
  return (
    <Section title={answer.data ? counted(answer.data.total, 'memory') : 'Memories'}>
      <Answered of={answer} lines={3}>
        {({ memories, total }) => (
          <>
            {total === 0 && <p className="quiet">No memories about it yet.</p>}
            <Memories of={memories} marked />
            {total > MAX_MEMORIES && (
              <Link href={`/memories?file=${encodeURIComponent(of)}`}>{`See all ${number(total)}`}</Link>
            )}
          </>
        )}
      </Answered>
      {of !== '' && (
        <p>
          <Link href={`/teach?${kind}=${encodeURIComponent(of)}`}>{`Add a rule about this ${kind}`}</Link>
        </p>
      )}
    </Section>
  );
}
