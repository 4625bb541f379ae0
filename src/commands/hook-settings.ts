import { isDeepStrictEqual } from 'node:util';
import { CountersignError, isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import { guardPath } from './guard-script.ts';

/** Where Claude Code reads a project's hooks. */
export const settingsPath = '.claude/settings.json';

const broken = 'Countersign: the guard is missing or broken, so nothing runs. Do: countersign hook install';

/**
 * The hook as it stands in the settings. A guard that is not there ends in 126 or 127, which would let the call pass, so the line itself
 * turns them into 2. Its time is longer than the guard's own deadline: a hook that is cut off lets the call pass, too, in versions that
 * do not know `onFailure`.
 */
export const guardHook = {
	type: 'command',
	command: `"$CLAUDE_PROJECT_DIR"/${guardPath} || { [ $? -eq 2 ] || echo '${broken}' >&2; exit 2; }`,
	timeout: 60,
	onFailure: 'block',
} as const;

/**
 * Settings with the hook for every tool among them (agtop, Safety Hooks: GenerateSettings and its merge). What else is in them stays; where the
 * hook stands already as it should, the text stays as it is, byte for byte.
 * @throws CountersignError `bad-input` for what is no settings file, or would not be the same written again.
 */
export function withGuardHook(text: string | undefined): string {
	const settings = text === undefined || text.trim() === '' ? {} : readSettings(text);
	const hooks = settings['hooks'] ?? {};
	if (!isJsonObject(hooks)) throw unusable('`hooks` is no object');
	const groups = hooks['PreToolUse'] ?? [];
	if (!Array.isArray(groups)) throw unusable('`hooks.PreToolUse` is no list');
	const merged = mergeGroups(groups);
	if (text !== undefined && isDeepStrictEqual(merged, groups)) return text;
	return written({ ...settings, hooks: { ...hooks, PreToolUse: merged } }, text ?? '');
}

/** Whether settings turn every hook off, this one too. */
export function turnsHooksOff(text: string): boolean {
	return readSettings(text)['disableAllHooks'] === true;
}

/** The first group that is right stays where it is; every other place of the hook goes, and nobody else's. */
function mergeGroups(groups: readonly JsonValue[]): readonly JsonValue[] {
	const right = groups.findIndex(isRight);
	const others = groups.flatMap((group, index) => (index === right ? [group] : withoutGuard(group)));
	return right >= 0 ? others : [...others, { matcher: '*', hooks: [guardHook] }];
}

function withoutGuard(group: JsonValue): readonly JsonValue[] {
	const hooks = hooksOf(group);
	const left = hooks.filter((hook) => !isGuard(hook));
	if (left.length === hooks.length) return [group];
	return left.length === 0 ? [] : [{ ...(group as JsonObject), hooks: left }];
}

/** A group without a matcher counts for every tool. */
function isRight(group: JsonValue): boolean {
	if (!isJsonObject(group) || !['*', '', undefined].includes(group['matcher'] as string | undefined)) return false;
	const guards = hooksOf(group).filter(isGuard);
	return guards.length === 1 && isDeepStrictEqual(guards[0], { ...guardHook });
}

function hooksOf(group: JsonValue): readonly JsonValue[] {
	const hooks = isJsonObject(group) ? group['hooks'] : undefined;
	return Array.isArray(hooks) ? hooks : [];
}

function isGuard(hook: JsonValue): boolean {
	return isJsonObject(hook) && String(hook['command']).includes(guardPath);
}

function readSettings(text: string): JsonObject {
	let value: JsonValue;
	try {
		value = JSON.parse(text.replace(/^\uFEFF/, ''));
	} catch (cause) {
		throw unusable(`it is no JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
	}
	if (!isJsonObject(value)) throw unusable('it is no JSON object');
	if (keysIn(value) !== keysWritten(text)) throw unusable('a key stands in it twice');
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

function unusable(why: string): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: `${settingsPath} cannot be merged: ${why}. Nothing was written.`,
		fix: 'Correct it by hand, then install again.',
	});
}
