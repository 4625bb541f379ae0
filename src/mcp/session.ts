import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ErrorCode, McpError, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { CountersignError, type JsonObject } from '../core/index.ts';
import { defaultLimits, plainText, type StartRequest } from '../sandbox/index.ts';
import { type CallResult, readCallResult, readToolPage } from './read-answer.ts';
import { type ListedTool, mostTools } from './read-tools.ts';
import { SandboxTransport } from './sandbox-transport.ts';
import type { ServerConfig, ServerContext } from './server-config.ts';
import { ServerTrouble } from './trouble.ts';

/** One process of a server, from start to end. */
export interface Session {
	/** Returns the tools of all pages. @throws ServerTrouble */
	list(): Promise<readonly ListedTool[]>;
	/** @throws ServerTrouble */
	call(tool: string, args: JsonObject): Promise<CallResult>;
	/** Whether the server announced that its tools have changed. */
	announcedChange(): boolean;
	isOver(): boolean;
	/** Kills the server and everything that it started. */
	close(): Promise<void>;
}

const usualAnswerMs = 20_000;
const hello = '`initialize`';
const mostPages = 20;

/** Accepts any object, because our own code reads the answers, without the schemas of the SDK. */
const unread = z.looseObject({});

/** A validator that accepts everything. A server's schemas are never compiled, and its output schema is ignored. */
const noValidator = {
	getValidator: () => {
		throw new Error('no schema of a server is compiled');
	},
};

/**
 * Starts a server in the sandbox and initializes the session. We offer no sampling, no roots and no elicitation, so such requests of the
 * server are refused.
 * @throws ServerTrouble if the server does not follow the protocol.
 */
export async function openSession(config: ServerConfig, context: ServerContext, readOnly: boolean): Promise<Session> {
	const { answerMs = usualAnswerMs, limits, program } = context;
	const transport = new SandboxTransport(startRequest(config, context, readOnly));
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

function startRequest({ command, env }: ServerConfig, context: ServerContext, readOnly: boolean): StartRequest {
	const { root, toolchain, caches, hidden, sealed, limits } = context;
	const kept = caches === undefined ? {} : { caches };
	return { argv: command, env, workspace: root, readOnly, toolchain, ...kept, hidden, sealed, limits };
}

interface Question {
	readonly what: string;
	readonly timeout: number;
}

/** Sends a request to a server. A server without a proper answer is ended. @throws ServerTrouble */
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
		// All pages share the time limit of one answer.
		const left = { timeout: Math.max(1, until - performance.now()) };
		const page = readToolPage(await client.request({ method: 'tools/list', params }, unread, left));
		tools.push(...page.tools);
		cursor = page.next;
		if (cursor === undefined || tools.length > mostTools) return tools;
	}
	throw new ServerTrouble(`lists its tools on more than ${mostPages} pages`, { passing: false });
}

/** Explains a failed request. An error answer from the server does not end the server. Silence, an end and invalid messages do. */
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
