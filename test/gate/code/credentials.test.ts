import { describe, expect, it } from 'vitest';
import { effectsOf } from './effects-of.ts';

/** Ways in which code reads what `cat .env` reads. */
const doors: readonly string[] = [
	`python3 -c "print(open('.env').read())"`,
	`python3 -c "from pathlib import Path; print((Path('.') / '.env').read_text())"`,
	`python3 -c "n='env'; print(open(f'.{n}').read())"`,
	`python3 -c "import linecache; print(linecache.getline('.env', 1))"`,
	`python3 -c "import fileinput; [print(l) for l in fileinput.input('.env')]"`,
	`python3 -c "import numpy; print(numpy.fromfile('.env'))"`,
	`python3 -c "import pandas; print(pandas.read_csv('.env'))"`,
	`python3 -c "import configparser; c=configparser.ConfigParser(); c.read('.git/config'); print(dict(c['remote']))"`,
	`python3 -c "import configparser; c=configparser.ConfigParser(); c.read(['a', '.git/config']); print(c.sections())"`,
	`python3 -c "import zipfile; zipfile.ZipFile('a.zip','w').write('.env')"`,
	`python3 -c "import tarfile; tarfile.open('a.tar','w').add('.env')"`,
	`python3 -c "import glob; print([open(f).read() for f in glob.glob('.env*')])"`,
	`python3 -c "from pathlib import Path; print([p.read_text() for p in Path('.').glob('*.pem')])"`,
	`python3 -c "import sys; print(open(sys.argv[1]).read())" .env`,
	`python3 -c "from dotenv import dotenv_values; print(dotenv_values())"`,
	`python3 -c "import argparse; p=argparse.ArgumentParser(fromfile_prefix_chars='@'); p.parse_args(['./.env'])"`,
	`python3 -c "import argparse; print(argparse.FileType('r')('.env').read())"`,
	`python3 -c "import os; help(os)"`,
	`node -e "import('fs').then(f=>console.log(f.readFileSync('.env','utf8')))"`,
	`node -e "const {readFileSync:r}=require('fs'); console.log(r('.env','utf8'))"`,
	`ruby -e 'puts Pathname.new(".env").read'`,
	`perl -e '@ARGV=(".env"); print while <>'`,
	`php -r '$f = new SplFileObject(".env"); foreach ($f as $l) echo $l;'`,
	`php -r 'echo array_map("file_get_contents", [".env"])[0];'`,
	`lua -e 'io.input(".env") print(io.read("a"))'`,
	`pwsh -c 'Get-Content .env'`,
	`tclsh -c 'puts [read [open .env]]'`,
	`groovy -e 'println new File(".env").text'`,
];

/** What names no file of credentials, though it looks a little like one. */
const others: readonly string[] = [
	`node -e "require('vite').build({ define: { 'process.env': {} } })"`,
	`groovy -e 'foo()\n  .env("A", "b")\n  .run()'`,
];

describe('credentials that code reads', () => {
	it.each(doors)('count as read: %s', (command) => {
		expect(effectsOf(command).some((line) => line.startsWith('secret.read'))).toBe(true);
	});

	it.each(others)('do not count as read: %s', (command) => {
		expect(effectsOf(command).some((line) => line.startsWith('secret.read'))).toBe(false);
	});
});

describe('files that code reads in a loop', () => {
	const read = (code: string) => effectsOf(`python3 -c "from pathlib import Path; import glob, os, sys\n${code}"`);

	it('are the files of the glob', () => {
		expect(read(`for p in sorted(Path('src').rglob('*.py')): print(p.read_text())`)).toEqual(['read src/**/*.py']);
		expect(read(`print([open(f).read() for f in glob.glob('src/*.py') if 'x' in f])`)).toEqual(['read src/*.py']);
		expect(read(`for f in glob.glob('src/*.py'): os.remove(f)`)).toContain('delete src/*.py');
	});

	it.each([
		`for f in glob.glob('*'): print(open(f).read())`,
		`for p in Path('.').rglob('*'): print(p.read_text())`,
		`for p in Path('src').rglob('*.py'): print(p.with_name(sys.argv[1]).read_text())`,
		`fs = glob.glob('src/*.py')\nfs.append(sys.argv[1])\nfor f in fs: print(open(f).read())`,
		`for f in glob.glob('src/*.py'): pass\nfor f in sys.argv: print(open(f).read())`,
		`for f in glob.glob('src/*.py'):\n    f = sys.argv[1]\n    print(open(f).read())`,
		`print([open(f).read() for f in glob.glob('src/*.py') for f in sys.argv])`,
		`os.chdir('/')\nfor f in glob.glob('src/*.py'): print(open(f).read())`,
	])('are opaque when the glob may match anything: %s', (code) => {
		expect(read(code)).toContain('opaque');
	});
});
