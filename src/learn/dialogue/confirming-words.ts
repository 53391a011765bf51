import { anyOf, entriesOf, startingWith } from './phrases.ts';

/** By these a person says that something is so. */
const SETTLING = entriesOf(`
  exactly
  exactly that
  exactly right
  exactly so
  exactly like that
  just like that
  like that
  you did
  it does
  it is
  we do
  you have
  precisely
  correct
  that's correct
  that's right
  that's it
  that's the one
  that's the rule
  that's the deal
  that's how we do it
  that's how we want it
  that's how i want it
  that's how it should be
  that's what i meant
  that's what i mean
  that's what i want
  that's what we want
  that's exactly it
  that's our rule
  that's our policy
  that's the policy
  that's our standard
  that's the standard
  that's our process
  that's the process
  that's how we work
  that's our way
  that's what we both want
  that's what i said
  that's what we said
  you've understood
  you understood
  we shall
  so be it
  that's exactly what i want
  that's exactly what i mean
  right
  you got it
  you've got it
  agreed
  i agree
  we agree
  agree
  we're agreed
  confirmed
  i confirm
  settled
  it's settled
  that settles it
  deal
  it's a deal
  decided
  spot on
  bingo
  nailed it
  sounds right
  that's settled
  let's settle on that
  let's keep it that way
  let's keep it like that
  keep it that way
  keep it like that
  let's make that the rule
  make that the rule
  make it the rule
  make that our rule
  let's stick with that
  let's stick to that
  let's go with that
  go with that
  let's leave it at that
  works for us
  yes to that
  yes to all
  all of that
  hold to that
  genau
  ganz genau
  genau so
  stimmt
  richtig
  korrekt
  einverstanden
  abgemacht
  so machen wir das
  so machen wir's
  so ist es
  exactement
  exact
  c'est ça
  c'est exact
  tout à fait
  entendu
  adopté
  exacto
  exactamente
  correcto
  eso es
  de acuerdo
  así es
  exato
  isso mesmo
  combinado
  esatto
  giusto
  precies
  klopt
  その通り
  没错
  对
`);

/** By these a person lets the agent go on; of themselves they say nothing of what holds. */
const AGREEING = entriesOf(`
  yes
  yes please
  yes indeed
  yep
  yup
  yeah
  yea
  ya
  aye
  sure
  sure thing
  ok
  okay
  okey
  k
  kk
  alright
  all right
  good
  great
  perfect
  excellent
  awesome
  cool
  nice
  fine
  fine by me
  fine with me
  good with me
  good by me
  i'm fine with that
  i'm good with that
  i'm happy with that
  happy with that
  sounds good
  sounds good to me
  sounds great
  sounds fine
  sounds reasonable
  looks good
  looks good to me
  looks right
  works for me
  works
  that works
  makes sense
  that makes sense
  good call
  good idea
  good plan
  i like it
  i like that
  love it
  absolutely
  definitely
  certainly
  totally
  of course
  for sure
  indeed
  lgtm
  +1
  👍
  👌
  do it like that
  do it that way
  let's do that
  let's do it like that
  let's do it that way
  you're right
  you are right
  ja
  ja bitte
  jawohl
  klar
  gut
  passt
  passt so
  oui
  ok d'accord
  d'accord
  parfait
  bien sûr
  ça marche
  sí
  si
  vale
  perfecto
  claro
  sim
  perfeito
  sì
  va bene
  はい
  好的
  是的
`);

/** By these a person has the agent do something. */
const SENDING_ON = entriesOf(`
  do it
  do that
  do so
  make it so
  yes do
  please do
  please do that
  do that then
  let's do it
  we'll do that
  go ahead
  go for it
  go on
  proceed
  continue
  keep going
  carry on
  next
  start
  ship it
  mach das
  mach weiter
  vas-y
  adelante
`);

/** Words between or after those that change nothing. */
const FILLING = entriesOf(`
  please
  thanks
  thank you
  thx
  cheers
  then
  again
  well
  totally
  very much
  for sure
  100%
  bitte
  danke
  merci
  gracias
`);

/** Words of an answer by which a person says that something is for good. */
const LASTING_ANSWERS = entriesOf(`
  from now on
  from here on
  from today on
  going forward
  moving forward
  in future
  in the future
  always
  every time
  everywhere
  for good
  permanently
  as a rule
  as the rule
  as our rule
  the rule
  the standard
  our standard
  the convention
  our convention
  the policy
  our policy
  for all projects
  for the whole project
  for the whole team
  for everyone
  note that down
  write that down
  write it down
  remember that
  remember this
  remember it
  keep that in mind
  ab jetzt
  von nun an
  ab sofort
  in zukunft
  immer
  merk dir das
  désormais
  dorénavant
  à partir de maintenant
  à l'avenir
  toujours
  a partir de ahora
  de ahora en adelante
  siempre
  a partir de agora
  sempre
  d'ora in poi
  今后
  从现在开始
  今後
  これから
`);

/** By these a person takes back what they seemed to agree to. */
const TAKING_BACK = entriesOf(`
  no
  nope
  nah
  wait
  hold on
  hang on
  actually
  not yet
  not quite
  not really
  not sure
  not so fast
  i'm not sure
  on second thought
  on second thoughts
  hmm
  undo
  never mind
  nevermind
  maybe
  let me think
  i'll think
  nein
  warte
  non
  attends
  espera
`);

export const SETTLES = startingWith(SETTLING);
export const AGREES = startingWith(AGREEING);
export const SENDS_ON = startingWith(SENDING_ON);
export const FILLS = startingWith(FILLING);
export const LASTS = anyOf(LASTING_ANSWERS);
export const TAKES_BACK = startingWith(TAKING_BACK);
