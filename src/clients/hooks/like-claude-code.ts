import { type Foreign, said, text } from '../reading/record.ts';
import { type Deed, type Dialect, nested, startOf, withBrief } from './dialect.ts';

/** A client whose hooks are those of Claude Code; how it tells prompts and steps is its own. */
export const likeClaudeCode = (
  most: Dialect['most'],
  ownDeedOf: (event: string, input: Foreign) => Deed | undefined,
): Dialect => ({
  shows: true,
  most,
  hear(event, input) {
    const session = text(input.session_id);
    const deed = ownDeedOf(event, input) ?? deedOf(event, input);
    return session === '' || !deed ? undefined : { session, cwd: said(input.cwd), deeds: withBrief(deed) };
  },
  answer(event, told) {
    // What is said at its end forces another turn, and at that of the session is called invalid.
    if (event === 'Stop') return nested(event, { ...told, agent: '' });
    return event === 'PreCompact' || event === 'SessionEnd' ? '' : nested(event, told);
  },
});

function deedOf(event: string, input: Foreign): Deed | undefined {
  switch (event) {
    case 'SessionStart':
      return { do: 'tell', moment: { point: 'session start', because: startOf(text(input.source)) } };
    case 'SubagentStart':
      return { do: 'brief subagent', agent: text(input.agent_id) };
    case 'PreCompact':
      return { do: 'save', log: said(input.transcript_path) };
    case 'Stop':
      return { do: 'sum up' };
    case 'SessionEnd':
      return { do: 'end', log: said(input.transcript_path) };
    default:
      return undefined;
  }
}
