import { type LeftPath, mostTravellingMegabytes, mostTravellingPaths } from '../core/index.ts';

/**
 * Selects the paths to save: all changed ones, and the new ones. If there are too many new ones, it leaves out whole folders, beginning
 * with the fullest.
 */
export function withFewPaths(
	changed: readonly string[],
	added: readonly string[],
): { readonly kept: readonly string[]; readonly left: readonly LeftPath[] } {
	const folders = Map.groupBy(added, (path) => path.split('/', 1)[0] ?? '');
	const left: string[] = [];
	for (const [folder, paths] of [...folders].sort(([, a], [, b]) => b.length - a.length)) {
		if (changed.length + added.length - left.length <= mostTravellingPaths) break;
		folders.delete(folder);
		left.push(...paths);
	}
	const kept = [...new Set([...changed, ...[...folders.values()].flat()])];
	return { kept, left: left.map((path) => ({ path, why: 'many' })) };
}

/** A changed path, and the bytes if there is a file. */
interface Weighed {
	readonly path: string;
	readonly entry?: { readonly bytes: Uint8Array } | undefined;
}

/** Selects the differences to save. It leaves out the largest ones until the others fit together. */
export function withFewBytes<D extends Weighed>(
	differences: readonly D[],
): {
	readonly kept: readonly D[];
	readonly left: readonly LeftPath[];
} {
	const sizeOf = ({ entry }: D): number => entry?.bytes.length ?? 0;
	let bytes = differences.reduce((sum, one) => sum + sizeOf(one), 0);
	const left = new Set<D>();
	for (const one of [...differences].sort((a, b) => sizeOf(b) - sizeOf(a))) {
		if (bytes <= mostTravellingMegabytes * 1024 * 1024) break;
		bytes -= sizeOf(one);
		left.add(one);
	}
	return {
		kept: differences.filter((one) => !left.has(one)),
		left: [...left].map(({ path }) => ({ path, why: 'large' })),
	};
}
