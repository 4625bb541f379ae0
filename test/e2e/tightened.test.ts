import { describe, expect, it } from 'vitest';
import { git } from '../../rehearsal/sample-repository.ts';
import { journalOf, maintainer, Stage, stranger, writer } from './stage.ts';

const mona = { login: 'mona', id: 1004, permission: 'maintain' } as const;
const users = [maintainer, writer, stranger, mona];
const touch = (path: string) => ({ tool: 'shell_exec', args: { command: `rm -f none; touch ${path}` } });
const script = JSON.stringify({ turns: [{ calls: [touch('a.txt')] }, { text: 'Ended.' }] });
const started = (end: Parameters<typeof journalOf>[0]) => journalOf(end).filter(({ type }) => type === 'tool_started');

/** A commit on the default branch. */
async function land({ github }: Stage, path: string, content: string): Promise<void> {
	const post = async (to: string, body: object): Promise<string> => {
		const made = await github.act('maintainer', 'POST', to, body as never);
		return (made.body as unknown as { sha: string }).sha;
	};
	const parent = git(github.repositoryDir, 'rev-parse', 'refs/heads/main');
	const base_tree = git(github.repositoryDir, 'rev-parse', `${parent}^{tree}`);
	const tree = await post('/git/trees', { base_tree, tree: [{ path, mode: '100644', type: 'blob', content }] });
	const commit = await post('/git/commits', { message: `change ${path}`, tree, parents: [parent] });
	git(github.repositoryDir, 'update-ref', 'refs/heads/main', commit);
}

describe('rules that become stricter while a step waits', () => {
	it('require the new role for an approval', async () => {
		await using stage = await Stage.open({ script, users });
		const waiting = await stage.say('maintainer', '/agent do it');
		expect(waiting.outputs, waiting.log).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
		await land(stage, '.github/countersign.yml', 'approvals: { role: admin }\n');
		const again = await stage.say('mona', '/approve A1');
		expect(again.outputs, again.log).toMatchObject({ outcome: 'waiting', approvals: 'A2' });
		const still = await stage.say('mona', '/approve A2');
		expect(started(still)).toEqual([]);
		const end = await stage.say('maintainer', '/approve A2');
		expect(end.outputs, end.log).toMatchObject({ outcome: 'completed' });
		expect(started(end)).toHaveLength(1);
	});
});

describe('a grant for the run', () => {
	const run = { tool: 'shell_exec', args: { command: 'rm -f none; bash scripts/deploy.sh' } };
	const write = { tool: 'file_write', args: { path: 'scripts/deploy.sh', content: 'echo planted\n' } };
	const files = { 'scripts/deploy.sh': 'echo deployed\n' };

	it.each(['for-run', 'for-run tool', 'for-run everything'])('%s does not cover a changed script', async (scope) => {
		const turns = [{ calls: [run] }, { calls: [run] }, { calls: [write] }, { calls: [run] }, { text: 'Ended.' }];
		await using stage = await Stage.open({ script: JSON.stringify({ turns }), files });
		const waiting = await stage.say('maintainer', '/agent deploy it');
		expect(waiting.outputs, waiting.log).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
		const again = await stage.say('maintainer', `/approve A1 ${scope}`);
		expect(again.outputs, again.log).toMatchObject({ outcome: 'waiting', approvals: 'A2' });
		expect(started(again)).toHaveLength(3);
		const request = (await stage.comments()).findLast(({ body }) => body.includes('needs your approval'));
		expect(request?.body).toContain('echo planted');
	});
});
