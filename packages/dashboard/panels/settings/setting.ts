import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useDo } from '../../calls/verb.ts';
import { toldTrouble } from '../../words/trouble.ts';

export type Setting = Output<'settings'>['settings'][number];
export type SettingInput = string | number | boolean | null;

/** Writes one setting to the file; a wrong value is refused there, with the reason. */
export function useSetting({ key }: Setting) {
  const { mutate, isPending, error, isSuccess, reset } = useDo('settings');
  return {
    save: (value: SettingInput) => mutate({ set: { [key]: value } }),
    isSaving: isPending,
    isSaved: isSuccess,
    refused: error ? refusalOf(key, toldTrouble(error)) : undefined,
    reset,
  };
}

/** Why a value was refused, without the place in the file. */
export const refusalOf = (key: string, { message }: { message: string }): string =>
  message.split(`${key}: `).at(-1)!;

/** What is typed into a field, as the file would have it; what is no number stays a text, for the schema to refuse. */
export function typedValue({ kind }: Setting, typed: string): SettingInput {
  const text = typed.trim();
  if (text === '') return null;
  return kind === 'number' && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
