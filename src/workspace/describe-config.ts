import { z } from 'zod';
import { type Message, message } from '../base/messages.ts';
import { type Settings, settingsSchema } from './config.ts';
import { isGuardedSetting } from './guarded-settings.ts';

/** One setting: what it is, what it may be, and what it means. */
export interface SettingKey {
  key: string;
  section: string;
  kind: 'choice' | 'number' | 'boolean' | 'text';
  default: string | number | boolean | null;
  means: Message;
  choices: string[] | null;
  min: number | null;
  max: number | null;
  whole: boolean;
  /** It is changed in a terminal, not in the panel. */
  guarded: boolean;
}

/** What a person is told of a setting. */
export interface SettingDescription extends Pick<SettingKey, 'key' | 'means' | 'kind' | 'guarded'> {
  choices?: string[];
  default?: string | number | boolean;
}

type SettingName = {
  [Section in keyof Settings]: `${Section}.${keyof Settings[Section] & string}`;
}[keyof Settings];

/** Every setting there is, in the order of the schema, with what the schema says of it. */
export function settingKeys(): SettingKey[] {
  const { properties = {} } = z.toJSONSchema(settingsSchema, {
    io: 'input',
    unrepresentable: 'any',
  }) as Schema;
  return Object.entries(properties).flatMap(([section, { properties: keys = {} }]) =>
    Object.entries(keys).map(([name, is]) => ({
      key: `${section}.${name}`,
      section,
      kind: is.enum ? 'choice' : (KINDS[is.type ?? ''] ?? 'text'),
      default: is.default ?? null,
      means: message(`setting.${`${section}.${name}` as SettingName}`),
      choices: is.enum ?? null,
      min: is.minimum ?? null,
      // Where nothing else bounds it, the schema tells the largest number there is.
      max: is.maximum === undefined || is.maximum >= Number.MAX_SAFE_INTEGER ? null : is.maximum,
      whole: is.type === 'integer',
      guarded: isGuardedSetting(`${section}.${name}`),
    })),
  );
}

/** Every setting in as few words as say it. */
export const describeSettings = (): SettingDescription[] =>
  settingKeys().map(({ key, means, kind, choices, guarded, default: usual }) => ({
    key,
    means,
    kind,
    guarded,
    ...(choices && { choices }),
    ...(usual !== null && { default: usual }),
  }));

/** As much of a JSON schema as settings need. */
interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  enum?: string[];
  default?: string | number | boolean;
  minimum?: number;
  maximum?: number;
}

const KINDS: Readonly<Record<string, SettingKey['kind']>> = {
  boolean: 'boolean',
  number: 'number',
  integer: 'number',
};
