import { CountersignError, type JsonObject, type Mode, nearestWord } from '../../core/index.ts';

/** A tool call in the form that the gate reads, or why it cannot be translated. */
export type Translated = readonly { readonly name: string; readonly args: JsonObject }[] | string;

/** How one agent describes a call to its hooks, and reads their answer. */
export interface Dialect {
	/** The name that people use: `countersign hook --dialect gemini`, `countersign hook install --for gemini`. */
	readonly name: DialectName;
	readonly agent: string;
	/** The event of the hook. */
	readonly event: string;
	/** The agent's tool that runs a command line. It is used to test the hook. */
	readonly shellTool: string;
	/** The agent's names of its modes, with our mode for each. */
	readonly modes: Readonly<Record<string, Mode>>;
	/** Our mode for every other name. */
	readonly mode: Mode;
	/** Whether a hook can make the agent ask the person. If not, the hook blocks a call that needs approval. */
	readonly asks: boolean;
	/** Tools without effects: they only show something to the person, or start calls that the hook checks separately. */
	readonly ownTools: ReadonlySet<string>;
	/** The agent's tools whose names or arguments differ from those of our tools. */
	readonly tools: Readonly<Record<string, (input: JsonObject) => Translated>>;
}

export type DialectName = 'claude' | 'codex' | 'gemini';

/**
 * Claude Code (code.claude.com/docs/en/hooks): exit code 2 blocks. With 0, the hook's JSON decides, and its `ask` asks the person. Every
 * other code lets the call pass. Its mode `acceptEdits` becomes our mode `edit`. All its other modes become `default`, because none of them
 * may replace our approvals.
 */
const claude: Dialect = {
	name: 'claude',
	agent: 'Claude Code',
	event: 'PreToolUse',
	shellTool: 'Bash',
	modes: { acceptEdits: 'edit' },
	mode: 'default',
	asks: true,
	ownTools: new Set([
		...['Agent', 'AskUserQuestion', 'BashOutput', 'EnterPlanMode', 'ExitPlanMode', 'KillShell', 'Task', 'TaskCreate'],
		...['TaskGet', 'TaskList', 'TaskOutput', 'TaskStop', 'TaskUpdate', 'TodoWrite', 'ToolSearch'],
	]),
	tools: {},
};

/**
 * OpenAI Codex (developers.openai.com/codex/hooks; openai/codex, codex-rs/hooks): calls come in Claude Code's words, with `apply_patch`
 * for edits. Exit code 2 with a reason on standard error blocks. Without a reason it lets the call pass, and so do every other code and a
 * timeout. Codex reads `ask`, but lets the call pass.
 */
const codex: Dialect = {
	name: 'codex',
	agent: 'Codex',
	event: 'PreToolUse',
	shellTool: 'Bash',
	modes: { plan: 'default' },
	mode: 'edit',
	asks: false,
	ownTools: new Set(['update_plan', 'request_user_input', 'spawn_agent']),
	tools: {
		Bash: ({ command, workdir, cwd }) => shellCall(command, [workdir, cwd]),
		apply_patch: ({ command }) => (typeof command === 'string' ? patched(command) : 'The patch is not a string.'),
		view_image: ({ path }) => [{ name: 'Read', args: given({ path }) }],
	},
};

/**
 * Gemini CLI (geminicli.com/docs/hooks/reference; google-gemini/gemini-cli, hookRunner.ts and base-declarations.ts): exit code 2 with a
 * reason on standard error blocks. Without a reason it lets the call pass, and so do every other code and a timeout. Only some versions
 * know `ask`. The others let the call pass.
 */
const gemini: Dialect = {
	name: 'gemini',
	agent: 'Gemini CLI',
	event: 'BeforeTool',
	shellTool: 'run_shell_command',
	modes: {},
	mode: 'edit',
	asks: false,
	ownTools: new Set([
		...['write_todos', 'ask_user', 'enter_plan_mode', 'exit_plan_mode', 'update_topic', 'get_internal_docs'],
	]),
	tools: {
		run_shell_command: ({ command, dir_path, directory }) => shellCall(command, [dir_path, directory]),
		read_file: ({ file_path, absolute_path: path }) => [{ name: 'Read', args: given({ file_path, path }) }],
		write_file: ({ file_path, content }) => [{ name: 'Write', args: given({ file_path, content }) }],
		replace: ({ file_path, old_string, new_string }) => [
			{ name: 'Edit', args: given({ file_path, old_string, new_string }) },
		],
		list_directory: (input) => inFolder('LS', input),
		glob: (input) => inFolder('Glob', input, { pattern: input['pattern'] }),
		grep_search: searched,
		search_file_content: searched,
		web_fetch: fetched,
	},
};

