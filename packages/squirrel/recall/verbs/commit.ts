import { commitAt } from '@sqrl/base/git/commit-log.ts';
import { commitId, digitsOfCommit } from '@sqrl/base/model/commit-id.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { requireProject } from '../../codebase/graph-index.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { shownCommit } from '../ask/commits.ts';

/** A commit that an answer cites, with its whole message. */
export async function commit(engine: Engine, { id }: { id: string }) {
  const digits = digitsOfCommit(id);
  const found = await commitAt(requireProject(engine).root, digits, { env: engine.env });
  if (!found)
    throw new Problem(
      `No commit of this repository has the id ${commitId(digits)}.`,
      'It may belong to another repository, or history was rewritten; `git log` lists the commits of this one.',
      'not_found',
    );
  return { ...shownCommit(found), body: redactSync(found.body).text };
}
