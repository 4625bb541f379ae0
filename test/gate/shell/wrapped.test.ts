import { describe, expect, it } from 'vitest';
import { ownCommands } from '../../../scripts/labelled-commands.ts';
import { judgeShell } from '../support.ts';
import { wrappers } from './wrappers.ts';

/**
 * Catastrophic lines of the labelled sets. A here-document cannot be put into the middle of a line, xargs replaces `{}`, and two opening
 * parentheses are arithmetic.
 */
const cores = ownCommands()
	.filter(({ command, expect: wanted }) => wanted === 'block' && !/<<|\n|\{\}|^\(/.test(command))
	.map(({ command }) => command)
	.filter((command, index) => index % 4 === 0 && judgeShell(command).decision === 'block')
	.slice(0, 223);

const ways = Object.entries(wrappers);
const nested = ways.slice(1).map(([name, wrap], index) => {
	const [inner = '', wrapInner = wrap] = ways[(index * 7 + 5) % ways.length] ?? [];
	return [`${name} around ${inner}`, (command: string) => wrap(wrapInner(command))] as const;
});

describe('a blocked line', () => {
	it('comes from the labelled sets', () => {
		expect(cores).toHaveLength(223);
	});

	it.each([...ways, ...nested])('is never allowed when it is wrapped: %s', (_name, wrap) => {
		const judged = cores.map(wrap).map((line) => ({ line, verdict: judgeShell(line) }));
		const wrong = judged.filter(({ verdict }) => verdict.decision === 'allow' || verdict.rule === 'gate-error');
		expect(wrong.map(({ line }) => line)).toEqual([]);
	});
});
