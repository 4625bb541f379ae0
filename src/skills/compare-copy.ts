import { compareVersions, type ShippedText, type ShippedVersion, textDigest } from './shipped-versions.ts';

/**
 * What a repository's copy of a shipped skill is:
 * `current` as it ships now; `outdated` as an earlier release shipped it, so that it can be replaced; `adapted` changed by people, from what ships now;
 * `behind` changed by people, from an earlier version; `newer` of a later version than this one ships.
 */
export type CopyState = 'current' | 'outdated' | 'adapted' | 'behind' | 'newer';

/** A repository's file with the name of a shipped skill. */
export interface Copy {
	readonly text: string;
	/** Undefined where it names none: nobody knows what it was made from. */
	readonly version?: string;
}

/** Compares a copy with what ships, and with all that ever shipped under its name. Only a text that was never touched is `outdated`. */
export function compareCopy(copy: Copy, shipped: ShippedText, versions: readonly ShippedVersion[]): CopyState {
	const digest = textDigest(copy.text);
	if (digest === textDigest(shipped.text)) return 'current';
	const order = copy.version === undefined ? -1 : compareVersions(copy.version, shipped.version);
	if (order > 0) return 'newer';
	if (versions.some((one) => one.digest === digest)) return 'outdated';
	return order === 0 ? 'adapted' : 'behind';
}

/** What ships, with the ends of lines that the copy has. */
export function inPlaceOf(copy: Copy, shipped: ShippedText): string {
	return copy.text.includes('\r\n') ? shipped.text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n') : shipped.text;
}
