import { ALNUM, BASE64, type Dice } from './dice.ts';
import type { Line } from './generate.ts';
import { type Maker, NAMELESS, PASSWORDS, TOKENS } from './tokens.ts';

/** Lines with a secret in them: every kind, each in one of the clothes it is met in. */
export function positives(dice: Dice): Line[] {
  return [
    ...Object.entries(TOKENS).flatMap(([issuer, make]) => dressed(dice, issuer, make)),
    ...ASSIGNED.map((dress) => line('named secret', dress, nameless(dice))),
    ...WITH_PASSWORD.flatMap(([category, dress]) =>
      [0, 1].map(() => line(category, dress, dice.pick(PASSWORDS)(dice))),
    ),
    ...keys(dice),
    ...FORMED.map(([category, make, dress]) => line(category, dress, make(dice))),
  ];
}

/** A token of every issuer is seen in prose, in a setting and in one place more. */
function dressed(dice: Dice, issuer: string, make: Maker): Line[] {
  const name = issuer.toUpperCase().replaceAll(/[ -]/g, '_');
  return [dice.pick(CHAT), dice.pick(SETTINGS), dice.pick(PLACES)].map((dress) =>
    line('token', (secret) => dress(secret).replaceAll('NAME', name), make(dice)),
  );
}

const line = (category: string, dress: Dress, secret: string): Line => ({
  text: dress(secret),
  label: 1,
  category,
  // Of a connection string or a webhook only the end is secret; the rest stays readable.
  secret: /AccountKey=([^;]+)/.exec(secret)?.[1] ?? /^https:.*\/(.+)$/.exec(secret)?.[1] ?? secret,
});

const nameless = (dice: Dice): string => dice.pick(Object.values(NAMELESS))(dice);

type Dress = (secret: string) => string;

const CHAT: Dress[] = [
  (s) => `use ${s} for now, I will rotate it tomorrow`,
  (s) => `Here is the new one: ${s}. Please do not commit it.`,
  (s) => `The deploy works again since I replaced the old value with \`${s}\` on Monday.`,
  (s) => `I keep getting 401 with ${s}, is it revoked?`,
  (s) => `> try ${s}\nthat one expired last week`,
];

const SETTINGS: Dress[] = [
  (s) => `NAME_TOKEN=${s}`,
  (s) => `export NAME_KEY="${s}"`,
  (s) => `      NAME_TOKEN: ${s}`,
  (s) => `{"name": "ci", "token": "${s}", "scopes": ["repo"]}`,
  (s) => `token = "${s}"`,
  (s) => `-e NAME_SECRET='${s}' \\`,
];

const PLACES: Dress[] = [
  (s) => `2026-03-02T09:14:11.042Z WARN  [http] request failed status=403 auth=${s} attempt=2`,
  (s) => `+const client = new Client({ auth: '${s}' });`,
  (s) => `    at Client.request (client.ts:41)\n    headers: { Authorization: 'Bearer ${s}' }`,
  (s) => `| staging | ${s} | ops@shop.test |`,
  (s) => `curl -H "X-Api-Key: ${s}" https://api.shop.test/v1/orders`,
  (s) => `client := shop.New("${s}") // TODO: read from the vault`,
  (s) => `{\\"error\\":\\"bad credentials\\",\\"token\\":\\"${s}\\"}`,
  (s) => `git clone https://ci:${s}@git.shop.test/shop/web.git`,
];

const ASSIGNED: Dress[] = [
  (s) => `client_secret: "${s}"`,
  (s) => `OAUTH_CLIENT_SECRET=${s}`,
  (s) => `const apiKey = '${s}';`,
  (s) => `api_key = "${s}"  # billing`,
  (s) => `  "accessToken": "${s}",`,
  (s) => `private static final String SIGNING_KEY = "${s}";`,
  (s) => `config.secret_key_base = '${s}'`,
  (s) => `'secret' => env('APP_SECRET', '${s}'),`,
  (s) => `<add key="ApiSecret" value="${s}" />`,
  (s) => `- name: SESSION_SECRET\n  value: ${s}`,
  (s) => `variable "api_token" {\n  default = "${s}"\n}`,
  (s) => `let auth_token: &str = "${s}";`,
  (s) => `helm upgrade shop ./chart --set shop.apiKey=${s}`,
  (s) => `GET /v1/orders?access_token=${s}&limit=10 HTTP/1.1`,
  (s) => `//registry.npmjs.org/:_authToken=${s}`,
  (s) => `X-Auth-Token: ${s}`,
  (s) => `The API key is ${s}`,
  (s) => `my_encryption_key := "${s}"`,
  (s) => `self.refresh_token = '${s}'`,
  (s) => `jwt.sign(user, process.env.JWT_SECRET || '${s}')`,
  (s) => `    <client-secret>${s}</client-secret>`,
  (s) => `["--api-key", "${s}"]`,
  (s) => `webhook_secret=${s};`,
  (s) => `Access key: ${s}`,
];

