import type { Facts } from '../core/index.ts';

/** Facts that are asked of the disk once: within one decision the same path is the same file. */
export function rememberedFacts(facts: Facts): Facts {
	return {
		...facts,
		...(facts.isFile && { isFile: remembered((path) => facts.isFile?.(path) === true) }),
		...(facts.isDirectory && { isDirectory: remembered((path) => facts.isDirectory?.(path) === true) }),
		...(facts.namesIn && { namesIn: remembered((path) => facts.namesIn?.(path) ?? []) }),
		realPath: remembered((path) => facts.realPath(path)),
		readText: remembered((path) => facts.readText(path)),
		changedInRun: remembered((path) => facts.changedInRun(path)),
	};
}

function remembered<T>(ask: (path: string) => T): (path: string) => T {
	const answers = new Map<string, T>();
	return (path) => {
		const known = answers.get(path);
		if (known !== undefined || answers.has(path)) return known as T;
		const answer = ask(path);
		answers.set(path, answer);
		return answer;
	};
}
