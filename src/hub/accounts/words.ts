/** The words of the account page. */
export interface AccountWords {
  lang: string;
  title: string;
  signIn: string;
  signUp: string;
  signOut: string;
  email: string;
  password: string;
  name: string;
  passwordHint: string;
  haveAccount: string;
  noAccount: string;
  signInWith(provider: string): string;
  goOnTo(provider: string): string;
  signedInAs(name: string, email: string): string;
  noOrganization: string;
  newOrganization: string;
  create: string;
  yourRole(role: string): string;
  people: string;
  devices: string;
  keys: string;
  keyName: string;
  keysHint: string;
  days: string;
  makeKey: string;
  keyMade: string;
  keyOnce: string;
  revoke: string;
  until(date: string): string;
  neverSeen: string;
  seen(date: string): string;
  invitations: string;
  invite: string;
  inviteHint: string;
  role: string;
  anyAccount: string;
  withdraw: string;
  invited: string;
  invitedHint: string;
  join: string;
  joinTo(org: string, role: string): string;
  joinPerson(org: string): string;
  code: string;
  goOn: string;
  newDevice: string;
  deviceAsks(name: string, address: string): string;
  deviceHint: string;
  organization: string;
  approve: string;
  deny: string;
  approved: string;
  denied: string;
  needsOrganization: string;
  changePassword: string;
  newPassword: string;
  passwordChanged: string;
  back: string;
  failed: string;
  wrongPassword: string;
  slow: string;
  taken: string;
  badEmail: string;
  badLink: string;
  shortPassword: string;
  longPassword: string;
  byInvitation: string;
  otherSite(origin: string): string;
  notLinked: string;
  providerFailed(code: string): string;
  /** What a failure of the hub is called, by its message there. */
  failure(message: string): string;
}

const en: AccountWords = {
  lang: 'en',
  title: 'Squirrel hub',
  signIn: 'Sign in',
  signUp: 'Sign up',
  signOut: 'Sign out',
  email: 'E-mail address',
  password: 'Password',
  name: 'Your name, as others see it',
  passwordHint:
    'At least 10 characters. The hub sends no mail; if you forget it, ask its operator for a link.',
  haveAccount: 'I have an account',
  noAccount: 'I have no account yet',
  signInWith: (provider) => `Sign in with ${provider}`,
  goOnTo: (provider) => `Go on to ${provider}`,
  signedInAs: (name, email) => `Signed in as ${name} (${email}).`,
  noOrganization: 'You are in no organization yet. Open the link of an invitation, or type its code.',
  newOrganization: 'New organization',
  create: 'Create',
  yourRole: (role) => `Your role: ${role}.`,
  people: 'People',
  devices: 'Devices and keys',
  keys: 'Key for CI',
  keyName: 'Name of the key',
  keysHint:
    'It acts as you. On the machine: put it into SQRL_HUB_KEY and run sqrl login with the address of this hub.',
  days: 'Days',
  makeKey: 'Make a key',
  keyMade: 'The key',
  keyOnce:
    'It is shown once and stored nowhere. A device of this name is in the list, where you can revoke it.',
  revoke: 'Revoke',
  until: (date) => `until ${date}`,
  neverSeen: 'never seen',
  seen: (date) => `seen ${date}`,
  invitations: 'Invitations',
  invite: 'Invite',
  inviteHint:
    'Without an address the link is good for any account. The hub sends no mail: you pass the link on.',
  role: 'Role',
  anyAccount: 'any account',
  withdraw: 'Withdraw',
  invited: 'The link of the invitation',
  invitedHint: 'Pass it on: it is shown once, works once, and for seven days.',
  join: 'Join',
  joinTo: (org, role) => `You are invited to ${org}, as ${role}.`,
  joinPerson: (org) => `This code makes your account that of a person who is in ${org} already.`,
  code: 'Code',
  goOn: 'Go on',
  newDevice: 'A device wants to log in',
  deviceAsks: (name, address) => `${name}, from ${address}.`,
  deviceHint: 'Approve only if you have just run sqrl login there yourself, and it shows this code:',
  organization: 'Organization',
  approve: 'Approve',
  deny: 'Deny',
  approved: 'Approved. The device goes on by itself; you can close this page.',
  denied: 'Denied. The device gets no key.',
  needsOrganization: 'You are in no organization that the device could belong to.',
  changePassword: 'Change password',
  newPassword: 'New password',
  passwordChanged: 'The password was changed. Other browsers are signed out; devices stay logged in.',
  back: 'Back',
  failed: 'That did not work',
  wrongPassword: 'Wrong address or password.',
  slow: 'Too many tries. Wait a minute.',
  taken: 'There is an account with this address. Sign in with it.',
  badEmail: 'This is not an e-mail address.',
  badLink: 'The link is used or expired. Ask the operator of the hub for a new one.',
  shortPassword: 'The password has fewer than 10 characters.',
  longPassword: 'The password has more than 128 characters.',
  byInvitation: 'Accounts are by invitation here: open the link of an invitation, or type its code.',
  otherSite: (origin) => `The form was sent from another address. Open ${origin}/account.`,
  notLinked: 'There is an account with this address and a password. Sign in with the password.',
  providerFailed: (code) => `The provider did not sign you in (${code}).`,
  failure: (message) => message,
};

