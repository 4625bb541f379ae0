import {
	CountersignError,
	type Decision,
	type Facts,
	type Gate,
	type GateContext,
	type Match,
	riskier,
	stricter,
	stricterVerdict,
	type ToolCall,
	unknownTool,
	type Verdict,
	type Walls,
} from '../core/index.ts';
import { asksOf } from './asks.ts';
import { answerInside, insideSubject, wallsFor } from './contained.ts';
import { judgeDelivered } from './delivered-rules.ts';
import { subjectOf } from './effects.ts';
import { grantFor, judgeMode } from './grants.ts';
import { distinctEffects, type Opinion, opinion, type Subject } from './part.ts';
import { judgePaths } from './paths.ts';
import { judgePatterns, type Patterns } from './patterns.ts';
import { floorName, judgePolicies } from './policy.ts';
import { rememberedFacts } from './remembered-facts.ts';
import { judgeRisk, scoreSubject } from './risk.ts';
import type { Policy } from './rule.ts';
import { judgeRunFacts } from './run-facts.ts';
import { judgeSkipped } from './skipped-patterns.ts';
import { answeredBy, type Standing } from './standing.ts';
import { canonicalTool } from './tools.ts';

export interface GateOptions {
	/** One of them is the floor. Files do not override each other: the strictest opinion wins. */
	readonly policies: readonly Policy[];
	readonly patterns: Patterns;
	/** Approvals for every run, or a person's approvals for the hook. They can turn the `confirm` of a policy into `allow`. */
	readonly standing?: Standing;
	/** Branches with this prefix belong to the run. */
	readonly ownBranchPrefix?: string;
	/** The tools that this skill and mode permit. `any` if the caller has tools that the gate cannot list. */
	readonly knownTools: readonly string[] | 'any';
}

/** The largest arguments that the gate judges, in characters of JSON. */
const maxArguments = 4_000_000;

/**
 * Creates the gate, which returns one verdict for each call. The layers give opinions in their order, and the strictest opinion wins. If
 * anything throws, the call is blocked (leashd, Safety Pipeline; Wolffish, Safety Patterns). With several sets of rules, the call is read
 * once, each set judges it, and the strictest verdict wins. So a further set can only restrict.
 * @throws CountersignError `bad-policy` when no floor is among the policies.
 */
export function createGate(rules: GateOptions, ...more: readonly GateOptions[]): Gate {
	const all = [rules, ...more];
	if (!all.every(({ policies }) => policies.some((policy) => policy.name === floorName))) {
		const message = 'The policy `floor`, which blocks the most dangerous calls, is missing';
		throw new CountersignError({ code: 'bad-policy', message, fix: 'Load policies/floor.yml, too.' });
	}
	return {
		judge(call, context) {
			let reading: Reading | undefined;
			const read = (): Reading => {
				reading ??= readCall(call, context);
				return reading;
			};
			const verdicts = all.map((options) => judgeBy(options, { call, context, read }));
			return verdicts.reduce(stricterVerdict);
		},
	};
}

/** A call as the gate reads it, before any rule judges it. */
interface Reading {
	readonly facts: Facts;
	readonly walls: Walls | undefined;
	readonly subject: Subject;
}

interface Judged {
	readonly call: ToolCall;
	readonly context: GateContext;
	readonly read: () => Reading;
}

function readCall(call: ToolCall, context: GateContext): Reading {
	const facts = rememberedFacts(context.facts);
	const walls = wallsFor(context);
	const subject = subjectOf(call, facts);
	return { facts, walls, subject: walls === undefined ? subject : insideSubject(subject, { walls, facts }) };
}

function judgeBy(options: GateOptions, { call, context, read }: Judged): Verdict {
	try {
		const refused = judgeTool(call, options.knownTools);
		return refused === undefined ? judge(read(), context, options) : verdictOf([refused], undefined);
	} catch (thrown) {
		return blockedByError(thrown);
	}
}

