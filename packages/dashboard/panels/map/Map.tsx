import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useLong } from '../../calls/long.ts';
import { usePlace, useVerb } from '../../calls/verb.ts';
import { LongState } from '../../parts/LongBar.tsx';
import { Page } from '../../parts/Page.tsx';
import { Answered, Empty } from '../../parts/states.tsx';
import { Explorer } from './Explorer.tsx';
import { useAtlas } from './picture.ts';

/** More dots than this nobody tells apart. */
const MAX_DOTS = 8000;

/** The code: its parts and files, how they lean on each other, and what is remembered of each. */
export default function CodeMap() {
  const { global } = usePlace();
  const answer = useVerb('map', { detail: 'files', limit: MAX_DOTS }, { enabled: !global, keep: true });
  const atlas = useAtlas(answer.data);
  if (atlas && atlas.picture.modules.length > 0) return <Explorer atlas={atlas} />;
  return (
    <Page title="Map">
      {global ? (
        <Empty icon="map" title="Global memories have no code">
          Choose a project to see its map.
        </Empty>
      ) : (
        <Answered of={answer} lines={8}>
          {({ indexed }) =>
            indexed ? (
              <Empty icon="map" title="No source code found">
                Ignored, generated and binary files are not indexed.
              </Empty>
            ) : (
              <Unread />
            )
          }
        </Answered>
      )}
    </Page>
  );
}

/** The code was not read yet: what reading it would show, and the button that does. */
function Unread() {
  const indexing = useLong('graphIndex');
  const { stop } = indexing;
  useEffect(() => stop, [stop]);
  return (
    <Empty icon="map" title="This project is not indexed yet">
      <p>
        After indexing you see the modules, their dependencies, and the memories about each. Nothing leaves
        this machine.
      </p>
      <LongState of={indexing} label="Indexing…" stop={stop} />
      {!indexing.progress && (
        <Button size="md" onClick={() => indexing.run({ watch: false })}>
          Index code
        </Button>
      )}
    </Empty>
  );
}
