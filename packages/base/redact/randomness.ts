/** Says whether a value looks made by a machine rather than named by a person. */
export function looksRandom(value: string): boolean {
  if (value.length < 8 || /^[0-9.,:+-]+$/.test(value)) return false;
  if (/^[A-Za-z]+$/.test(value)) return value.length >= 16 && !isWordy(value);
  if (!/[0-9]/.test(value) && !(/[a-z]/.test(value) && /[A-Z]/.test(value))) return false;
  return entropy(value) >= (value.length < 16 ? 2.5 : 2.9) && !isWordy(value);
}

/** Says whether a person would choose it as a password: letters with digits or signs, no plain word. */
export function looksChosen(value: string): boolean {
  if (value.length < 5 || /[\s(){}[\]<>]/.test(value) || !/[A-Za-z]/.test(value)) return false;
  return /[0-9]/.test(value) || /[!@#$%^&*?~+]/.test(value);
}

/** Says whether capitals, small letters and digits are mixed, which they are in few names and most random runs. */
export function looksIssued(value: string): boolean {
  return /[0-9]/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value);
}

/** Says whether it reads as words: names, paths, versions, identifiers in any of the usual spellings. */
export function isWordy(value: string): boolean {
  const parts = value.split(/[-_.:/\\ ,@=]+/).filter((part) => part !== '');
  return parts.every((part) => isWord(part));
}

/** Bits per letter. */
function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const letter of value) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

function isWord(part: string): boolean {
  if (part.length <= 3 || /^[0-9]{4}$/.test(part) || /^v?[0-9]+[a-z]{1,5}[0-9]{0,2}$/i.test(part))
    return true;
  const letters = /^([A-Za-z]+)[0-9]{0,4}$/.exec(part)?.[1];
  if (letters !== undefined) return isNamed(letters, 3);
  // Base32SecretKey, OAuth2Token: numbers inside a name, between words long enough to be words.
  return (
    /^[A-Za-z]+(?:[0-9]{1,3}[A-Z][a-z]{2}[A-Za-z]*)+[0-9]{0,4}$/.test(part) &&
    isNamed(part.replace(/[0-9]/g, ''), 4)
  );
}

/** Written in words of at least this many letters on average, each of which can be said aloud. */
function isNamed(letters: string, length: number): boolean {
  if (/^[A-Z]+$/.test(letters)) {
    return letters.length < 16 && (letters.length < 5 || isPronounceable(letters.toLowerCase()));
  }
  const humps = letters.split(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
  if (humps.length > 1 && letters.length / humps.length < (humps.length > 3 ? Math.max(length, 3.6) : length))
    return false;
  return humps.every((hump) => hump.length < 4 || isPronounceable(hump.toLowerCase()));
}

function isPronounceable(letters: string): boolean {
  if (/[^aeiouy]{5}/.test(letters)) return false;
  const vowels = letters.replace(/[^aeiouy]/g, '').length / letters.length;
  return vowels >= 0.15 && vowels <= 0.8;
}
