import { type Asks, bothAsk } from './bounds.ts';
import type { Effect } from './effect.ts';
import type { Walls } from './walls.ts';

/** The gate's decision. Block is stricter than confirm, and confirm is stricter than allow. */
export type Decision = 'allow' | 'confirm' | 'block';

/** The levels of leashd, Safety Pipeline: CommandAnalyzer. */
export type Risk = 'low' | 'medium' | 'high' | 'critical';

/** The gate's layers in their order, then the parts of a run that judge the run's own calls. */
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

/** The rule for a call of an unknown tool. Such a call does not run, and no tool fails. */
export const unknownTool = 'unknown-tool';

/** One rule that matched a call. */
export interface Match {
	readonly stage: Stage;
	readonly decision: Decision;
	readonly rule: string;
	readonly reason: string;
	readonly risk: Risk;
	/** The part of the call that the rule matched: a simple command, a path, or an effect in words. */
	readonly evidence: string;
	readonly file?: string;
	readonly line?: number;
	/** Who may approve, if the rule names certain people: `@login#id`, `@org/team`, or a role. */
	readonly approvers?: readonly string[];
}

/** The gate's verdict on one call: the strictest decision, and all matches. */
export interface Verdict {
	readonly decision: Decision;
	readonly risk: Risk;
	/** The reason of the deciding match, for the model and for people. */
	readonly reason: string;
	/** The name of the rule that decided. */
	readonly rule: string;
	readonly effects: readonly Effect[];
	readonly matches: readonly Match[];
	/** Files whose content influenced the verdict, or that would be executed. An approval is valid only while they are unchanged. */
	readonly executes: readonly string[];
	/** The parts of the call that need approval, if a grant for the run can be limited to them. */
	readonly asks?: Asks;
	/** The sandbox walls that the verdict relies on, if mode `contained` allowed the call. */
	readonly walls?: Walls;
}

const decisions: readonly Decision[] = ['allow', 'confirm', 'block'];
const risks: readonly Risk[] = ['low', 'medium', 'high', 'critical'];

/** Returns the stricter of two decisions. */
export function stricter(a: Decision, b: Decision): Decision {
	return decisions.indexOf(a) >= decisions.indexOf(b) ? a : b;
}

/** Returns the higher of two risks. */
export function riskier(a: Risk, b: Risk): Risk {
	return risks.indexOf(a) >= risks.indexOf(b) ? a : b;
}

/** Returns the stricter of two verdicts on the same call, with its decision and reason, and the matches of both. */
export function stricterVerdict(a: Verdict, b: Verdict): Verdict {
	const winner = stricter(a.decision, b.decision) === a.decision ? a : b;
	const loser = winner === a ? b : a;
	const asks = winner.decision === 'confirm' ? bothAsk(a.asks, b.asks) : undefined;
	const risk = riskier(a.risk, b.risk);
	return { ...winner, risk, matches: [...winner.matches, ...loser.matches], ...(asks && { asks }) };
}
