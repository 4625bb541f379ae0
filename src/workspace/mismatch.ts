import { CountersignError } from '../core/index.ts';

/** The error if the checkout cannot be saved or restored. */
export function mismatch(message: string, fix: string): CountersignError {
	return new CountersignError({ code: 'checkout-mismatch', message, fix });
}
