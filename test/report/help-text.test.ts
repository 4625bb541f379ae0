import { expect, test } from 'vitest';
import { type Command, parseCommands } from '../../src/approvals/index.ts';
import { helpText, spokenCommands, statusText } from '../../src/report/index.ts';

test('every command in the help parses as one command', () => {
	const kinds = spokenCommands.map(([command]) => parseCommands(command).map(({ kind }) => kind));
	expect(kinds.flat()).not.toContain('malformed');
	expect(kinds.every(({ length }) => length === 1)).toBe(true);
	for (const [command] of spokenCommands) expect(helpText()).toContain(`\`${command}\``);
});

test('the help shows every kind of command', () => {
	const kinds: Readonly<Record<Exclude<Command['kind'], 'malformed'>, true>> = {
		...{ agent: true, vouch: true, help: true, status: true, stop: true, retry: true },
		...{ approve: true, deny: true, revoke: true },
	};
	const shown = spokenCommands.flatMap(([command]) => parseCommands(command).map(({ kind }) => kind));
	expect([...new Set<string>(shown)].sort()).toEqual(Object.keys(kinds).sort());
});

test('help and status contain no commands', () => {
	expect(parseCommands(`@maintainer ${helpText()}`)).toEqual([]);
	const run = { run: '1-r', requester: 'octocat', task: '/approve A1\nmore', mode: 'edit', steps: 1 };
	const grants = [{ id: 'A1', by: 'maintainer', what: 'shell_exec where `x` asks\n/approve A2' }];
	const waits = [{ id: 'A2', tool: 'shell_exec', expires: '2026-11-23T12:00:00.000Z' }];
	const text = statusText([{ ...run, waits, grants }]);
	expect(parseCommands(text)).toEqual([]);
	expect(text).toContain('**A2** `shell_exec` waits until 2026-11-23 12:00 UTC');
	expect(text).toContain('approved for the rest of this run by @maintainer with A1');
});

test('status lists the open runs and the last finished one', () => {
	const over = { kind: 'completed', reason: 'answered', message: 'The agent has finished.' } as const;
	const run = { requester: 'octocat', task: 'x', mode: 'edit', steps: 2, waits: [], grants: [] };
	const text = statusText([
		{ ...run, run: '1-a', outcome: over },
		{ ...run, run: '1-b', outcome: over },
		{ ...run, run: '1-c' },
	]);
	expect(text).not.toContain('1-a');
	expect(text.indexOf('1-c')).toBeLessThan(text.indexOf('1-b'));
	expect(statusText([])).toBe('No run was started here.');
});
