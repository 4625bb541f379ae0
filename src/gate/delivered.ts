import type { DeliveredClass, DeliveredFile, Effect } from '../core/index.ts';
import { type Added, addedBy, generatedBy, misleadingText, tooLarge } from './delivered-content.ts';
import { describeSources } from './delivered-lockfiles.ts';
import { changesScripts } from './delivered-manifests.ts';
import { classesOfPath, misleadingName, obeyedPath } from './delivered-paths.ts';
import { describeDeletions, unshownFiles } from './delivered-whole.ts';
import { isLockfile } from './lockfiles.ts';
import { isExecutedLater } from './sensitive.ts';
import { utf8Text } from './utf8-text.ts';

export type DeliverEffect = Extract<Effect, { kind: 'deliver' }>;

/** A class of a file, with a detail about the file. */
interface Found {
	readonly what: DeliveredClass;
	readonly detail?: string;
}

/** One file with its new text, which is computed once. */
interface Seen {
	readonly file: DeliveredFile;
	readonly added: Added | undefined;
}

/**
 * Returns the effects of a delivery. A file gets one effect for each of its classes. A file without a class gets one effect, with the class
 * `ordinary`. `tracked` is the number of files in the base commit.
 */
export function deliverEffects(files: readonly DeliveredFile[], tracked?: number): readonly DeliverEffect[] {
	const all = files.map((file): Seen => ({ file, added: addedBy(file) }));
	const unshown = unshownFiles(all);
	const deletions = describeDeletions(files, tracked);
	return all.flatMap((seen) => {
		const { path, before, after } = seen.file;
		const change = before === undefined ? 'added' : after === undefined ? 'deleted' : 'changed';
		const classes = [
			...classesOf(seen, unshown.get(path)),
			...detailed('deleted-in-number', change === 'deleted' ? deletions : undefined),
		];
		const found: readonly Found[] = classes.length === 0 ? [{ what: 'ordinary' }] : classes;
		return found.map(({ what, detail }) => ({
			kind: 'deliver' as const,
			...{ path, change, what },
			...(detail !== undefined && { detail }),
		}));
	});
}

function classesOf(seen: Seen, unshown: string | undefined): readonly Found[] {
	const { path } = seen.file;
	return [...byName(seen.file), ...byMode(seen.file), ...byContent(seen, isLockfile(path), unshown)];
}

/** Returns the classes that follow from the name, and from the content of manifests and lockfiles. */
function byName(delivered: DeliveredFile): readonly Found[] {
	const { path } = delivered;
	const file = { ...delivered, path: obeyedPath(path) };
	const named = new Set(classesOfPath(file.path));
	if (isAction(file)) named.add('workflow');
	if (isLockfile(path)) named.add('lockfile');
	if (changesScripts(file)) named.add('package-scripts');
	const sources = describeSources(file, isLockfile(path));
	if (sources !== undefined) named.delete('dependency-source');
	if (named.size === 0 && sources === undefined && [path, file.path].some(isExecutedLater)) named.add('executed-later');
	return [...[...named].map((what) => ({ what })), ...detailed('dependency-source', sources)];
}

/** Returns whether a file defines an action. An action runs as part of the workflow that uses it, from any folder. */
function isAction({ path, before, after }: DeliveredFile): boolean {
	if (!/(^|\/)action\.ya?ml$/.test(path)) return false;
	return [before, after].some((state) =>
		/^\s*["']?using["']?\s*:/m.test(state === undefined ? '' : (utf8Text(state.bytes) ?? '')),
	);
}

function byMode({ before, after }: DeliveredFile): readonly Found[] {
	if (after === undefined) return [];
	if (after.mode === '120000') {
		const target = utf8Text(after.bytes) ?? 'a target that is no text';
		return [{ what: 'link', detail: `to ${JSON.stringify(target)}` }];
	}
	const isNewlyExecutable = after.mode === '100755' && before?.mode !== '100755';
	return [
		...(isNewlyExecutable ? [{ what: 'executable' } as const] : []),
		...(utf8Text(after.bytes) === undefined
			? [{ what: 'binary', detail: `${after.bytes.length} bytes` } as const]
			: []),
	];
}

/**
 * Returns the classes that follow from the content. A lockfile is never `large` or `generated`, because people do not read every line of
 * it.
 */
function byContent({ file, added }: Seen, isLocked: boolean, unshown: string | undefined): readonly Found[] {
	const misleading = misleadingName(file.path) ?? misleadingText(added);
	return [
		...detailed('misleading', misleading),
		...(isLocked ? [] : detailed('large', tooLarge(file, added) ?? unshown)),
		...(isLocked ? [] : detailed('generated', generatedBy(obeyedPath(file.path), file, added))),
	];
}

function detailed(what: DeliveredClass, detail: string | undefined): readonly Found[] {
	return detail === undefined ? [] : [{ what, detail }];
}
