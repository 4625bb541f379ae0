/** How much a release changes for the people who use the project. */
export type Bump = 'major' | 'minor' | 'patch';

const shape = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

/** Returns the three numbers of a version. Undefined for every other text, also for a pre-release. */
function numbersOf(version: string): readonly [number, number, number] | undefined {
	const [, major, minor, patch] = shape.exec(version) ?? [];
	return patch === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

export function isVersion(text: string): boolean {
	return numbersOf(text) !== undefined;
}

/** Returns a negative number if the first version is older, a positive one if it is newer, and 0 if they are the same. */
export function compareVersions(a: string, b: string): number {
	const [one, other] = [numbersOf(a) ?? [], numbersOf(b) ?? []];
	return one.map((number, at) => number - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** Returns the newest released version. Tags that do not name a version, such as the moving tag `v1`, do not count. */
export function newestVersion(tags: readonly string[]): string | undefined {
	const released = tags.filter((tag) => tag.startsWith('v')).map((tag) => tag.slice(1));
	return released.filter(isVersion).sort(compareVersions).at(-1);
}

/** Returns the version that follows. Before 1.0.0, a change that breaks something raises the second number. */
export function bumped(version: string, bump: Bump): string {
	const [major, minor, patch] = numbersOf(version) ?? [0, 0, 0];
	if (bump === 'patch') return `${major}.${minor}.${patch + 1}`;
	return bump === 'major' ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`;
}

export function majorOf(version: string): number {
	return numbersOf(version)?.[0] ?? 0;
}
