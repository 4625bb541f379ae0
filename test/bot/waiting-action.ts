import { writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** What the stand-in for the built action found at its start. */
export interface Found {
	readonly env: Readonly<Record<string, string>>;
	readonly pid: number;
	readonly cwd: string;
	readonly flags: readonly string[];
	readonly event: Readonly<Record<string, unknown>>;
	readonly answer: Readonly<Record<string, unknown>>;
	/** The mode of the file that holds the answer. */
	readonly mode: number;
	readonly files: readonly string[];
}

/** A started program that waits until the test ends it. */
export interface Started extends Found {
	end(how?: { readonly exit?: number; readonly outputs?: Readonly<Record<string, string>> }): void;
}

const program = `import { appendFileSync, readdirSync, readFileSync, statSync } from 'node:fs';
const { env } = process;
const write = (outputs) => {
	for (const [name, value] of Object.entries(outputs)) appendFileSync(env.GITHUB_OUTPUT, name + '<<x\\n' + value + '\\nx\\n');
};
process.on('SIGTERM', () => {
	write({ outcome: 'cancelled', 'reason-code': 'interrupted' });
	process.exit(1);
});
const found = {
	env, pid: process.pid, cwd: process.cwd(), flags: process.execArgv, files: readdirSync('.').sort(),
	event: JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, 'utf8')),
	answer: JSON.parse(readFileSync(env.COUNTERSIGN_APP_ANSWER, 'utf8')),
	mode: statSync(env.COUNTERSIGN_APP_ANSWER).mode & 0o777,
};
console.log('begun');
console.log('::add-mask::' + env['INPUT_GITHUB-TOKEN']);
const told = await (await fetch(env.DOOR, { method: 'POST', body: JSON.stringify(found) })).json();
write(told.outputs);
process.exit(told.exit);
`;

/** A stand-in for the built action. It reports what it found to a local address and waits there. */
export class WaitingAction implements AsyncDisposable {
	readonly path: string;
	readonly #arrived: Started[] = [];
	readonly #waiting: ((started: Started) => void)[] = [];
	readonly #server = createServer((request, response) => {
		let body = '';
		request.on('data', (chunk: Buffer) => {
			body += chunk.toString();
		});
		request.on('end', () => this.#arrive(JSON.parse(body) as Found, response));
	});

	constructor(folder: string) {
		this.path = join(folder, 'action.mjs');
		writeFileSync(this.path, program);
	}

	async open(): Promise<string> {
		await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
	}

	#arrive(found: Found, response: ServerResponse): void {
		const end: Started['end'] = ({ exit = 0, outputs = {} } = {}) => {
			response.end(JSON.stringify({ exit, outputs }));
		};
		const started = { ...found, end };
		const waiting = this.#waiting.shift();
		if (waiting === undefined) this.#arrived.push(started);
		else waiting(started);
	}

	/** The next started program, in order. */
	next(): Promise<Started> {
		const there = this.#arrived.shift();
		if (there !== undefined) return Promise.resolve(there);
		return new Promise((resolve) => this.#waiting.push(resolve));
	}

	/** The number of started programs that the test has not taken yet. */
	get unasked(): number {
		return this.#arrived.length;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}
}
