import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { journalOf, Stage } from './stage.ts';

const script = JSON.stringify({
	turns: [{ calls: [{ tool: 'shell_exec', args: { command: 'bash scripts/a-private-name.sh' } }] }, { text: 'Ended.' }],
});
const files = { 'scripts/a-private-name.sh': 'if false; then ./tool; fi\necho ran\n' };
const key = '0123456789abcdef'.repeat(4);

const withKey = (stage: Stage, stateKey: string) => ({ inputs: { ...stage.inputs(), 'state-key': stateKey } });

/** Everything that is kept under the run's ref: messages and files of all its commits. */
function keptOf(stage: Stage): string {
	const ref = stage.refs().find((name) => name.includes('countersign/runs/')) ?? '';
	return execFileSync('git', ['log', '-p', '--format=%B', ref], { cwd: stage.github.repositoryDir, encoding: 'utf8' });
}

test('a state-key hides the content of the run under its ref, and only that key continues the run', async () => {
	await using stage = await Stage.open({ script, files });
	const first = await stage.say('maintainer', '/agent make it so', withKey(stage, key));
	expect(first.outputs).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
	expect(first.log).toContain(`::add-mask::${key}`);
	expect(keptOf(stage)).not.toMatch(/a-private-name|run_started|scripted:/);
	const keyless = await stage.say('maintainer', '/approve A1');
	expect(keyless.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'state-key-missing' });
	const wrong = await stage.say('maintainer', '/approve A1', withKey(stage, 'f'.repeat(64)));
	expect(wrong.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'state-key-wrong' });
	expect(
		(await stage.comments()).filter(({ body }) => body.includes('Give the step the key that the run was started with')),
	).toHaveLength(2);
	const end = await stage.say('maintainer', '/approve A1', withKey(stage, key));
	expect(end.outputs).toMatchObject({ outcome: 'completed' });
	expect(journalOf(end).filter((entry) => entry['type'] === 'tool_started')).toHaveLength(1);
	expect(keptOf(stage)).not.toMatch(/a-private-name|run_started|scripted:/);
});

test('a run that began without a state-key is refused with one, and a new run asks again', async () => {
	await using stage = await Stage.open({ script, files });
	await stage.say('maintainer', '/agent make it so');
	const refused = await stage.say('maintainer', '/approve A1', withKey(stage, key));
	expect(refused.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'checkpoint-unsealed' });
	expect((await stage.comments()).at(-1)?.body).toContain('an earlier version saved it, or a job without the key');
	await stage.say('maintainer', '/deny A1');
	const status = await stage.say('maintainer', '/agent status', withKey(stage, key));
	expect(status.outputs).toMatchObject({ outcome: 'nothing-to-do' });
	const again = await stage.say('maintainer', '/agent make it so', withKey(stage, key));
	expect(again.outputs).toMatchObject({ outcome: 'waiting', approvals: 'A2' });
	const end = await stage.say('maintainer', '/approve A2', withKey(stage, key));
	expect(end.outputs).toMatchObject({ outcome: 'completed' });
	expect(journalOf(end).filter((entry) => entry['type'] === 'tool_started')).toHaveLength(1);
});

test('a short state-key is refused, and the error shows how to make one', async () => {
	await using stage = await Stage.open({ script, files });
	const end = await stage.say('maintainer', '/agent make it so', withKey(stage, 'secret'));
	expect(end.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'bad-input' });
	expect(end.log).toContain('openssl rand -hex 32');
});
