import type { Part } from '../part.ts';
import type { Analysis, Run } from './analysis.ts';
import { judgeDeclared, judgeVouched } from './declared-script.ts';
import type { Finding } from './program.ts';
import { childOf } from './state.ts';

/** Marks the call of such a script among the calls of a run. */
const caller = 'typed ';

type Typed = Extract<Finding, { find: 'typed' }>;

/**
 * Judges scripts such as `npm run format` and `make all`, whose names do not tell that they only check the project. Their text counts as if
 * somebody had typed it. So a policy sees each file that a formatter writes, and the mode decides.
 */
export function judgeTyped(finding: Typed, run: Run, analysis: Analysis): void {
	const { program, definedIn, scripts, mayFormat } = finding;
	const isAlone = isUntouched(run, analysis);
	const inner: Run = { ...run, calls: [...run.calls, `${caller}${program}`] };
	const found: Part[] = [];
	let isWhole = isAlone && scripts.length > 0;
	for (const script of scripts) {
		judgeDeclared(script, run, analysis);
		const read = isWhole ? typed(script, inner, analysis) : undefined;
		isWhole &&= read !== undefined;
		found.push(...(read ?? []));
	}
	const isOwn = (part: Part) => isChecking(part) || (mayFormat && isFormatting(part));
	const isTool = (part: Part) => part.effects.some(({ kind }) => kind === 'exec.project') || isFormatting(part);
	if (!isWhole || !found.some(isTool) || !found.every(isOwn)) return;
	const isVouched = vouchFor({ program, definedIn }, analysis.parts);
	// The name of a check already tells what it does. Then only the files that a formatter writes are new.
	if (isVouched || found.some(isFormatting)) analysis.parts.push(...found);
}

/**
 * Returns whether the scripts still have the text that the gate reads, and run it in the same way. Threat: `prettier() { … }` or an earlier
 * write in the same line changes what they do.
 */
function isUntouched({ traits, calls }: Run, { parts, functions, aliases, links, written }: Analysis): boolean {
	if (traits.includes('beside') || functions.size + aliases.size + links.size + written.size > 0) return false;
	// The last part is the call of the scripts. Other scripts may call it.
	const callers = calls.flatMap((call) => (call.startsWith(caller) ? [call.slice(caller.length)] : []));
	const isCaller = ({ effects }: Part) => effects.every((one) => one.kind === 'exec' && callers.includes(one.program));
	return parts.slice(0, -1).every((part) => isFormatting(part) || isChecking(part) || isCaller(part));
}

/** Returns the parts of a script, as if its text had been typed in a new shell. Undefined if the gate did not read all of it. */
function typed(
	{ line, cwd, commands = [line.text] }: Typed['scripts'][number],
	run: Run,
	analysis: Analysis,
): readonly Part[] | undefined {
	const before = analysis.parts.length;
	const vouched = { about: `${line.path} as typed`, name: line.name };
	const found = judgeVouched(vouched, run, analysis, (way) => {
		for (const text of commands) {
			const state = { ...childOf(run.state), cwd, cwdOnFailure: undefined, positional: [] };
			analysis.runText(text, { ...way, stdin: undefined, state });
		}
	});
	// Its grave effects were already reported.
	analysis.parts.splice(before);
	return found?.isWhole === true ? found.parts : undefined;
}

/** Returns whether a part is a formatter that writes ordinary files. */
function isFormatting({ effects, traits }: Part): boolean {
	return traits.includes('reformats') && effects.every(({ kind }) => /^(read|write|exec\.project)$/.test(kind));
}

/** Returns whether a part only reads and runs the project's own tools. */
function isChecking({ effects }: Part): boolean {
	return effects.every(({ kind }) => kind === 'read' || kind === 'exec.project');
}

/**
 * Marks the call as one of the project's own tools, and returns whether there is such a call. It still needs approval if this run changed
 * the file that defines the scripts.
 */
function vouchFor({ program, definedIn }: Pick<Typed, 'program' | 'definedIn'>, parts: Part[]): boolean {
	const at = parts.findLastIndex(({ effects }) =>
		effects.some((one) => one.kind === 'exec' && one.program === program),
	);
	const part = parts[at];
	if (part === undefined) return false;
	const effects = part.effects.map((effect) =>
		effect.kind === 'exec' && effect.program === program
			? ({ kind: 'exec.project', script: program, definedIn } as const)
			: effect,
	);
	parts[at] = { ...part, effects };
	return true;
}
