import { expect, test } from 'vitest';
import { journalOf, Stage } from './stage.ts';

test('the log warns of a command that matches a blocked pattern, and the journal keeps the command [seeds 64]', async () => {
	const blocked = '- {pattern: "^touch", on: executed, reason: Nobody makes files so.}';
	await using stage = await Stage.open({
		files: { '.github/countersign.yml': `safety:\n  blocked_patterns:\n    ${blocked}\n` },
		script: JSON.stringify({
			turns: [{ calls: [{ tool: 'shell_exec', args: { command: 'ls && touch a' } }] }, { text: 'done' }],
		}),
	});
	const end = await stage.say('maintainer', '/agent do it');
	expect(end.log).toMatch(/tool\.denied shell_exec: Nobody makes files so\./);
	expect(journalOf(end)).toContainEqual(
		expect.objectContaining({
			type: 'tool_attempt',
			tool_input: { command: 'ls && touch a' },
			matched_rule: 'blocked_patterns: ^touch',
		}),
	);
});

test('the log shows what the model says, and no line of it is a command to the runner [seeds 80]', async () => {
	const said = 'I have looked.\n\n::error::forged\nHere ##[add-mask]too.';
	await using stage = await Stage.open({ script: JSON.stringify({ turns: [{ text: said }] }) });
	const { log } = await stage.say('maintainer', '/agent look');
	expect(log).toMatch(/^model: I have looked\.\nmodel: ::error::forged\nmodel: Here ## \[add-mask\]too\.$/m);
});
