import { entriesOf, startingWith, wholly } from './phrases.ts';

/** By these an agent puts what was agreed into words. */
const SUMMING_UP = entriesOf(`
  settled
  so it's settled
  then it's settled
  that's settled
  that settles it
  so that's settled
  so we've settled on
  we've settled on
  we settled on
  we've landed on
  so we've landed on
  we landed on
  decided
  it's decided
  then it's decided
  decision
  final decision
  our decision
  the decision
  the decision is
  so the decision is
  the decision then
  so we've decided
  we've decided
  we decided
  so the rule is
  so the rule
  the rule is
  the rule then
  then the rule is
  so our rule is
  our rule is
  rule
  new rule
  house rule
  standing rule
  so the convention is
  the convention is
  our convention is
  convention
  so the policy is
  the policy is
  our policy is
  policy
  so the agreement is
  the agreement is
  agreement
  agreed
  so we agree
  so we agreed
  so we're agreed
  we agree
  we agreed
  we're agreed
  then we're agreed
  so to confirm
  to confirm
  just to confirm
  let me confirm
  confirming
  to be clear
  just to be clear
  to be sure
  just to be sure
  just so i have it right
  to make sure i have it right
  to make sure i have this right
  to make sure i've got it right
  let me make sure i have it right
  let me make sure i've got this right
  let me restate
  let me restate that
  let me repeat
  restating
  so from now on
  from now on
  from here on
  from here on out
  from today on
  going forward
  so going forward
  moving forward
  as of now
  for the record
  so the standard is
  the standard is
  so the standard will be
  so the way it works is
  so the way we do it is
  so what we want is
  what we want is
  so you want
  you want
  so what you want is
  what you want is
  so you're saying
  so what you're saying is
  if i understand correctly
  if i understand you correctly
  if i understood correctly
  if i understood you correctly
  if i've understood correctly
  if i hear you right
  so if i understand correctly
  i take it
  i gather
  so i gather
  my understanding is
  so my understanding is
  as i understand it
  written down
  noted as a rule
  noted as the rule
  noted for good
  i'll note
  i'll note that
  i'll remember
  i'll remember that
  i'll keep in mind that
  i've noted that
  i'll treat it as a rule that
  i'll take it as the rule that
  i'll take as the rule that
  also halten wir fest
  halten wir fest
  festgehalten
  abgemacht
  die regel ist
  also die regel ist
  regel
  ab jetzt
  zur sicherheit
  donc la règle est
  la règle est
  règle
  pour confirmer
  désormais
  c'est décidé
  décision
  entonces la regla es
  la regla es
  regla
  para confirmar
  decidido
  decisión
`);

/** By these an agent takes up what the person said, proposes something, or goes on from it. */
const TAKING_UP = entriesOf(`
  so
  so then
  okay so
  ok so
  alright so
  right so
  then
  bottom line
  conclusion
  upshot
  the upshot
  so the upshot is
  outcome
  the outcome
  recap
  to recap
  so to recap
  to sum up
  to sum it up
  summing up
  so to sum up
  let me sum up
  let me sum that up
  en résumé
  pour résumer
  en resumen
  zusammengefasst
  in short
  so in short
  in other words
  so in other words
  in that case
  so in that case
  which means
  that means
  so that means
  meaning
  got it
  got it then
  understood
  noted
  makes sense
  clear
  all clear
  okay
  ok
  alright
  all right
  right
  sure
  fair enough
  fair
  fair point
  good
  good point
  good call
  great
  perfect
  thanks
  yes
  yeah
  agreed then
  my suggestion
  my suggestion is
  my suggestion would be
  my proposal
  my proposal is
  my recommendation
  my recommendation is
  recommendation
  proposal
  suggestion
  i suggest
  i'd suggest
  i would suggest
  i suggest that
  i propose
  i'd propose
  i propose that
  i recommend
  i'd recommend
  i would recommend
  we go with
  so we go with
  we'll go with
  so we'll go with
  let's go with
  then we go with
  then let's go with
  then let's say
  let's say
  so let's say
  how about
  what about this
  also
  verstanden
  alles klar
  compris
  bien compris
  entendido
`);

