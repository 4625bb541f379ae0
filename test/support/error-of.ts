import { CountersignError } from '../../src/core/index.ts';

/** Returns the CountersignError that a call throws. Anything else fails the test. */
export function errorOf(act: () => unknown): CountersignError {
	try {
		act();
	} catch (error) {
		if (error instanceof CountersignError) return error;
		throw error;
	}
	throw new Error('no error');
}
