import { redactSync } from '@sqrl/base/redact/redact.ts';
import { describe, expect, test } from 'vitest';
import { ALNUM, BASE64, diceOf, HEX, URLSAFE } from './dice.ts';

// Made up as the tests run: nothing that looks like a key may stand in this file.
const dice = diceOf(19);
const hex = (count: number): string => dice.letters(HEX, count);
const alnum = (count: number): string => `${dice.letters(ALNUM, count - 3)}a1B`;
const word = 'hunter2-Staple';

/** `%` stands for the secret. */
function expectGone(text: string, secret: string): void {
  const given = text.replaceAll('%', secret);
  expect(given).toContain(secret);
  expect(redactSync(given).text, given).not.toContain(secret);
}

describe('cookies', () => {
  test.each([
    'Cookie: theme=dark; sessionid=%; lang=en',
    'Set-Cookie: sid=%; Path=/; HttpOnly; SameSite=Lax',
    '< set-cookie: __Secure-next-auth.session-token=%; Path=/',
    "curl -H 'Cookie: PHPSESSID=%' https://shop.test",
    'curl -s -b "auth_token=%; a=b" https://shop.test/cart',
    'curl --cookie "JSESSIONID=%" https://shop.test',
    'document.cookie = "remember_me_token=%; path=/";',
    "headers = {'Cookie': '_shop_session=%'}",
    'GET /cart;jsessionid=% HTTP/1.1',
    'shop.test\tFALSE\t/\tTRUE\t1893456000\tsid\t%',
    '{"domain": ".shop.test", "httpOnly": true, "name": "sid", "path": "/", "value": "%"}',
    'wordpress_logged_in_5f4dcc3b=%',
  ])('%s', (text) => {
    expectGone(text, alnum(32));
  });

  test.each([
    'Cookie: theme=dark; lang=en; consent=accepted',
    'cookie: string | undefined;',
    'const cookies = parseCookies(request.headers.cookie);',
    'Set-Cookie: sessionid=<session id>; Path=/',
    'res.cookie("theme", "dark", { httpOnly: true })',
    'Cookie: sessionid=$SESSION',
    'The Cookie: header carries _ga=GA1.2.1234567890.1234567890 for analytics.',
  ])('%s stays', (text) => {
    expect(redactSync(text).text).toBe(text);
  });
});

describe('tables', () => {
  test.each([
    ["INSERT INTO users (id, email, password) VALUES (1, 'ada@shop.test', '%');", word],
    ["INSERT INTO `users` (`id`,`login`,`user_pass`) VALUES\n(1,'a','x1y2z3'),\n(2,'it''s','%');", word],
    [
      "CREATE TABLE `accounts` (\n  `id` int NOT NULL,\n  `name` varchar(40),\n  `passwd` char(32),\n  PRIMARY KEY (`id`)\n);\nINSERT INTO `accounts` VALUES (7,'ada','%'),(8,'bob',NULL);",
      hex(32),
    ],
    ["insert into sessions (user_id, api_token) values (3, '%')", alnum(40)],
    ['COPY public.users (id, email, password_hash) FROM stdin;\n1\tada@shop.test\t%\n\\.\n', hex(40)],
    ['username,password\nada,%\nbob,letmein', 'swordfish'],
    ['| Environment | User | Password |\n| --- | --- | --- |\n| staging | ada | % |', 'swordfish'],
  ])('%s', (text, secret) => {
    expectGone(text, secret);
  });

  test.each([
    'INSERT INTO users (id, email, password) VALUES ($1, $2, $3)',
    'INSERT INTO users (email, password) VALUES (?, ?)',
    "INSERT INTO orders (id, note) VALUES (1, 'paid with gift card 4711-AB12')",
    '| Option | Type | Password |\n| --- | --- | --- |\n| auth | string | required |',
    'name, password, and email are required fields',
    'password,username\n',
  ])('%s stays', (text) => {
    expect(redactSync(text).text).toBe(text);
  });
});

