import { digestOf, type JsonObject, type JsonValue, type ToolDefinition, type ToolOutput } from '../core/index.ts';
import { type AddedTool, argumentCheck } from '../tools/index.ts';
import { readTools, wholeName } from './read-tools.ts';
import { resultOf } from './result-text.ts';
import type { ServerConfig, ServerContext } from './server-config.ts';
import { openSession, type Session } from './session.ts';
import { ServerTrouble } from './trouble.ts';
import { whyNotStarted } from './words-of-command.ts';

/** An MCP server of a run, and its tools in this run. */
export interface OpenServer {
	readonly tools: readonly AddedTool[];
	/** Why the server has no tools. */
	readonly trouble?: string;
	close(): void;
}

const usualOutput = 131_072;

/**
 * Opens a server for a run. Without `pinned`, it starts the server and asks for its tools. `pinned` are the definitions at the start of the
 * run. With them, the first call starts the server, which must still return the same definitions.
 */
export async function openServer(
	config: ServerConfig,
	context: ServerContext,
	pinned?: readonly ToolDefinition[],
): Promise<OpenServer> {
	const server = new Server(config, context, pinned ?? []);
	const own = pinned ?? (await server.begin());
	if (typeof own === 'string') return { tools: [], trouble: own, close: () => undefined };
	return { tools: own.map((tool) => server.addedTool(tool)), close: () => server.close() };
}

class Server {
	private readonly config: ServerConfig;
	private readonly context: ServerContext;
	private pinned: readonly ToolDefinition[];
	private session: Session | undefined;
	/** When this is set, the server is not used any more. */
	private refusal: string | undefined;

	constructor(config: ServerConfig, context: ServerContext, pinned: readonly ToolDefinition[]) {
		this.config = config;
		this.context = context;
		this.pinned = pinned;
	}

	/** Returns the definitions for the run, or why there are none. */
	async begin(): Promise<readonly ToolDefinition[] | string> {
		try {
			this.session = await this.start(true, true);
			this.pinned = readTools(await this.session.list(), this.config, this.context);
			if (this.config.writes) await this.session.close();
			return this.pinned;
		} catch (thrown) {
			this.close();
			return this.tell(thrown);
		}
	}

	addedTool(definition: ToolDefinition): AddedTool {
		const check = argumentCheck(definition, 'foreign');
		const name = definition.name.slice(wholeName(this.config.name, '').length);
		return {
			definition,
			problem: (args) => (check.ok ? check.problem(args) : check.why),
			run: (args) => this.call(name, args),
		};
	}

	close(): void {
		void this.session?.close();
		this.session = undefined;
	}

	private async call(tool: string, args: JsonObject): Promise<ToolOutput> {
		if (this.refusal !== undefined) return { ok: false, text: this.refusal };
		try {
			const session = await this.sessionForCall();
			await this.requireUnchanged(session);
			const { headBytes, tailBytes } = this.context.limits;
			const most = headBytes === undefined || tailBytes === undefined ? usualOutput : headBytes + tailBytes;
			return resultOf(await session.call(tool, args), most);
		} catch (thrown) {
			return { ok: false, text: this.tell(thrown) };
		} finally {
			// A server that may write the checkout must end before its content is judged.
			if (this.config.writes) await this.session?.close();
		}
	}

	private async sessionForCall(): Promise<Session> {
		if (this.session === undefined || this.session.isOver() || this.config.writes)
			this.session = await this.start(!this.config.writes);
		return this.session;
	}

	/** Throws if the server's tools have changed. It runs before each call, because a server need not announce a change. */
	private async requireUnchanged(session: Session): Promise<void> {
		const change = this.changeIn(await session.list());
		if (change === undefined) return;
		await session.close();
		const said = session.announcedChange() ? ', and said so' : '';
		this.refusal = `The MCP server ${this.config.name} changed its tools during this run${said} (${change}). It is not used any more in this run. Do without it, and tell the maintainers.`;
		throw new ServerTrouble(this.refusal, { passing: false });
	}

	private changeIn(listed: Awaited<ReturnType<Session['list']>>): string | undefined {
		try {
			return changedTools(this.pinned, readTools(listed, this.config, this.context));
		} catch (thrown) {
			if (thrown instanceof ServerTrouble) return `it ${thrown.message}`;
			throw thrown;
		}
	}

	private async start(readOnly: boolean, first = false): Promise<Session> {
		const why = whyNotStarted(this.config, this.context, first);
		if (why !== undefined) throw new ServerTrouble(why, { passing: false });
		return openSession(this.config, this.context, readOnly);
	}

	private tell(thrown: unknown): string {
		if (this.refusal !== undefined) return this.refusal;
		const { name } = this.config;
		// Only the server's message can make our code recurse this deeply.
		if (thrown instanceof RangeError) return `The MCP server ${name} nests what it says too deeply.`;
		if (!(thrown instanceof ServerTrouble)) throw thrown;
		const again = thrown.passing ? ' The next call starts it again.' : '';
		return `The MCP server ${name} ${thrown.message.replace(/\.$/, '')}.${again}`;
	}
}

/**
 * Explains in words which tool definitions differ from those at the start of the run. Undefined if all are the same. New tools are not
 * offered.
 */
function changedTools(pinned: readonly ToolDefinition[], now: readonly ToolDefinition[]): string | undefined {
	const current = new Map(now.map((tool) => [tool.name, tool]));
	const changes = pinned.flatMap((tool) => {
		const other = current.get(tool.name);
		const parts = other === undefined ? ['it is gone'] : differences(tool, other);
		return parts.length === 0 ? [] : [`${tool.name}: ${parts.join(' and ')}`];
	});
	return changes.length === 0 ? undefined : changes.slice(0, 5).join('; ');
}

function differences(before: ToolDefinition, after: ToolDefinition): readonly string[] {
	const isSame = (key: 'description' | 'parameters') =>
		digestOf(before[key] as JsonValue) === digestOf(after[key] as JsonValue);
	return [
		...(isSame('description') ? [] : ['its description is another']),
		...(isSame('parameters') ? [] : ['its schema is another']),
	];
}