/** How an agent asks whether it has understood, as a sentence of its own or at the end of one. */
const ASKING_TO_CONFIRM = entriesOf(`
  right
  correct
  ok
  okay
  yes
  agreed
  deal
  is that right
  is that correct
  is this right
  is this correct
  that right
  that correct
  is that it
  is that the rule
  is that what you want
  is that what you mean
  is that what you meant
  is that how you want it
  did i get that right
  did i get it right
  have i got that right
  have i got it right
  do i have that right
  do i have it right
  do i understand correctly
  does that match
  does that match what you want
  does that match your intent
  does that match your understanding
  does that sound right
  does that sound good
  does that capture it
  does this capture it
  does that cover it
  does that work
  does that work for you
  does that hold
  okay like that
  ok like that
  like that
  all right
  alright
  fine
  good
  ok for you
  okay for you
  fine with you
  good for you
  is that okay
  is that ok
  is that fine
  is that a deal
  sound right
  sound good
  sounds right
  sounds good
  make sense
  makes sense
  do you agree
  do we agree
  can we agree on that
  shall we agree on that
  shall we settle on that
  shall we keep it that way
  shall we make that the rule
  shall i note that
  shall i note that down
  shall i note it down
  shall i write that down
  shall i write it down
  shall i remember that
  shall i remember it
  should i remember that
  should i note that down
  should i write that down
  want me to remember that
  want me to note that down
  want me to write that down
  can i take that as the rule
  can i take that as settled
  so that's settled
  richtig
  stimmt das
  passt das
  einverstanden
  korrekt
  d'accord
  c'est bien ça
  c'est ça
  correct
  ¿correcto
  ¿es así
  ¿de acuerdo
`);

export const SUMS_UP = startingWith(SUMMING_UP);
export const TAKES_UP = startingWith(TAKING_UP);
export const ASKS_TO_CONFIRM = wholly(ASKING_TO_CONFIRM);

/** "Is that our process?", "Shall we make that the rule?" */
export const ASKS_FOR_RULE =
  /^(?:so )?(?:(?:is|are|does|do|shall|should|can) (?:that|this|these|we|i|it)|that's)\b.{0,40}\b(?:rules?|scheme|process|policy|conventions?|standard|agreement|settled|agree|agreed|way we (?:do|work|want)|how we (?:do|work|want)|what you (?:both |all )?(?:want|mean|meant|had in mind)|note (?:that|it|this)|write (?:that|it|this) down|remember (?:that|it|this)|record (?:that|it|this))\b.{0,30}\?$/i;

/** Words of a short opening that sum up, whatever else stands in it: "Settled then:", "Our policy, in one line:". */
export const SUMMING =
  /\b(?:settled|decided|decision|agreed|agreement|rules?|policy|convention|standard|confirm|recap|record)\b/i;

/** How an agent offers to do something, or asks what to do. */
export const OFFERS =
  /^(?:(?:so|ok(?:ay)?|great|now|and|then|otherwise|or|if so|if (?:that's|this is) (?:ok(?:ay)?|good|fine))[,:]? )*(?:shall (?:i|we (?:start|begin|proceed|continue|move|get))|should i|should we (?:start|begin|proceed|continue|move)|(?:do you )?want me|would you like|do you want (?:me|to)|can i|may i|let me know|i can\b|i could|ready (?:to|for)|if you(?:'d)? (?:like|want|prefer)|what(?:'s| is) next|anything else|how (?:would you like|do you want) (?:me )?to|which (?:one )?(?:would you like|do you want)|what would you like|tell me|say the word|soll ich|möchtest du|souhaites-tu|veux-tu|tu veux que|quieres que)\b/i;

/** An agent says what it does, did or found in this task. */
export const REPORTS =
  /^(?:(?:now|next|first|then|also|finally|done|great|ok(?:ay)?|meanwhile)[,:.]? )*(?:i(?:'m|'ve)? (?!'d|would|'ll|will)\w+|i(?:'m|'ve)\b|let me\b|(?:added|fixed|updated|changed|removed|renamed|created|implemented|moved|refactored|ran|tested|verified|committed|pushed|merged|deployed|replaced|rewrote|wrote|extracted|cleaned|bumped|installed|done|checked|reading|running|looking)\b|(?:all|the) (?:\w+ )?(?:tests?|checks|suite|build|lint\w*|ci|pipeline|deploy\w*) (?:\w+ )?(?:pass|are|is|was|were|fail|now|went|runs?\b|finished|succeeded)|(?:here(?:'s| is| are)|this (?:is|fixes|should)|that (?:is|should|fixes)|the (?:fix|change|issue|problem|error|bug|cause) )|you(?:'re| are| can| should| could| may| might| need| have)\b|ich \w+|je (?!vais)\w+|j'\w+|he \w+ado\b)/i;

/** An agent binds itself: what follows says what is to be done. */
export const PROMISES = /^(?:i'll|i will|ich werde|je vais|voy a) (?:now )?/i;

/** An agent says what it would do: what follows is proposed. */
export const PROPOSES = /^(?:i'd|i would) (?:(?:suggest|propose|recommend|say)(?: that)? (?:we |to )?)?/i;

/** Of this task, whatever else a sentence says. */
export const IS_OF_NOW =
  /\b(?:today|tonight|tomorrow|right now|for now|for the moment|at the moment|this (?:week|morning|afternoon|sprint|pr|pull request|branch|commit|task|time|session)|next (?:week|step)|first step|in a minute|later on|heute|morgen|aujourd'hui|demain|hoy|mañana)\b/i;
