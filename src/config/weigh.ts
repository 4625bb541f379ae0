import type { Loosenable, Organization } from './organization-file.ts';
import type { WrittenConfig } from './repository-config.ts';

/** The two words on one key. */
export interface Words {
	readonly repository: WrittenConfig;
	readonly organization: Organization;
}

/** A key of both files, and which of two values of it is the stricter. */
export interface Weighed<T> {
	readonly path: readonly [string, ...string[]];
	/** What the organization names where this key is the repository's own. */
	readonly loosen: Loosenable;
	readonly of: (config: WrittenConfig['config']) => T | undefined;
	readonly stricter: (repository: T, organization: T) => T;
	/** As it is written in a configuration. */
	readonly written?: (value: T) => string;
	/** The organization's value counts even where it does not name the key. */
	readonly always?: true;
}

/** What counts of a key, and what a reader should know of it. */
interface Outweighed<T> {
	readonly value: T | undefined;
	readonly warnings: readonly string[];
}

/**
 * Where only one of the two names the key its word counts, and where both do the stricter one. What is loosened is the repository's, as soon
 * as it names it.
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

/** Where an organization says something, for people: the file alone where it only says it by leaving it out. */
export function placeOf(path: readonly string[], { file, lineOf }: WrittenConfig): string {
	const line = lineOf(path);
	return line === undefined ? file : `${file}:${line}`;
}

function tooLoose<T>(
	{ path, written = (value) => String(value) }: Weighed<T>,
	{ own, value }: { readonly own: T; readonly value: T },
	{ repository, organization }: Words,
): string {
	const key = path.join('.');
	const place = placeOf(path, organization);
	return `${placeOf(path, repository)}: \`${key}: ${written(own)}\` is looser than ${place} allows; \`${key}: ${written(value)}\` counts.`;
}