const FAILURES: Record<string, string> = {
  'Unknown, used or expired code.': 'Code inconnu, déjà utilisé ou expiré.',
  'The invitation is for another address than that of your account.':
    "L'invitation est pour une autre adresse que celle de votre compte.",
  'Your account is another person of this organization already.':
    'Votre compte est déjà une autre personne de cette organisation.',
  'Not found: the organization.': 'Organisation introuvable.',
  'Not found: the invitation.': 'Invitation introuvable.',
  'Not found: the device.': 'Appareil introuvable.',
  'Too many wrong codes.': 'Trop de codes faux.',
};

const fr: AccountWords = {
  lang: 'fr',
  title: 'Hub Squirrel',
  signIn: 'Se connecter',
  signUp: 'Créer un compte',
  signOut: 'Se déconnecter',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  name: 'Votre nom, tel que les autres le voient',
  passwordHint:
    "Au moins 10 caractères. Le hub n'envoie pas d'e-mail ; en cas d'oubli, demandez un lien à son opérateur.",
  haveAccount: "J'ai un compte",
  noAccount: "Je n'ai pas encore de compte",
  signInWith: (provider) => `Se connecter avec ${provider}`,
  goOnTo: (provider) => `Continuer vers ${provider}`,
  signedInAs: (name, email) => `Connecté en tant que ${name} (${email}).`,
  noOrganization:
    "Vous n'êtes dans aucune organisation. Ouvrez le lien d'une invitation, ou saisissez son code.",
  newOrganization: 'Nouvelle organisation',
  create: 'Créer',
  yourRole: (role) => `Votre rôle : ${role}.`,
  people: 'Personnes',
  devices: 'Appareils et clés',
  keys: "Clé pour l'intégration continue",
  keyName: 'Nom de la clé',
  keysHint:
    "Elle agit en votre nom. Sur la machine : mettez-la dans SQRL_HUB_KEY et lancez sqrl login avec l'adresse de ce hub.",
  days: 'Jours',
  makeKey: 'Créer une clé',
  keyMade: 'La clé',
  keyOnce:
    "Elle n'est montrée qu'une fois et n'est pas conservée. Un appareil de ce nom est dans la liste, où vous pouvez le révoquer.",
  revoke: 'Révoquer',
  until: (date) => `jusqu'au ${date}`,
  neverSeen: 'jamais vu',
  seen: (date) => `vu le ${date}`,
  invitations: 'Invitations',
  invite: 'Inviter',
  inviteHint:
    "Sans adresse, le lien vaut pour n'importe quel compte. Le hub n'envoie pas d'e-mail : transmettez le lien.",
  role: 'Rôle',
  anyAccount: "n'importe quel compte",
  withdraw: 'Retirer',
  invited: "Le lien de l'invitation",
  invitedHint: "Transmettez-le : il n'est montré qu'une fois, et vaut une fois, pendant sept jours.",
  join: 'Rejoindre',
  joinTo: (org, role) => `Vous êtes invité dans ${org}, comme ${role}.`,
  joinPerson: (org) => `Ce code relie votre compte à une personne qui est déjà dans ${org}.`,
  code: 'Code',
  goOn: 'Continuer',
  newDevice: 'Un appareil veut se connecter',
  deviceAsks: (name, address) => `${name}, depuis ${address}.`,
  deviceHint:
    "N'acceptez que si vous venez vous-même d'y lancer sqrl login, et que l'appareil affiche ce code :",
  organization: 'Organisation',
  approve: 'Accepter',
  deny: 'Refuser',
  approved: "Accepté. L'appareil continue seul ; vous pouvez fermer cette page.",
  denied: "Refusé. L'appareil ne reçoit pas de clé.",
  needsOrganization: "Vous n'êtes dans aucune organisation à laquelle l'appareil pourrait appartenir.",
  changePassword: 'Changer le mot de passe',
  newPassword: 'Nouveau mot de passe',
  passwordChanged:
    'Mot de passe changé. Les autres navigateurs sont déconnectés ; les appareils restent connectés.',
  back: 'Retour',
  failed: "Cela n'a pas fonctionné",
  wrongPassword: 'Adresse ou mot de passe faux.',
  slow: "Trop d'essais. Attendez une minute.",
  taken: 'Il existe un compte avec cette adresse. Connectez-vous avec.',
  badEmail: "Ce n'est pas une adresse e-mail.",
  badLink: "Le lien est utilisé ou expiré. Demandez-en un autre à l'opérateur du hub.",
  shortPassword: 'Le mot de passe a moins de 10 caractères.',
  longPassword: 'Le mot de passe a plus de 128 caractères.',
  byInvitation:
    "Les comptes sont sur invitation ici : ouvrez le lien d'une invitation, ou saisissez son code.",
  otherSite: (origin) => `Le formulaire vient d'une autre adresse. Ouvrez ${origin}/account.`,
  notLinked: 'Il existe un compte avec cette adresse et un mot de passe. Connectez-vous avec celui-ci.',
  providerFailed: (code) => `Le fournisseur ne vous a pas connecté (${code}).`,
  failure: (message) => FAILURES[message] ?? message,
};

/** By the language that a browser asks for first. */
export const wordsFor = (accepted: string | undefined): AccountWords =>
  /^\s*fr\b/i.test(accepted ?? '') ? fr : en;
