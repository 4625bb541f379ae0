import { type Gate, type Grant, type Mode, stricterVerdict, type Verdict } from '../../src/core/index.ts';

/** The rules of the default branch for the dangerous step, the loosest first. */
export const rules = ['loose', 'ask', 'strict'] as const;
export type Rules = (typeof rules)[number];

/** The stricter of two. */
export function stricter(one: Rules, other: Rules): Rules {
	return rules.indexOf(one) > rules.indexOf(other) ? one : other;
}

/** The gate of a job, with the frozen rules and today's rules. */
export function gateUnder(frozen: Rules, today: Rules): Gate {
	const [then, now] = [gateOf(frozen), gateOf(today)];
	return { judge: (call, context) => stricterVerdict(then.judge(call, context), now.judge(call, context)) };
}

function gateOf(level: Rules): Gate {
	return { judge: ({ name }, { grants, mode }) => verdictOf(name, { grants, mode, level }) };
}

interface Judged {
	readonly grants: readonly Grant[];
	readonly mode: Mode;
	readonly level: Rules;
}

function verdictOf(tool: string, { grants, mode, level }: Judged): Verdict {
	const isDanger = tool === 'danger';
	const isAsked = isDanger && level !== 'loose';
	const isGranted = grants.some((grant) => grant.kind === 'tool' && grant.tool === tool && grant.rule === 'risky');
	const rule = isAsked ? 'risky' : 'plain';
	const isBlocked = tool === 'forbidden' || (isDanger && level === 'strict') || (mode === 'plan' && tool !== 'look');
	const decision = isBlocked ? 'block' : isAsked && !isGranted ? 'confirm' : 'allow';
	const says = isAsked && !isBlocked ? 'confirm' : decision;
	const match = { stage: 'policy', decision: says, rule, reason: rule, risk: 'low', evidence: '' } as const;
	const done = tool in effects ? effects[tool as keyof typeof effects] : [];
	return { decision, risk: 'low', reason: rule, rule, effects: done, matches: [match], executes: [] };
}

const effects = {
	append: [{ kind: 'write', path: 'a.txt' }],
	danger: [{ kind: 'exec', program: 'danger', argv: [] }],
	look: [{ kind: 'read', path: 'a.txt' }],
	pull: [{ kind: 'forge.write', what: 'draft-pull-request', target: 'own' }],
} as const;
