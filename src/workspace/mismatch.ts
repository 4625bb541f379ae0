import { CountersignError } from '../core/index.ts';

/** Returns the error for a checkout that cannot be saved or restored. */
export function mismatch(message: string, fix: string): CountersignError {
	return new CountersignError({ code: 'checkout-mismatch', message, fix });
}
