import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalGitHub } from '../rehearsal/github/local-github.ts';
import { makeSampleRepository } from '../rehearsal/sample-repository.ts';

/** Runs a stand-in for GitHub in a separate process. It reports the times of each request and its answer. */
const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
const asked: { readonly what: string; readonly from: number; readonly to: number }[] = [];
const now = (): number => performance.timeOrigin + performance.now();

function listen(port: string): void {
	const { emit } = Server.prototype;
	Server.prototype.emit = function (this: Server, name: string, ...args: unknown[]): boolean {
		const [request, response] = args as [IncomingMessage, ServerResponse];
		if (name === 'request' && String(request.socket.localPort) === port) {
			const from = now();
			response.once('close', () => asked.push({ what: `${request.method} ${request.url}`, from, to: now() }));
		}
		return Reflect.apply(emit, this, [name, ...args]);
	} as typeof emit;
}

makeSampleRepository(join(folder, 'source'), {});
const github = await startLocalGitHub({
	owner: 'octo-org',
	repo: 'slugs',
	repositoryPath: join(folder, 'source'),
	users: [{ login: 'maintainer', id: 1001, permission: 'admin' }],
});
listen(new URL(github.url).port);
const { number } = await github.openIssue({
	user: 'maintainer',
	title: 'Titles get underscores',
	body: 'The test fails.',
});
process.send?.({ url: github.url, token: github.actionsToken, repository: github.repositoryDir });

process.on('message', async (message: { readonly run: number } | 'asked' | 'end') => {
	if (message === 'end') {
		await github.close();
		rmSync(folder, { recursive: true, force: true });
		process.disconnect();
	} else if (message === 'asked') process.send?.(asked.splice(0));
	else {
		github.setWorkflowRun({ id: message.run, attempt: 1, status: 'in_progress' });
		const comment = await github.comment({ issue: number, user: 'maintainer', body: '/agent what does slug do?' });
		process.send?.(await github.issueCommentEvent(comment));
	}
});
