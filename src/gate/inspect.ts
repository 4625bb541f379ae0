import type { Facts, ToolCall } from '../core/index.ts';
import { subjectOf } from './effects.ts';
import type { Part } from './part.ts';
import { type PatternTexts, patternTexts } from './patterns.ts';
import { rememberedFacts } from './remembered-facts.ts';
import { type RiskReport, scorePart } from './risk.ts';

/** A part of a call as the layers see it, with its risk (leashd, CommandAnalyzer). */
export interface InspectedPart extends Part {
	readonly risk: RiskReport;
}

/** A call as the gate sees it, before any rule applies. */
export interface Inspection {
	/** Countersign's name for the tool. */
	readonly tool: string;
	readonly isShell: boolean;
	readonly parts: readonly InspectedPart[];
	/** The texts that patterns of skills and of the configuration are matched on. */
	readonly texts: PatternTexts;
}

/** Takes a call apart as the gate does, for people who want to understand a verdict. Throws if the gate would block with `gate-error`. */
export function inspect(call: ToolCall, facts: Facts): Inspection {
	const subject = subjectOf(call, rememberedFacts(facts));
	const { tool, isShell, parts } = subject;
	const inspected = parts.map((part) => ({ ...part, risk: scorePart(part) }));
	return { tool, isShell, parts: inspected, texts: patternTexts(subject) };
}
