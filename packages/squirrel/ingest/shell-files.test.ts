import { expectLinear } from '@sqrl/base/testing/growth.ts';
import { runs } from '@sqrl/base/testing/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filesChangedByCommand } from './shell-files.ts';

/** What a command changed, in short: `~` was edited, `+` written, `-` deleted. */
const changed = (command: string): string =>
  filesChangedByCommand(command)
    .map(({ path, way }) => `${{ edit: '~', write: '+', delete: '-' }[way as 'edit']}${path}`)
    .join(' ');

describe('a command line that names the files it changes', () => {
  test.each([
    // sed and perl, in place
    [`sed -i 's/a/b/' src/a.ts`, '~src/a.ts'],
    [`sed -i '' 's/a/b/g' src/a.ts src/b.ts`, '~src/a.ts ~src/b.ts'],
    [`sed -i.bak -e 's/a/b/' -e "s/c$/d/" a.ts`, '~a.ts'],
    [`sed -Ei 's/(a|b)/c/' Makefile`, '~Makefile'],
    [`sed --in-place 's; && rm x;y;' "a b.ts"`, '~a b.ts'],
    [`gsed -i 1d a.txt`, '~a.txt'],
    [`perl -pi -e 's/a/b/' lib/a.pm`, '~lib/a.pm'],
    [`perl -0pi.bak -e 's/\\n//' a.txt`, '~a.txt'],
    // what goes, comes and moves
    [`rm a.ts Makefile`, '-a.ts -Makefile'],
    [`rm -rf src/old.ts dist`, '-src/old.ts'],
    [`mv src/a.ts src/b.ts`, '+src/b.ts -src/a.ts'],
    [`mv a.ts b.ts src/lib/`, '+src/lib/a.ts +src/lib/b.ts -a.ts -b.ts'],
    [`mv a.ts ..`, '+../a.ts -a.ts'],
    [`mv a.ts src`, '+src/a.ts -a.ts'],
    [`cp .env.example config.json`, '+config.json'],
    [`cp -f a.ts b.ts`, '+b.ts'],
    [`unlink a.ts`, '-a.ts'],
    // what is written by the shell itself
    [`echo hello > a.txt`, '+a.txt'],
    [`echo hello >> 'a b.txt'`, '~a b.txt'],
    [`npm test > out.txt 2>&1`, '+out.txt'],
    [`npm test &> out.txt; cat out.txt`, '+out.txt'],
    [`cat > src/a.ts <<'EOF'\nrm other.ts\n$(boom) > x.ts\nEOF\nnpm test`, '+src/a.ts'],
    [`cat <<-EOF > a.ts\n\tx\n\tEOF`, '+a.ts'],
    [`ls | tee -a list.txt`, '~list.txt'],
    [`ls | tee list.txt copy.txt > /dev/null`, '+list.txt +copy.txt'],
    [`git rm -q a.ts`, '-a.ts'],
    [`git mv a.ts b.ts`, '+b.ts -a.ts'],
    // formatters
    [`npx prettier --write src/a.ts "src/b c.ts"`, '~src/a.ts ~src/b c.ts'],
    [`npx --yes eslint --fix --max-warnings 0 src/a.ts`, '~src/a.ts'],
    [`./node_modules/.bin/eslint src/a.ts --fix --config=x.json`, '~src/a.ts'],
    [`bunx biome check --write src/a.ts`, '~src/a.ts'],
    [`uv run ruff check --fix a.py && black -q b.py`, '~a.py ~b.py'],
    [`gofmt -w -s main.go`, '~main.go'],
    [`patch -p1 src/a.c < fix.patch`, '~src/a.c'],
    // in a chain, in a folder
    [`bash -c "rm a.ts"`, '-a.ts'],
    [`rm a.ts; npm test`, '-a.ts'],
    [`rm $FILE.ts a.ts`, '-a.ts'],
    [`cd /repo; rm a.ts`, '-/repo/a.ts'],
    [`npm i && sed -i 's/a/b/' a.ts && npm test 2>&1 | tail -5`, '~a.ts'],
    [`npm test; rm a.ts`, '-a.ts'],
    [`rm a.ts \\\n  b.ts`, '-a.ts -b.ts'],
    [`ls &&\n  rm a.ts`, '-a.ts'],
    [`cd /repo/app && rm a.ts && cd lib && rm b.ts`, '-/repo/app/a.ts -/repo/app/lib/b.ts'],
    [`cd src && rm /repo/a.ts`, '-/repo/a.ts'],
    [`CI=1 sudo rm a.ts # not b.ts`, '-a.ts'],
    [`rm ~/notes.txt`, '-~/notes.txt'],
  ])('%s', (command, files) => {
    expect(changed(command)).toBe(files);
  });
});

