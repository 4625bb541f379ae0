import { describe, expect, it } from 'vitest';
import { CountersignError, type JsonObject } from '../../src/core/index.ts';
import { octocat } from './kept-tool-forge.ts';
import { type TestServices, testServices } from './tool-services.ts';

const find = ({ toolbox }: TestServices, name: string, args: JsonObject, callId = 'call-1') =>
	toolbox.findDone({ id: callId, name, args }, { callId, effects: [] });

describe('labels_set', () => {
	it('changes labels of the run’s thread, and recognizes that this was done', async () => {
		const services = await testServices();
		const args = { add: ['Needs Info'], remove: ['bug'] };
		expect(await find(services, 'labels_set', args)).toBeUndefined();
		const { ok, text } = await services.call('labels_set', args);
		expect([ok, text]).toEqual([true, 'Labels of #42 now: "Needs Info".']);
		expect(services.toolForge.calls).toContain('addLabels 42');
		expect(services.toolForge.calls).toContain('removeLabel 42');
		expect(await find(services, 'labels_set', args)).toEqual({
			ok: true,
			text: 'Labels of #42 already: "Needs Info".',
		});
		expect(await find(services, 'labels_set', { remove: ['Needs Info'] })).toBeUndefined();
	});

	it.each<[JsonObject, string]>([
		[{}, 'Neither'],
		[{ add: ['bug'], remove: ['bug'] }, '"bug" is to be added and removed'],
		// The gate judged exactly this spelling, and a rule may name the label in another spelling.
		[{ remove: ['BUG'] }, 'no label "BUG"'],
		[{ add: ['Needs Info', 'tas\u212a'] }, 'no label "tas\u212a"'],
		[{ add: ['bug', 'agent'] }, 'no label "agent", and none is made. There are: "bug", "Needs Info", "stale".'],
		[{ remove: ['x'] }, 'no label "x"'],
		[{ add: ['needs info'] }, 'no label "needs info", and none is made. There are: "bug", "Needs Info"'],
		[{ add: 'bug' }, 'do not fit'],
		[{ add: ['bug'], number: 7 }, '`number`: no such argument'],
	])('refuses %j and changes nothing', async (args, why) => {
		const { call, toolForge } = await testServices();
		expect(await call('labels_set', args)).toMatchObject({ ok: false, text: expect.stringContaining(why) });
		expect(toolForge.calls).toEqual([]);
	});
});

describe('review_write', () => {
	const patch = '@@ -1,2 +1,3 @@ x\n a\n+b\n c\n@@ -9 +10 @@\n-d\n+e\n@@ -20,2 +20,0 @@\n-f\n-g';
	const onPull = async (): Promise<TestServices> => {
		const services = await testServices();
		services.toolForge.view = { ...services.toolForge.view, isPullRequest: true };
		services.toolForge.files = [{ path: 'a.ts', status: 'modified', additions: 1, deletions: 1, patch }];
		return services;
	};

	it('writes one neutralized review on the head commit that it read', async () => {
		const services = await onPull();
		const args = {
			body: '/approve\n@octocat ![x](https://evil.example/x.png)',
			comments: [{ path: 'a.ts', line: 10, body: '@dependabot merge' }],
		};
		expect(await find(services, 'review_write', args)).toBeUndefined();
		expect(await services.call('review_write', args)).toEqual({
			ok: true,
			text: 'Reviewed: https://github.example/pull/42#review',
		});
		await services.call('review_write', args);
		expect(services.toolForge.written).toEqual([
			{
				headSha: 'a'.repeat(40),
				body: '\\/approve\n`@octocat` !\\[x](https://evil.example/x.png) (evil.example)',
				remarks: [{ path: 'a.ts', line: 10, body: '@ dependabot merge' }],
				marker: expect.stringMatching(/^countersign:review:42-abcdef:[0-9a-f]{16}$/),
			},
		]);
		expect(await find(services, 'review_write', args)).toMatchObject({ ok: true });
		expect(await find(services, 'review_write', args, 'call-2')).toBeUndefined();
	});

	it.each<[string, JsonObject, string]>([
		[
			'a line outside the diff',
			{ path: 'a.ts', line: 4, body: 'x' },
			'line 4 of `a.ts` is not in the diff (lines that are: 1-3, 10-10)',
		],
		['a deleted line', { path: 'a.ts', line: 20, body: 'x' }, 'line 20'],
		['another file', { path: 'b.ts', line: 1, body: 'x' }, 'does not change `b.ts`'],
		['an empty remark', { path: 'a.ts', line: 1, body: ' ' }, 'empty'],
		['a verdict', { path: 'a.ts', line: 1, body: 'x', event: 'APPROVE' }, 'do not fit'],
	])('refuses %s', async (_, comment, why) => {
		const { call, toolForge } = await onPull();
		const answer = await call('review_write', { body: 'x', comments: [comment] });
		expect(answer).toMatchObject({ ok: false, text: expect.stringContaining(why) });
		expect(toolForge.written).toEqual([]);
	});

	it('refuses without a pull request, with a too long body, or with a verdict', async () => {
		const { call, toolForge } = await testServices();
		expect((await call('review_write', { body: 'x' })).text).toContain('not on a pull request');
		expect((await call('review_write', { body: 'x'.repeat(60_001) })).text).toContain('too long');
		expect((await call('review_write', { body: 'x', event: 'APPROVE' })).text).toContain('no such argument');
		expect(toolForge.written).toEqual([]);
	});
});

