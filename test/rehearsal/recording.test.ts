import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRecording } from '../../scripts/github-traffic/read-recording.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { client, outcome, place, sourceRepository, startDemo } from './support.ts';

let source: ReturnType<typeof sourceRepository>;
beforeAll(() => {
	source = sourceRepository();
});
afterAll(() => source.remove());

test('the stand-in writes one exchange of each shape, and its events, when it closes', async () => {
	using temporary = temporaryFolder();
	const folder = join(temporary.path, 'traffic');
	const github = await startDemo(source.dir, { recordsTo: folder });
	const { rest } = client(github);
	const issue_number = (await github.openIssue({ user: 'maria', title: 'Hello' })).number;
	for (const body of ['one', 'two']) await rest.issues.createComment({ ...place, issue_number, body });
	await outcome(rest.issues.get({ ...place, issue_number: 404 }));
	await github.issuesEvent(
		(await rest.issues.get({ ...place, issue_number })).data as Parameters<typeof github.issuesEvent>[0],
		'opened',
	);
	expect(existsSync(folder)).toBe(false);
	await github.close();
	const { exchanges, events } = readRecording(folder);
	expect(exchanges.map(({ method, status }) => `${method} ${status}`)).toEqual(['POST 201', 'GET 404', 'GET 200']);
	expect(exchanges[0]).toMatchObject({
		path: `/repos/octo/demo/issues/${issue_number}/comments`,
		token: 'workflow',
		grants: { issues: 'write' },
		body: { body: 'one' },
		answers: 'json',
		answer: { body: 'one' },
		byTest: false,
	});
	expect(events).toMatchObject([{ event: 'issues', payload: { action: 'opened', issue: { title: 'Hello' } } }]);
});

test('an answer that a test made up is marked byTest', async () => {
	using temporary = temporaryFolder();
	const folder = temporary.path;
	const github = await startDemo(source.dir, { recordsTo: folder });
	github.intercept = () => ({ status: 418, body: { message: 'I am a teapot' } });
	await outcome(client(github).rest.repos.get(place));
	await github.close();
	expect(readRecording(folder).exchanges).toMatchObject([{ status: 418, byTest: true }]);
});

test('a request that is still open at the end is recorded as a dropped connection', async () => {
	using temporary = temporaryFolder();
	const github = await startDemo(source.dir, { recordsTo: temporary.path });
	const arrived = Promise.withResolvers<void>();
	const released = Promise.withResolvers<void>();
	github.intercept = async (_request, phase) => {
		if (phase === 'before') arrived.resolve();
		await released.promise;
	};
	const asked = outcome(client(github).rest.rateLimit.get());
	await arrived.promise;
	const closed = github.close();
	await asked;
	released.resolve();
	await closed;
	expect(readRecording(temporary.path).exchanges).toMatchObject([{ path: '/rate_limit', status: null }]);
});
