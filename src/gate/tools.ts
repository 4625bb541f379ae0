import { posix } from 'node:path';
import type { Effect, ForgeWrite, JsonObject, JsonValue, ToolName } from '../core/index.ts';
import { isMetadataHost, metadataPath } from './hosts.ts';
import { isCredential } from './sensitive.ts';
import { meantBy } from './shell/tool-patterns.ts';
import { constant } from './shell/word.ts';

/** Turns the arguments of a tool into effects. The paths are as written in the call, and the caller resolves them. */
export interface Tool {
	readonly name: string;
	readonly aliases: readonly string[];
	readonly does: (args: JsonObject) => readonly Doing[];
}

/** One action of a tool, before its paths are resolved. */
export type Doing =
	| { readonly do: 'read' | 'write' | 'read-pattern'; readonly path: string; readonly below?: string }
	| { readonly do: 'shell'; readonly command: string; readonly cwd: string }
	/** Commits the working tree. Its effects are the changes that would be committed. */
	| { readonly do: 'deliver' }
	| { readonly do: 'effect'; readonly effect: Effect };

const wrong = (argument: string): Doing => ({
	do: 'effect',
	effect: { kind: 'opaque', why: `the argument \`${argument}\` is missing or is no text` },
});

/** Returns an action for each given name of the path argument, so that a second path cannot hide after the first. */
function paths(args: JsonObject, verb: 'read' | 'write', keys: readonly string[], fallback?: string): readonly Doing[] {
	const given = keys.filter((key) => args[key] !== undefined);
	if (given.length === 0) return [fallback === undefined ? wrong(keys[0] ?? 'path') : { do: verb, path: fallback }];
	return given.map((key) => {
		const path = args[key];
		return typeof path === 'string' && path !== '' ? { do: verb, path } : wrong(key);
	});
}

/** Returns the reading of a pattern of file names. The pattern may lead out of the directory where it starts. */
function pattern(args: JsonObject, key: string): readonly Doing[] {
	const value = args[key];
	const below = typeof args['path'] === 'string' ? args['path'] : '.';
	if (value === undefined) return [];
	return [typeof value === 'string' ? { do: 'read-pattern', path: value, below } : wrong(key)];
}

/**
 * Returns the pattern of names that chooses the searched files, and the credentials that it names in another spelling: `{.env,x}`. A search
 * in git's own folder also reads its settings, which can contain a token.
 */
function searched(args: JsonObject): readonly Doing[] {
	const { path, glob } = args;
	const isGit = typeof path === 'string' && /(^|\/)\.git\/?$/i.test(posix.normalize(path));
	const settings: readonly Doing[] = isGit ? [{ do: 'read', path: posix.join(path, 'config') }] : [];
	if (typeof glob !== 'string') return [...pattern(args, 'glob'), ...settings];
	const others = meantBy(constant(glob)).slice(1);
	const hidden = others.filter(({ known, text }) => known && isCredential(text));
	return [
		...[glob, ...hidden.map(({ text }) => text)].flatMap((text) => pattern({ ...args, glob: text }, 'glob')),
		...(others.some(({ known }) => !known) ? [wrong('glob')] : []),
		...settings,
	];
}

function texts(args: JsonObject, keys: readonly string[]): readonly Doing[] {
	return keys.filter((key) => typeof args[key] !== 'string').map(wrong);
}

const forge = (what: ForgeWrite, target = 'own'): Doing => ({
	do: 'effect',
	effect: { kind: 'forge.write', what, target },
});
const forgeRead = (what: string): Doing => ({ do: 'effect', effect: { kind: 'forge.read', what } });

/** The target in the effect of a note. */
const noteForLater = 'a note that later runs read';

const isNumber = (value: JsonValue | undefined): boolean => Number.isSafeInteger(value) && Number(value) > 0;

/** Returns the reading of a part of a thread. Without a number, this is the run's own thread. */
function ofThread(args: JsonObject, of: (thread: string) => string): readonly Doing[] {
	const { number } = args;
	if (number === undefined) return [forgeRead(of('the own thread'))];
	return [isNumber(number) ? forgeRead(of(`#${number}`)) : wrong('number')];
}

/** Returns the reading of the changes that were merged since a tag, or since the last release. */
function since({ since: tag }: JsonObject): readonly Doing[] {
	if (tag === undefined) return [forgeRead('what was merged since the last release')];
	return [typeof tag === 'string' ? forgeRead(`what was merged since ${tag}`) : wrong('since')];
}

/**
 * Returns the effect of changing labels. It names each label, so that a rule can allow some of them. Threat: other bots merge, deploy or
 * close because of a label.
 */
function labels(args: JsonObject): readonly Doing[] {
	const given = ['add', 'remove'].filter((key) => args[key] !== undefined);
	const bad = given.filter((key) => !isTexts(args[key]));
	if (bad.length > 0) return bad.map(wrong);
	const changes = given.flatMap((key) =>
		(args[key] as readonly string[]).map((name) => `${key} ${JSON.stringify(name)}`),
	);
	return [forge('label', `own: ${changes.join(', ') || 'nothing'}`)];
}