describe('a command line that does not say for certain', () => {
  test.each([
    // left to the shell
    [`rm *.ts`],
    [`rm src/{a,b}.ts`],
    [`rm "$DIR/a.ts"`],
    [`sed -i 's/a/b/' $(git ls-files)`],
    ['rm `cat list`'],
    [`echo hi > "$OUT"`],
    [`for f in a.ts b.ts; do sed -i 's/a/b/' a.ts; done`],
    [`if true; then rm a.ts; fi`],
    [`(cd src && rm a.ts)`],
    [`f() { rm a.ts; }`],
    [`diff <(ls a) <(ls b) > >(cat)`],
    [`find . -name '*.ts' -exec sed -i 's/a/b/' {} +`],
    [`git ls-files | xargs sed -i 's/a/b/'`],
    [`ssh host rm a.ts`],
    [`docker exec box sed -i 's/a/b/' a.ts`],
    // perhaps never run, or without success
    [`rm a.ts || true`],
    [`test -f a.ts || rm b.ts`],
    [`exit 0; rm a.ts`],
    [`perl -pi -e 's/a/b/' folder`],
    // perhaps elsewhere
    [`cd src && rm a.ts`],
    [`rm a.ts && cd src`],
    [`cd "$ROOT" && rm a.ts`],
    [`ls || cd /repo && rm a.ts`],
    [`pushd /repo && rm a.ts`],
    [`cd - && echo x > a.ts`],
    [`git -C /other checkout -- a.ts`],
    // perhaps folders, branches, values of options
    [`rm -r build`],
    [`rm -f build`],
    [`mv lib src`],
    [`git checkout main.ts`],
    [`git checkout -b feature.x`],
    [`git rm --cached a.ts`],
    [`git restore --staged a.ts`],
    [`git restore :/a.ts`],
    [`git apply fix.patch`],
    [`patch -p1 < fix.patch`],
    [`prettier --check a.ts`],
    [`prettier --write src`],
    [`eslint a.ts`],
    [`ruff check a.py`],
    [`black --check a.py`],
    // looks only
    [`sed -n 's/a/b/p' a.ts`],
    [`perl -ne 'print' a.ts`],
    [`echo "a > b.ts"`],
    [`echo 'rm a.ts' && git log -- a.ts`],
    [`ls 2>/dev/null`],
    [`npm test > test.log 2>&1; rm -f /tmp/answer.json`],
    [`ls 2>&1 >&2`],
    [`grep -c x < a.ts`],
    [`cat <<< "rm a.ts > b.ts"`],
    [`# rm a.ts`],
    [`rm 'src\\a.ts'`],
    [`rm -- -x`],
    [`rm ""`],
    [`rm src/`],
    [`cat <<EOF\nx > a.ts`],
    [``],
  ])('%s', (command) => {
    expect(changed(command)).toBe('');
  });
});

test('a command that readers have cut tells only what was written before its end', () => {
  const long = `cat > src/a.ts <<'EOF'\n${'x\n'.repeat(2000)}`.slice(0, 2000);
  expect(changed(long)).toBe('+src/a.ts');
  expect(changed(`echo ${'x'.repeat(1983)} > src/a.tsx`.slice(0, 2000))).toBe('');
  expect(changed(`echo x > b.ts; echo ${'x'.repeat(2000)}`)).toBe('+b.ts');
});

test('no command line makes it fail', () => {
  const sign = fc.constantFrom(
    ...`rm sed -i mv > >> < << | & && ; ( ) { } $ ' " \\ \n # EOF a.ts b.ts / ~ *`.split(' '),
    ' ',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(sign, fc.string({ maxLength: 5 })), { maxLength: 40 }), (signs) => {
      for (const { path } of filesChangedByCommand(signs.join(''))) expect(path).not.toMatch(/[\n\0\\]|^$/);
    }),
    { numRuns: runs(500) },
  );
});

test.each(['rm ', '"', "<<'", '\\\n', ' > a', '((', 'a=b ', 'npx '])(
  'a long command of nothing but %j takes no longer than its length says',
  (part) => expectLinear((times) => filesChangedByCommand(`rm ${part.repeat(times)}`), 100_000),
);
