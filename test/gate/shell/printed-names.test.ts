import { describe, expect, it } from 'vitest';
import { judgeShell } from '../support.ts';

const inEdit = (command: string) => judgeShell(command, { mode: 'edit' }).decision;

/** Threat: whoever wrote a file, or made a link, chose what is then taken for a name. */
describe('output that contains more than file names', () => {
	it.each([
		['lines of files', 'git grep -h key | xargs cat'],
		['lines after names', 'cat $(git grep key)'],
		['lines of links that are followed', 'rg -L key src | xargs cat'],
		['targets of links', 'cat $(ls -l)'],
		['targets of links, in a list with hidden files', 'ls -la | xargs cat'],
		['targets of links, in a tree', 'tree -fi --noreport | xargs cat'],
		['targets of links, from fd', 'fd -l | xargs cat'],
		['a time format', "cat $(ls --full-time --time-style='+/etc/passwd')"],
		['the place of a link for a terminal', 'ls --hyperlink=always | xargs cat'],
		['a format', 'cat $(git ls-files --format=/home/user/.ssh/id_rsa)'],
		["a commit's subject", 'cat $(git diff-tree --name-only --format=%s HEAD)'],
		['a label', 'cat $(grep -l key --label=/etc/passwd -)'],
		['a label option, abbreviated', 'cat $(grep -l key --lab=/etc/passwd -)'],
		['a link of rg', "rg -l --color=always --hyperlink-format='a: /etc/passwd {path}' key | xargs cat"],
		['a separator', 'fd --path-separator=/etc/ | xargs cat'],
		['the output of a command', 'fd . -x echo /etc/passwd | xargs cat'],
	])('is not a list of names: %s', (_, command) => {
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
	])('is one when it contains only names: %s', (command) => {
		expect(inEdit(command)).toBe('allow');
	});
});
