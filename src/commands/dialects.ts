import { CountersignError, type JsonObject, type Mode, nearestWord } from '../core/index.ts';

/** A tool call in the words that the gate reads; or why it cannot be put into them. */
export type Translated = readonly { readonly name: string; readonly args: JsonObject }[] | string;

/** How one agent tells its hooks of a call, and hears their answer. */
export interface Dialect {
	/** As people name it: `countersign hook --dialect gemini`, `countersign hook install --for gemini`. */
	readonly name: DialectName;
	readonly agent: string;
	/** The event that its hook stands for. */
	readonly event: string;
	/** Its tool that runs a command line; the hook is tried out with it. */
	readonly shellTool: string;
	/** Its words for how far a person lets it go unasked, as our modes. */
	readonly modes: Readonly<Record<string, Mode>>;
	/** The mode for every other word. */
	readonly mode: Mode;
	/** Whether a hook can have it ask the person. Where not, what should be asked is blocked. */
	readonly asks: boolean;
	/** Tools that do nothing beyond the conversation, or whose calls come to the hook one by one. */
	readonly ownTools: ReadonlySet<string>;
	/** Its tools with other names or arguments than the gate's. */
	readonly tools: Readonly<Record<string, (input: JsonObject) => Translated>>;
}

export type DialectName = 'claude' | 'codex' | 'gemini';

/**
 * Claude Code (code.claude.com/docs/en/hooks): exit code 2 blocks, all others but 0 let the call pass; `ask` asks the person. Its `acceptEdits`
 * is our `edit`; its other modes ask about more, or do not ask, and neither makes a signature of ours needless.
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
 * OpenAI Codex (developers.openai.com/codex/hooks; openai/codex, codex-rs/hooks): the call comes in Claude Code's words, with `apply_patch` for
 * edits. 2 with a reason on standard error blocks; 2 without one, every other code and a time-out let the call pass. `ask` is read and lets it pass, too.
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
		apply_patch: ({ command }) => (typeof command === 'string' ? patched(command) : 'The patch is no text.'),
		view_image: ({ path }) => [{ name: 'Read', args: given({ path }) }],
	},
};

/**
 * Gemini CLI (geminicli.com/docs/hooks/reference; google-gemini/gemini-cli, hookRunner.ts and base-declarations.ts): 2 with a reason on standard
 * error blocks; 2 without one, every other code and a time-out let the call pass. Only some versions know `ask`; the others let the call pass.
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

/** The dialect that a person named. @throws CountersignError `bad-input`. */
export function dialectOf(name = 'claude'): Dialect {
	const found = Object.values(dialects).find((dialect) => dialect.name === name);
	if (found !== undefined) return found;
	const known = Object.keys(dialects);
	const near = nearestWord(name, known);
	throw new CountersignError({
		code: 'bad-input',
		message: `\`${name}\` is no agent whose hooks are known${near === undefined ? '.' : `; did you mean \`${near}\`?`}`,
		fix: `One of: ${known.join(', ')}.`,
	});
}

type Value = JsonObject[string] | undefined;

/** What is there of these arguments. */
function given(args: Readonly<Record<string, Value>>): JsonObject {
	return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined)) as JsonObject;
}

/** A folder may have more than one name among the versions of an agent; two that differ cannot both be meant. */
function shellCall(command: Value, folders: readonly Value[]): Translated {
	if (typeof command !== 'string') return 'The command is no text.';
	const named = new Set(folders.filter((folder) => folder !== undefined && folder !== ''));
	if (named.size > 1) return 'The command names two folders.';
	return [{ name: 'Bash', args: given({ command, cwd: [...named][0] }) }];
}

/** Each name of the folder counts. */
function inFolder(
	name: string,
	{ dir_path, path }: JsonObject,
	more: Readonly<Record<string, Value>> = {},
): Translated {
	const folders = [...new Set([dir_path, path].filter((folder) => folder !== undefined))];
	if (folders.length > 1) return 'The call names two folders.';
	return [{ name, args: given({ path: folders[0], ...more }) }];
}

function searched(input: JsonObject): Translated {
	const { pattern, include, include_pattern } = input;
	if (include !== undefined && include_pattern !== undefined) return 'The call names two patterns of files.';
	return inFolder('Grep', input, { pattern, glob: include ?? include_pattern });
}

/** The addresses in a prompt, as Gemini CLI finds them (gemini-cli-core, web-fetch.ts: parsePrompt): each word with `://` is one. */
function fetched({ prompt, url }: JsonObject): Translated {
	const words = typeof prompt === 'string' ? prompt.split(/\s+/).filter((word) => word.includes('://')) : [];
	const urls = [...words, ...(typeof url === 'string' ? [url] : [])];
	if (urls.length === 0) return 'The call names no address that is to be fetched.';
	return urls.map((address) => ({ name: 'WebFetch', args: { url: address } }));
}

const header = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/s;

/** What Codex takes away around a header; `trim` of this language leaves the next-line character. */
const around = /^[\s\u0085]+|[\s\u0085]+$/g;

/** Characters that end a line to some readers and stand within a path to others. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * A patch in Codex's own format, as the writes and deletions that it is (openai/codex, codex-rs/apply-patch). Only a line feed ends a line there, so
 * that a carriage return belongs to a path: whoever takes it for an end misses the file.
 */
function patched(patch: string): Translated {
	const lines = patch.split('\n').map((line) => line.replace(around, ''));
	const files = lines.flatMap((line) => {
		const [, verb = '', path = ''] = header.exec(line) ?? [];
		return verb === '' ? [] : [{ verb, path: path.replace(around, '') }];
	});
	if (files.length === 0) return 'The patch names no file.';
	if (files.some(({ path }) => unseen.test(path))) return 'The patch names a path with a character that does not show.';
	return files.map(({ verb, path }, index) => {
		// A file that is moved is gone from where it was.
		const isGone = verb === 'Delete File' || files[index + 1]?.verb === 'Move to';
		if (isGone) return { name: 'Bash', args: { command: `rm -- ${quoted(path)}` } };
		return { name: 'Write', args: { file_path: path, content: '' } };
	});
}

/** A word of the shell that stands for exactly this text. */
function quoted(path: string): string {
	return `'${path.replaceAll("'", `'\\''`)}'`;
}
