import type { DayBook } from '../core/index.ts';
import type { GitObjects } from './git-objects.ts';

/**
 * What runs use up, in the names of refs: written without a commit, read with one listing. Two processes of one name wrote different
 * figures where both had used them, and both count.
 * @throws CountersignError where GitHub cannot be read or written: what is not known is no zero.
 */
export function createDayBook(
	objects: GitObjects,
	namespace: () => Promise<string>,
	target: () => Promise<string>,
): DayBook {
	return {
		async spentOn(day) {
			const refs = await objects.matchingRefs(`${await namespace()}/spent/${day}/`);
			return refs.map(({ name }) => name);
		},
		async noteSpent(name) {
			await objects.createRef(`${await namespace()}/spent/${name}`, await target());
		},
	};
}
