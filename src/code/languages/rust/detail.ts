/** A type as it is written; references count as what they refer to, type parameters as what they are bound by. */
export type Type =
  | null
  /** `Self` is already replaced by the type it stands for. */
  | ['path', string[], Type[]]
  | ['tuple', Type[]]
  /** A slice or array. */
  | ['list', Type]
  | ['fn', Type]
  /** The n-th parameter of the struct around it, and what it is bound by. */
  | ['parameter', number, Type];

/** An expression with its local names already replaced by what they were bound to. */
export type Expr =
  | null
  /** A number, a text, a truth. */
  | ['value']
  /** `a::b::c`, or a single name that is not local. */
  | ['path', string[]]
  /** A value of that type; as the receiver of the method around it. */
  | ['of' | 'self', Type]
  | ['get' | 'method', Expr, string]
  | ['call', Expr]
  /** What `?`, `unwrap` and `Some(x)` take out; what `for` and an index take out. */
  | ['inner' | 'item', Expr]
  | ['part', Expr, number]
  /** A field of a variant or struct, taken out by a pattern. */
  | ['field', string[], string];

/** What a name of a module stands for. */
export type Item =
  | { symbol: number }
  /** `mod a { … }` by its index among the modules of the file; `mod a;` by the path that an attribute may give. */
  | { module: number }
  | { file: string | null }
  | { use: string[] };

interface ModuleDetail {
  name: string;
  /** Index of the module around it; -1 for the file's own. */
  parent: number;
  items: Record<string, Item[]>;
  /** `use a::*`. */
  globs: string[][];
}

export interface TypeDetail {
  module: number;
  alias?: Type;
  /** Fields of a struct, and of a trait its methods; parts of a tuple struct by their number. */
  fields: Record<string, { symbol: number; type: Type }>;
  /** Of an enum. */
  variants: Record<string, { symbol: number; fields: Record<string, Type> }>;
  /** Of a trait: what it asks for. */
  supers: Type[];
}

interface ImplDetail {
  module: number;
  type: Type;
  trait: Type;
  /** `impl<T> Trait for T`. */
  blanket: boolean;
}

interface FunctionDetail {
  module: number;
  returns: Type;
  /** Of a method: the impl, or the trait, it stands in. */
  impl?: number;
  trait?: number;
}

export interface RustMention {
  from: number;
  module: number;
  line: number;
  kind: 'calls' | 'inherits' | 'uses' | 'references';
  expr: Expr;
}

export interface RustDetail {
  /** The file's own module is the first. */
  modules: ModuleDetail[];
  types: Record<number, TypeDetail>;
  impls: ImplDetail[];
  functions: Record<number, FunctionDetail>;
  values: Record<number, { module: number; type: Type }>;
  imports: { path: string[]; module: number; line: number }[];
  mentions: RustMention[];
}
