import type { Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { leadsIntoGit, type ToolOutput } from '../core/index.ts';
import { followPath, isTravellingPath, liesIn, relativeTo, statIfThere } from '../workspace/index.ts';
import { refused, type ToolServices } from './tool.ts';

/**
 * The destination of a path in a call, if a tool may go there. This only judges names. The code that uses it opens exactly this path and
 * follows no link (`withDirectory`). So nobody can put a link there in between.
 */
export interface Place {
	readonly root: string;
	/** The path relative to the root of the checkout, without links. The root is `.`. */
	readonly path: string;
	/** Undefined if nothing is there yet. */
	readonly stat: Stats | undefined;
}

/** The limit of Linux. */
const longestPath = 4_096;

/** A place, or a refusal for the model. */
export type Placed = { readonly ok: true; readonly place: Place } | { readonly ok: false; readonly output: ToolOutput };

/** The facts by which places are judged. */
export type PathContext = Pick<ToolServices, 'holdsCredential'> & {
	readonly workspace: Pick<ToolServices['workspace'], 'root'>;
};

/**
 * Returns the place of a path, after links are followed. It must be a file or directory inside the checkout and outside `.git`, and hold no
 * credential.
 */
export function placeToRead(context: PathContext, path: string): Placed {
	const found = locate(context, path);
	if ('output' in found) return { ok: false, output: found.output };
	const { place } = found;
	if (place.stat === undefined) return refuse(`\`${path}\` does not exist. Use file_list or file_search to find it.`);
	return isOrdinary(place.stat) ? { ok: true, place } : refuse(`\`${path}\` is neither a file nor a folder.`);
}

/**
 * Returns the place where a file would be written. The rules for reading apply. In addition, the path has no link, and the file has no
 * other name (hard link).
 */
export function placeToWrite(context: PathContext, path: string): Placed {
	const found = locate(context, path);
	if ('output' in found) return { ok: false, output: found.output };
	const { place, links } = found;
	if (links.length > 0) {
		const target = place.path === '.' ? 'the root' : `\`${place.path}\``;
		return refuse(
			`\`${links[0]}\` is a symbolic link, and nothing is written through links. It leads to ${target}: name that.`,
		);
	}
	const { stat } = place;
	if (stat?.isDirectory() === true) return refuse(`\`${path}\` is a folder. Name a file.`);
	if (!isTravellingPath(place.path))
		return refuse(`${JSON.stringify(path)} is a name that not every machine can hold. Use another, in plain UTF-8.`);
	if (stat !== undefined && !stat.isFile()) return refuse(`\`${path}\` is not a regular file.`);
	if (stat !== undefined && stat.nlink > 1) {
		return refuse(
			`\`${path}\` has a second name (a hard link), which the change would not reach or must not. Leave it as it is.`,
		);
	}
	const obstacle = parentObstacle(place);
	return obstacle === undefined
		? { ok: true, place }
		: refuse(`\`${obstacle}\` is a file, so \`${path}\` cannot be made.`);
}

type Located = { readonly place: Place; readonly links: readonly string[] } | { readonly output: ToolOutput };

function locate({ workspace: { root }, holdsCredential }: PathContext, path: string): Located {
	if (path.trim() === '')
		return { output: refused('`path` is empty. Name a path relative to the root of the checkout.') };
	if (path.length > longestPath)
		return { output: refused(`\`path\` has ${path.length} characters; no path has more than ${longestPath}.`) };
	const followed = followPath(root, path);
	if (followed === undefined)
		return { output: refused(`\`${clean(path)}\` cannot be resolved. Name an ordinary path.`) };
	if (!liesIn(root, followed.real)) {
		return { output: refused(`\`${path}\` leads outside the checkout. Use a path relative to its root.`) };
	}
	const inside = relativeTo(root, followed.real);
	if (leadsIntoGit(inside)) {
		return {
			output: refused(
				"`.git`, and what some file system takes for it, is git's own and not for tools. Use git_status, git_diff, or `git log` in the shell.",
			),
		};
	}
	// The gate judged the name in the call. Since then, somebody may have created a link.
	if (holdsCredential(inside)) {
		return { output: refused(`\`${inside}\` holds credentials, by its name, and no tool reads or writes those.`) };
	}
	const links = followed.links.filter((link) => liesIn(root, link)).map((link) => relativeTo(root, link));
	const stat = statIfThere(followed.real);
	return { place: { root, path: inside, stat }, links };
}

function parentObstacle({ root, path }: Place): string | undefined {
	for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
		const stat = statIfThere(join(root, parent));
		if (stat !== undefined) return stat.isDirectory() ? undefined : parent;
	}
	return undefined;
}

function isOrdinary(stat: Stats): boolean {
	return stat.isFile() || stat.isDirectory();
}

function clean(path: string): string {
	return path.replaceAll('\0', '\\0');
}

function refuse(text: string): Placed {
	return { ok: false, output: refused(text) };
}
