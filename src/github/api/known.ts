import { CountersignError } from '../../core/index.ts';

/** Returns GitHub's answer, or undefined if GitHub refuses or is unreachable. Use it for facts that a run can do without. */
export async function known<T>(read: () => Promise<T>): Promise<T | undefined> {
	try {
		return await read();
	} catch (error) {
		if (error instanceof CountersignError) return undefined;
		throw error;
	}
}
