import { posix } from 'node:path';
import type { ArgumentFold, Fold, Places } from './language.ts';
import { joinedNames, text, type Value } from './value.ts';

const optional = (path: string | undefined): Value | undefined => (path === undefined ? undefined : text(path));

/** Returns the value of an environment variable. Undefined if it is unknown. */
export function environmentText(name: string | undefined, { home, root, cwd }: Places): Value | undefined {
	if (name === 'HOME' || name === 'USERPROFILE') return text(home);
	if (name === 'PWD') return optional(cwd);
	return name === 'GITHUB_WORKSPACE' ? text(root) : undefined;
}

export const home: Fold = ({ args, places }) => (args.length === 0 ? text(places.home) : undefined);
export const workingDirectory: Fold = ({ places }) => optional(places.cwd);

/** Expands `~` and `~/x`. Undefined for the home of another user, which is not known. */
export function expandUser(path: string, { home: at }: Places): string | undefined {
	if (path === '~' || path.startsWith('~/')) return at + path.slice(1);
	return path.startsWith('~') ? undefined : path;
}

/** Joins the parts of a path. An absolute part replaces the parts before it. Links are not followed. */
export function resolveFrom(parts: readonly (string | undefined)[], { cwd }: Places): string | undefined {
	let found: string | undefined = cwd;
	for (const part of parts) {
		if (part === undefined) return undefined;
		if (part.startsWith('/')) found = part;
		else found = found === undefined ? undefined : `${found}/${part}`;
	}
	return found === undefined ? undefined : posix.normalize(found).replace(/(?<=.)\/$/, '');
}

export const resolved: Fold = ({ args, places }) =>
	optional(
		resolveFrom(
			args.map((one) => one.text),
			places,
		),
	);

/** Resolves a path that may contain links. It keeps `..`, because only code that knows the links can resolve it. */
export const followed: Fold = (call) => {
	const [path] = call.args;
	if (path?.text?.split('/').includes('..') !== true) return resolved({ ...call, args: call.args.slice(0, 1) });
	const { cwd } = call.places;
	return path.text.startsWith('/') ? text(path.text) : optional(cwd === undefined ? undefined : `${cwd}/${path.text}`);
};

/** Resolves a path after it expanded a leading `~`: `File.expand_path('~/x', base)`. */
export const expanded: Fold = ({ args: [path, base], places }) => {
	const own = path?.text === undefined ? undefined : expandUser(path.text, places);
	return own === undefined ? undefined : optional(resolveFrom(base === undefined ? [own] : [base.text, own], places));
};

/** Joins parts with a slash and normalizes the result. */
export const joinedPath: Fold = ({ args }) => {
	const among = joinedNames(args, '/');
	if (among !== undefined) return { among: posix.normalize(among) };
	const parts = args.map((one) => one.text);
	return parts.length > 0 && parts.every((one) => one !== undefined) ? text(posix.join(...parts)) : undefined;
};

/** Returns the directory of a path, `levels` directories up. */
export const parentOf: ArgumentFold = ({ args: [path, levels] }) => {
	const times = levels === undefined ? 1 : Number(levels.isNumber ? levels.text : Number.NaN);
	let found = path?.text;
	if (found === undefined || !(times >= 1 && times <= 100)) return undefined;
	for (let i = 0; i < times; i++) found = posix.dirname(found);
	return text(found);
};
