import type { Bump } from './version.ts';

/** The heading under which changes wait for the next release. */
const unreleased = 'Unreleased';

/** Returns the text below the heading of a version, or undefined if the changelog has no such heading. */
export function notesOf(changelog: string, version: string): string | undefined {
	const lines = changelog.split('\n');
	const start = lines.findIndex((line) => line === `## ${version}` || line.startsWith(`## ${version} `));
	if (start < 0) return undefined;
	const length = lines.slice(start + 1).findIndex((line) => line.startsWith('## '));
	const section = lines.slice(start + 1, length < 0 ? undefined : start + 1 + length);
	return section.join('\n').trim();
}

/** Returns the changes that wait for the next release. Empty if there are none. */
export function waitingNotes(changelog: string): string {
	return notesOf(changelog, unreleased) ?? '';
}

/** Returns the changelog with the waiting changes under a version and its day, and an empty section for later changes. */
export function cutChangelog(changelog: string, version: string, day: string): string {
	return changelog.replace(/^## Unreleased$/m, `## ${unreleased}\n\n## ${version} - ${day}`);
}

/**
 * Returns how much the waiting changes change, from the headings of Keep a Changelog. A removed feature, or an item that begins with
 * **Breaking**, is a major change.
 */
export function bumpOf(notes: string): Bump {
	if (/^### Removed$/m.test(notes) || /^- \*\*Breaking\b/m.test(notes)) return 'major';
	return /^### (?:Added|Changed|Deprecated)$/m.test(notes) ? 'minor' : 'patch';
}
