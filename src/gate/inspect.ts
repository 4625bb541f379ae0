import type { Facts, ToolCall } from '../core/index.ts';
import { subjectOf } from './effects.ts';
import type { Part } from './part.ts';
import { rememberedFacts } from './remembered-facts.ts';
import { type RiskReport, scorePart } from './risk.ts';

/** A part of a call as the layers see it, with its risk (leashd, CommandAnalyzer). */
export interface InspectedPart extends Part {
	readonly risk: RiskReport;
}

/** A call as the gate sees it, before anything is said about it. */
export interface Inspection {
	/** This product's name of the tool. */
	readonly tool: string;
	readonly isShell: boolean;
	readonly parts: readonly InspectedPart[];
}

/** Takes a call apart as the gate does, for people who want to know why it said what it said. Throws where the gate blocks by `gate-error`. */
export function inspect(call: ToolCall, facts: Facts): Inspection {
	const { tool, isShell, parts } = subjectOf(call, rememberedFacts(facts));
	return { tool, isShell, parts: parts.map((part) => ({ ...part, risk: scorePart(part) })) };
}
