import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { journalOf, Stage } from './stage.ts';

test('the log warns of a command that matches a blocked pattern, and the journal keeps it [seeds 64]', async () => {
	const blocked = '- {pattern: "^touch", on: executed, reason: Nobody makes files so.}';
	await using stage = await Stage.open({
		files: { '.github/countersign.yml': `safety:\n  blocked_patterns:\n    ${blocked}\n` },
		script: JSON.stringify({
			turns: [{ calls: [{ tool: 'shell_exec', args: { command: 'ls && touch a' } }] }, { text: 'done' }],
		}),
	});
	const end = await stage.say('maintainer', '/agent do it');
	expect(end.log).toContain('tool.gated shell_exec blocked by blocked_patterns: ^touch: ls && touch a');
	expect(end.log).toMatch(/tool\.denied shell_exec: Nobody makes files so\./);
	expect(journalOf(end)).toContainEqual(
		expect.objectContaining({
			type: 'tool_attempt',
			tool_input: { command: 'ls && touch a' },
			matched_rule: 'blocked_patterns: ^touch',
		}),
	);
});

test('the log, the journal and the comments contain no raw invisible or bidirectional characters', async () => {
	const hidden = ['\u202e', '\u200b', '\u2066', '\ufeff', '\u2028', '\u2029', '\u0085', '\u{e0041}'];
	const said = `I looked.\n${hidden.map((one) => `a${one}b`).join(' ')}\n[here](https://example.com/login)`;
	const calls = [{ tool: 'no_such_tool\u202e', args: { path: said } }];
	await using stage = await Stage.open({ script: JSON.stringify({ turns: [{ text: said, calls }, { text: said }] }) });
	const end = await stage.say('maintainer', '/agent look');
	const journal = readFileSync(join(end.outputs['audit-dir'] ?? '', 'journal.jsonl'), 'utf8');
	const comments = (await stage.comments()).map(({ body }) => body).join('\n');
	for (const one of hidden)
		for (const [where, text] of Object.entries({
			log: end.log,
			journal,
			comments,
			outputs: JSON.stringify(end.outputs),
		}))
			expect(text.includes(one), `${where} ${one.codePointAt(0)?.toString(16)}`).toBe(false);
	expect(comments).toContain('[here](https://example.com/login) (example.com)');
	expect(JSON.stringify(journalOf(end))).toContain('\u202e');
});

test('the log shows what the model says, without commands to the runner [seeds 80]', async () => {
	const said = 'I have looked.\n\n::error::forged\nHere ##[add-mask]too.';
	await using stage = await Stage.open({ script: JSON.stringify({ turns: [{ text: said }] }) });
	const { log } = await stage.say('maintainer', '/agent look');
	expect(log).toMatch(/^model: I have looked\.\nmodel: ::error::forged\nmodel: Here ## \[add-mask\]too\.$/m);
});
