import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/index.ts';
import { subjectOf } from '../../src/gate/effects.ts';
import { brief } from './shell/brief.ts';
import { aWorkspace } from './support.ts';

function effects(name: string, args: JsonObject): readonly string[] {
	const { parts } = subjectOf({ id: 'c', name, args }, aWorkspace({ links: { '/checkouts/repo/out': '/etc' } }));
	return parts.flatMap((part) => part.effects.map(brief));
}

describe('what a call would do', () => {
	it.each<[string, JsonObject, readonly string[]]>([
		['file_read', { path: 'a.ts' }, ['read a.ts']],
		['file_read', { path: './src/../a.ts' }, ['read a.ts']],
		['file_read', { path: '/checkouts/repo/a.ts' }, ['read a.ts']],
		['file_read', { path: '../x' }, ['read /checkouts/x']],
		['file_read', { path: 'out/passwd' }, ['read /etc/passwd']],
		['file_read', { path: '~/.ssh/id_rsa' }, ['secret.read /home/runner/.ssh/id_rsa']],
		['file_read', { path: 'a\0b' }, ['opaque']],
		['file_read', { path: 'a', file_path: '/etc/passwd' }, ['read a', 'read /etc/passwd']],
		['file_read', {}, ['opaque']],
		['file_read', { path: 7 }, ['opaque']],
		['Read', { file_path: '.ENV' }, ['secret.read .ENV']],
		['file_list', {}, ['read .']],
		['Glob', { pattern: '../../**' }, ['read .', 'read /**']],
		['Glob', { pattern: '**/*.ts', path: 'src' }, ['read src', 'read src/**/*.ts']],
		['file_search', { pattern: 'x' }, ['read .']],
		['file_search', { pattern: 'x', path: '.env' }, ['secret.read .env']],
		['Grep', { pattern: 'x', glob: '../*' }, ['read .', 'read /checkouts/*']],
		['file_search', {}, ['read .', 'opaque']],
		['file_write', { path: 'a', content: 'x' }, ['write a']],
		['file_write', { path: 'a' }, ['write a', 'opaque']],
		['Write', { file_path: '.github/workflows/ci.yml', content: 'x' }, ['config.write .github/workflows/ci.yml']],
		['MultiEdit', { file_path: 'a', edits: [] }, ['write a']],
		['NotebookEdit', { notebook_path: '/etc/x' }, ['config.write /etc/x']],
		['git_status', {}, ['read .']],
		['git_diff', { path: 'src' }, ['read src']],
		['comment', { body: 'x' }, ['forge.write comment']],
		['comment', {}, ['forge.write comment', 'opaque']],
		['open_pull_request', { title: 'a', body: 'b' }, ['forge.write draft-pull-request']],
		['issue_read', {}, ['forge.read the own thread']],
		['issue_read', { number: 7 }, ['forge.read thread #7']],
		['issue_read', { number: '7' }, ['opaque']],
		['issue_read', { number: 0 }, ['opaque']],
		['comments_read', { number: 1.5 }, ['opaque']],
		['comments_read', { number: 7 }, ['forge.read comments of #7']],
		['reviews_read', {}, ['forge.read reviews of the own thread']],
		['pull_request_diff', { number: 7, path: 'a' }, ['forge.read changes of #7']],
		['checks_read', {}, ['forge.read checks']],
		['checks_read', { commit: 'f'.repeat(40) }, ['forge.read checks']],
		['checks_read', { commit: 'main' }, ['opaque']],
		['check_log', { check: 9 }, ['forge.read the log of check 9']],
		['check_log', {}, ['opaque']],
		['releases_read', {}, ['forge.read releases']],
		['issues_list', { state: 'open' }, ['forge.read the list of issues']],
		['issues_list', { state: 7 }, ['forge.read the list of issues', 'opaque']],
		['merged_read', {}, ['forge.read what was merged since the last release']],
		['merged_read', { since: 'v1' }, ['forge.read what was merged since v1']],
		['merged_read', { since: 1 }, ['opaque']],
		['skill_read', { path: '../a' }, ['read /checkouts/a']],
		['skill_read', {}, ['opaque']],
		['memory_search', { query: 'a' }, ['forge.read what earlier runs left']],
		['memory_search', {}, ['forge.read what earlier runs left', 'opaque']],
		['memory_note', { text: 'a' }, ['forge.write other']],
		['memory_note', {}, ['forge.write other', 'opaque']],
		['labels_set', { add: ['bug'], remove: ['a "b'] }, ['forge.write label own: add "bug", remove "a \\"b"']],
		['labels_set', { add: 'bug' }, ['opaque']],
		['labels_set', { add: [7] }, ['opaque']],
		['labels_set', {}, ['forge.write label own: nothing']],
		['review_write', { body: 'x', comments: [] }, ['forge.write review']],
		['review_write', { comments: [] }, ['forge.write review', 'opaque']],
		['pull_request_update', { title: 'x' }, ['forge.write draft-pull-request']],
		['pull_request_update', { body: 7 }, ['forge.write draft-pull-request', 'opaque']],
		['Bash', { command: 'ls' }, ['read .']],
		['shell_exec', { command: 'ls', cwd: 'src' }, ['read src']],
		['shell_exec', { command: ['ls'] }, ['opaque']],
		['shell_exec', { command: 'ls', cwd: 3 }, ['opaque']],
		['bash', { command: 'ls' }, ['opaque']],
		['mcp__x__y', {}, ['opaque']],
	])('%s %j', (name, args, expected) => {
		expect(effects(name, args)).toEqual(expected);
	});
});
