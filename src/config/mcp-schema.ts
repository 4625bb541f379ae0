import { z } from 'zod';

const word = z
	.string()
	.min(1, { error: 'a word of a command must not be empty' })
	.regex(/^[^\0]*$/, { error: 'a word of a command must not contain a NUL character' });

const value = z
	.string({ error: 'must be text; write numbers in quotes' })
	.regex(/^[^\0]*$/, { error: 'must not contain a NUL character' })
	.refine((text) => !text.includes('${{'), {
		error: 'must not contain an expression: expressions are not evaluated, and no secret is passed to a server',
	});

const server = z.strictObject({
	/** The program and its arguments. */
	command: z
		.array(word, { error: 'must be a list of words, such as [node, server.mjs]' })
		.min(1, { error: 'must name a program' })
		.readonly(),
	/** Literal values, in addition to the variables of every command. */
	env: z
		.record(z.string().regex(/^[A-Za-z_]\w*$/, { error: 'is not a valid name of a variable' }), value)
		.exactOptional(),
	/** The only tools that are offered. */
	tools: z
		.array(z.string().regex(/^[\w-]{1,64}$/, { error: 'is not a valid name of a tool' }))
		.min(1, { error: 'must name a tool, or be left out' })
		.readonly()
		.exactOptional(),
	/** Whether the server may write the checkout. */
	writes: z.boolean().exactOptional(),
});

const serverName = z.string().regex(/^[a-z0-9-]{1,32}$/, {
	error: 'a server has a name of at most 32 small letters, digits and hyphens',
});

const mostServers = 8;

/** The `mcp` part of the configuration: MCP servers by name. */
export const mcpSchema = z
	.record(serverName, server, { error: 'must be a map from the names of servers to their settings' })
	.refine((servers) => Object.keys(servers).length <= mostServers, { error: `has at most ${mostServers} servers` });

/** The keys of a server. */
export const serverKeys: readonly string[] = Object.keys(server.shape);