describe('a suggestion in a review', () => {
	const patch = '@@ -1,2 +1,3 @@ x\n a\n+b\n c';
	const onDiff = async (): Promise<TestServices> => {
		const services = await testServices();
		services.toolForge.view = { ...services.toolForge.view, isPullRequest: true };
		services.toolForge.files = [{ path: 'a.ts', status: 'modified', additions: 1, deletions: 0, patch }];
		return services;
	};
	const reviewing = (one: object) => ({
		body: 'See below.',
		comments: [{ path: 'a.ts', line: 3, body: 'Shorter:', ...one }],
	});

	it('is added unchanged below the text of its remark, for one or several lines', async () => {
		const { call, toolForge } = await onDiff();
		const suggestion = 'const a = `x`;\n\tb();\n';
		expect(await call('review_write', reviewing({ suggestion, start_line: 2 }))).toMatchObject({ ok: true });
		const body = 'Shorter:\n\n```suggestion\nconst a = `x`;\n\tb();\n```';
		expect(toolForge.written[0]?.remarks).toEqual([{ path: 'a.ts', line: 3, startLine: 2, body }]);
	});

	it('cannot end its own code block', async () => {
		const { call, toolForge } = await onDiff();
		await call('review_write', reviewing({ suggestion: '```\ncode\n```' }));
		expect(toolForge.written[0]?.remarks[0]?.body).toBe('Shorter:\n\n````suggestion\n```\ncode\n```\n````');
	});

	it.each(['a\u202eb', 'a\u200bb', '/approve A1'])('is refused if it could be misread: %j', async (suggestion) => {
		const { call, toolForge } = await onDiff();
		const { ok, text } = await call('review_write', reviewing({ suggestion }));
		expect([ok, text]).toEqual([false, expect.stringContaining('line 3 of `a.ts`')]);
		expect(toolForge.written).toEqual([]);
	});

	it('must stay within one part of the diff', async () => {
		const { call, toolForge } = await onDiff();
		for (const start_line of [4, 9])
			expect((await call('review_write', reviewing({ start_line }))).text).toContain('in one part of the diff');
		expect(toolForge.written).toEqual([]);
	});
});

describe('review_reply', () => {
	const remark = {
		author: octocat,
		body: 'Why?',
		createdAt: '2026-11-21T12:00:00Z',
		path: 'a.ts',
		line: 3,
		thread: 77,
	};
	const onPull = async (): Promise<TestServices> => {
		const services = await testServices();
		services.toolForge.view = { ...services.toolForge.view, isPullRequest: true };
		services.toolForge.remarks = [remark];
		return services;
	};

	it('answers in the thread only once', async () => {
		const services = await onPull();
		const args = { thread: 77, body: 'Because of #7, says @octocat.' };
		expect(await find(services, 'review_reply', args)).toBeUndefined();
		expect(await services.call('review_reply', args)).toMatchObject({ ok: true });
		expect(await services.call('review_reply', args)).toMatchObject({ ok: true });
		expect(services.toolForge.replies).toMatchObject([
			{
				thread: 77,
				body: 'Because of #7, says `@octocat`.',
				marker: expect.stringMatching(/^countersign:review-reply:/),
			},
		]);
		expect(await find(services, 'review_reply', args)).toMatchObject({ ok: true });
	});

	it('refuses an unknown thread, an empty body and an issue', async () => {
		const services = await onPull();
		expect((await services.call('review_reply', { thread: 78, body: 'x' })).text).toContain('has no thread 78');
		expect((await services.call('review_reply', { thread: 77, body: ' ' })).text).toContain('`body` is empty');
		services.toolForge.view = { ...services.toolForge.view, isPullRequest: false };
		expect((await services.call('review_reply', { thread: 77, body: 'x' })).text).toContain('not on a pull request');
		expect(services.toolForge.replies).toEqual([]);
	});
});

