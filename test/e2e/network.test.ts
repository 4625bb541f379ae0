import { expect, test } from 'vitest';
import { journalOf, Stage } from './stage.ts';

/** `.example` is nobody's: the proxy of the job looks for it in vain, and says so in the command's output. */
const script = JSON.stringify({
	turns: [{ calls: [{ tool: 'shell_exec', args: { command: 'curl -sS http://b.example/' } }] }, { text: 'done' }],
});

test('a request shows the hosts of its call and the standing ones, and what was approved gets a way to them', async () => {
	await using stage = await Stage.open({
		files: { '.github/countersign.yml': 'sandbox:\n  hosts: [a.example]\n' },
		script,
	});
	expect(await stage.say('maintainer', '/agent fetch it')).toMatchObject({ outputs: { outcome: 'waiting' } });
	const asked = (await stage.comments()).find((comment) => comment.body.includes('needs a signature'));
	expect(asked?.body).toContain('- may reach `b.example`');
	expect(asked?.body).toContain(
		'**Network:** It may reach: `b.example`. Like every command it may reach: `a.example`.',
	);
	const second = await stage.say('maintainer', '/approve A1');
	expect(second).toMatchObject({ outputs: { outcome: 'completed' } });
	const journal = journalOf(second);
	expect(journal[0]?.['settings']).toMatchObject({ standingHosts: ['a.example'] });
	const [result] = journal.filter((entry) => entry['type'] === 'tool_result');
	expect(JSON.stringify(result)).toContain('`b.example` has no address');
});