const WITH_PASSWORD: [string, Dress][] = [
  ['connection string', (s) => `DATABASE_URL=postgres://app:${encodeURIComponent(s)}@db.internal:5432/shop`],
  ['connection string', (s) => `redis://:${encodeURIComponent(s)}@cache:6379/0`],
  [
    'connection string',
    (s) => `mongodb+srv://svc:${encodeURIComponent(s)}@cluster0.mongo.test/shop?retryWrites=true`,
  ],
  ['connection string', (s) => `amqp://worker:${encodeURIComponent(s)}@queue:5672//`],
  ['connection string', (s) => `jdbc:mysql://db:3306/shop?user=app&password=${s.replaceAll(/[#&+%]/g, 'x')}`],
  ['connection string', (s) => `Server=sql01;Database=Shop;User Id=sa;Password=${s};Encrypt=True`],
  ['connection string', (s) => `<add name="Shop" connectionString="Data Source=.;uid=app;pwd=${s};" />`],
  [
    'connection string',
    (s) => `Error: connect ECONNREFUSED mysql://root:${encodeURIComponent(s)}@127.0.0.1:3306`,
  ],
  ['connection string', (s) => `proxy = http://jane:${encodeURIComponent(s)}@proxy.shop.test:3128`],
  ['password', (s) => `DB_PASSWORD=${s}`],
  ['password', (s) => `export PGPASSWORD='${s}'`],
  ['password', (s) => `      MYSQL_ROOT_PASSWORD: ${s}`],
  ['password', (s) => `  "password": "${s}",`],
  ['password', (s) => `password = "${s}"`],
  ['password', (s) => `spring.datasource.password=${s}`],
  ['password', (s) => `String password = "${s}";`],
  ['password', (s) => `$config['db_password'] = '${s}';`],
  ['password', (s) => `define('DB_PASSWORD', '${s}');`],
  ['password', (s) => `user = User.create!(email: 'a@shop.test', password: '${s}')`],
  ['password', (s) => `conn = psycopg2.connect(host="db", user="app", password="${s}")`],
  ['password', (s) => `Password:   "${s}",`],
  ['password', (s) => `if (password === '${s}') return true;`],
  ['password', (s) => `  password: ${s}  # dev only`],
  ['password', (s) => `<password>${s}</password>`],
  ['password', (s) => `#define WIFI_PASSWORD "${s}"`],
  ['password', (s) => `ENV ADMIN_PASSWORD ${s}`],
  ['password', (s) => `- name: DB_PASSWORD\n  value: "${s}"`],
  ['password', (s) => `ansible_ssh_pass: '${s}'`],
  ['password', (s) => `-  password: old\n+  password: '${s}'`],
  ['password', (s) => `{"event":"login","body":"{\\"user\\":\\"ada\\",\\"password\\":\\"${s}\\"}"}`],
  ['password', (s) => `passphrase="${s}"`],
  ['command', (s) => `mysqldump -h db -u root -p${s.replaceAll(/[$!#]/g, 'x')} shop > dump.sql`],
  ['command', (s) => `psql "host=db user=app password=${s}"`],
  ['command', (s) => `sshpass -p '${s}' ssh deploy@web1`],
  [
    'command',
    (s) => `curl -u admin:${s.replaceAll(/[$!#]/g, 'x')} https://nexus.shop.test/service/rest/v1/status`,
  ],
  ['command', (s) => `redis-cli -h cache -a ${s.replaceAll(/[$!#]/g, 'x')} ping`],
  ['command', (s) => `docker login -u ci -p ${s.replaceAll(/[$!#]/g, 'x')} registry.shop.test`],
  [
    'command',
    (s) => `keytool -genkeypair -alias shop -storepass ${s.replaceAll(/[$!#]/g, 'x')} -keystore shop.jks`,
  ],
  ['command', (s) => `./deploy.sh --user ada --password ${s.replaceAll(/[$!#]/g, 'x')} --env staging`],
  ['command', (s) => `openssl pkcs12 -in shop.p12 -passin pass:${s.replaceAll(/[$!#]/g, 'x')} -nodes`],
  ['command', (s) => `CREATE USER app WITH PASSWORD '${s}';`],
  ['command', (s) => `ALTER USER 'root'@'localhost' IDENTIFIED BY '${s}';`],
  ['command', (s) => `$cred = ConvertTo-SecureString '${s}' -AsPlainText -Force`],
  ['command', (s) => `machine api.shop.test login ada password ${s}`],
  ['header', (s) => `Authorization: Basic ${Buffer.from(`ada:${s}`).toString('base64')}`],
  ['header', (s) => `requests.get(url, auth=('ada', '${s}'))`],
  ['header', (s) => `new NetworkCredential("ada", "${s}")`],
  ['prose', (s) => `The password for the staging box is ${s}, user ada.`],
  ['prose', (s) => `password: ${s}`],
  ['prose', (s) => `I set the admin password to "${s}" after the migration, the password is "${s}"`],
  ['prose', (s) => `user/pass: ada/${s}`],
  ['prose', (s) => `you can log in as admin / ${s}`],
];

