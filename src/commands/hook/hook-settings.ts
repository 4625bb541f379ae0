import { isDeepStrictEqual } from 'node:util';
import { findNodeAtLocation, type Node, parseTree, stripComments } from 'jsonc-parser';
import { CountersignError, isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { guardPaths, type HookScope } from './guard-script.ts';
import { type GuardHook, type HookPlace, hookPlaces } from './hook-places.ts';
import { freshText, withEntry, withoutEntry } from './json-layout.ts';

/** A hook and the settings file for it. */
export interface HookTarget {
	readonly place: HookPlace;
	readonly scope: HookScope;
}

/** A settings file from which a hook is removed. */
export interface HookRemoval {
	readonly place: HookPlace;
	readonly path: string;
	readonly scope: HookScope;
}

const forClaude: HookTarget = { place: hookPlaces.claude, scope: 'personal' };

/**
 * Adds the hook for every tool to settings (agtop, Safety Hooks: GenerateSettings and its merge). Everything else stays byte for byte:
 * layout, order, line ends, comments. If the hook is already right, the text does not change.
 * @throws CountersignError `bad-input` if it is not a settings file.
 */
export function withGuardHook(text: string | undefined, target: HookTarget = forClaude): string {
	const { place, scope } = target;
	const hook = place.hooks[scope];
	const file = { place, path: place.files[scope] };
	const group = { matcher: '*', hooks: [hook] };
	const kept = withoutHooks(text, { ...file, isMeant: isGuard, right: hook });
	if (kept === undefined || kept.trim() === '') return freshText({ hooks: { [place.event]: [group] } });
	const { settings, root } = readSettings(kept, file);
	if (groupsIn(settings, file).some((one) => isRight(one, hook))) return kept;
	return edited(kept, (body) => {
		const list = findNodeAtLocation(root, ['hooks', place.event]);
		if (list !== undefined) return withEntry(body, list, { value: group });
		const hooks = findNodeAtLocation(root, ['hooks']);
		if (hooks !== undefined) return withEntry(body, hooks, { key: place.event, value: [group] });
		return withEntry(body, root, { key: 'hooks', value: { [place.event]: [group] } });
	});
}

/**
 * Removes the hook from settings. Returns undefined if nothing else is in them. Everything else stays byte for byte. @throws as {@link
 * withGuardHook}.
 */
export function withoutGuardHook(text: string, { place, path, scope }: HookRemoval): string | undefined {
	return withoutHooks(text, { place, path, isMeant: (hook) => callsGuard(hook, scope) });
}

/** Whether settings turn every hook off, including this one. Gemini CLI has had three spellings of it. */
export function turnsHooksOff(text: string, { place, path, scope }: HookRemoval): boolean {
	const { settings } = readSettings(text, { place, path });
	const hook = place.hooks[scope];
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

interface SettingsFile {
	readonly place: HookPlace;
	readonly path: string;
}

interface Meant extends SettingsFile {
	readonly isMeant: (hook: JsonValue) => boolean;
	/** The wanted hook. The first group that calls this hook for every tool is kept. */
	readonly right?: GuardHook;
}

/** Removes hooks one by one. A group without another hook is removed as a whole. */
function withoutHooks(text: string | undefined, meant: Meant): string | undefined {
	if (text === undefined || text.trim() === '') return text;
	const { settings, root } = readSettings(text, meant);
	const groups = groupsIn(settings, meant);
	const stays = groups.findIndex((group) => meant.right !== undefined && isRight(group, meant.right));
	for (const [index, group] of groups.entries()) {
		const hooks = hooksOf(group);
		const at = hooks.findIndex(meant.isMeant);
		if (at < 0 || index === stays) continue;
		const inGroup = hooks.every(meant.isMeant) ? [] : ['hooks', at];
		const node = findNodeAtLocation(root, ['hooks', meant.place.event, index, ...inGroup]);
		if (node !== undefined)
			return withoutHooks(
				edited(text, (body) => withoutEntry(body, node)),
				meant,
			);
	}
	return text;
}

/** Whether a group calls the hook for every tool. A group without a matcher does. */
function isRight(group: JsonValue, hook: JsonObject): boolean {
	if (!isJsonObject(group) || !['*', '', undefined].includes(group['matcher'] as string | undefined)) return false;
	const guards = hooksOf(group).filter(isGuard);
	return guards.length === 1 && isDeepStrictEqual(guards[0], { ...hook });
}

function groupsIn(settings: JsonObject, { place: { event }, path }: SettingsFile): readonly JsonValue[] {
	const hooks = settings['hooks'] ?? {};
	if (!isJsonObject(hooks)) throw unusable(path, '`hooks` is not an object');
	const groups = hooks[event] ?? [];
	if (!Array.isArray(groups)) throw unusable(path, `\`hooks.${event}\` is not a list`);
	return groups;
}

function hooksOf(group: JsonValue): readonly JsonValue[] {
	const hooks = isJsonObject(group) ? group['hooks'] : undefined;
	return Array.isArray(hooks) ? hooks : [];
}

function isGuard(hook: JsonValue): boolean {
	return callsGuard(hook, 'personal') || callsGuard(hook, 'shared');
}

function callsGuard(hook: JsonValue, scope: HookScope): boolean {
	return isJsonObject(hook) && String(hook['command']).includes(guardPaths[scope]);
}

interface ReadSettings {
	readonly settings: JsonObject;
	/** The syntax tree of the text after its byte order mark. */
	readonly root: Node;
}

/** Reads settings as their agent does. */
function readSettings(text: string, { place, path }: SettingsFile): ReadSettings {
	const body = text.replace(byteOrderMark, '');
	let value: JsonValue;
	try {
		value = JSON.parse(place.readsComments ? stripComments(body, ' ') : body);
	} catch (cause) {
		throw unusable(path, `it is not valid JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
	}
	const root = parseTree(body);
	if (!isJsonObject(value) || root === undefined) throw unusable(path, 'it is not a JSON object');
	if (hasTwin(root)) throw unusable(path, 'it contains a key twice');
	return { settings: value, root };
}

const byteOrderMark = /^\uFEFF/;

function edited<T extends string | undefined>(text: string, edit: (body: string) => T): T {
	const [mark = ''] = byteOrderMark.exec(text) ?? [];
	const after = edit(text.slice(mark.length));
	return (after === undefined ? after : mark + after) as T;
}

/** Whether a key is written twice. Agents differ in which of the two they use. */
function hasTwin({ type, children = [] }: Node): boolean {
	const keys = type === 'object' ? children.map((property) => property.children?.[0]?.value) : [];
	return new Set(keys).size < keys.length || children.some(hasTwin);
}

function unusable(path: string, why: string): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: `The hook cannot be added to ${path}: ${why}. Nothing was written.`,
		fix: 'Correct the file by hand, then install again.',
	});
}
