import { isRegister, partOf, type Register, type SharedState } from './registers.ts';

/** What a sealed text begins with. */
export const SEALED = '~';

/** Whether a state keeps all of its texts sealed, as far as somebody without the key can tell. */
export const isSealedState = (state: SharedState): boolean => Object.values(state).every(isSealedRegister);

function isSealedRegister(register: Register): boolean {
  const [kind, inner] = register;
  if (kind === 'any') return Array.isArray(inner) && inner.filter(isRegister).every(isSealedRegister);
  if (kind === 'sealed') return isSealedText(inner);
  const [many, last, set] = [partOf(register, 'many'), partOf(register, 'last'), partOf(register, 'set')];
  if (many)
    return Object.values(many[1]).every((value) => isSealedText(Array.isArray(value) ? value[0] : value));
  if (last) return isSealedText(last[1]);
  if (set) return Object.keys(set[1]).every(isSealedText);
  return (partOf(register, 'gone') ?? partOf(register, 'count')) !== undefined;
}

const isSealedText = (value: unknown): boolean => typeof value === 'string' && value.startsWith(SEALED);