/** What only the form of its file or of its sentence gives away. */
const FORMED: [string, Maker, Dress][] = [
  ['password hash', (d) => `$2b$12$${d.letters(ALNUM, 53)}`, (s) => `password_hash: ${s}`],
  [
    'password hash',
    (d) => `$6$${d.letters(ALNUM, 16)}$${d.letters(ALNUM, 86)}`,
    (s) => `root:${s}:19000:0:99999:7:::`,
  ],
  ['password hash', (d) => `$apr1$${d.letters(ALNUM, 8)}$${d.letters(ALNUM, 22)}`, (s) => `ada:${s}`],
  ['cookie', session, (s) => `Cookie: theme=dark; sessionid=${s}; lang=en`],
  ['cookie', session, (s) => `Set-Cookie: sid=${s}; Path=/; HttpOnly`],
  ['cookie', session, (s) => `curl -b "PHPSESSID=${s}" https://shop.test/cart`],
  ['cookie', session, (s) => `document.cookie = "auth_token=${s}; path=/";`],
  ['table', chosen, (s) => `INSERT INTO users (id, email, password) VALUES (1, 'ada@shop.test', '${s}');`],
  ['table', chosen, (s) => `COPY users (id, password) FROM stdin;\n1\t${s}\n\\.\n`],
  ['table', chosen, (s) => `username,password\nada,${s}\n`],
  ['settings file', chosen, (s) => `machine git.shop.test\n  login ada\n  password ${s}\n`],
  ['settings file', chosen, (s) => `[client]\nuser = root\npassword = ${s}\n`],
  ['settings file', session, (s) => `define('LOGGED_IN_KEY', '{${s} |}$(-${s}');`],
  ['sentence', chosen, (s) => `log in with ${s} as password.`],
  ['sentence', chosen, (s) => `Le mot de passe du serveur est ${s}`],
  ['sentence', chosen, (s) => `mdp : ${s}`],
  ['sentence', chosen, (s) => `connecte-toi avec ${s} comme mot de passe.`],
  ['sentence', chosen, (s) => `Das Passwort lautet ${s}`],
  ['sentence', chosen, (s) => `la contraseña es ${s}`],
];

function chosen(dice: Dice): string {
  return dice.pick(PASSWORDS)(dice);
}

function session(dice: Dice): string {
  return `${dice.letters(ALNUM, 30)}a1`;
}

function keys(dice: Dice): Line[] {
  const rows = Array.from({ length: 12 }, () => dice.letters(BASE64, 64));
  const head = (kind: string) => `-----BEGIN ${kind}${'PRIVATE'} KEY-----`;
  const tail = (kind: string) => `-----END ${kind}${'PRIVATE'} KEY-----`;
  const texts = [
    ...['RSA ', '', 'EC ', 'OPENSSH ', 'ENCRYPTED ', 'DSA '].map((kind) =>
      [head(kind), ...rows, tail(kind)].join('\n'),
    ),
    [head('RSA '), ...rows].join('\n'),
    `{"type":"service_account","private_key":"${[head(''), ...rows, tail('')].join('\\n')}\\n"}`,
    `PRIVATE_KEY="${[head('EC '), ...rows.slice(0, 3)].join('\\n')}`,
    [
      head('RSA '),
      'Proc-Type: 4,ENCRYPTED',
      `DEK-Info: AES-128-CBC,${dice.letters('0123456789ABCDEF', 32)}`,
      '',
      ...rows,
      tail('RSA '),
    ].join('\n'),
    `-----BEGIN PGP ${'PRIVATE'} KEY BLOCK-----\nVersion: GnuPG v2\n\n${rows.join('\n')}\n=abcd\n-----END PGP ${'PRIVATE'} KEY BLOCK-----`,
    `PuTTY-User-Key-File-2: ssh-rsa\nEncryption: none\nPrivate-Lines: 4\n${rows.slice(0, 4).join('\n')}\nPrivate-MAC: ${dice.letters(BASE64, 40)}`,
    `client-key-data: ${Buffer.from([head('RSA '), ...rows, tail('RSA ')].join('\n')).toString('base64')}`,
    [head('RSA '), ...rows, tail('RSA ')].map((row) => `+    "${row}\\n" +`).join('\n'),
    `{"kty":"EC","crv":"P-256","d":"${dice.letters('ABCDEFabcdef0123456789-_', 43)}"}`,
  ];
  return texts.map((text) => ({
    text,
    label: 1,
    category: 'private key',
    secret: /[A-Za-z0-9+/_-]{40,}/.exec(text)![0],
  }));
}
