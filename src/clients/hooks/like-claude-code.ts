import { type ForeignRecord, textOrEmpty, textOrNull } from '../reading/record.ts';
import { type Dialect, type HookAction, nested, sessionStartReason, withBrief } from './dialect.ts';

/** A client whose hooks are those of Claude Code; how it tells prompts and steps is its own. */
export const likeClaudeCode = (
  most: Dialect['most'],
  ownActionOf: (event: string, input: ForeignRecord) => HookAction | undefined,
): Dialect => ({
  shows: true,
  most,
  hear(event, input) {
    const session = textOrEmpty(input.session_id);
    const action = ownActionOf(event, input) ?? actionOf(event, input);
    return session === '' || !action
      ? undefined
      : { session, cwd: textOrNull(input.cwd), actions: withBrief(action) };
  },
  answer(event, told) {
    // What is said at its end forces another turn, and at that of the session is called invalid.
    if (event === 'Stop') return nested(event, { ...told, agent: '' });
    return event === 'PreCompact' || event === 'SessionEnd' ? '' : nested(event, told);
  },
});

function actionOf(event: string, input: ForeignRecord): HookAction | undefined {
  switch (event) {
    case 'SessionStart':
      return {
        do: 'tell',
        moment: { point: 'session start', because: sessionStartReason(textOrEmpty(input.source)) },
      };
    case 'SubagentStart':
      return { do: 'brief subagent', agent: textOrEmpty(input.agent_id) };
    // Only earlier versions registered it; the log tells the same.
    case 'PreCompact':
      return { do: 'save', log: textOrNull(input.transcript_path) };
    case 'Stop':
      return { do: 'sum up' };
    case 'SessionEnd':
      return { do: 'end', log: textOrNull(input.transcript_path) };
    default:
      return undefined;
  }
}
