import { posix } from 'node:path';
import type { Effect, Facts } from '../../../../src/core/index.ts';
import { analyseShell } from '../../../../src/gate/shell/analyse.ts';
import { home, isDirectory, root, type Started } from './bash-oracle.ts';

/** The tree of the oracle as the gate is told of it. */
export const treeFacts: Facts = {
	root,
	home,
	realPath: (path) => posix.normalize(path.startsWith('/') ? path : `${root}/${path}`),
	readText: () => undefined,
	isDirectory,
	entries: () => [],
	changedInRun: () => false,
};

/** One script, what bash did, and what of it was not foreseen. */
export interface Comparison {
	readonly script: string;
	readonly isOpaque: boolean;
	readonly missed: readonly string[];
	readonly deletes: readonly Delete[];
}

export interface Delete {
	readonly path: string;
	readonly recursive: boolean;
}

/** Holds what bash did against what the gate foresees. What is opaque is never allowed, so it foresees anything. */
export function compare(script: string, started: readonly Started[]): Comparison {
	const effects = analyseShell(script, treeFacts, root).parts.flatMap((part) => part.effects);
	const deletes = effects.filter((effect) => effect.kind === 'delete');
	const isOpaque = effects.some((effect) => effect.kind === 'opaque');
	const real = started.flatMap(deletesOf);
	const missed = isOpaque ? [] : real.filter((one) => !deletes.some((effect) => covers(effect, one))).map(show);
	return { script, isOpaque, missed: [...new Set(missed)], deletes: real };
}

export const show = ({ path, recursive }: Delete): string => `${path}${recursive ? ' recursive' : ''}`;

function deletesOf({ program, cwd, args }: Started): readonly Delete[] {
	const end = args.indexOf('--');
	const options = (end < 0 ? args : args.slice(0, end)).filter((arg) => /^-[\s\S]/.test(arg));
	const recursive = program === 'rm' && options.some((arg) => /^-[^-]*[rR]|^--r/.test(arg));
	const operands = args.filter(
		(arg, i) => !(arg === '--' && i === end) && !(end < 0 || i < end ? /^-[\s\S]/.test(arg) : false),
	);
	return operands.filter((arg) => arg !== '').map((arg) => ({ path: posix.resolve(cwd, arg), recursive }));
}

function covers(effect: Extract<Effect, { kind: 'delete' }>, { path, recursive }: Delete): boolean {
	if (recursive && !effect.recursive) return false;
	const foreseen = posix.resolve(root, effect.path);
	if (foreseen === path) return true;
	return matcherOf(foreseen).test(path);
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** `**` is any number of directories; a pattern that matches nothing stays as it is written, but for the numbers in it. */
function matcherOf(foreseen: string): RegExp {
	const number = '[0-9a-z]*';
	const literally = foreseen.split(number).map(escaped).join('[\\w-]*');
	const pattern = foreseen
		.split(/(\/\*\*(?=\/|$)|\[[0-9a-z-]+\]\*?|[*?]|\[[^\]/]+\])/)
		.map((part) => {
			if (part === '/**') return '(?:/[^/]+)*';
			if (part === number) return '[\\w-]*';
			if (part === '*') return '[^/]*';
			if (part === '?') return '[^/]';
			return /^\[.*\]\*?$/.test(part) ? part.replace(/^\[!/, '[^').replace(/\*$/, '[^/]*') : escaped(part);
		})
		.join('');
	return new RegExp(`^(?:${pattern}|${literally})$`, 's');
}
