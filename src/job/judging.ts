import { toolDefinitions } from '../agent/index.ts';
import { configPath, gatherControls, readConfigUnder } from '../config/index.ts';
import type { Gate, ToolDefinition } from '../core/index.ts';
import { compilePatterns, createGate, type GateOptions, tellProblem } from '../gate/index.ts';
import { linearEngine, proposeStanding } from '../gate/loading.ts';
import { type Controls, readControls } from '../run/index.ts';
import { permitted } from './followed-skill.ts';
import type { JobContext } from './job-context.ts';
import { isOf } from './mcp-servers.ts';

/** A gate, and the warnings of its rules. */
export interface Judging {
	readonly gate: Gate;
	readonly warnings: readonly string[];
}

/** What a gate needs from the beginning of a run, in addition to its rules. */
export interface Frozen {
	readonly baseSha: string;
	/** The tools of MCP servers. */
	readonly servers: readonly ToolDefinition[];
	/** The skill that the run follows. */
	readonly followed: string | undefined;
	/** True if nothing authenticates the frozen rules. Then today's rules always judge, too. */
	readonly isUnproven: boolean;
}

/**
 * Returns the gate of a run. It judges by the frozen rules, which are the rules at the start of the run. If the default branch or the
 * organization's files have changed since, today's rules judge, too, and the stricter verdict is used.
 */
export async function gateFor(
	frozen: Controls,
	{ baseSha, servers, followed, isUnproven }: Frozen,
	context: JobContext,
): Promise<Judging> {
	const then = rulesOf(frozen, { baseSha, servers, followed });
	const { facts, ports, machine } = context;
	const { sha } = facts.environment;
	const organization = await ports.organization();
	if (!isUnproven && sha === baseSha && organization?.sha === frozen.organization?.sha) return judging(then);
	const today = await machine.workspaceAt(sha);
	const config = readConfigUnder(await today.readBase(configPath), organization);
	const left = servers.filter((tool) => config.mcp.some((server) => isOf(server)(tool)));
	const controls = readControls(await gatherControls(facts.packageRoot, today, config), ports.clock.now());
	return judging(then, rulesOf(controls, { baseSha: sha, servers: left, followed }));
}

/** The rules that judge the calls of a run, with the warnings about them. */
interface Rules extends Following {
	readonly propose: NonNullable<Gate['propose']>;
	readonly warnings: readonly string[];
}

/** Returns a gate that judges by all of these rules. Its `propose` uses the last ones, which are today's. */
function judging(first: Rules, ...more: readonly Rules[]): Judging {
	const all = [first, ...more];
	const { propose } = all.at(-1) ?? first;
	const warnings = [...new Set(all.flatMap((rules) => rules.warnings))];
	return { gate: { judge: judgeFollowing(first, ...more), propose }, warnings };
}

/**
 * Returns the rules of the controls. An invalid pattern does not stop a run: the gate then asks about calls that nothing else decides
 * about.
 */
function rulesOf(
	{ policies, skills, patterns: sources, standing, warnings }: Controls,
	{ baseSha, servers, followed }: Omit<Frozen, 'isUnproven'>,
): Rules {
	const { patterns, problems } = compilePatterns(sources, linearEngine);
	const skipped = problems.map(
		(problem) =>
			`${tellProblem(problem)}. Until somebody corrects the pattern, each step needs approval if it can do more than read and no other pattern or policy decides about it.`,
	);
	const knownTools = [...toolDefinitions(skills), ...servers].map((definition) => definition.name);
	const gate = {
		policies,
		patterns,
		knownTools,
		...(standing === undefined ? {} : { standing: { policy: standing.policy } }),
	};
	const propose: Rules['propose'] = (call, context, because) => ({
		...proposeStanding(call, context, { text: standing?.text, because, gate }),
		baseSha,
	});
	return { gate, permits: permitted(skills, followed), propose, warnings: [...warnings, ...skipped] };
}

/** A gate, and the tools of the skill that the run follows. */
interface Following {
	readonly gate: GateOptions & { readonly knownTools: readonly string[] };
	readonly permits: (name: string) => boolean;
}

/**
 * Returns a judge that permits only the tools of the skill that the run follows. This does not limit `setup`, because maintainers
 * configured it.
 */
export function judgeFollowing(first: Following, ...more: readonly Following[]): Gate['judge'] {
	const permitting = ({ gate, permits }: Following) => ({ ...gate, knownTools: gate.knownTools.filter(permits) });
	const whole = createGate(first.gate, ...more.map(({ gate }) => gate));
	const followed = createGate(permitting(first), ...more.map(permitting));
	return (call, context) =>
		(context.grants.some(({ kind }) => kind === 'setup') ? whole : followed).judge(call, context);
}
