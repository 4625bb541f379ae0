import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CommitOnPull, Forge, PullHead, Pushed } from '../../src/core/index.ts';
import { KeptForge, testServices } from './tool-services.ts';

const head: PullHead = {
	...{
		number: 3,
		headSha: 'a'.repeat(40),
		headBranch: 'countersign/7-x',
		fork: false,
		own: true,
		open: true,
		merged: false,
		baseBranch: 'main',
	},
};
const { open: _, ...pull } = head;
const words = { title: 'More', body: 'More of it.' };

/** A forge whose pull request belongs to the run. */
class PullForge extends KeptForge {
	readonly pushes: CommitOnPull[] = [];
	now: PullHead = head;
	answer: Pushed = { kind: 'pushed', sha: 'b'.repeat(40) };

	async pullHead() {
		return this.now;
	}

	async pushToPull(commit: CommitOnPull) {
		this.pushes.push(commit);
		return this.answer;
	}

	async findPushed() {
		return this.answer.kind === 'pushed' ? this.answer.sha : undefined;
	}
}

async function onPull(forge: PullForge, changes: object = {}) {
	const services = await testServices({ 'a.txt': 'a\n' }, undefined, {
		forge: forge as unknown as Forge,
		pull,
		...changes,
	});
	writeFileSync(join(services.root, 'new.txt'), 'new\n');
	return services;
}

it('adds a commit to the run’s pull request, and opens no second one', async () => {
	const forge = new PullForge();
	const { call, toolbox } = await onPull(forge);
	expect(await call('open_pull_request', words)).toMatchObject({ ok: true, text: expect.stringContaining('#3') });
	expect(forge.pushes).toMatchObject([
		{ branch: 'countersign/7-x', headSha: head.headSha, files: [{ path: 'new.txt' }] },
	]);
	expect(forge.pulls).toEqual([]);
	const again = { id: 'call-1', name: 'open_pull_request', args: words };
	expect(await toolbox.findDone(again, { callId: 'call-1', effects: [] })).toMatchObject({ ok: true });
});

it.each<[string, Partial<PullForge>, string]>([
	['was closed', { now: { ...head, own: false, open: false } }, 'was closed meanwhile'],
	['got a new commit', { answer: { kind: 'moved' } }, 'Somebody pushed to #3'],
	['has all changes already', { answer: { kind: 'same' } }, 'Nothing differs from the head of #3'],
])('explains why it cannot deliver if the pull request %s', async (_name, state, why) => {
	const forge = Object.assign(new PullForge(), state);
	const { call } = await onPull(forge);
	expect(await call('open_pull_request', words)).toMatchObject({ ok: false, text: expect.stringContaining(why) });
	expect(forge.pulls).toEqual([]);
});

it('delivers nothing if all differences came with the head', async () => {
	const forge = new PullForge();
	const { call } = await onPull(forge, { isAsBegun: () => true });
	expect(await call('open_pull_request', words)).toMatchObject({ ok: false });
	expect(forge.pushes).toEqual([]);
});

it('opens a new pull request on top of a fork’s commit that a maintainer vouched for', async () => {
	const forge = new PullForge();
	const vouch = { by: { id: 1, login: 'maintainer' }, commentId: 5 };
	const { call } = await onPull(forge, { pull: { ...pull, own: false, fork: true, vouch } });
	expect(await call('open_pull_request', words)).toMatchObject({ ok: true });
	expect(forge.pulls).toMatchObject([{ parent: head.headSha, baseBranch: 'main' }]);
});

const opened = { number: 3, url: 'https://github.example/pull/3', head: 'c'.repeat(40) };

/** A run that is on no pull request and has opened #3. */
async function withDraft(forge: PullForge) {
	const { toolbox, root } = await onPull(forge, { pull: undefined });
	const further = { id: 'call-2', name: 'open_pull_request', args: words };
	const context = { callId: 'call-2', effects: [], opened };
	return { toolbox, root, further, context };
}

it('adds a further commit to the draft that the run opened, and opens no second one', async () => {
	const forge = new PullForge();
	const { toolbox, further, context } = await withDraft(forge);
	const added = { ok: true, headSha: 'b'.repeat(40), pullRequest: { ...opened, head: 'b'.repeat(40) } };
	expect(await toolbox.run(further, context)).toMatchObject({ ...added, text: expect.stringContaining('#3') });
	const [push] = forge.pushes;
	expect(push).toMatchObject({ branch: 'countersign/7-x', headSha: opened.head, files: [{ path: 'new.txt' }] });
	expect(push?.baseSha).toMatch(/^[0-9a-f]{40}$/);
	expect(forge.pulls).toEqual([]);
	expect(await toolbox.findDone(further, context)).toMatchObject(added);
});

it.each<[string, Partial<PullForge>, string]>([
	['was closed', { now: { ...head, own: false, open: false } }, 'is no open draft of ours any more'],
	['got a commit of somebody else', { answer: { kind: 'moved' } }, 'Somebody pushed to #3'],
	['has all changes already', { answer: { kind: 'same' } }, 'Nothing differs from #3'],
	['is on a protected branch', { answer: { kind: 'refused' } }, 'takes no further commit'],
])('explains why the draft of the run takes no further commit if it %s', async (_name, state, why) => {
	const forge = Object.assign(new PullForge(), state);
	const { toolbox, further, context } = await withDraft(forge);
	expect(await toolbox.run(further, context)).toMatchObject({ ok: false, text: expect.stringContaining(why) });
	expect(forge.pulls).toEqual([]);
});

it('opens a pull request of its own if the earlier one is known without its commit', async () => {
	const forge = new PullForge();
	const { toolbox, further, context } = await withDraft(forge);
	const { head: _sha, ...older } = opened;
	expect(await toolbox.run(further, { ...context, opened: older })).toMatchObject({ ok: true });
	expect(forge.pushes).toEqual([]);
	expect(forge.pulls).toHaveLength(1);
});
