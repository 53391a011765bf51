/** How an agent says that it was wrong: in English, French, German and Spanish. */
interface CorrectionPhrase {
  pattern: RegExp;
  say: {
    as: (right: string, wrong: string) => string;
    /** What is right may begin with "it": what it stands for was said before. */
    leans?: boolean;
  };
  strength: number;
}

const W = '(?<wrong>[^;\\n]{3,160}?)';
const R = '(?<right>[^\\n]{5,240})';
const IS =
  '\\b(?:is|are|was|were|uses?|lives?|comes?|reads?|returns?|expects?|needs?|takes?|stores?|runs?|means?|belongs?|goes)';
const turn = (pattern: string, say: CorrectionPhrase['say'], strength: number): CorrectionPhrase => ({
  pattern: new RegExp(pattern, 'iu'),
  say,
  strength,
});

const about = { as: (right: string, wrong: string) => `About ${wrong}: ${right}`, leans: true };
const plainly = { as: (right: string) => right };
const not = { as: (right: string, wrong: string) => `${right}, not ${wrong}` };

/** A text without any of these takes nothing back. */
export const HINTS =
  /, (?:and )?not (?:[\w'-]+ ){0,3}`|\bwrong\b|mistaken|\b(?:initially|originally|at first|I) (?:thought|assumed|believed|expected)|\bactually\b|turns out|correction\b|assumption|\b(?:won't|will not|cannot|can't|doesn't|does not) work\b|not available in|unavailable in|tromp|\btort\b|pensais|croyais|en fait\b|en réalité|s'avère|(?:marche|fonctionne) pas|pas disponible|geirrt|unrecht|\bfalsch\b|\bdachte\b|angenommen|tatsächlich|Korrektur|stellt sich heraus|(?:funktioniert|geht|klappt) (?:hier )?nicht|nicht verfügbar|equivoqu|equivocad|\b(?:pensé|creí|asumí|supuse|pensaba|creía) que|en realidad|corrección|resulta que|no (?:funciona|funcionará|sirve)|no está disponible/i;

export const TURNS: readonly CorrectionPhrase[] = [
  // English
  turn(`\\bI (?:was|am) (?:wrong|mistaken) about ${W}[:;,—-]+\\s+${R}`, about, 0.9),
  turn(
    `\\bI (?:had )?(?:initially|first|originally|mistakenly|wrongly|incorrectly|previously) (?:thought|assumed|believed|expected|figured)(?: that)? ${W},? (?:but|however,?|when in fact|whereas) ${R}`,
    { as: (right, wrong) => `It may seem that ${wrong}, but ${right}`, leans: true },
    0.9,
  ),
  turn(
    `\\bI (?:thought|assumed|believed|expected)(?: that)? ${W},? but (?:in fact|actually|it turns out(?: that)?|really),? ${R}`,
    { as: (right, wrong) => `It may seem that ${wrong}, but ${right}`, leans: true },
    0.9,
  ),
  turn(
    `\\bmy (?:earlier|initial|first|previous|original) (?:assumption|guess|understanding|claim|diagnosis|reading) (?:that )?${W} (?:was|is) (?:wrong|incorrect|mistaken|off)[:;,—-]+\\s+${R}`,
    { as: (right, wrong) => `It may seem that ${wrong}, but ${right}`, leans: true },
    0.9,
  ),
  turn(`\\bcorrection:\\s+${R}`, plainly, 0.7),
  turn(
    `\\bit turns out(?: that)? (?<right>[^;\\n]{8,200}?),? (?:and )?(?:not|rather than|instead of) (?<wrong>[^;\\n]{2,120})`,
    not,
    0.8,
  ),
  turn(
    `^(?:so |but |oh,? |wait,? |ah,? )*(?=[^;\\n]{0,140}\\bactually\\b)(?:actually,? )?(?<right>[^;,\\n]{4,120} ${IS} [^;\\n]{2,140}?),? (?:not|rather than|instead of) (?<wrong>[^;\\n]{2,120})`,
    not,
    0.6,
  ),
  // Whoever sets one name of the code against another has found out which.
  turn(
    `^(?:so |but |the (?:issue|error|problem) is clear(?: from [^:]{2,30})?: )*(?!.*\\b(?:now|no longer|previously|anymore|will|should)\\b)(?<right>[^;\\n]{0,140}?${IS} [^;\\n]{0,140}\`[^;\\n]{0,100}?), (?:and )?not (?<wrong>(?:[\\w'-]+ ){0,3}\`[^\`\\n]{2,80}\`[^;\\n]{0,60})`,
    not,
    0.6,
  ),
  // French
  turn(
    `\\bje me suis trompée? (?:sur|à propos de|au sujet de) ${W}\\s?[:;,—-]+\\s+${R}`,
    { as: (right, wrong) => `À propos de ${wrong} : ${right}`, leans: true },
    0.9,
  ),
  turn(
    `\\bje (?:pensais|croyais|supposais)(?: initialement| d'abord| au départ| à tort)? que ${W},? mais ${R}`,
    { as: (right, wrong) => `On peut croire que ${wrong}, mais ${right}`, leans: true },
    0.9,
  ),
  turn(
    `\\bj'avais tort de (?:penser|croire) que ${W}\\s?[:;,—-]+\\s+${R}`,
    { as: (right, wrong) => `On peut croire que ${wrong}, mais ${right}`, leans: true },
    0.9,
  ),
  turn(
    `\\b(?:en fait|en réalité|il s'avère que),? (?<right>[^;\\n]{8,200}?),? (?:et non(?: pas)?|plutôt que|au lieu de) (?<wrong>[^;\\n]{2,120})`,
    { as: (right, wrong) => `${right}, et non ${wrong}` },
    0.7,
  ),
  // German
  turn(
    `\\bich (?:habe mich (?:bei|mit) ${W} geirrt|hatte (?:bei|mit) (?<wrong2>[^;\\n]{3,160}?) unrecht)[:;,—-]+\\s+${R}`,
    { as: (right, wrong) => `Zu ${wrong}: ${right}`, leans: true },
    0.9,
  ),
  turn(
    `\\bich (?:dachte|glaubte|meinte)(?: zuerst| zunächst| anfangs| erst)?,? (?:dass )?${W},? (?:aber|doch|jedoch|tatsächlich) ${R}`,
    { as: (right, wrong) => `Man könnte meinen, ${wrong}, aber ${right}`, leans: true },
    0.9,
  ),
  turn(
    `\\bich (?:hatte|habe) (?:zuerst |zunächst |anfangs |fälschlich(?:erweise)? )?angenommen,? (?:dass )?${W},? (?:aber|doch|jedoch) ${R}`,
    { as: (right, wrong) => `Man könnte meinen, dass ${wrong}, aber ${right}`, leans: true },
    0.9,
  ),
  turn(`\\bKorrektur:\\s+${R}`, plainly, 0.7),
  turn(
    `\\b(?:tatsächlich|es stellt sich heraus, dass) (?<right>[^;\\n]{8,200}?),? (?:und nicht|nicht|statt|anstatt|anstelle von) (?<wrong>[^;\\n]{2,120})`,
    { as: (right, wrong) => `Tatsächlich ${right}, nicht ${wrong}` },
    0.7,
  ),
  // Spanish
  turn(
    `\\b(?:me equivoqué|estaba equivocad[oa]) (?:con|sobre|respecto a|en) ${W}[:;,—-]+\\s+${R}`,
    { as: (right, wrong) => `Sobre ${wrong}: ${right}`, leans: true },
    0.9,
  ),
  turn(
    `\\b(?:al principio |inicialmente )?(?:pensé|creí|asumí|supuse|pensaba|creía) que ${W},? pero ${R}`,
    { as: (right, wrong) => `Puede parecer que ${wrong}, pero ${right}`, leans: true },
    0.9,
  ),
  turn(`\\bcorrección:\\s+${R}`, plainly, 0.7),
  turn(
    `\\b(?:en realidad|resulta que),? (?<right>[^;\\n]{8,200}?),? (?:y no|no|en lugar de|en vez de) (?<wrong>[^;\\n]{2,120})`,
    { as: (right, wrong) => `${right}, no ${wrong}` },
    0.7,
  ),
];

interface DeadEnd {
  pattern: RegExp;
  as: (what: string, why: string) => string;
}

const WHAT = '(?<what>[^.;,:\\n]{4,120}?)';
const WHY = '(?<why>[^.;\\n]{8,200})';
const deadEnd = (pattern: string, as: DeadEnd['as']): DeadEnd => ({ pattern: new RegExp(pattern, 'iu'), as });

/** Ways that lead nowhere, each with the reason: that something "does not work" alone helps nobody. */
export const DEAD_ENDS: readonly DeadEnd[] = [
  deadEnd(
    `^(?:so |but |unfortunately,? |hmm,? )*(?!using |the approach )${WHAT} (?:won't|will not|cannot|can't|does not|doesn't) work(?: here| in this \\w+)?,?(?: because|,? since| as|:| —| -) ${WHY}`,
    (what, why) => `${what} does not work here: ${why}`,
  ),
  deadEnd(
    `^(?:so |but |unfortunately,? )*${WHAT} (?:is|are) (?:unavailable|not available) in ${'(?<why>(?:tests?|ci|production|this environment|the sandbox|the browser)\\b[^.;\\n]{0,120})'}`,
    (what, why) => `${what} is not available in ${why}`,
  ),
  deadEnd(
    `^(?:mais |malheureusement,? )*${WHAT} ne (?:marche|fonctionne|fonctionnera|marchera) pas(?: ici)?,?(?: car| parce que| puisque| :|:) ${WHY}`,
    (what, why) => `${what} ne fonctionne pas ici : ${why}`,
  ),
  deadEnd(
    `^(?:mais |malheureusement,? )*${WHAT} n'est pas disponible (?<why>(?:en|dans) [^.;\\n]{2,120})`,
    (what, why) => `${what} n'est pas disponible ${why}`,
  ),
  deadEnd(
    `^(?:aber |leider )*${WHAT} (?:funktioniert|geht|klappt)(?: hier)? nicht,?(?: weil| da| denn|:) ${WHY}`,
    (what, why) => `${what} geht hier nicht: ${why}`,
  ),
  deadEnd(
    `^(?:aber |leider )*${WHAT} ist (?<why>(?:in|im) [^.;\\n]{2,80}) nicht verfügbar`,
    (what, why) => `${what} ist ${why} nicht verfügbar`,
  ),
  deadEnd(
    `^(?:pero |por desgracia,? )*${WHAT} no (?:funciona|funcionará|sirve)(?: aquí)?,?(?: porque| ya que| pues|:) ${WHY}`,
    (what, why) => `${what} no funciona aquí: ${why}`,
  ),
  deadEnd(
    `^(?:pero |por desgracia,? )*${WHAT} no está disponible (?<why>en [^.;\\n]{2,120})`,
    (what, why) => `${what} no está disponible ${why}`,
  ),
];

/** A guess is not yet a finding. */
export const HEDGES =
  /\b(?:might|may|maybe|perhaps|probably|possibly|could be|seems?|seemed|appears?|likely|I think|I guess|I suspect|not sure|let me|let's|I'll|I will|I need|I should|we need|we should|peut-être|semble|probablement|je vais|je dois|vielleicht|scheint|wahrscheinlich|vermutlich|ich werde|ich muss|lass mich|quizás?|tal vez|parece|probablemente|voy a|debo|déjame)(?![\p{L}\p{N}])/iu;

/** The agent’s own tools and its work of the moment, which nobody meets again. */
export const MECHANICS =
  /\b(?:old_string|new_string|whitespace|indentation|line numbers?|(?:edit|read|bash|write|grep|glob|search) tool|my (?:edit|edits|change|changes|script|command|regex|search|query|fix|previous|earlier|last)|I (?:just|already|have|had|made|added|used|ran|wrote|changed|removed|forgot)|the user|screenshot|staged|unstaged|git (?:status|diff)|context window|this session|todo list)\b/i;

/** The agent itself. */
export const SELF = /(?<![\p{L}\p{N}])(?:I|I'm|I'd|I've|je|j'|ich|yo|my|mein[er]?|mon|mi)(?![\p{L}\p{N}])/u;

/** What does not say of itself what it is about. */
export const PRONOUNS =
  /^(?:it|its|it's|this|that|that's|these|those|they|there|he|she|we|i|you|both|one|the (?:issue|problem|error|test|tests|file|code|same|first|second|other|change|fix)|c'est|ce|cela|ça|il|elle|das|dies|diese[rs]?|es|er|sie|wir|esto|eso|este|ese|ello|es)\b/i;
