import type { Tool } from '../types.ts';

/** What an item of the context window is. */
export type ItemType =
  | 'system'
  /** What the agent works on: a plan, a list of steps. */
  | 'task'
  | 'user'
  | 'assistant'
  | 'reasoning'
  | 'call'
  | 'result'
  /** Code that was fetched for the agent, which it can fetch again. */
  | 'code'
  /** An answer of the code graph. */
  | 'graph'
  /** What episodic memory said. */
  | 'recalled';

/** One entry of the context window. Plain JSON, so that a snapshot is one too. */
export interface ContextItem {
  readonly id: string;
  readonly type: ItemType;
  readonly content: string;
  readonly tokens: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Tool calls that the window had seen when it came in. */
  readonly step: number;
  readonly task: string | null;
  /** Ids of earlier items that stay at least as long as this one. */
  readonly dependencies: readonly string[];
  /** Items with a link in common stay or go together: a call and its result, reasoning and what it led to. */
  readonly links: readonly string[];
  /** From 0 to 1; 1 unless the caller knows better. */
  readonly relevance: number;
  /** Never removed. */
  readonly sticky: boolean;
  /** The calls that it makes; several where its message cannot be split. */
  readonly calls?: readonly ItemCall[] | undefined;
  /** Of a result: the id of its call. */
  readonly resultOf?: string | undefined;
  readonly failed?: boolean | undefined;
  /** Of a call: what it does, and what it reads or changes. */
  readonly tool?: Tool | undefined;
  readonly subjects?: readonly Subject[] | undefined;
}

/** A call of one of the agent's tools. */
export interface ItemCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** What a call is about. Two calls with the same key ask for the same thing, if their lines overlap. */
export interface Subject {
  /** The path of a file, or what was run, searched for or fetched. */
  readonly key: string;
  /** First and last line from 1; null for everything. */
  readonly lines: readonly [from: number, to: number] | null;
  /** Whether its text holds the thing as it is: a file that was read or written as a whole, not one that was edited. */
  readonly shows: boolean;
}

/** What a caller says of a new item. `media` counts the images and the like that are not in its content. */
export type NewItem = Partial<Omit<ContextItem, 'type' | 'content' | 'step' | 'at'>> &
  Pick<ContextItem, 'type' | 'content'> & { media?: number };
