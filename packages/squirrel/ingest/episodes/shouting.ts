/** Whether a person shouts: ordinary words in capitals, several in a row. Acronyms, constants and SQL do not count. */
export function isShouted(own: string): boolean {
  if (SQL.test(own)) return false;
  const words = own.match(/[\p{L}\p{N}_$'’./-]+/gu) ?? [];
  let run: string[] = [];
  for (const word of [...words, '']) {
    if (isCapital(word)) run.push(word);
    else if (isShouting(run)) return true;
    else run = [];
  }
  return false;
}

const isCapital = (word: string): boolean =>
  /^[\p{Lu}'’-]+[.]*$/u.test(word) && (word.length > 1 || word === 'I' || word === 'A' || word === 'Y');

function isShouting(run: readonly string[]): boolean {
  const plain = run.map((word) => word.replace(/’/g, "'").replace(/\.+$/, ''));
  return plain.length >= 3 && plain.filter((word) => ORDINARY.has(word)).length >= 2;
}

const SQL =
  /\b(?:SELECT\b.*\bFROM|INSERT INTO|UPDATE\b.*\bSET|DELETE FROM|(?:CREATE|ALTER|DROP) (?:TABLE|INDEX|VIEW)|WHERE|JOIN)\b/s;

/** Words that people write in capitals only when angry. */
const ORDINARY = new Set(
  `A I IT IS ARE WAS THE THIS THAT THESE YOU YOUR ME MY WE DO DOES DID DON'T DOESN'T DIDN'T ISN'T CAN'T CANNOT WON'T
  NOT NO NEVER ALWAYS STILL AGAIN STOP WHY WHAT HOW WHEN JUST PLEASE WORK WORKS WORKING BROKEN WRONG TOLD SAID ASKED
  SAME ERROR FIX READ LISTEN EVERY TIME TOUCH USE ONLY ALL TO OF IN ON AND BUT
  ÇA CA NE PAS RIEN JAMAIS TOUJOURS ENCORE ARRÊTE ARRETE POURQUOI QUE QUOI TU VOUS LE LA LES UN UNE EST C'EST MARCHE
  FONCTIONNE DIT JE T'AI
  DAS DIE DER ES IST NICHT NIE IMMER NOCH WIEDER HÖR HOER AUF WARUM WAS DU ICH HABE GESAGT FUNKTIONIERT GEHT MACH KEIN
  KEINE SCHON
  EL LO NO ES ESTO ESO SIGUE SIN NUNCA SIEMPRE OTRA VEZ POR QUÉ QUE TE DIJE FUNCIONA PARA YA HAGAS ESTÁ MAL`.split(
    /\s+/,
  ),
);
