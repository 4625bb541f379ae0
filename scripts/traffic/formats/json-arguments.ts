import { z } from 'zod';
import type { JsonObject } from '../../../src/core/index.ts';

/** The arguments of a call that carries them as JSON text; none when the text is invalid. */
export function argumentsOf(text: string): JsonObject {
	try {
		return z.record(z.string(), z.json()).catch({}).parse(JSON.parse(text));
	} catch {
		return {};
	}
}
