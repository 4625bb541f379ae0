import { z } from 'zod';
import { firstNamed } from './first-named.ts';

/** The largest total size of a run's changed files, because one checkpoint must contain them all. Megabytes. */
export const mostTravellingMegabytes = 40;
/** The most paths that may differ from the base commit. */
export const mostTravellingPaths = 20_000;

/** Why a path stays on its machine, and what to do about it. */
const reasons = {
	credential: 'holds credentials, by its name, and stays on this machine; people add it',
	name: 'has a name that is not UTF-8, or that some file systems treat as the folder of git; rename or remove it',
	filter: 'goes through a git filter that cannot run here; leave such files as the base commit has them',
	lfs: 'is kept by Git LFS, and only a person can upload its content; leave such files as they are, or write an LFS pointer',
	large: `is too large: changed files may have ${mostTravellingMegabytes} MB together; remove it or add it to \`.gitignore\``,
	unreadable: 'cannot be read; make it readable (`chmod -R u+rwX`), or remove it',
	repository: 'is a git repository of its own; remove it or add it to `.gitignore`',
	submodule: 'is a submodule with changes in it; undo them',
	many: `is among more than ${mostTravellingPaths} changed paths; add build results and dependencies to \`.gitignore\``,
} as const;

export type LeftReason = keyof typeof reasons;

/** A path that differs from the base commit and stays on its machine: it is neither saved nor delivered. A folder ends with `/`. */
export interface LeftPath {
	readonly path: string;
	readonly why: LeftReason;
	/** How many more paths stay here for this reason and are not listed. Only the last listed path of a reason has this number. */
	readonly more?: number;
}

export const leftPathSchema = z
	.object({
		path: z.string(),
		why: z.enum(Object.keys(reasons) as [LeftReason, ...LeftReason[]]),
		more: z.int().positive().exactOptional(),
	})
	.readonly();

/** The most paths that a sentence names. */
const mostNamed = 5;

/** The most paths that a journal keeps. */
export const mostListedLeft = 20;

/**
 * Returns the paths that a journal keeps and that people read. If there are many, each reason keeps some of its paths, and the number of the
 * others. Without this, many paths of one reason would hide the other reasons.
 */
export function listedLeft(left: readonly LeftPath[]): readonly LeftPath[] {
	if (left.length <= mostListedLeft) return left;
	const groups = Map.groupBy(left, ({ why }) => why);
	const share = Math.floor(mostListedLeft / groups.size);
	return [...groups.values()].flatMap((group) => {
		const more = group.length - share;
		const listed = group.slice(0, share);
		return more <= 0 ? listed : listed.map((one, at) => (at === share - 1 ? { ...one, more } : one));
	});
}

/** Returns a path for people. Characters that are invisible or reverse the text become visible codes. */
function shownPath(path: string): string {
	const code = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
	return JSON.stringify(path.slice(0, 200)).replace(/[\p{Cf}\p{Zl}\p{Zp}\ufffd]/gu, code);
}

/** Returns one sentence for each reason, with the first paths that have this reason. */
export function leftSentences(left: readonly LeftPath[]): readonly string[] {
	return [...new Set(left.map(({ why }) => why))].map((why) => {
		const group = left.filter((one) => one.why === why);
		const unlisted = group.reduce((sum, { more = 0 }) => sum + more, 0);
		const paths = group.map(({ path }) => shownPath(path));
		return `${firstNamed(paths, mostNamed, unlisted)} ${reasons[why]}.`;
	});
}
