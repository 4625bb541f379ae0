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
