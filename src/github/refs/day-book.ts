import type { DayBook } from '../../core/index.ts';
import type { GitObjects } from '../git/git-objects.ts';

/**
 * Records what runs use up, in the names of refs. This writes no commit, and one list request reads it. If two processes have the same
 * name and both used something, they write different numbers, and both are added.
 * @throws CountersignError if GitHub cannot be read or written, because an unknown number is not zero.
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
