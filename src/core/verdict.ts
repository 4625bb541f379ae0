import { type Asks, bothAsk } from './bounds.ts';
import type { Effect } from './effect.ts';
import type { Walls } from './walls.ts';

/** What the gate says. Ordered: block is stricter than confirm, confirm than allow. */
export type Decision = 'allow' | 'confirm' | 'block';

/** leashd, Safety Pipeline: CommandAnalyzer's levels. */
export type Risk = 'low' | 'medium' | 'high' | 'critical';

/** The gate's layers in the order in which they are asked, then the ones that speak in their place. */
export const stages = [
	'tools',
	'secrets',
	'paths',
	'patterns',
	'floor',
	'effects',
	'policy',
	'risk',
	'grant',
	'default',
	'error',
] as const;

export type Stage = (typeof stages)[number];

/** The rule of a call whose tool is not there: nothing ran, and nothing failed. */
export const unknownTool = 'unknown-tool';

/** One rule that spoke about a call. */
export interface Match {
	readonly stage: Stage;
	readonly decision: Decision;
	readonly rule: string;
	readonly reason: string;
	readonly risk: Risk;
	/** The part of the call that the rule saw: a simple command, a path, an effect in words. */
	readonly evidence: string;
	readonly file?: string;
	readonly line?: number;
	/** Who may approve, where a rule asks certain people: `@login#id`, `@org/team`, or a role. */
	readonly approvers?: readonly string[];
}

/** What the gate says of one call: the strictest of the opinions, and all of them. */
export interface Verdict {
	readonly decision: Decision;
	readonly risk: Risk;
	/** The reason of the match that decided, for the model and for people. */
	readonly reason: string;
	/** The name of the rule that decided. */
	readonly rule: string;
	readonly effects: readonly Effect[];
	readonly matches: readonly Match[];
	/** Files whose content decided, or would be executed: an approval is bound to them. */
	readonly executes: readonly string[];
	/** What it asks about, where a grant for the run can be bound to that. */
	readonly asks?: Asks;
	/** The walls that it counts on, where mode `contained` allowed it. */
	readonly walls?: Walls;
}

const decisions: readonly Decision[] = ['allow', 'confirm', 'block'];
const risks: readonly Risk[] = ['low', 'medium', 'high', 'critical'];

/** The stricter of two decisions. */
export function stricter(a: Decision, b: Decision): Decision {
	return decisions.indexOf(a) >= decisions.indexOf(b) ? a : b;
}

/** The higher of two risks. */
export function riskier(a: Risk, b: Risk): Risk {
	return risks.indexOf(a) >= risks.indexOf(b) ? a : b;
}

/** The stricter of two verdicts on the same call: its decision and reason, with the matches of both. */
export function stricterVerdict(a: Verdict, b: Verdict): Verdict {
	const winner = stricter(a.decision, b.decision) === a.decision ? a : b;
	const loser = winner === a ? b : a;
	const asks = winner.decision === 'confirm' ? bothAsk(a.asks, b.asks) : undefined;
	const risk = riskier(a.risk, b.risk);
	return { ...winner, risk, matches: [...winner.matches, ...loser.matches], ...(asks && { asks }) };
}
