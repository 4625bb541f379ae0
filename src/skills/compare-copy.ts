import { compareVersions, type ShippedText, type ShippedVersion, textDigest } from './shipped-versions.ts';

/**
 * How a repository's copy of a shipped skill differs. `current`: equal to the shipped text. `outdated`: equal to an earlier release, so it
 * can be replaced. `adapted`: people changed the current version. `behind`: people changed an earlier version. `newer`: its version is
 * later than the shipped one.
 */
export type CopyState = 'current' | 'outdated' | 'adapted' | 'behind' | 'newer';

/** A file of the repository with the name of a shipped skill. */
export interface Copy {
	readonly text: string;
	/** Undefined if the copy has no version. Then its original is unknown. */
	readonly version?: string;
}

/**
 * Compares a copy with the shipped text and with all earlier texts of that name. A copy is `outdated` only if its text was never changed.
 */
export function compareCopy(copy: Copy, shipped: ShippedText, versions: readonly ShippedVersion[]): CopyState {
	const digest = textDigest(copy.text);
	if (digest === textDigest(shipped.text)) return 'current';
	const order = copy.version === undefined ? -1 : compareVersions(copy.version, shipped.version);
	if (order > 0) return 'newer';
	if (versions.some((one) => one.digest === digest)) return 'outdated';
	return order === 0 ? 'adapted' : 'behind';
}

/** The shipped text, with the line endings of the copy. */
export function inPlaceOf(copy: Copy, shipped: ShippedText): string {
	return copy.text.includes('\r\n') ? shipped.text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n') : shipped.text;
}
