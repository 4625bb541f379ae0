import { z } from 'zod';
import type { JsonObject } from '../../../src/core/index.ts';

/** Returns the arguments of a call from JSON text. Empty if the text is invalid. */
export function argumentsOf(text: string): JsonObject {
	try {
		return z.record(z.string(), z.json()).catch({}).parse(JSON.parse(text));
	} catch {
		return {};
	}
}
