import { CountersignError } from '../../src/core/index.ts';

/** The error of ours that a call ends with; anything else fails the test. */
export function errorOf(act: () => unknown): CountersignError {
	try {
		act();
	} catch (error) {
		if (error instanceof CountersignError) return error;
		throw error;
	}
	throw new Error('no error');
}

/** What stands in backticks: the names that a message is about. */
export function named(message: string): readonly string[] {
	return [...message.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}