function judge({ facts, walls, subject }: Reading, context: GateContext, options: GateOptions): Verdict {
	const { policies, patterns } = options;
	const matched = judgePatterns(subject, patterns).concat(judgePolicies(subject, policies, facts));
	const spoken: readonly Opinion[] = judgePaths(subject, facts, walls).concat(
		judgeSkipped(subject, patterns.skipped, { opinions: matched, policies }),
		matched,
		walls === undefined ? [] : judgeDelivered(subject, policies, facts),
		judgeRunFacts(subject, facts, options.ownBranchPrefix),
		judgeRisk(subject),
		judgeMode(subject, context),
	);
	const { opinions, contained } =
		walls === undefined ? { opinions: spoken } : answerInside(spoken, subject, { walls, facts });
	const isAnswered = answeredBy(options.standing, subject, { facts, walls });
	const granted = grantFor(opinions, subject, { ...context, isAnswered });
	return verdictOf(opinions, subject, { granted, contained });
}

/** The tools layer. It blocks an unknown tool, and arguments that are too large to judge. */
function judgeTool(call: ToolCall, knownTools: readonly string[] | 'any'): Opinion | undefined {
	const about = { risk: 'medium', evidence: call.name.slice(0, 200) } as const;
	if (
		knownTools !== 'any' &&
		!knownTools.includes(call.name) &&
		!knownTools.map(canonicalTool).includes(canonicalTool(call.name))
	) {
		const reason = `There is no tool \`${call.name.slice(0, 100)}\` here. Tools: ${knownTools.join(', ')}.`;
		return opinion('tools', 'block', { ...about, rule: unknownTool, reason });
	}
	if (JSON.stringify(call.args).length <= maxArguments) return undefined;
	return opinion('tools', 'block', {
		...about,
		rule: 'too-large',
		reason: 'The arguments are too large to check.',
	});
}

/** The opinions that turned `confirm` into `allow`: from a grant, from the configuration, or from the sandbox. */
interface Answers {
	readonly granted?: Opinion | undefined;
	readonly contained?: Opinion | undefined;
}

function verdictOf(
	opinions: readonly Opinion[],
	subject: Subject | undefined,
	{ granted, contained }: Answers = {},
): Verdict {
	const strictest = opinions.reduce<Decision>((decision, one) => stricter(decision, one.decision), 'allow');
	const agreeing = opinions.filter((one) => one.decision === strictest);
	// For `cd a && cat b`, the verdict shows the reason about `cat b`, because `cd` has no effect.
	const inside = strictest === 'allow' ? contained : undefined;
	const decisive = granted ?? inside ?? agreeing.find((one) => one.rule !== 'no-effect') ?? agreeing[0];
	const level = subject === undefined ? 'low' : scoreSubject(subject);
	const risk = agreeing.reduce((highest, one) => riskier(highest, one.risk), level);
	const decision = granted?.decision ?? strictest;
	const asks = decision === 'confirm' && subject !== undefined ? asksOf(opinions, subject) : undefined;
	return {
		decision,
		risk,
		reason: decisive?.reason ?? 'There is nothing to check.',
		rule: decisive?.rule ?? 'no-effect',
		effects: distinctEffects(subject?.parts.flatMap((part) => part.effects) ?? []),
		matches: opinions.concat(contained ?? [], granted ?? []).map(toMatch),
		executes: subject?.executes ?? [],
		...(asks && { asks }),
		...(decision === 'allow' && contained?.walls && { walls: contained.walls }),
	};
}

function toMatch(given: Opinion): Match {
	const { effect: _effect, isOwn: _own, ofOrganization: _above, asksContained: _asks, walls: _walls, ...match } = given;
	return match;
}

function blockedByError(thrown: unknown): Verdict {
	const message = thrown instanceof Error ? thrown.message : String(thrown);
	const about = {
		rule: 'gate-error',
		reason: `The gate could not check this call: ${message}`,
		risk: 'critical',
		evidence: '',
	} as const;
	return verdictOf([opinion('error', 'block', about)], undefined);
}
