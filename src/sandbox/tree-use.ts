import { readdirSync, readFileSync } from 'node:fs';

/** The resources that a process and all its descendants use together. */
export interface TreeUse {
	/** Processes and threads, which the kernel's own limit also counts. */
	readonly processes: number;
	/** The memory of these processes, without programs and cached files. Memory that several processes share counts for each of them. */
	readonly memoryBytes: number;
	/** The processor time of the living processes, and of ended ones for which the parent has waited. */
	readonly cpuSeconds: number;
}

interface ProcessStat {
	readonly pid: number;
	readonly parent: number;
	readonly threads: number;
	readonly ticks: number;
}

/** Linux always reports times to programs in hundredths of a second. */
const ticksPerSecond = 100;

/**
 * Measures a process and all its descendants from outside. If a process ends during the measurement, the values that were already read
 * count.
 */
export function readTree(root: number): TreeUse {
	const tree = descendants(
		root,
		readdirSync('/proc')
			.filter((name) => /^\d+$/.test(name))
			.flatMap(statOf),
	);
	return {
		processes: sum(tree, ({ threads }) => threads),
		memoryBytes: sum(tree, ({ pid }) => privateBytes(pid)),
		cpuSeconds: sum(tree, ({ ticks }) => ticks) / ticksPerSecond,
	};
}

/**
 * Returns whether a process and its descendants together are more than `most` processes. It stops counting there, because a fork bomb
 * doubles before a full scan has ended.
 */
export function hasMoreThan(most: number, root: number): boolean {
	const found = [root];
	for (const pid of found) {
		const tasks = readIfAlive(`/proc/${pid}/task/${pid}/children`);
		for (const child of tasks.split(' ')) if (child !== '') found.push(Number(child));
		if (found.length > most) return true;
	}
	return false;
}

function descendants(root: number, all: readonly ProcessStat[]): readonly ProcessStat[] {
	const children = Map.groupBy(all, ({ parent }) => parent);
	const found = all.filter(({ pid }) => pid === root);
	for (const { pid } of found) found.push(...(children.get(pid) ?? []));
	return found;
}

function statOf(name: string): readonly ProcessStat[] {
	const text = readIfAlive(`/proc/${name}/stat`);
	// The program's name is in brackets and may contain anything, including brackets.
	const fields = text
		.slice(text.lastIndexOf(')') + 2)
		.split(' ')
		.map(Number);
	const [, parent, , , , , , , , , , user = 0, system = 0, waitedUser = 0, waitedSystem = 0, , , threads = 1] = fields;
	if (text === '' || parent === undefined) return [];
	return [{ pid: Number(name), parent, threads, ticks: user + system + waitedUser + waitedSystem }];
}

function privateBytes(pid: number): number {
	const status = readIfAlive(`/proc/${pid}/status`);
	return sum([...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)], ([, kilobytes]) => Number(kilobytes) * 1024);
}

function readIfAlive(path: string): string {
	try {
		return readFileSync(path, 'latin1');
	} catch (error) {
		if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return '';
		throw error;
	}
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
	return items.reduce((total, item) => total + of(item), 0);
}