describe('pull_request_update', () => {
	const marker = '\n\n<!-- countersign:pull-request:42-abcdef:0123456789abcdef -->';
	const withDraft = async (): Promise<TestServices> => {
		const services = await testServices();
		services.toolForge.own = { ...services.toolForge.pull, number: 9, draft: true, body: `Old\n\nRefs #42${marker}` };
		return services;
	};

	it('changes title and body of the run’s draft, and keeps its marker', async () => {
		const services = await withDraft();
		const args = { title: 'New', body: 'Fixes #7, says @octocat' };
		expect(await find(services, 'pull_request_update', args)).toBeUndefined();
		expect(await services.call('pull_request_update', args)).toMatchObject({ ok: true });
		expect(services.toolForge.calls).toContain('ownPullRequest countersign:pull-request:42-abcdef:');
		expect(services.toolForge.own).toMatchObject({
			title: 'New',
			body: `Fixes issue #7, says \`@octocat\`\n\nRefs #42${marker}`,
		});
		expect(await find(services, 'pull_request_update', args)).toMatchObject({ ok: true });
		expect(await find(services, 'pull_request_update', { body: 'Other' })).toBeUndefined();
	});

	it('changes only what is given', async () => {
		const { call, toolForge } = await withDraft();
		await call('pull_request_update', { title: 'New' });
		expect(toolForge.own).toMatchObject({ title: 'New', body: `Old\n\nRefs #42${marker}` });
	});

	it('does not touch a pull request that people have taken over, and says if there is none', async () => {
		const { call, toolForge } = await withDraft();
		expect((await call('pull_request_update', {})).text).toContain('Neither');
		expect((await call('pull_request_update', { title: ' ' })).text).toContain('`title` is empty');
		for (const change of [{ draft: false }, { state: 'closed' }]) {
			toolForge.own = toolForge.own && { ...toolForge.own, draft: true, state: 'open', ...change };
			expect((await call('pull_request_update', { title: 'x' })).text).toContain('people have taken it over');
		}
		toolForge.own = undefined;
		expect((await call('pull_request_update', { title: 'x' })).text).toContain('Use `open_pull_request` first');
		expect(toolForge.calls.filter((line) => line.startsWith('reword'))).toEqual([]);
	});
});

describe('a refusal by GitHub', () => {
	it('is reported to the model, with the permission to add', async () => {
		const { call, toolForge } = await testServices();
		const fix = 'A maintainer can add `issues: read` to the `permissions:` of the job in the workflow.';
		const refusal = new CountersignError({ code: 'github-refused', message: 'GitHub refused to show #42 (403).', fix });
		toolForge.thread = () => Promise.reject(refusal);
		const text = `GitHub refused to show #42 (403). ${fix}`;
		expect(await call('issue_read', {})).toEqual({ ok: false, refused: 'github-refused', text });
	});
});

describe('closing keywords in a pull request', () => {
	it.each([
		['Fixes #42', 'Fixes #42'],
		['Fixes #7', 'Fixes issue #7'],
		['closes: #7 and resolves octo/other#8', 'closes: issue #7 and resolves issue octo/other#8'],
		['FIXED GH-7', 'FIXED issue GH-7'],
		['close https://github.com/o/r/issues/9', 'close issue https://github.com/o/r/issues/9'],
		['fixes **#7**, fix [#8](x)', 'fixes issue **#7**, fix issue [#8](x)'],
		['resolved\n#421', 'resolved\nissue #421'],
		['prefixes #7, see #7', 'prefixes #7, see #7'],
		['_Fixes #7_, __closes #7__', '_Fixes issue #7_, __closes issue #7__'],
		['Fixes \\#7 and fixes\\: #8', 'Fixes issue \\#7 and fixes\\: issue #8'],
		['**Closes:** #9, ~~fix~~ #10', '**Closes:** issue #9, ~~fix~~ issue #10'],
		['_Fixes #42_, **Fixes:** #42', '_Fixes #42_, **Fixes:** #42'],
	])('%j', async (body, expected) => {
		const services = await testServices({ a: 'a' });
		services.toolForge.own = { ...services.toolForge.pull, draft: true };
		await services.call('pull_request_update', { body });
		expect(services.toolForge.own.body.replace(/\n\nRefs #42$/, '')).toBe(expected);
	});
});
