import { bumpOf, cutChangelog, notesOf, waitingNotes } from './changelog.ts';
import { type Bump, bumped, compareVersions, isVersion, majorOf, newestVersion } from './version.ts';

/** The facts from which a release is planned. */
export interface Situation {
	/** The version in package.json. */
	readonly current: string;
	readonly tags: readonly string[];
	readonly changelog: string;
	/** The version or the kind of change that the maintainer asked for. */
	readonly asked?: string;
	/** Today, as `2026-11-27`. */
	readonly day: string;
}

export interface Plan {
	readonly version: string;
	/** Whether a commit has already set the version and the changelog, so that only the publication is left. */
	readonly isPrepared: boolean;
	readonly changelog: string;
	/** Why this version was chosen. */
	readonly why: string;
}

export interface Fault {
	readonly fault: string;
}

/** Plans a release, or says why there can be none. */
export function planRelease(situation: Situation): Plan | Fault {
	const { current, tags, changelog, asked, day } = situation;
	const newest = newestVersion(tags);
	const isPrepared = notesOf(changelog, current) !== undefined && !tags.includes(`v${current}`);
	if (isPrepared && (asked === undefined || asked === current))
		return { version: current, isPrepared, changelog, why: 'a commit has prepared it' };
	const notes = waitingNotes(changelog);
	if (notes === '') return { fault: 'CHANGELOG.md has no changes under "Unreleased". Describe what changed.' };
	if (newest !== undefined && newest !== current)
		return { fault: `package.json says ${current}, but the newest tag is v${newest}. Merge that release first.` };
	const next = nextVersion(situation, newest, notes);
	if ('fault' in next) return next;
	if (newest !== undefined && compareVersions(next.version, newest) <= 0)
		return { fault: `${next.version} is not newer than ${newest}, which is released.` };
	return { ...next, isPrepared: false, changelog: cutChangelog(changelog, next.version, day) };
}

function nextVersion(
	{ current, asked }: Situation,
	newest: string | undefined,
	notes: string,
): { readonly version: string; readonly why: string } | Fault {
	if (asked !== undefined && isVersion(asked)) return { version: asked, why: 'you asked for it' };
	if (asked !== undefined && isBump(asked)) return { version: bumped(current, asked), why: `a ${asked} change` };
	if (asked !== undefined) return { fault: `Unknown version "${asked}". Write patch, minor, major or x.y.z.` };
	if (newest === undefined) return { version: current, why: 'the first release' };
	const bump = bumpOf(notes);
	// Semantic Versioning lets versions before 1.0.0 break compatibility. Only people decide about the step to 1.0.0.
	const step = bump === 'major' && majorOf(current) === 0 ? 'minor' : bump;
	return { version: bumped(current, step), why: `the changelog lists a ${bump} change` };
}

function isBump(text: string): text is Bump {
	return text === 'major' || text === 'minor' || text === 'patch';
}
