import type { McpServer } from '../config/index.ts';
import type { DeclaredTool, Redactor, ToolDefinition, Workspace } from '../core/index.ts';
import { wallOf } from '../tools/index.ts';
import { type DeclaredTools, noTools } from './declared-tools.ts';
import { type CommandContext, shownCommand } from './skill-commands.ts';

export interface McpContext extends Pick<CommandContext, 'sandbox'> {
	readonly workspace: Workspace;
	readonly program: string;
	readonly redactor: Redactor;
	/** All tools that the model got when the run began. Undefined before the model got its tools. */
	readonly told: readonly ToolDefinition[] | undefined;
}

/**
 * Opens the MCP servers of a run. If a server cannot be used, there is a warning, and the run continues without the server's tools. The
 * code for MCP is loaded only if there is a server.
 */
export async function setUpServers(servers: readonly McpServer[], context: McpContext): Promise<DeclaredTools> {
	if (servers.length === 0) return noTools;
	const { openServer } = await import('../mcp/index.ts');
	const { workspace, sandbox, program, redactor, told } = context;
	await sandbox.ready;
	const tracked = await workspace.paths();
	const on = {
		root: workspace.root,
		...wallOf(sandbox),
		limits: sandbox.limits ?? {},
		program,
		redactor,
		changedInRun: (path: string) => workspace.facts.changedInRun(path),
		isTracked: (path: string) => tracked.some((file) => file === path || file.startsWith(`${path}/`)),
	};
	const opened = await Promise.all(
		servers.map(async (server) => ({ server, open: await openServer(server, on, told?.filter(isOf(server))) })),
	);
	return {
		tools: opened.flatMap(({ open }) => open.tools),
		facts: new Map(
			opened.flatMap(({ server, open }) => open.tools.map(({ definition }) => [definition.name, factOf(server)])),
		),
		warnings: opened.flatMap(({ open: { trouble } }) =>
			trouble === undefined ? [] : [`${trouble} This run has none of its tools.`],
		),
		close: () => {
			for (const { open } of opened) open.close();
		},
	};
}

/** Returns a function that says whether a tool belongs to this server, and is one that the configuration allows. */
export function isOf({ name, tools }: McpServer): (tool: { readonly name: string }) => boolean {
	const prefix = `mcp__${name}__`;
	return (tool) => tool.name.startsWith(prefix) && (tools?.includes(tool.name.slice(prefix.length)) ?? true);
}

function factOf({ name, command, writes }: McpServer): DeclaredTool {
	return { from: `the MCP server ${name}`, runs: shownCommand(command), writes };
}
