import { CountersignError } from '../core/index.ts';

/** The checkout cannot be captured, or cannot be brought to the state that was captured. */
export function mismatch(message: string, fix: string): CountersignError {
	return new CountersignError({ code: 'checkout-mismatch', message, fix });
}
