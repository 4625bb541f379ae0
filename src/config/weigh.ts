import type { Loosenable, Organization } from './organization-file.ts';
import type { WrittenConfig } from './repository-config.ts';

/** The two configurations that are compared. */
export interface Words {
	readonly repository: WrittenConfig;
	readonly organization: Organization;
}

/** A key of both files, and how to choose the stricter of two values. */
export interface Weighed<T> {
	readonly path: readonly [string, ...string[]];
	/** The entry in the organization's `loosen` list that lets the repository decide this key. */
	readonly loosen: Loosenable;
	readonly of: (config: WrittenConfig['config']) => T | undefined;
	readonly stricter: (repository: T, organization: T) => T;
	/** The value as it is written in a configuration. */
	readonly written?: (value: T) => string;
	/** True if the organization's value is used even if its file does not contain the key. */
	readonly always?: true;
}

/** The value that is used for a key, and warnings for the reader. */
interface Outweighed<T> {
	readonly value: T | undefined;
	readonly warnings: readonly string[];
}

/**
 * Chooses the value of a key. If only one file contains the key, its value is used. If both contain it, the stricter value is used. If the
 * organization has loosened the key, the repository's value is used as soon as it is set.
 */
export function weigh<T>(weighed: Weighed<T>, { repository, organization }: Words): Outweighed<T> {
	const { path, loosen, of, stricter, always } = weighed;
	const own = of(repository.config);
	const above = of(organization.config);
	const isOwn = repository.lineOf(path) !== undefined;
	const isAbove = always === true || organization.lineOf(path) !== undefined;
	if (!isOwn) return { value: isAbove ? above : own, warnings: [] };
	if (!isAbove || organization.loosen.has(loosen) || own === undefined || above === undefined)
		return { value: own, warnings: [] };
	const value = stricter(own, above);
	const isSame = JSON.stringify(value) === JSON.stringify(own);
	return { value, warnings: isSame ? [] : [tooLoose(weighed, { own, value }, { repository, organization })] };
}

/** The place of an organization's rule, for people. If the rule follows from a missing key, there is no line. */
export function writtenAt(path: readonly string[], { file, lineOf }: WrittenConfig): string {
	const line = lineOf(path);
	return line === undefined ? file : `${file}:${line}`;
}

function tooLoose<T>(
	{ path, written = (value) => String(value) }: Weighed<T>,
	{ own, value }: { readonly own: T; readonly value: T },
	{ repository, organization }: Words,
): string {
	const key = path.join('.');
	const place = writtenAt(path, organization);
	return `${writtenAt(path, repository)}: \`${key}: ${written(own)}\` is looser than ${place} allows, so \`${key}: ${written(value)}\` is used.`;
}