describe('files of known programs', () => {
  test.each([
    ['.netrc', 'machine git.shop.test\n  login ada\n  password %\n', 'swordfish'],
    ['.netrc without a machine', 'default login ada password %', 'swordfish'],
    ['.git-credentials', 'https://ada:%@git.shop.test', 'swordfish'],
    ['.pgpass', 'db.shop.test:5432:shop:app:%', 'swordfish'],
    [
      '.esmtprc',
      'hostname = smtp.shop.test:587\nusername = "ada"\npassword = %\nstarttls = required',
      'swordfish',
    ],
    ['.my.cnf', '[client]\nuser = root\npassword = %\n', 'swordfish'],
    ['.s3cfg', 'access_key = x\nsecret_key = %\nuse_https = True', alnum(40)],
    ['.htpasswd', 'ada:$apr1$%', `${alnum(8)}$${alnum(22)}`],
    ['.htpasswd with bcrypt', 'ada:$2y$10$%', alnum(53)],
    ['/etc/shadow', 'root:$6$rounds=5000$%:19000:0:99999:7:::', `${alnum(16)}$${alnum(86)}`],
    ['LDIF', 'userPassword: {SSHA}%', dice.letters(BASE64, 32)],
    ['Django’s hash', 'pbkdf2_sha256$260000$%', `${alnum(22)}$${dice.letters(BASE64, 43)}=`],
    ['FileZilla', '<User>ada</User><Pass encoding="base64">%</Pass>', 'c3dvcmRmaXNo'],
    ['Jenkins', '<password>%</password>', `{AQAAABAAAAAg${dice.letters(BASE64, 60)}=}`],
    ['wp-config.php', "define('DB_PASSWORD', '%');", 'swordfish'],
    ['WordPress’ salts', "define('SECURE_AUTH_KEY',  '%');", `x{${alnum(20)} }]$(|?>${alnum(20)}-+,`],
    ['WordPress’ salts in .env', "NONCE_SALT='%'", `;q[${alnum(20)}<&#@!${alnum(20)}`],
    ['.npmrc', '//npm.shop.test/:_password=%', Buffer.from(word).toString('base64')],
    [
      '.docker/config.json',
      '{"auths":{"https://shop.test":{"auth":"%"}}}',
      Buffer.from(`ada:${word}`).toString('base64'),
    ],
    ['sftp.json', '{"host":"shop.test","username":"ada","password":"%"}', 'swordfish'],
    ['.ftpconfig', '{"host":"shop.test","user":"ada","pass":"%"}', 'swordfish'],
    ['hosts.yml of gh', 'github.com:\n  user: ada\n  oauth_token: %', hex(40)],
    ['terraform.tfvars', 'db_password = "%"', 'swordfish'],
    [
      'settings.py',
      "SECRET_KEY = '%'",
      `django-insecure-#$(${alnum(20)}^&{{*%1${alnum(10)}`.replaceAll('%', 'x'),
    ],
    ['secrets.yml', '  secret_key_base: %', hex(128)],
    [
      'logins.json of Firefox',
      '"encryptedPassword":"%"',
      `MDoEEPgAAAAAAAAAAAAAAAAAAAEw${dice.letters(BASE64, 40)}`,
    ],
    [
      'a Secret of Kubernetes',
      'apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ndata:\n  url: %\n',
      dice.letters(BASE64, 40),
    ],
    ['build.gradle', `buildConfigField "String", "MAPS_KEY", "\\"%\\""`, alnum(39)],
    ['a connection string', 'Server=db; User ID=app; Password =%;Encrypt=True', 'swordfish'],
    ['MySQL’s grants', `IDENTIFIED BY PASSWORD '%'`, `*${hex(40).toUpperCase()}`],
    [
      'a Discord bot',
      'client.login("%")',
      `M${dice.letters(ALNUM, 23)}.Xa1${dice.letters(URLSAFE, 3)}.${alnum(27)}`,
    ],
    [
      'a Discord bot’s longer token',
      'token: %',
      `N${dice.letters(ALNUM, 25)}.Gb2${dice.letters(URLSAFE, 3)}.${alnum(38)}`,
    ],
  ])('%s', (_, text, secret) => {
    expectGone(text, secret);
  });
});

describe('sentences', () => {
  test.each([
    'Log in with % as password.',
    'use % as the password for staging',
    'You can connect using % for the password.',
    '% is the password for the staging box',
    'user ada, password %',
    'the username is ada and the password is now %',
    'le mot de passe est %',
    'Le mot de passe du serveur de test est : %',
    'mdp : %',
    'connecte-toi avec % comme mot de passe',
    'identifiant ada, mot de passe %',
    'Das Passwort für den Testserver lautet %.',
    'Kennwort: %',
    'melde dich mit % als Passwort an: mit % als Passwort.',
    'la contraseña es %',
    'entra con % como contraseña',
    'a senha é %',
  ])('%s', (text) => {
    expectGone(text, 'hunter2Staple!9');
  });

  test.each([
    'Use bcrypt as password hasher.',
    'It takes the email as password when none is given.',
    'The password is stored in the vault, the mot de passe est obligatoire.',
    'user name, password length and expiry are checked',
    'Le mot de passe est trop court.',
    'Das Passwort ist falsch, mit einem neuen als Passwort geht es.',
    'we use it as a password for nothing',
    'The username and password fields are required.',
  ])('%s stays', (text) => {
    expect(redactSync(text).text).toBe(text);
  });
});

test.each([
  'const token = getToken();',
  'password: string;',
  'SECRET_KEY = os.environ["SECRET_KEY"]',
  '--pass: #34d399;',
  '    privateKey: ed25519Seed,',
  "  PASSWORD: 'passwordFactor',",
  'user = args.user\npassword = args.password\nhost = args.host',
  'grep -E "Bearer |localhost|127.0.0.1"',
  'import org.example.Mail.Config.SecurityFilterChain',
])('%s stays', (text) => {
  expect(redactSync(text).text).toBe(text);
});
