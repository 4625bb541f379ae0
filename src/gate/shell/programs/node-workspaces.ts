import { posix } from 'node:path';
import { isJsonObject, type JsonValue } from '../../../core/index.ts';
import { nearFile } from '../declared.ts';
import type { Invocation, Scope } from '../program.ts';
import { pathOf } from '../roles.ts';
import { patternMatcher } from '../shell-pattern.ts';
import { constant, type Word } from '../word.ts';

/** A workspace that a call of npm names. */
export interface NamedWorkspace {
	/** The words that name it: `-w` and its value, or `--workspace=x`. */
	readonly words: readonly Word[];
	readonly scope: Scope;
	/** Its folder, relative to the checkout. */
	readonly folder: string;
}

/** The most workspaces in which the gate looks for a name. */
const mostFolders = 50;

/**
 * Returns the workspaces that a call of npm names. Returns undefined if it names none, or if the gate does not find one of them among the
 * folders that the manifest declares.
 */
export function namedWorkspaces(it: Invocation, scope: Scope): readonly NamedWorkspace[] | undefined {
	const end = it.words.findIndex(({ text }) => text === '--');
	const own = end < 0 ? it.words : it.words.slice(0, end);
	const named = own.flatMap((word, i) => {
		const attached = /^--workspace=(.+)$/s.exec(word.text)?.[1];
		if (attached !== undefined)
			return [{ words: [word], value: { ...word, ...constant(attached), known: word.known } }];
		const value = own[i + 1];
		return /^(-w|--workspace)$/.test(word.text) && value !== undefined ? [{ words: [word, value], value }] : [];
	});
	if (named.length === 0 || it.has('--workspaces', '--ws', '-ws', '--include-workspace-root', '-iwr')) return undefined;
	const folders = workspaceFolders(scope);
	const found = named.flatMap(({ words, value }): readonly NamedWorkspace[] => {
		const cwd = value.known && !value.pattern ? folders.find((folder) => isNamed(folder, value, scope)) : undefined;
		return cwd === undefined
			? []
			: [{ words, scope: { ...scope, cwd }, folder: posix.relative(scope.facts.root, cwd) }];
	});
	return found.length === named.length ? found : undefined;
}

/** npm accepts the path of a workspace, and the name in its manifest. */
function isNamed(folder: string, value: Word, scope: Scope): boolean {
	const path = pathOf(value, scope);
	if (path !== undefined && posix.resolve(scope.facts.root, path) === folder) return true;
	return parsed(nearFile({ ...scope, cwd: folder }, ['package.json'])?.text)?.['name'] === value.text;
}

/** Returns the absolute folders of the workspaces: `packages/*` means each folder below `packages`. */
function workspaceFolders(scope: Scope): readonly string[] {
	const { cwd } = scope;
	const declared = parsed(nearFile(scope, ['package.json'])?.text)?.['workspaces'];
	const listed = isJsonObject(declared) ? declared['packages'] : declared;
	if (!Array.isArray(listed) || cwd === undefined) return [];
	const texts = listed.flatMap((one) => (typeof one === 'string' ? [one.replace(/^\.\/|\/+$/g, '')] : []));
	const folders = texts.flatMap((text) => expanded(text, cwd, scope));
	const isInside = (folder: string) => folder.startsWith(`${scope.facts.root}/`);
	return [...new Set(folders)].filter(isInside).slice(0, mostFolders);
}

function expanded(text: string, cwd: string, { facts }: Scope): readonly string[] {
	const [, above = '', last = ''] = /^((?:[\w.@-]+\/)*)([^/]+)$/.exec(text) ?? [];
	const folder = posix.join(cwd, above);
	if (last === '' || /^[\w.@-]+$/.test(last)) return last === '' ? [] : [posix.join(folder, last)];
	const matches = patternMatcher(last);
	const entries = facts.entries?.(folder.replace(/\/$/, '')) ?? [];
	return entries.flatMap(({ name, kind }) =>
		kind !== 'file' && matches?.(name) === true ? [posix.join(folder, name)] : [],
	);
}

function parsed(text: string | undefined): { readonly [key: string]: JsonValue } | undefined {
	try {
		const value: JsonValue = JSON.parse(text ?? '');
		return isJsonObject(value) ? value : undefined;
	} catch {
		// Not JSON, so it declares no workspace.
		return undefined;
	}
}
