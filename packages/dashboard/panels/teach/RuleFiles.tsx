import { Button } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useState } from 'react';
import { Preview, Quoted, useActionToast } from '../../actions/memory-buttons.tsx';
import { useDo, useVerb } from '../../calls/verb.ts';
import { PlainButton } from '../../parts/controls.tsx';
import { Answered, Card, Dialog, Row, TroubleNote } from '../../parts/page.tsx';
import { word } from '../../words/nouns.ts';
import { counted, number } from '../../words/say.ts';

type TaughtRuleFile = Output<'teach'>['files'][number];

export function RuleFiles({ root }: { root: string | undefined }) {
  const found = useVerb('teach', { dryRun: true });
  const { mutate, isPending, variables, error } = useDo('teach');
  const tell = useActionToast();
  /** The files whose rules are shown before they are imported. */
  const [asked, ask] = useState<readonly TaughtRuleFile[]>();
  const files = found.data?.files ?? [];
  const withNews = files.filter(hasNews);
  const read = (some: readonly TaughtRuleFile[]) => {
    ask(undefined);
    mutate(
      { paths: some.map(({ path }) => path) },
      {
        onSuccess: ({ files: came, action }) => {
          const count = (of: 'added' | 'changed') => came.reduce((sum, file) => sum + file[of], 0);
          const message = `Imported: ${counted(count('added'), 'new rule', 'new rules')}, ${number(count('changed'))} changed.`;
          tell(message, action === null ? undefined : { action });
        },
      },
    );
  };
  return (
    <Card
      title="Rule files"
      side={
        withNews.length > 1 && (
          <Button loading={isPending} onClick={() => ask(withNews)}>
            {`Import changes from ${counted(withNews.length, 'file')}`}
          </Button>
        )
      }
    >
      <p>Imported rules stay in sync with their file.</p>
      <Answered of={found} lines={3}>
        {() =>
          files.length === 0 && (
            <p className="quiet">No rule files found (CLAUDE.md, AGENTS.md, .cursor/rules and similar).</p>
          )
        }
      </Answered>
      <ul className="rows">
        {files.map((file) => {
          const counts = Object.entries(FILE_COUNTS).filter(([name]) => file[name as 'added'] > 0);
          const isReading = isPending && (variables.paths ?? []).includes(file.path);
          return (
            <Row
              key={file.path}
              name={<code className="mono">{nameIn(root, file.path)}</code>}
              facts={[
                word('scope', file.scope),
                counted(file.rules, 'rule'),
                ...counts.map(([name, [tone, words]]) => (
                  <span key={name} data-tone={tone}>{`${number(file[name as 'added'])} ${words}`}</span>
                )),
              ]}
              note={file.because && <span data-tone="warn">{file.because}</span>}
            >
              {hasNews(file) ? (
                <PlainButton
                  loading={isReading}
                  onClick={() => ask([file])}
                  aria-label={`Import ${file.path}`}
                >
                  Import
                </PlainButton>
              ) : (
                !file.because && <small>Up to date</small>
              )}
            </Row>
          );
        })}
      </ul>
      {error && <TroubleNote trouble={error} />}
      {asked && (
        <Dialog
          onClose={() => ask(undefined)}
          title={`Import these rules from ${asked.length === 1 ? nameIn(root, asked[0]!.path) : counted(asked.length, 'file')}?`}
          centered
          size="lg"
          actions={<Button onClick={() => read(asked)}>Import</Button>}
        >
          <Preview>
            {asked.map(({ path, fresh, gone }) => (
              <section key={path}>
                {asked.length > 1 && <h3 className="mono">{nameIn(root, path)}</h3>}
                {fresh.map((text) => (
                  <Quoted key={text} text={text} />
                ))}
                {gone.length > 0 && (
                  <p className="quiet">
                    {`${counted(gone.length, 'memory')} without a line in the file any more will be archived:`}
                  </p>
                )}
                {gone.map((text) => (
                  <Quoted key={text} text={text} isFinal />
                ))}
              </section>
            ))}
          </Preview>
          <p>This can be undone.</p>
        </Dialog>
      )}
    </Card>
  );
}

const FILE_COUNTS = {
  added: ['accent', 'new'],
  changed: ['accent', 'changed'],
  removed: [undefined, 'removed'],
  refused: ['warn', 'rejected'],
  waiting: ['warn', 'for review'],
  known: [undefined, 'known'],
} as const;

/** A file as people of a project call it. */
const nameIn = (root: string | undefined, path: string): string =>
  root !== undefined && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;

const hasNews = ({ added, changed, removed }: TaughtRuleFile): boolean => added + changed + removed > 0;
