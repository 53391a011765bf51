import { expect, test } from 'vitest';
import { outline, readSource } from '../testing/outline.ts';
import { testLinks } from '../testing/small-world.ts';

test('every construct of PHP that has a name is a symbol; a promoted parameter is a field of its class', async () => {
  const facts = await readSource(
    'src/User.php',
    `<?php
namespace App\\Models;
use App\\Base\\Thing;
use App\\{A, B as C};
use function App\\fn1;
require_once __DIR__ . '/x.php';
include 'y.php';
require $dynamic;
const K = 1;
abstract class User extends Thing implements \\JsonSerializable, A {
  use HasName, Other;
  const X = 1, Y = 2;
  private ?string $name = null;
  public function __construct(private int $id, protected A $a) {}
  static function make(): self { $local = 1; return new self(1); }
}
interface I extends J { const Q = 1; public function go(); }
trait T { function t() {} }
enum Suit: string { case Hearts = 'h'; const W = 1; }
function helper($x) { function inner() {} return fn($y) => $y; }
`,
  );

  expect(facts.broken).toBe(false);
  expect(outline(facts)).toEqual([
    'variable K 9-9',
    'class User 10-16',
    '  field X 12-12',
    '  field Y 12-12',
    '  field name 13-13 hidden',
    '  method __construct 14-14',
    '  field id 14-14 hidden',
    '  field a 14-14 hidden',
    '  method make 15-15',
    'interface I 17-17',
    '  field Q 17-17',
    '  method go 17-17',
    'class T 18-18',
    '  method t 18-18',
    'enum Suit 19-19',
    '  field Hearts 19-19',
    '  field W 19-19',
    'function helper 20-20',
    '  function inner 20-20',
  ]);
  expect(facts.imports.map(({ specifier }) => specifier)).toEqual([
    'App/Base/Thing.php',
    'App/A.php',
    'App/B.php',
    'App/fn1.php',
    './x.php',
    './y.php',
  ]);
});

test('classes are found by their namespaces, included files by their paths', async () => {
  const links = await testLinks({
    'src/Models/User.php': `<?php namespace App\\Models;
      use App\\Base\\Thing; use Vendor\\Gone;
      require __DIR__ . '/../setup.php';
      require dirname(__DIR__) . '/setup.php';
      class User extends Thing implements Named, Gone { use Mixed; }`,
    'src/Base/Thing.php': '<?php namespace App\\Base; class Thing {}',
    'src/Models/Named.php': '<?php namespace App\\Models; interface Named {}',
    'src/setup.php': '<?php function setup() {}',
    'src/Elsewhere/Gone.php': '<?php namespace App\\Elsewhere; class Gone {}',
  });

  expect(links).toEqual([
    'src/Models/User.php -imports-> src/Base/Thing.php (import)',
    'src/Models/User.php -imports-> src/setup.php (import)',
    'src/Models/User.php:User -inherits-> src/Base/Thing.php:Thing (import)',
    'src/Models/User.php:User -inherits-> src/Models/Named.php:Named (import)',
  ]);
});