function isTexts(value: JsonValue | undefined): boolean {
	return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Checks that each of these arguments is a text, if it is given. */
function textsIfGiven(args: JsonObject, keys: readonly string[]): readonly Doing[] {
	return texts(
		args,
		keys.filter((key) => args[key] !== undefined),
	);
}

function shell(args: JsonObject): readonly Doing[] {
	const { command, cwd } = args;
	if (typeof command !== 'string') return [wrong('command')];
	if (cwd !== undefined && typeof cwd !== 'string') return [wrong('cwd')];
	return [{ do: 'shell', command, cwd: cwd ?? '.' }];
}

const filePath = ['path', 'file_path'];

/** Returns the effects of fetching an address. Threat: a metadata service gives out credentials. */
function fetched(url: JsonValue | undefined): readonly Doing[] {
	const address = typeof url === 'string' ? webAddress(url) : undefined;
	if (address === undefined) return [wrong('url')];
	const isMetadata = isMetadataHost(address.hostname) || metadataPath.test(address.href);
	const effects: readonly Effect[] = [
		{ kind: 'network', host: address.host },
		...(isMetadata ? [{ kind: 'secret.read', what: 'metadata of the machine' } as const] : []),
	];
	return effects.map((effect) => ({ do: 'effect', effect }));
}

function webAddress(text: string): URL | undefined {
	const address = URL.canParse(text) ? new URL(text) : undefined;
	return address !== undefined && /^https?:$/.test(address.protocol) ? address : undefined;
}

/** The tools that the gate can read, with the names that other agents use (leashd, Safety Pipeline: DEFAULT_PATH_TOOLS). */
const readable: Readonly<Record<ToolName | 'notebook_edit' | 'web_fetch', Omit<Tool, 'name'>>> = {
	file_read: { aliases: ['Read'], does: (args) => paths(args, 'read', filePath) },
	file_list: {
		aliases: ['Glob', 'LS'],
		does: (args) => [...paths(args, 'read', ['path'], '.'), ...pattern(args, 'pattern')],
	},
	file_search: {
		aliases: ['Grep'],
		does: (args) => [...paths(args, 'read', ['path'], '.'), ...searched(args), ...texts(args, ['pattern'])],
	},
	file_write: {
		aliases: ['Write'],
		does: (args) => [...paths(args, 'write', filePath), ...texts(args, ['content'])],
	},
	file_edit: { aliases: ['Edit', 'MultiEdit'], does: (args) => paths(args, 'write', filePath) },
	notebook_edit: { aliases: ['NotebookEdit'], does: (args) => paths(args, 'write', ['notebook_path']) },
	shell_exec: { aliases: ['Bash'], does: shell },
	git_status: { aliases: [], does: () => [{ do: 'read', path: '.' }] },
	git_diff: { aliases: [], does: (args) => paths(args, 'read', ['path'], '.') },
	comment: { aliases: [], does: (args) => [forge('comment'), ...texts(args, ['body'])] },
	open_pull_request: {
		aliases: [],
		does: (args) => [{ do: 'deliver' }, ...texts(args, ['title', 'body'])],
	},
	pull_request_update: {
		aliases: [],
		does: (args) => [forge('draft-pull-request'), ...textsIfGiven(args, ['title', 'body'])],
	},
	review_write: { aliases: [], does: (args) => [forge('review'), ...texts(args, ['body'])] },
	review_reply: { aliases: [], does: (args) => [forge('review'), ...texts(args, ['body'])] },
	labels_set: { aliases: [], does: labels },
	issue_read: {
		aliases: [],
		does: (args) => ofThread(args, (thread) => thread.replace(/^#/, 'thread #')),
	},
	issues_list: {
		aliases: [],
		does: (args) => [forgeRead('the list of issues'), ...textsIfGiven(args, ['state'])],
	},
	comments_read: { aliases: [], does: (args) => ofThread(args, (thread) => `comments of ${thread}`) },
	reviews_read: { aliases: [], does: (args) => ofThread(args, (thread) => `reviews of ${thread}`) },
	pull_request_diff: { aliases: [], does: (args) => ofThread(args, (thread) => `changes of ${thread}`) },
	checks_read: {
		aliases: [],
		does: ({ commit }) => [
			commit === undefined || /^[0-9a-f]{40}$/.test(String(commit)) ? forgeRead('checks') : wrong('commit'),
		],
	},
	check_log: {
		aliases: [],
		does: ({ check }) => [isNumber(check) ? forgeRead(`the log of check ${check}`) : wrong('check')],
	},
	releases_read: { aliases: [], does: () => [forgeRead('releases')] },
	merged_read: { aliases: [], does: since },
	web_fetch: { aliases: ['WebFetch'], does: ({ url }) => fetched(url) },
	skill_read: { aliases: [], does: (args) => paths(args, 'read', ['path']) },
	memory_search: {
		aliases: [],
		does: (args) => [forgeRead('what earlier runs left'), ...texts(args, ['query'])],
	},
	// Threat: later runs read the note, so one manipulated run could manipulate all of them.
	memory_note: { aliases: [], does: (args) => [forge('other', noteForLater), ...texts(args, ['text'])] },
};

export const tools: readonly Tool[] = Object.entries(readable).map(([name, tool]) => ({ name, ...tool }));

const byName = new Map(tools.flatMap((tool) => [tool.name, ...tool.aliases].map((name) => [name, tool] as const)));

/** Returns the tool of a name or alias. Names are case-sensitive (leashd: `bash` is not `Bash`). */
export function toolOf(name: string): Tool | undefined {
	return byName.get(name);
}

/** Returns whether a tool commits the working tree. Then the gate must know the changes. */
export function isDelivering(name: string): boolean {
	return (
		byName
			.get(name)
			?.does({})
			.some((doing) => doing.do === 'deliver') === true
	);
}

/** Returns whether the gate reads a name as one of its tools. No other tool may have this name. */
export function isToolName(name: string): boolean {
	return byName.has(name);
}

/** Returns Countersign's name for a tool. An unknown name stays unchanged. */
export function canonicalTool(name: string): string {
	return byName.get(name)?.name ?? name;
}
