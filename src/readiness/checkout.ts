import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CountersignError } from '../core/index.ts';
import { locateRepository } from '../sandbox/index.ts';
import { type Remote, remoteOf } from './remote.ts';

/** The checkout that a command works on. */
export interface Checkout {
	/** Its top folder. */
	readonly root: string;
	/** Whether the command was given a folder below the top folder. */
	readonly isBelow: boolean;
	/** The repository from which it was cloned, if the clone address names one. */
	readonly remote?: Remote;
	/** Whether git converts line endings to Windows line endings here. */
	readonly turnsLineEnds: boolean;
}

/** Finds the checkout that contains a folder. @throws CountersignError `bad-input` if there is none, or if the repository is bare. */
export function findCheckout(folder: string): Checkout {
	const root = topOf(folder);
	if (root === undefined) throw noRepository(folder);
	const place = locateRepository(root);
	if (place === undefined) throw elsewhere(root);
	const settings = readGitSettings(join(place.commonDir, 'config'));
	if (settings('core.bare') === 'true') throw bare(root);
	const remote = remoteOf(settings('remote.origin.url') ?? '');
	return {
		root,
		isBelow: root !== folder,
		turnsLineEnds: settings('core.autocrlf') === 'true',
		...(remote === undefined ? {} : { remote }),
	};
}

function topOf(folder: string): string | undefined {
	for (let at = folder; ; at = dirname(at)) {
		if (existsSync(join(at, '.git'))) return at;
		if (isGitFolder(at)) throw bare(at);
		if (dirname(at) === at) return undefined;
	}
}

function isGitFolder(folder: string): boolean {
	const isFolder = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory() === true;
	return existsSync(join(folder, 'HEAD')) && isFolder('objects') && isFolder('refs');
}

function bare(folder: string): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: `${folder} is a repository without files of its own (a bare one, or the inside of a .git). Nothing was written.`,
		fix: 'Clone it, and go into the clone: git clone <it> <folder>.',
	});
}

function elsewhere(root: string): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: `${root}/.git does not lead to a repository that leads back here. Nothing was written.`,
		fix: 'Clone it anew, or mend the work tree: git worktree repair.',
	});
}

function noRepository(folder: string): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: `${folder} is in no git repository. Nothing was written.`,
		fix: 'Go into your checkout, or begin one: git init.',
	});
}

/**
 * Returns a function that reads a git configuration. It takes a key `section.key` or `section.name.key` and returns its last value.
 * Included files are not read.
 */
function readGitSettings(file: string): (key: string) => string | undefined {
	if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return () => undefined;
	const values = new Map<string, string>();
	let section = '';
	for (const line of readFileSync(file, 'utf8').split(/\r?\n/)) {
		const header = /^\s*\[\s*([\w.-]+)(?:\s+"((?:\\.|[^"])*)")?\s*\]\s*$/.exec(line);
		if (header !== null) section = [header[1]?.toLowerCase(), header[2]].filter((part) => part !== undefined).join('.');
		const pair = /^\s*([A-Za-z][\w-]*)\s*=\s*(.*?)\s*$/.exec(line);
		if (pair !== null) values.set(`${section}.${pair[1]?.toLowerCase()}`, (pair[2] ?? '').replace(/^"(.*)"$/, '$1'));
	}
	return (key) => values.get(key);
}
