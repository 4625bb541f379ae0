import { CountersignError, sha256 } from '../core/index.ts';

/** One version of a shipped task skill, as a release of Countersign contained it. */
export interface ShippedVersion {
	readonly version: string;
	/** The first release of Countersign that contained it. */
	readonly release: string;
	/** SHA-256 of its text. Line endings do not change it. */
	readonly digest: string;
}

/** All versions that ever shipped, oldest first, by the name of the skill. */
export type ShippedVersions = Readonly<Record<string, readonly ShippedVersion[]>>;

/** The current text of a shipped task skill. */
export interface ShippedText {
	readonly name: string;
	readonly version: string;
	readonly text: string;
}

/** The digest of a skill's text. Windows line endings are ignored, because a checkout may have them. */
export function textDigest(text: string): string {
	return sha256(text.replaceAll('\r\n', '\n'));
}

/**
 * Returns the recorded versions, updated with the texts of this release. During one release, a text may change freely. After a version was
 * released, a changed text needs a higher version. Skills that no longer ship stay in the list, because copies of them exist.
 * @throws CountersignError `bad-skill` if a text changed and its version did not rise.
 */
export function recordedVersions(
	known: ShippedVersions,
	texts: readonly ShippedText[],
	release: string,
): ShippedVersions {
	const now = texts.map((one) => [one.name, recorded(known[one.name] ?? [], one, release)] as const);
	const all = [...Object.entries(known).filter(([name]) => !texts.some((one) => one.name === name)), ...now];
	return Object.fromEntries(all.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function recorded(
	known: readonly ShippedVersion[],
	{ name, version, text }: ShippedText,
	release: string,
): readonly ShippedVersion[] {
	const digest = textDigest(text);
	const earlier = known.filter((one) => one.release !== release);
	const last = earlier.at(-1);
	if (last?.digest === digest && last.version === version) return earlier;
	if (last === undefined || compareVersions(version, last.version) > 0)
		return [...earlier, { version, release, digest }];
	throw new CountersignError({
		code: 'bad-skill',
		message: `skills/${name}/SKILL.md is not as release ${last.release} had it, and its version ${version} is not above ${last.version}.`,
		fix: `Raise its \`version\`: by that copies of it are updated.`,
	});
}

/**
 * Compares two versions. The result is above 0 if the first is later. A version with a hyphen (a pre-release) comes before the same version
 * without it. The part after the hyphen is compared as text.
 */
export function compareVersions(one: string, other: string): number {
	const [mine, theirs] = [parted(one), parted(other)];
	for (const [index, part] of mine.numbers.entries()) {
		const difference = part - (theirs.numbers[index] ?? 0);
		if (difference !== 0) return difference;
	}
	if (mine.before === theirs.before) return 0;
	if (mine.before === '' || theirs.before === '') return mine.before === '' ? 1 : -1;
	return mine.before < theirs.before ? -1 : 1;
}

function parted(version: string): { readonly numbers: readonly number[]; readonly before: string } {
	const [plain = ''] = version.split('+');
	const hyphen = plain.indexOf('-');
	const numbers = (hyphen === -1 ? plain : plain.slice(0, hyphen)).split('.').map(Number);
	return { numbers, before: hyphen === -1 ? '' : plain.slice(hyphen + 1) };
}
