/** A type as it is written; references count as what they refer to, type parameters as what they are bound by. */
export type RustType =
  | null
  /** `Self` is already replaced by the type it stands for. */
  | ['path', string[], RustType[]]
  | ['tuple', RustType[]]
  /** A slice or array. */
  | ['list', RustType]
  | ['fn', RustType]
  /** The n-th parameter of the struct around it, and what it is bound by. */
  | ['parameter', number, RustType];

/** An expression with its local names already replaced by what they were bound to. */
export type RustExpr =
  | null
  /** A number, a text, a truth. */
  | ['value']
  /** `a::b::c`, or a single name that is not local. */
  | ['path', string[]]
  /** A value of that type; as the receiver of the method around it. */
  | ['of' | 'self', RustType]
  | ['get' | 'method', RustExpr, string]
  | ['call', RustExpr]
  /** What `?`, `unwrap` and `Some(x)` take out; what `for` and an index take out; what is awaited. */
  | ['inner' | 'item' | 'await', RustExpr]
  | ['part', RustExpr, number]
  /** A field of a variant or struct, taken out by a pattern. */
  | ['field', string[], string];

export type RustItem =
  | { symbol: number }
  /** `mod a { … }` by its index among the modules of the file; `mod a;` by the path that an attribute may give. */
  | { module: number }
  | { file: string | null }
  | { use: string[] };

interface ModuleDetail {
  name: string;
  /** Index of the module around it; -1 for the file's own. */
  parent: number;
  items: Record<string, RustItem[]>;
  /** `use a::*`. */
  globs: string[][];
}

export interface RustTypeDetail {
  module: number;
  alias?: RustType;
  /** Fields of a struct, and of a trait its methods; parts of a tuple struct by their number. */
  fields: Record<string, { symbol: number; type: RustType }>;
  variants: Record<string, { symbol: number; fields: Record<string, RustType> }>;
  /** Of a trait: what it asks for. */
  supers: RustType[];
}

interface ImplDetail {
  module: number;
  type: RustType;
  trait: RustType;
  /** `impl<T> Trait for T`. */
  blanket: boolean;
  /** `type Output = …`. */
  types?: Record<string, RustType>;
}

interface RustFunctionDetail {
  module: number;
  returns: RustType;
  /** Of a method: the impl, or the trait, it stands in. */
  impl?: number;
  trait?: number;
}

export interface RustMention {
  from: number;
  module: number;
  line: number;
  kind: 'calls' | 'inherits' | 'uses' | 'references';
  expr: RustExpr;
}

export interface RustDetail {
  /** The file's own module is the first. */
  modules: ModuleDetail[];
  types: Record<number, RustTypeDetail>;
  impls: ImplDetail[];
  functions: Record<number, RustFunctionDetail>;
  values: Record<number, { module: number; type: RustType }>;
  imports: { path: string[]; module: number; line: number }[];
  mentions: RustMention[];
}
