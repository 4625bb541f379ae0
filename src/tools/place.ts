import type { Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { leadsIntoGit, type ToolOutput } from '../core/index.ts';
import { followPath, isTravellingPath, liesIn, relativeTo, statIfThere } from '../workspace/index.ts';
import { refused, type ToolServices } from './tool.ts';

/**
 * The destination of a call's path, if a tool may use it. Only the names were judged, so the code that opens it follows no link
 * (`withDirectory`). Otherwise somebody could put a link there in the meantime.
 */
export interface Place {
	readonly root: string;
	/** The path relative to the root of the checkout, without links. The root is `.`. */
	readonly path: string;
	/** Undefined if nothing is there yet. */
	readonly stat: Stats | undefined;
}

/** The longest path that Linux accepts. */
const longestPath = 4_096;

/** A place, or a refusal for the model. */
export type Placed = { readonly ok: true; readonly place: Place } | { readonly ok: false; readonly output: ToolOutput };

/** The facts that decide whether a tool may use a place. */
export type PathContext = Pick<ToolServices, 'holdsCredential'> & {
	readonly workspace: Pick<ToolServices['workspace'], 'root'>;
};

/**
 * Returns the place of a path after it has followed links, or a refusal. The place must be a file or directory inside the checkout, outside
 * `.git`, and without credentials.
 */
export function placeToRead(context: PathContext, path: string): Placed {
	const found = locate(context, path);
	if ('output' in found) return { ok: false, output: found.output };
	const { place } = found;
	if (place.stat === undefined) return refuse(`\`${path}\` does not exist. Use file_list or file_search to find it.`);
	return isOrdinary(place.stat) ? { ok: true, place } : refuse(`\`${path}\` is neither a file nor a folder.`);
}

/**
 * Returns the place where a file would be written, or a refusal. In addition to the rules for reading, the path must have no link, and the
 * file no second hard link.
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
	// The gate judged only the name in the call, and somebody may have created a link since then.
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
