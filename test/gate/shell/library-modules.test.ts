import { describe, expect, test } from 'vitest';
import type { Facts } from '../../../src/core/index.ts';
import { aWorkspace, judgeShell } from '../support.ts';

/** A checkout with these files and no others. */
function factsWith(...paths: readonly string[]): Facts {
	const inside = (path: string) => path.replace(/^\/checkouts\/repo\/?/, '').replace(/^\.$/, '');
	return aWorkspace({
		readText: (path) => (paths.includes(inside(path)) ? 'x = 1\n' : undefined),
		entries: (path) => {
			const folder = inside(path) === '' ? '' : `${inside(path)}/`;
			const below = paths.filter((one) => one.startsWith(folder)).map((one) => one.slice(folder.length));
			const kinds = new Map(
				below.map((one) => [one.split('/')[0] ?? '', one.includes('/') ? 'folder' : 'file'] as const),
			);
			return [...kinds].map(([name, kind]) => ({ name, kind }));
		},
	});
}

/** Threat: an interpreter takes a file of the checkout for a module of its library, and modules bring others along. */
describe('a file that replaces a module of the standard library', () => {
	test.each([
		['enum.py', 'python3 -c "import json; print(json.dumps(1))"'],
		['enum/__init__.py', 'python3 -c "import json; print(json.dumps(1))"'],
		['json.cpython-311-x86_64-linux-gnu.so', 'python3 -c "import json; print(json.dumps(1))"'],
		['fnmatch.py', `python3 -c "import pathlib; print(pathlib.Path('a.txt').read_text())"`],
		['selectors.py', `python3 -c "import subprocess; subprocess.run(['ls'])"`],
		['_strptime.py', `python3 -c "import time; print(time.strptime('1','%d'))"`],
		['argparse.py', 'python3 -m json.tool data.json'],
		['timeit.py', 'python3 -m timeit 1'],
		['pip.py', 'python3 -m pip list'],
		['ruff.py', 'python3 -m ruff check'],
		['py_compile.py', 'python3 -m py_compile a.py'],
		['plug/sitecustomize.py', 'PYTHONPATH=plug python3 -c "print(1)"'],
		['usercustomize.py', 'PYTHONPATH=. black --check .'],
		['plug/rubygems.rb', 'RUBYLIB=plug ruby -e 1'],
		['plug/strict.pm', 'PERL5LIB=plug perl -e 1'],
		['flask/extra.py', 'python3 -c "from flask import extra"'],
		['flask/extra.py', 'python3 -c "from flask import (json, extra as e)"'],
		['yaml/extra/__init__.py', 'python3 -c "from yaml import extra"'],
		['flask/extra.py', 'python3 -m pydoc flask.extra'],
		['flask/extra.py', 'python3 -m inspect flask.extra:run'],
		['numpy.cpython-311-x86_64-linux-gnu.so', 'python3 -c "import numpy"'],
		['flask/extra.abi3.so', 'python3 -c "from flask import extra"'],
	])('is not allowed: %s, %s', (path, line) => {
		expect(judgeShell(line, { facts: factsWith(path, 'pyproject.toml') }).decision).not.toBe('allow');
	});

	test.each([
		['types_of.py', 'python3 -c "import json; print(json.dumps(1))"'],
		['enum/data.txt', 'python3 -c "import json; print(json.dumps(1))"'],
		['src/enum.py', 'python3 -c "import json; print(json.dumps(1))"'],
		['enum.py', 'python3 -c "print(1)"'],
		['test/__init__.py', 'python3 -m json.tool data.json'],
		['src/app.py', 'PYTHONPATH=src python3 -c "print(1)"'],
		['lib/app.rb', 'RUBYLIB=lib ruby -e 1'],
		['app.py', 'python3 -m pip list'],
		['flask/extra.py', 'python3 -c "from flask import Flask"'],
		['flask/templates/page.html', 'python3 -c "import flask; print(flask.__version__)"'],
		['data.py', 'python3 -m pydoc json.decoder'],
	])('does not matter when its name replaces no module: %s, %s', (path, line) => {
		expect(judgeShell(line, { facts: factsWith(path, 'pyproject.toml') }).decision).toBe('allow');
	});

	test.each([
		['the facts have no list of names', {}],
		['the list of names is unknown', { entries: () => undefined }],
	])('is asked about when the names in the folder are unknown: %s', (_, known: Partial<Facts>) => {
		const { entries: _told, ...others } = aWorkspace();
		const facts: Facts = { ...others, ...known };
		expect(judgeShell('python3 -c "import json; print(json.dumps(1))"', { facts }).decision).toBe('confirm');
		expect(judgeShell('PYTHONPATH=plug python3 -c "print(1)"', { facts }).decision).toBe('confirm');
	});

	test('is asked about when the same line links it', () => {
		const line = 'ln -s src/evil.py enum.py; python3 -c "import json; print(json.dumps(1))"';
		const verdict = judgeShell(line, { facts: factsWith('src/evil.py') });
		expect(verdict.effects).toContainEqual({ kind: 'exec', program: 'src/evil.py', argv: [] });
	});
});
