import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { LocalGitHub } from '../../rehearsal/github/local-github.ts';

/** A relay between the job and GitHub's API, on loopback. It passes everything on except one question. */
export interface Relay extends AsyncDisposable {
	readonly url: string;
	/**
	 * Sets the state of a job. GitHub does not know these jobs, because this machine runs them. So the relay answers whether they still run.
	 */
	readonly setWorkflowRun: LocalGitHub['setWorkflowRun'];
}

type Run = Parameters<LocalGitHub['setWorkflowRun']>[0];

const notPassed = new Set(['host', 'connection', 'content-length', 'accept-encoding', 'transfer-encoding']);
const notAnswered = new Set(['connection', 'content-length', 'content-encoding', 'transfer-encoding']);

export async function startRelay(apiUrl: string): Promise<Relay> {
	const runs = new Map<string, Run>();
	const server = createServer((request, response) => {
		serve(request, response, { apiUrl, runs }).catch((error: unknown) => {
			if (!response.headersSent) response.writeHead(502);
			response.end(JSON.stringify({ message: error instanceof Error ? error.message : String(error) }));
		});
	});
	await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('the relay has no port');
	return {
		url: `http://127.0.0.1:${address.port}`,
		setWorkflowRun: (run) => void runs.set(`${run.id}/attempts/${run.attempt}`, run),
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

interface Behind {
	readonly apiUrl: string;
	readonly runs: ReadonlyMap<string, Run>;
}

async function serve(request: IncomingMessage, response: ServerResponse, { apiUrl, runs }: Behind): Promise<void> {
	const path = request.url ?? '/';
	const run = runs.get(/\/actions\/runs\/(\d+\/attempts\/\d+)$/.exec(path)?.[1] ?? '');
	if (run !== undefined) {
		const { id, attempt, status, conclusion = null } = run;
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ id, run_attempt: attempt, status, conclusion }));
		return;
	}
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const { method = 'GET' } = request;
	const headers = Object.entries(request.headers).filter(([name]) => !notPassed.has(name));
	const answer = await fetch(apiUrl + path, {
		method,
		redirect: 'manual',
		headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
		...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
	});
	const answered = [...answer.headers].filter(([name]) => !notAnswered.has(name));
	response.writeHead(answer.status, Object.fromEntries(answered));
	response.end(Buffer.from(await answer.arrayBuffer()));
}
