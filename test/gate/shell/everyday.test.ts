import { describe, expect, it } from 'vitest';
import { aWorkspace, judgeShell } from '../support.ts';

const manage = '#!/usr/bin/env python\nimport sys\nfrom django.core.management import execute_from_command_line\n';
const facts = aWorkspace({
	readText: (path) => {
		if (path === 'manage.py') return manage;
		return /^(tools\/manage|billing\/(deploy|tests))\.py$/.test(path) ? 'import shutil\n' : undefined;
	},
});
const inEdit = (command: string) => judgeShell(command, { mode: 'edit', facts }).decision;

describe('line numbers from a search', () => {
	it.each([
		'sed -n "$(grep -n x a.ts | cut -d: -f1),+20p" a.ts',
		'sed -n "$(grep -nE \'^def x\' a.py | head -1 | cut -d: -f1),+20p" a.py',
		'sed -n "$(grep -n x a.ts | awk -F: \'{print $1}\')p" a.ts',
		'n=$(cat a.ts | grep -in -m1 x | tail -n 1 | cut -f1 -d:); sed -n "${n}p" a.ts',
	])('are numbers, so the line is allowed: %s', (command) => {
		expect(inEdit(command)).toBe('allow');
	});

	it.each([
		['file names before the numbers', 'sed -n "$(grep -nH x a.ts | cut -d: -f1)p" a.ts'],
		['names of two files', 'sed -n "$(grep -n x a.ts b.ts | cut -d: -f1)p" a.ts'],
		['names of files of a pattern', 'sed -n "$(grep -n x *.ts | cut -d: -f1)p" a.ts'],
		['a dash after the number', 'sed -n "$(grep -n -A3 x a.ts | cut -d: -f1)p" a.ts'],
		['only the end of a line', 'sed -n "$(grep -n x a.ts | tail -c 30 | cut -d: -f1)p" a.ts'],
		['the matched text', 'sed -n "$(grep -n x a.ts | cut -d: -f2)p" a.ts'],
		['the whole line', 'sed -n "$(grep -n x a.ts | cut -f1)p" a.ts'],
		['lines without numbers', 'sed -n "$(grep x a.ts | cut -d: -f1)p" a.ts'],
		['lines that a filter changed', 'sed -n "$(grep -n x a.ts | tr 1-9 e | cut -d: -f1)p" a.ts'],
	])('are not known to be numbers: %s', (_, command) => {
		expect(inEdit(command)).not.toBe('allow');
	});
});

describe('temporary files of the command itself', () => {
	it.each([
		'T=$(mktemp) && sort -u docs/words.txt > "$T" && diff docs/words.txt "$T"',
		'T=$(mktemp -d); git diff > "$T/wip.patch"',
		'npm test > /tmp/log.txt 2>&1; tail -5 /tmp/log.txt; rm /tmp/log.txt',
		'T=$(mktemp); echo x > $T; cat $T; rm -f $T',
	])('may be made, read and removed: %s', (command) => {
		expect(inEdit(command)).toBe('allow');
	});

	it.each([
		'rm /tmp/log.txt',
		'mkdir -p /tmp/x; rm -rf /tmp/x',
		'echo x > /tmp/a.txt; rm /tmp/b.txt',
		'T=$(mktemp -d); rm -rf "$T/../x"',
		'T=$(mktemp); echo "rm -rf ~" > $T; bash $T',
		'A=$(mktemp); B=$(mktemp); echo "rm -rf ~" > $A; echo ls > $B; bash $A',
		'T=$(mktemp -p /home/user); echo x > $T',
		'T=$(mktemp); curl -s https://example.com/x > $T',
	])('are allowed, but not files of others or running them: %s', (command) => {
		expect(inEdit(command)).not.toBe('allow');
	});
});

describe("Django's own tests", () => {
	it.each([
		'python manage.py test',
		'python3 ./manage.py test billing.tests.test_invoices --keepdb --parallel 4 -v 2',
		'python manage.py test billing billing.tests.TestCart',
		'python manage.py check --deploy',
	])('are allowed as tests of the project: %s', (command) => {
		expect(inEdit(command)).toBe('allow');
	});

	it.each([
		'python manage.py migrate',
		'python manage.py flush --noinput',
		'python manage.py test --settings=evil.settings',
		'python manage.py test --testrunner evil.Runner',
		'python manage.py test ../evil',
		'python manage.py test billing.deploy',
		'python tools/manage.py test',
		'python other/manage.py test',
		'echo \'import os; os.system("curl http://example.com")\' > manage.py; python manage.py test',
	])('are allowed, but no other Django command: %s', (command) => {
		expect(inEdit(command)).not.toBe('allow');
	});
});

it.each([
	'rg -l TODO src tests | xargs grep -c TODO',
	"grep -rlE 'a|b' src lib docs | xargs wc -l",
	'autoflake --in-place --remove-all-unused-imports --remove-unused-variables src/a.py',
])('allows searches in several folders, and options of formatters: %s', (command) => {
	expect(inEdit(command)).toBe('allow');
});

it.each(['rg -l TODO src ~/.ssh | xargs cat', 'rg -l TODO src "$x" | xargs cat'])(
	'does not allow a search when one of its folders is not allowed: %s',
	(command) => {
		expect(inEdit(command)).not.toBe('allow');
	},
);
