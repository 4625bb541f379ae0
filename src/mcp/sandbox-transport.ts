import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { type SandboxedEnd, type SandboxedProcess, type StartRequest, startSandboxed } from '../sandbox/index.ts';
import { newLineReader } from './line-reader.ts';
import { answerBounds, beyond, measure, talkBounds } from './message-bounds.ts';

/** The most bytes that a server may write between two of our requests. */
const mostBytes = 16 * 1_048_576;
const mostMessages = 10_000;
/** The most bytes that are not messages. Some servers print a greeting on standard output. */
const mostGarbage = 65_536;

/** The messages of a server in the sandbox. Its output is limited. A server that exceeds the limit is killed. */
export class SandboxTransport implements Transport {
	onclose?: () => void;
	onerror?: (error: Error) => void;
	onmessage?: (message: JSONRPCMessage) => void;
	private readonly request: StartRequest;
	private readonly lines = newLineReader();
	private process: SandboxedProcess | undefined;
	private bytes = 0;
	private messages = 0;
	private garbage = 0;
	private fault: string | undefined;
	/** The method of our last request. */
	private asked: string | undefined;

	constructor(request: StartRequest) {
		this.request = request;
	}

	async start(): Promise<void> {
		this.process = startSandboxed(this.request, (chunk) => this.hear(chunk));
		void this.process.ended.then((end) => {
			this.fault ??= describeEnd(end);
			this.onclose?.();
		});
	}

	async send(message: JSONRPCMessage): Promise<void> {
		// Each of our requests lets the server write `mostBytes` again. Our answers do not. All pages of a list count as one request.
		if ('method' in message && 'id' in message) {
			this.asked = message.method;
			if (message.params?.['cursor'] === undefined) this.giveRoom();
		}
		await this.process?.write(`${JSON.stringify(message)}\n`);
	}

	async close(): Promise<void> {
		this.process?.kill();
		await this.process?.ended;
	}

	/** Why the server has ended, or undefined while it runs. */
	why(): string | undefined {
		return this.fault;
	}

	private giveRoom(): void {
		this.bytes = 0;
		this.messages = 0;
	}

	private hear(chunk: Buffer): void {
		if (this.fault !== undefined) return;
		this.bytes += chunk.length;
		const lines = this.lines.add(chunk);
		if (lines === undefined) this.refuse('wrote a line of more than 4 MB');
		else if (this.bytes > mostBytes) this.refuse('wrote more than 16 MB without being asked');
		for (const line of lines ?? []) this.read(line);
	}

	private read(line: string): void {
		if (this.fault !== undefined) return;
		const size = measure(line);
		const message = beyond(size, answerBounds) === undefined ? messageOf(line) : undefined;
		const excess = beyond(size, message === undefined || this.isAnswer(message) ? answerBounds : talkBounds);
		// Blank lines are counted, too, because each must be checked.
		if (message === undefined) this.garbage += line.length + 1;
		else this.messages += 1;
		if (excess !== undefined) this.refuse(excess);
		else if (this.garbage > mostGarbage) this.refuse('wrote on standard output what is no message of the protocol');
		else if (this.messages > mostMessages) this.refuse(`sent more than ${mostMessages} messages without being asked`);
		else if (message !== undefined) this.onmessage?.(message);
	}

	/** Whether a message is an answer about tools. Only these answers may be large. */
	private isAnswer(message: JSONRPCMessage): boolean {
		return 'result' in message && this.asked?.startsWith('tools/') === true;
	}

	private refuse(what: string): void {
		this.fault = `${what}, and was ended`;
		this.process?.kill();
	}
}

function messageOf(line: string): JSONRPCMessage | undefined {
	try {
		const parsed = JSONRPCMessageSchema.safeParse(JSON.parse(line));
		return parsed.success ? parsed.data : undefined;
	} catch {
		// This line is counted as garbage. A server may print a greeting, but only a short one.
		return undefined;
	}
}

function describeEnd({ exceeded, said }: SandboxedEnd): string {
	if (exceeded !== undefined) return `was beyond the limit \`${exceeded}\`, and was ended`;
	const last = said.trim().split('\n').slice(-3).join(' ').slice(-500);
	return last === '' ? 'ended by itself' : `ended by itself; it wrote last: ${last}`;
}
