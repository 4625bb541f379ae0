import { closeSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import {
	commonFolders,
	type FileMark,
	fileMarks,
	fileNames,
	foldersOfPackages,
	notProjects,
	projectMarks,
} from './stack-tables.ts';

/** One folder of a checkout that may contain a project. */
export interface ProjectFacts {
	/** Its path from the top, with `/`. Empty for the top itself. */
	readonly folder: string;
	/** Names of its files and folders, and paths of deeper files that {@link fileMarks} lists. */
	readonly names: ReadonlySet<string>;
	/** Returns the text of one of its files. Empty if it is missing, a link, or too large. */
	readonly text: (name: FileMark) => string;
	/** Whether one of the names matches. */
	readonly has: (mark: RegExp) => boolean;
}

/** The facts about a checkout that can be read without running anything. */
export interface StackFacts extends ProjectFacts {
	/** Folders below the top that contain a separate project. */
	readonly projects: readonly ProjectFacts[];
}

const mostBytes = 1_048_576;
const mostProjects = 6;

/** Reads the top of a checkout and the folders one level below. It runs nothing and follows no link. */
export function readStackFacts(root: string): StackFacts {
	const top = readProject(root, '');
	return { ...top, projects: projectsBelow(root, top) };
}

function readProject(root: string, folder: string): ProjectFacts {
	const path = join(root, folder);
	const texts = new Map<FileMark, string>();
	for (const name of fileNames) {
		const text = readIfPlainFile(path, name, fileMarks[name] ?? mostBytes);
		if (text !== undefined) texts.set(name, text);
	}
	const names = new Set([...readdirSync(path), ...texts.keys()]);
	return {
		folder,
		names,
		text: (name) => texts.get(name) ?? '',
		has: (mark) => [...names].some((name) => mark.test(name)),
	};
}

function projectsBelow(root: string, top: ProjectFacts): readonly ProjectFacts[] {
	const isProject = top.has(projectMarks);
	const below = foldersIn(root, '').filter((name) => (isProject ? commonFolders.has(name) : !notProjects.has(name)));
	const deeper = foldersOfPackages.flatMap((name) => foldersIn(root, name));
	return [...below, ...deeper]
		.map((folder) => readProject(root, folder))
		.filter((project) => project.has(projectMarks))
		.slice(0, mostProjects);
}

/** Valid folder names. Threat: the name of a folder becomes part of a command, so only plain names are accepted. */
const plainName = /^[A-Za-z0-9_][\w.-]{0,59}$/;

function foldersIn(root: string, folder: string): readonly string[] {
	const path = join(root, folder);
	if (!isFolder(path)) return [];
	return readdirSync(path, { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && plainName.test(entry.name))
		.map(({ name }) => (folder === '' ? name : `${folder}/${name}`))
		.sort();
}

function readIfPlainFile(folder: string, name: string, limit: number): string | undefined {
	const path = join(folder, name);
	// Threat: a parent folder that is a link could lead out of the checkout.
	const parents = name.split('/').slice(0, -1);
	if (parents.some((_, index) => !isFolder(join(folder, ...parents.slice(0, index + 1))))) return undefined;
	const stat = lstatSync(path, { throwIfNoEntry: false });
	if (stat?.isFile() !== true) return undefined;
	return limit === mostBytes && stat.size > mostBytes ? '' : headOf(path, limit);
}

function isFolder(path: string): boolean {
	return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function headOf(path: string, limit: number): string {
	const descriptor = openSync(path, 'r');
	try {
		const bytes = Buffer.alloc(limit);
		return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, limit, 0));
	} finally {
		closeSync(descriptor);
	}
}
