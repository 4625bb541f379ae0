import { expect, test } from 'vitest';
import { git } from '../../rehearsal/sample-repository.ts';
import { journalOf, Stage } from './stage.ts';

const call = { tool: 'file_write', args: { path: 'NEW.md', content: 'new' } };
const script = JSON.stringify({ turns: [{ calls: [call] }, { text: 'Written.' }] });

/** A run that waits, and its ref. */
async function waiting(stage: Stage) {
	const inputs = { ...stage.inputs(), mode: 'default' };
	const end = await stage.say('maintainer', '/agent write it', { inputs });
	expect(end.outputs['outcome']).toBe('waiting');
	const ref = `refs/countersign/runs/${end.outputs['run']}`;
	const [newest = '', before = ''] = git(stage.github.repositoryDir, 'log', '--format=%H', '-2', ref).split('\n');
	return { ref, newest, before, inputs };
}

test('a job continues from the newest state if GitHub briefly shows an old ref', async () => {
	await using stage = await Stage.open({ script });
	const { newest, before, inputs } = await waiting(stage);
	let told = 0;
	stage.github.intercept = ({ path, response }, phase) => {
		const body = JSON.stringify(response?.body ?? null);
		if (phase === 'before' || !path.includes('/git/') || !body.includes(newest) || told > 0) return undefined;
		told++;
		return { status: 200, body: JSON.parse(body.replaceAll(newest, before)) };
	};
	const end = await stage.say('maintainer', '/approve A1', { inputs });
	expect(told).toBe(1);
	expect(end.outputs, end.log).toMatchObject({ outcome: 'completed', 'reason-code': 'changes-undelivered' });
	expect(journalOf(end).filter(({ type }) => type === 'run_resumed')).toHaveLength(1);
});

test('a run is refused if its ref was really set back', async () => {
	await using stage = await Stage.open({ script });
	const { ref, before, inputs } = await waiting(stage);
	git(stage.github.repositoryDir, 'update-ref', ref, before);
	const end = await stage.say('maintainer', '/approve A1', { inputs });
	expect(end.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'checkpoint-rolled-back' });
});

test('a job leaves an inconsistent run to another live job, and reports it only when alone', async () => {
	await using stage = await Stage.open({ script });
	const { ref, before, inputs } = await waiting(stage);
	git(stage.github.repositoryDir, 'update-ref', ref, before);
	let isLiving = true;
	stage.github.intercept = ({ path, response }, phase) => {
		if (phase === 'before' || !path.includes('/attempts/') || !isLiving) return undefined;
		return { status: 200, body: { ...(response?.body as object), status: 'in_progress' } };
	};
	const beside = await stage.say('maintainer', '/approve A1', { inputs });
	expect(beside.outputs, beside.log).toMatchObject({ outcome: 'duplicate', 'reason-code': 'command-claimed' });
	isLiving = false;
	const alone = await stage.say('maintainer', '/approve A1', { inputs });
	expect(alone.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'checkpoint-rolled-back' });
});
