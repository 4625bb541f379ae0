import {
	CountersignError,
	type GateContext,
	type StandingProposal,
	standingPath,
	type ToolCall,
} from '../core/index.ts';
import { badPolicy } from './bad-policy.ts';
import { createGate, type GateOptions } from './gate.ts';
import { inspect } from './inspect.ts';
import { refuseLooseAllows, unanchoredAllow } from './loose-allows.ts';
import { itemOf, rulesFor } from './narrow-rules.ts';
import { type LoadOptions, loadPolicy } from './policy-load.ts';
import type { Policy } from './rule.ts';

/** Reads standing approvals, of runs or of the hook, from a policy file that may only allow. @throws CountersignError `bad-policy` */
export function loadStanding(text: string, options: LoadOptions = {}, file: string = standingPath): Policy {
	const policy = loadPolicy(text, file, options);
	const other = policy.rules.find(({ decision }) => decision !== 'allow');
	if (other !== undefined)
		throw badPolicy(
			`\`${other.name}\` does not allow (${file}:${other.line}), but all rules of this file must allow`,
			'Move it to a policy file, and name that under `policies`.',
		);
	refuseLooseAllows(policy);
	const open = policy.rules.find((rule) => unanchoredAllow(rule) !== undefined);
	if (open !== undefined)
		throw badPolicy(
			`\`${open.name}\` allows \`${unanchoredAllow(open)}\` anywhere in a command, so also after another program (${file}:${open.line})`,
			'Begin each of its patterns with `^`, and end it with `$`.',
		);
	if (policy.defaultAction === undefined) return policy;
	throw badPolicy(
		`${file} sets a \`default_action\``,
		'Set it in a policy file. Standing approvals can only contain rules that allow.',
	);
}

/** The reason for a standing approval, and the gate to test it with. */
export interface StandingOptions {
	/** The current text of the file. Undefined if there is no file. */
	readonly text: string | undefined;
	/** The reason, as a line of plain text. */
	readonly because: string;
	readonly gate: GateOptions;
}

/** Returns the file with the smallest rules that allow this call without approval. The rules are tested before they are proposed. */
export function proposeStanding(
	call: ToolCall,
	context: GateContext,
	{ text, because, gate }: StandingOptions,
): StandingProposal {
	const { matches } = createGate(gate).judge(call, context);
	const unsettled = matches.filter(({ decision }) => decision !== 'allow');
	const rules = rulesFor(inspect(call, context.facts), unsettled);
	if (rules.length === 0) return { kind: 'none', why: asksAnyway(unsettled.map(({ rule }) => rule)) };
	const example = `match: [${JSON.stringify({ tool: call.name, args: call.args })}]`;
	const taken = new Set(loadedNames(text));
	const items = rules.map(({ name, lines }) => itemOf({ name: freeName(name, taken), lines: [...lines, example] }));
	const added = `  # ${because}\n${items.join('\n')}\n`;
	const alone = loadedOr(`${fresh}${added}`);
	const allowed =
		alone !== undefined &&
		createGate({ ...gate, standing: { policy: alone } }).judge(call, context).decision === 'allow';
	if (!allowed) return { kind: 'none', why: asksAnyway(unsettled.map(({ rule }) => rule)) };
	const proposed = `${text === undefined ? fresh : `${text.trimEnd()}\n`}${added}`;
	return loadedOr(proposed) === undefined
		? { kind: 'none', why: `The rule could not be added to ${standingPath}. Write it there by hand.` }
		: { kind: 'proposed', path: standingPath, text: proposed };
}

const fresh =
	'# Calls that maintainers approved for every run with `/approve <id> always`. This file may contain only rules that allow.\nrules:\n';

function asksAnyway(rules: readonly string[]): string {
	const names = [...new Set(rules)].map((rule) => `\`${rule}\``).join(' and ');
	return `No standing approval is possible, because ${names} always requires approval.`;
}

function loadedNames(text: string | undefined): readonly string[] {
	return text === undefined ? [] : (loadedOr(text)?.rules.map(({ name }) => name) ?? []);
}

function freeName(name: string, taken: Set<string>): string {
	const numbers = Array.from({ length: taken.size + 1 }, (_, index) => (index === 0 ? name : `${name}-${index + 1}`));
	const free = numbers.find((one) => !taken.has(one)) ?? name;
	taken.add(free);
	return free;
}

function loadedOr(text: string): Policy | undefined {
	try {
		return loadStanding(text);
	} catch (thrown) {
		if (thrown instanceof CountersignError) return undefined;
		throw thrown;
	}
}
