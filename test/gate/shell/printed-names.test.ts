import { describe, expect, it } from 'vitest';
import { judgeShell } from '../support.ts';

const inEdit = (command: string) => judgeShell(command, { mode: 'edit' }).decision;

/** Threat: whoever wrote a file, or made a link, chose what is then taken for a name. */
describe('what is printed beside names', () => {
	it.each([
		['lines of files', 'git grep -h key | xargs cat'],
		['lines behind names', 'cat $(git grep key)'],
		['lines of links that are followed', 'rg -L key src | xargs cat'],
		['where links lead', 'cat $(ls -l)'],
		['where links lead, in a list with all', 'ls -la | xargs cat'],
		['where links lead, of a tree', 'tree -fi --noreport | xargs cat'],
		['where links lead, of fd', 'fd -l | xargs cat'],
		['a time', "cat $(ls --full-time --time-style='+/etc/passwd')"],
		['the place of a link for a terminal', 'ls --hyperlink=always | xargs cat'],
		['a format', 'cat $(git ls-files --format=/home/user/.ssh/id_rsa)'],
		['a subject', 'cat $(git diff-tree --name-only --format=%s HEAD)'],
		['a label', 'cat $(grep -l key --label=/etc/passwd -)'],
		['a label, cut short', 'cat $(grep -l key --lab=/etc/passwd -)'],
		['a link of rg', "rg -l --color=always --hyperlink-format='a: /etc/passwd {path}' key | xargs cat"],
		['a separator', 'fd --path-separator=/etc/ | xargs cat'],
		['what a command says', 'fd . -x echo /etc/passwd | xargs cat'],
	])('is no name: %s', (_, command) => {
		expect(inEdit(command)).not.toBe('allow');
	});

	it.each([
		'git grep -l key | xargs wc -l',
		"cat $(git grep -l key -- 'src/*.ts')",
		'git grep --name-only key -- src docs | xargs grep -n key',
		'rg -l key src tests | xargs wc -l',
		'rg --files src tests | xargs wc -l',
		'for f in $(ls -1 src); do wc -l "src/$f"; done',
		'ls -t src/*.ts | head -3 | xargs wc -l',
		'fd -e ts -H . src | xargs wc -l',
		'git log --name-only --pretty=format: | sort -u | xargs wc -l',
	])('and names alone are: %s', (command) => {
		expect(inEdit(command)).toBe('allow');
	});
});
