import type { Facts, FolderEntry } from '../core/index.ts';

/** Returns facts that read the disk once for each path. Within one decision, a path always means the same file. */
export function rememberedFacts(facts: Facts): Facts {
	return {
		...facts,
		...(facts.isFile && { isFile: remembered((path) => facts.isFile?.(path) === true) }),
		...(facts.isDirectory && { isDirectory: remembered((path) => facts.isDirectory?.(path) === true) }),
		...(facts.entries && { entries: remembered(withinLimit((folder) => facts.entries?.(folder))) }),
		realPath: remembered((path) => (isOfProcess(path) ? openedAs(path) : facts.realPath(path))),
		readText: remembered((path) => facts.readText(path)),
		changedInRun: remembered((path) => facts.changedInRun(path)),
	};
}

/** Returns whether the target of a path depends on the process that follows it. The gate never follows such a path. */
export function isOfProcess(path: string): boolean {
	return ofProcess.test(path);
}

const ofProcess = /^\/(?:proc\/[^/]+\/(?:task\/[^/]+\/)?(?:cwd|root|exe|fd|map_files|ns)|dev\/fd)(?:\/|$)/;

/** Returns the path of a file descriptor unchanged, because it has no other name. Undefined for all other paths. */
function openedAs(path: string): string | undefined {
	return /^\/(?:proc\/self|dev)\/fd\/\d+$/.test(path) ? path : undefined;
}

/**
 * The maximum number of names that one decision may read. This takes about 40 ms. Opening a folder counts as several names, because it
 * takes as long.
 */
const mostSeen = 25_000;
const perFolder = 5;

function withinLimit(
	ask: (folder: string) => readonly FolderEntry[] | undefined,
): (folder: string) => readonly FolderEntry[] | undefined {
	let left = mostSeen;
	return (folder) => {
		const entries = left > 0 ? ask(folder) : undefined;
		left -= perFolder + (entries?.length ?? 0);
		return left > 0 ? entries : undefined;
	};
}

function remembered<T>(ask: (path: string) => T): (path: string) => T {
	const answers = new Map<string, T>();
	return (path) => {
		const known = answers.get(path);
		if (known !== undefined || answers.has(path)) return known as T;
		const answer = ask(path);
		answers.set(path, answer);
		return answer;
	};
}
