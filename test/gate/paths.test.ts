import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/index.ts';
import { aWorkspace, judgeShell, judgeTool, outcome } from './support.ts';

describe('the path sandbox (leashd, SandboxEnforcer)', () => {
	it.each<[string, JsonObject, string]>([
		['file_read', { path: '../x' }, 'block outside-root'],
		['file_read', { path: '/etc/passwd' }, 'block outside-root'],
		['file_read', { path: '/checkouts/repo-evil/x' }, 'block outside-root'],
		['file_read', { path: '/sys/x' }, 'block outside-root'],
		['file_read', { path: '/proc/self/environ' }, 'block secret-read'],
		['file_read', { path: '~/x' }, 'block outside-root'],
		['file_read', { path: '~root/x' }, 'block invalid-path'],
		['file_read', { path: 'a\0' }, 'block invalid-path'],
		['file_read', { path: 'link/x' }, 'block outside-root'],
		['file_write', { path: '/tmp/x', content: '' }, 'block outside-root'],
		['file_write', { path: '/etc/x', content: '' }, 'block outside-root'],
		['NotebookEdit', { notebook_path: '/etc/x' }, 'block outside-root'],
		['Glob', { pattern: '../../**' }, 'block outside-root'],
		['file_edit', { path: 'server.pem', old_text: 'a', new_text: 'b' }, 'block credential-write'],
		['Write', { file_path: '.env', content: '' }, 'block credential-write'],
		['file_read', { path: '.env.example' }, 'allow read-checkout'],
		['Write', { file_path: '.claude/plans/.env', content: '' }, 'block credential-write'],
		['Edit', { file_path: '.husky/server.pem' }, 'block credential-write'],
		['Write', { file_path: '.npmrc', content: '' }, 'confirm writes-configuration'],
	])('decides about %s %j [seeds 30, 32, 43]', (name, args, expected) => {
		expect(outcome(judgeTool(name, args, { facts: aWorkspace({ links: { '/checkouts/repo/link': '/var' } }) }))).toBe(
			expected,
		);
	});

	it.each([
		['cat /usr/share/x', 'confirm read-outside'],
		['ls /tmp', 'allow read-public'],
		['ls -R /tmp', 'confirm read-outside'],
		['ls /tmp/x', 'confirm read-outside'],
		['cat ../other/x', 'confirm read-outside'],
		['cat ~/notes', 'confirm read-outside'],
		['cat ~/.aws/credentials', 'block secret-read'],
		['echo x > /etc/passwd', 'block outside-root'],
		['echo x > ../x', 'block outside-root'],
		['rm -rf ../other', 'block outside-root'],
		['echo x > /tmp/x', 'confirm writes-files'],
		['ls > /dev/null', 'allow read-checkout'],
		['ls 2>&1', 'allow read-checkout'],
		['touch link/x', 'block outside-root'],
	])('decides about shell paths: %s [seeds 30, 32]', (command, expected) => {
		expect(outcome(judgeShell(command, { facts: aWorkspace({ links: { '/checkouts/repo/link': '/var' } }) }))).toBe(
			expected,
		);
	});

	it.each([
		['rm -rf ..', 'block outside-root'],
		['rm -rf /tmp', 'block outside-root'],
		['rm -rf ../other', 'confirm deletes-files'],
	])('decides about shell paths in a checkout below /tmp: %s', (command, expected) => {
		const facts = aWorkspace({ root: '/tmp/a/repo', realPath: (path) => posix.resolve('/tmp/a/repo', path) });
		expect(outcome(judgeShell(command, { facts }))).toBe(expected);
	});
});
