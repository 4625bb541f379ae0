import type { Facts, ToolCall } from '../core/index.ts';
import { subjectOf } from './effects.ts';
import type { DeclaredLine } from './part.ts';
import { rememberedFacts } from './remembered-facts.ts';

/**
 * Returns the scripts and targets that a call would run by name, with their text, for people to see. Throws if the gate would block with
 * `gate-error`.
 */
export function declaredLines(call: ToolCall, facts: Facts): readonly DeclaredLine[] {
	return subjectOf(call, rememberedFacts(facts)).declared ?? [];
}
