import { isDeepStrictEqual } from 'node:util';
import { CountersignError, isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import type { DialectName } from './dialects.ts';
import { guardPath } from './guard-script.ts';

const broken = 'Countersign: the guard is missing or broken, so nothing runs. Do: countersign hook install';

/** Where an agent reads a project's hooks, and what has to stand there. */
export interface HookPlace {
	readonly path: string;
	/** The list of the groups of hooks that are called before a tool. */
	readonly event: string;
	readonly hook: JsonObject & { readonly command: string };
	/** What a person has to do before the agent calls it, or know. */
	readonly afterwards: string;
}

/**
 * The hook as it stands in Claude Code's settings. A guard that is not there ends in 126 or 127, which would let the call pass, so the line itself
 * turns them into 2. Its time is longer than the guard's own deadline: a hook that is cut off lets the call pass, too, in versions that
 * do not know `onFailure`.
 */
const claude: HookPlace = {
	path: '.claude/settings.json',
	event: 'PreToolUse',
	hook: {
		type: 'command',
		command: `"$CLAUDE_PROJECT_DIR"/${guardPath} || { [ $? -eq 2 ] || echo '${broken}' >&2; exit 2; }`,
		timeout: 60,
		onFailure: 'block',
	},
	afterwards: 'Claude Code reads it when a session starts.',
};

/** Codex and Gemini CLI let a call pass where a 2 comes without a word on standard error, so the line always says one. */
const stops = (agent: DialectName) =>
	`Countersign stops this call. Where no reason stands before this, do: countersign hook install --for ${agent}`;

/**
 * Codex (developers.openai.com/codex/hooks) names no variable for the project and tells to ask git; it starts the line by the person's own
 * shell, which may be none that knows `||` and braces. The time is in seconds.
 */
const codex: HookPlace = {
	path: '.codex/hooks.json',
	event: 'PreToolUse',
	hook: {
		type: 'command',
		command: `/bin/sh -c '"$(git rev-parse --show-toplevel)"/${guardPath} --dialect codex || { echo "${stops('codex')}" >&2; exit 2; }'`,
		timeout: 60,
	},
	afterwards: 'Codex calls it only after you have reviewed and trusted it: type /hooks in Codex.',
};

/**
 * Gemini CLI (geminicli.com/docs/hooks/reference; hookRunner.ts) puts a quoted path in the place of `$GEMINI_PROJECT_DIR`, and quotes in quotes are
 * none; with braces it is left to the shell. The time is in milliseconds.
 */
const gemini: HookPlace = {
	path: '.gemini/settings.json',
	event: 'BeforeTool',
	hook: {
		type: 'command',
		name: 'countersign',
		command: `"\${GEMINI_PROJECT_DIR}"/${guardPath} --dialect gemini || { echo '${stops('gemini')}' >&2; exit 2; }`,
		timeout: 60_000,
	},
	afterwards: 'Gemini CLI calls it in folders that it trusts, where it is started in this one; /hooks panel shows it.',
};

/** Claude Code's, which the shipped documents show. */
export const guardHook = claude.hook;

/** The places by the names of their dialects. */
export const hookPlaces: Readonly<Record<DialectName, HookPlace>> = { claude, codex, gemini };

/**
 * Settings with the hook for every tool among them (agtop, Safety Hooks: GenerateSettings and its merge). What else is in them stays; where the
 * hook stands already as it should, the text stays as it is, byte for byte.
 * @throws CountersignError `bad-input` for what is no settings file, or would not be the same written again.
 */
export function withGuardHook(text: string | undefined, place: HookPlace = claude): string {
	const { event, path } = place;
	const settings = text === undefined || text.trim() === '' ? {} : readSettings(text, path);
	const hooks = settings['hooks'] ?? {};
	if (!isJsonObject(hooks)) throw unusable(path, '`hooks` is no object');
	const groups = hooks[event] ?? [];
	if (!Array.isArray(groups)) throw unusable(path, `\`hooks.${event}\` is no list`);
	const merged = mergeGroups(groups, place);
	if (text !== undefined && isDeepStrictEqual(merged, groups)) return text;
	return written({ ...settings, hooks: { ...hooks, [event]: merged } }, text ?? '');
}

/** Whether settings turn every hook off, this one too. Gemini CLI has had three spellings of it. */
export function turnsHooksOff(text: string, { path, hook }: HookPlace = claude): boolean {
	const settings = readSettings(text, path);
	const named = [hook['name'], hook.command].filter((name) => name !== undefined);
	const isOff = (part: JsonValue | undefined): boolean => {
		if (!isJsonObject(part)) return false;
		const { enabled, enableHooks, disabled } = part;
		const others = Array.isArray(disabled) ? disabled : [];
		return enabled === false || enableHooks === false || named.some((name) => others.includes(name ?? null));
	};
	if (settings['disableAllHooks'] === true) return true;
	return ['hooks', 'hooksConfig', 'tools'].some((key) => isOff(settings[key]));
}

/** The first group that is right stays where it is; every other place of the hook goes, and nobody else's. */
function mergeGroups(groups: readonly JsonValue[], { hook }: HookPlace): readonly JsonValue[] {
	const right = groups.findIndex((group) => isRight(group, hook));
	const others = groups.flatMap((group, index) => (index === right ? [group] : withoutGuard(group)));
	return right >= 0 ? others : [...others, { matcher: '*', hooks: [hook] }];
}

function withoutGuard(group: JsonValue): readonly JsonValue[] {
	const hooks = hooksOf(group);
	const left = hooks.filter((hook) => !isGuard(hook));
	if (left.length === hooks.length) return [group];
	return left.length === 0 ? [] : [{ ...(group as JsonObject), hooks: left }];
}

/** A group without a matcher counts for every tool. */
function isRight(group: JsonValue, hook: JsonObject): boolean {
	if (!isJsonObject(group) || !['*', '', undefined].includes(group['matcher'] as string | undefined)) return false;
	const guards = hooksOf(group).filter(isGuard);
	return guards.length === 1 && isDeepStrictEqual(guards[0], { ...hook });
}

function hooksOf(group: JsonValue): readonly JsonValue[] {
	const hooks = isJsonObject(group) ? group['hooks'] : undefined;
	return Array.isArray(hooks) ? hooks : [];
}

function isGuard(hook: JsonValue): boolean {
	return isJsonObject(hook) && String(hook['command']).includes(guardPath);
}

function readSettings(text: string, path: string): JsonObject {
	let value: JsonValue;
	try {
		value = JSON.parse(text.replace(/^\uFEFF/, ''));
	} catch (cause) {
		throw unusable(path, `it is no JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
	}
	if (!isJsonObject(value)) throw unusable(path, 'it is no JSON object');
	if (keysIn(value) !== keysWritten(text)) throw unusable(path, 'a key stands in it twice');
	return value;
}

function keysIn(value: JsonValue): number {
	if (value === null || typeof value !== 'object') return 0;
	const own = Array.isArray(value) ? 0 : Object.keys(value).length;
	return own + Object.values(value).reduce((sum: number, item) => sum + keysIn(item as JsonValue), 0);
}

/** Strings that a colon follows: in JSON these are the keys. */
function keysWritten(text: string): number {
	return [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon !== undefined).length;
}

/** In the manner of the text that was there: its indentation, line breaks, end and byte order mark. */
function written(settings: object, before: string): string {
	const indent = /\n([ \t]+)"/.exec(before)?.[1] ?? '  ';
	const text = JSON.stringify(settings, undefined, indent) + (before === '' || /\n\s*$/.test(before) ? '\n' : '');
	return (
		(before.startsWith('\uFEFF') ? '\uFEFF' : '') + (before.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text)
	);
}

function unusable(path: string, why: string): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: `${path} cannot be merged: ${why}. Nothing was written.`,
		fix: 'Correct it by hand, then install again.',
	});
}
