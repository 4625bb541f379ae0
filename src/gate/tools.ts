import type { Effect, ForgeWrite, JsonObject } from '../core/index.ts';

/** How the arguments of a tool become effects. The paths come as the call spells them; the reader of the table resolves them. */
export interface Tool {
	readonly name: string;
	readonly aliases: readonly string[];
	readonly does: (args: JsonObject) => readonly Doing[];
}

/** One thing a tool does, before paths are resolved. */
export type Doing =
	| { readonly do: 'read' | 'write' | 'read-pattern'; readonly path: string; readonly below?: string }
	| { readonly do: 'shell'; readonly command: string; readonly cwd: string }
	| { readonly do: 'effect'; readonly effect: Effect };

const wrong = (argument: string): Doing => ({
	do: 'effect',
	effect: { kind: 'opaque', why: `the argument \`${argument}\` is missing or is no text` },
});

/** Every spelling of the path argument counts, so that a second one cannot hide behind the first. */
function paths(args: JsonObject, verb: 'read' | 'write', keys: readonly string[], fallback?: string): readonly Doing[] {
	const given = keys.filter((key) => args[key] !== undefined);
	if (given.length === 0) return [fallback === undefined ? wrong(keys[0] ?? 'path') : { do: verb, path: fallback }];
	return given.map((key) => {
		const path = args[key];
		return typeof path === 'string' && path !== '' ? { do: verb, path } : wrong(key);
	});
}

/** A pattern of file names, which may climb out of the directory that it starts from. */
function pattern(args: JsonObject, key: string): readonly Doing[] {
	const value = args[key];
	const below = typeof args['path'] === 'string' ? args['path'] : '.';
	if (value === undefined) return [];
	return [typeof value === 'string' ? { do: 'read-pattern', path: value, below } : wrong(key)];
}

function texts(args: JsonObject, keys: readonly string[]): readonly Doing[] {
	return keys.filter((key) => typeof args[key] !== 'string').map(wrong);
}

const forge = (what: ForgeWrite): Doing => ({ do: 'effect', effect: { kind: 'forge.write', what, target: 'own' } });

function shell(args: JsonObject): readonly Doing[] {
	const { command, cwd } = args;
	if (typeof command !== 'string') return [wrong('command')];
	if (cwd !== undefined && typeof cwd !== 'string') return [wrong('cwd')];
	return [{ do: 'shell', command, cwd: cwd ?? '.' }];
}

const filePath = ['path', 'file_path'];

/** The tools that the gate can read, with the names that other agents give them (leashd, Safety Pipeline: DEFAULT_PATH_TOOLS). */
export const tools: readonly Tool[] = [
	{ name: 'file_read', aliases: ['Read'], does: (args) => paths(args, 'read', filePath) },
	{
		name: 'file_list',
		aliases: ['Glob', 'LS'],
		does: (args) => [...paths(args, 'read', ['path'], '.'), ...pattern(args, 'pattern')],
	},
	{
		name: 'file_search',
		aliases: ['Grep'],
		does: (args) => [...paths(args, 'read', ['path'], '.'), ...pattern(args, 'glob'), ...texts(args, ['pattern'])],
	},
	{
		name: 'file_write',
		aliases: ['Write'],
		does: (args) => [...paths(args, 'write', filePath), ...texts(args, ['content'])],
	},
	{ name: 'file_edit', aliases: ['Edit', 'MultiEdit'], does: (args) => paths(args, 'write', filePath) },
	{ name: 'notebook_edit', aliases: ['NotebookEdit'], does: (args) => paths(args, 'write', ['notebook_path']) },
	{ name: 'shell_exec', aliases: ['Bash'], does: shell },
	{ name: 'git_status', aliases: [], does: () => [{ do: 'read', path: '.' }] },
	{ name: 'git_diff', aliases: [], does: (args) => paths(args, 'read', ['path'], '.') },
	{ name: 'comment', aliases: [], does: (args) => [forge('comment'), ...texts(args, ['body'])] },
	{
		name: 'open_pull_request',
		aliases: [],
		does: (args) => [forge('draft-pull-request'), ...texts(args, ['title', 'body'])],
	},
];

const byName = new Map(tools.flatMap((tool) => [tool.name, ...tool.aliases].map((name) => [name, tool] as const)));

/** The tool of a name or alias; names are case-sensitive (leashd: `bash` is not `Bash`). */
export function toolOf(name: string): Tool | undefined {
	return byName.get(name);
}

/** This product's name for a tool; a name that is not known stays as it is. */
export function canonicalTool(name: string): string {
	return byName.get(name)?.name ?? name;
}
