import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ErrorCode, McpError, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { CountersignError, type JsonObject } from '../core/index.ts';
import { defaultLimits, plainText, type StartRequest } from '../sandbox/index.ts';
import { type CallResult, readCallResult, readToolPage } from './read-answer.ts';
import type { ListedTool } from './read-tools.ts';
import { SandboxTransport } from './sandbox-transport.ts';
import type { ServerConfig, ServerContext } from './server-config.ts';
import { ServerTrouble } from './trouble.ts';

/** One life of a server's process. */
export interface Session {
	/** All tools, whatever their number of pages. @throws ServerTrouble */
	list(): Promise<readonly ListedTool[]>;
	/** @throws ServerTrouble */
	call(tool: string, args: JsonObject): Promise<CallResult>;
	/** Whether the server said that its tools have changed. */
	announcedChange(): boolean;
	isOver(): boolean;
	/** Kills the server with everything it started. */
	close(): Promise<void>;
}

const usualAnswerMs = 20_000;
const hello = '`initialize`';
const mostPages = 20;
/** More than can be offered, so that one too many is seen. */
export const mostTools = 128;

/** Answers are read by us, not by the schemas of the SDK. */
const unread = z.looseObject({});

/** Schemas of a server are never compiled: what it says of its output is not looked at. */
const noValidator = {
	getValidator: () => {
		throw new Error('no schema of a server is compiled');
	},
};

/**
 * Starts a server in the sandbox and says hello. It is offered no sampling, no roots and no elicitation: whatever it asks for is refused.
 * @throws ServerTrouble when it does not answer as the protocol says.
 */
export async function openSession(config: ServerConfig, ground: ServerContext, readOnly: boolean): Promise<Session> {
	const { answerMs = usualAnswerMs, limits, program } = ground;
	const transport = new SandboxTransport(startRequest(config, ground, readOnly));
	const client = new Client(
		{ name: 'countersign', version: program },
		{ capabilities: {}, jsonSchemaValidator: noValidator },
	);
	let changed = false;
	client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
		changed = true;
	});
	await asked(transport, { what: hello, timeout: answerMs }, (timeout) => client.connect(transport, { timeout }));
	const callMs = (limits.wallSeconds ?? defaultLimits.wallSeconds) * 1000;
	return {
		list: () => asked(transport, { what: '`tools/list`', timeout: answerMs }, (timeout) => listAll(client, timeout)),
		call: (name, args) =>
			asked(transport, { what: 'the call', timeout: callMs }, async (timeout) =>
				readCallResult(
					await client.request({ method: 'tools/call', params: { name, arguments: args } }, unread, { timeout }),
				),
			),
		announcedChange: () => changed,
		isOver: () => transport.why() !== undefined,
		close: () => transport.close(),
	};
}

function startRequest({ command, env }: ServerConfig, ground: ServerContext, readOnly: boolean): StartRequest {
	const { root, toolchain, caches, hidden, sealed, limits } = ground;
	const kept = caches === undefined ? {} : { caches };
	return { argv: command, env, workspace: root, readOnly, toolchain, ...kept, hidden, sealed, limits };
}

interface Question {
	readonly what: string;
	readonly timeout: number;
}

/** Asks a server something. One that gives no answer of its own is ended. @throws ServerTrouble */
async function asked<T>(
	transport: SandboxTransport,
	{ what, timeout }: Question,
	ask: (timeout: number) => Promise<T>,
): Promise<T> {
	try {
		return await ask(timeout);
	} catch (thrown) {
		const trouble = troubleOf(thrown, transport.why(), { what, timeout });
		if (trouble.passing || what === hello) await transport.close();
		throw trouble;
	}
}

async function listAll(client: Client, timeout: number): Promise<readonly ListedTool[]> {
	const tools: ListedTool[] = [];
	let cursor: string | undefined;
	const until = performance.now() + timeout;
	for (let pages = 0; pages < mostPages; pages++) {
		const params = cursor === undefined ? {} : { cursor };
		// All pages together have the time of one answer.
		const left = { timeout: Math.max(1, until - performance.now()) };
		const page = readToolPage(await client.request({ method: 'tools/list', params }, unread, left));
		tools.push(...page.tools);
		cursor = page.next;
		if (cursor === undefined || tools.length > mostTools) return tools;
	}
	throw new ServerTrouble(`lists its tools on more than ${mostPages} pages`, { passing: false });
}

/** What the server answered is its own words, and no reason to end it; silence, an end and nonsense are. */
function troubleOf(thrown: unknown, why: string | undefined, { what, timeout }: Question): ServerTrouble {
	if (thrown instanceof ServerTrouble) return thrown;
	if (thrown instanceof CountersignError)
		return new ServerTrouble(`cannot be started: ${thrown.message} ${thrown.fix}`);
	if (why !== undefined) return new ServerTrouble(plainText(why));
	if (thrown instanceof McpError && thrown.code === ErrorCode.RequestTimeout)
		return new ServerTrouble(`did not answer ${what} within ${timeout / 1000} s, and was ended`);
	const message = thrown instanceof Error ? thrown.message : String(thrown);
	const said = plainText(message).replace(/\s+/g, ' ').slice(0, 1_000);
	if (thrown instanceof McpError) return new ServerTrouble(`refused ${what}: ${said}`, { passing: false });
	return new ServerTrouble(`answered ${what} with what the protocol does not know: ${said}`);
}
