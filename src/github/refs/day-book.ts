import type { DayBook } from '../../core/index.ts';
import type { GitObjects } from '../git/git-objects.ts';

/**
 * Records the use of runs in the names of refs, so that no commit is written, and one list request reads all. If two processes have the
 * same name, their records contain different numbers, so both count.
 * @throws CountersignError if GitHub does not answer. Otherwise an unknown use would count as zero.
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
