import {
	type Gate,
	type GateContext,
	isJsonObject,
	type JsonValue,
	type ToolCall,
	type Verdict,
} from '../../core/index.ts';

/** The longest line that is read, in characters. It is larger than the largest arguments that the gate judges. */
export const longestLine = 5_000_000;

/**
 * Judges one line of `countersign gate`: from `{"tool","args"}` to `{"verdict","risk","rule","reason","matches","effects"}`, and `walls` if
 * mode `contained` relies on the sandbox. An invalid line gets a block with the reason, so that it is never allowed by accident.
 */
export function judgeLine(line: string, number: number, gate: Gate, context: GateContext): string {
	const call = readCall(line, number);
	if (typeof call === 'string') return JSON.stringify(refused(call));
	const { decision, risk, rule, reason, matches, effects, walls } = gate.judge(call, context);
	return JSON.stringify({ verdict: decision, risk, rule, reason, matches, effects, ...(walls && { walls }) });
}

/** Returns the call of a line, or what is wrong with the line. */
function readCall(line: string, number: number): ToolCall | string {
	if (line.length > longestLine) return `Line ${number} is longer than ${longestLine} characters.`;
	const value = parse(line);
	if (value === undefined) return `Line ${number} is not valid JSON. Expected {"tool": "...", "args": {...}}.`;
	if (!isJsonObject(value)) return `Line ${number} is not a JSON object. Expected {"tool": "...", "args": {...}}.`;
	const { tool, args } = value;
	if (typeof tool !== 'string' || tool === '')
		return `Line ${number} has no \`tool\`. Expected the tool's name as a string.`;
	if (!isJsonObject(args))
		return `Line ${number} has no \`args\`. Expected an object, or {} if the tool has no arguments.`;
	return { id: `line-${number}`, name: tool, args };
}

function parse(line: string): JsonValue | undefined {
	try {
		return JSON.parse(line);
	} catch {
		// The caller reports which line it is.
		return undefined;
	}
}

function refused(reason: string): Readonly<Record<string, unknown>> {
	const match = { stage: 'error', decision: 'block', rule: 'unreadable-call', reason, risk: 'critical', evidence: '' };
	return {
		verdict: 'block',
		risk: 'critical',
		rule: match.rule,
		reason,
		matches: [match],
		effects: [],
	} satisfies Answer;
}

type Answer = Pick<Verdict, 'risk' | 'rule' | 'reason' | 'effects'> & {
	readonly verdict: Verdict['decision'];
	readonly matches: readonly object[];
};