/** The dialects by their names. */
export const dialects: Readonly<Record<DialectName, Dialect>> = { claude, codex, gemini };

/** Returns the dialect that a person named. @throws CountersignError `bad-input`. */
export function dialectOf(name = 'claude'): Dialect {
	const found = Object.values(dialects).find((dialect) => dialect.name === name);
	if (found !== undefined) return found;
	const known = Object.keys(dialects);
	const near = nearestWord(name, known);
	throw new CountersignError({
		code: 'bad-input',
		message: `Unknown agent \`${name}\`${near === undefined ? '.' : `; did you mean \`${near}\`?`}`,
		fix: `One of: ${known.join(', ')}.`,
	});
}

type Value = JsonObject[string] | undefined;

/** Returns the arguments that are not undefined. */
function given(args: Readonly<Record<string, Value>>): JsonObject {
	return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined)) as JsonObject;
}

/** Translates a command. Versions of an agent use different names for the folder. If a call names two different folders, it is refused. */
function shellCall(command: Value, folders: readonly Value[]): Translated {
	if (typeof command !== 'string') return 'The command is not a string.';
	const named = new Set(folders.filter((folder) => folder !== undefined && folder !== ''));
	if (named.size > 1) return 'The command names two different folders.';
	return [{ name: 'Bash', args: given({ command, cwd: [...named][0] }) }];
}

/** Adds the folder of a call to its arguments. Versions of an agent use different names for it, and all are read. */
function inFolder(
	name: string,
	{ dir_path, path }: JsonObject,
	more: Readonly<Record<string, Value>> = {},
): Translated {
	const folders = [...new Set([dir_path, path].filter((folder) => folder !== undefined))];
	if (folders.length > 1) return 'The call names two different folders.';
	return [{ name, args: given({ path: folders[0], ...more }) }];
}

function searched(input: JsonObject): Translated {
	const { pattern, include, include_pattern } = input;
	if (include !== undefined && include_pattern !== undefined) return 'The call names two different file patterns.';
	return inFolder('Grep', input, { pattern, glob: include ?? include_pattern });
}

/**
 * Returns the addresses in a prompt, as Gemini CLI finds them (gemini-cli-core, web-fetch.ts: parsePrompt): each word with `://` is one.
 */
function fetched({ prompt, url }: JsonObject): Translated {
	const words = typeof prompt === 'string' ? prompt.split(/\s+/).filter((word) => word.includes('://')) : [];
	const urls = [...words, ...(typeof url === 'string' ? [url] : [])];
	if (urls.length === 0) return 'The call names no address to fetch.';
	return urls.map((address) => ({ name: 'WebFetch', args: { url: address } }));
}

const header = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/s;

/** The characters that Codex removes around a header. JavaScript's `trim` would keep the next-line character. */
const around = /^[\s\u0085]+|[\s\u0085]+$/g;

/** Characters that some readers treat as the end of a line, and others as part of a path. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * Translates a patch in Codex's own format into its writes and deletions (openai/codex, codex-rs/apply-patch). Only a line feed ends a
 * line there, so a carriage return is part of a path. Code that treats it as a line end would miss the file.
 */
function patched(patch: string): Translated {
	const lines = patch.split('\n').map((line) => line.replace(around, ''));
	const files = lines.flatMap((line) => {
		const [, verb = '', path = ''] = header.exec(line) ?? [];
		return verb === '' ? [] : [{ verb, path: path.replace(around, '') }];
	});
	if (files.length === 0) return 'The patch names no file.';
	if (files.some(({ path }) => unseen.test(path))) return 'The patch names a path with an invisible character.';
	return files.map(({ verb, path }, index) => {
		// If a file is moved, it no longer exists at its old path.
		const isGone = verb === 'Delete File' || files[index + 1]?.verb === 'Move to';
		if (isGone) return { name: 'Bash', args: { command: `rm -- ${quoted(path)}` } };
		return { name: 'Write', args: { file_path: path, content: '' } };
	});
}

/** Returns a shell word that means exactly this text. */
function quoted(path: string): string {
	return `'${path.replaceAll("'", `'\\''`)}'`;
}
