import { CountersignError } from '../core/index.ts';

/** What GitHub answers, or undefined where it refuses or cannot be reached: for questions that no run fails for. */
export async function known<T>(read: () => Promise<T>): Promise<T | undefined> {
	try {
		return await read();
	} catch (error) {
		if (error instanceof CountersignError) return undefined;
		throw error;
	}
}
