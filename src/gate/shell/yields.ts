import type { Command, Redirection, SyntaxNode } from 'unbash';
import { wholeEnvironment } from '../../core/index.ts';
import type { Analysis } from './analysis.ts';
import type { Invocation } from './program.ts';
import type { Stream } from './word.ts';

/**
 * What a program's output is: all variables of the environment; or, of what it is fed, whole lines, lines that were chosen by a text,
 * what stands before a `=`, or a number; or lines, each of which begins with its number and a colon.
 */
export type Yield = 'environment' | 'lines' | 'chosen' | 'names' | 'number' | 'numbered';

/** A row's `yields` for arguments that match a pattern, each behind a blank. */
export function yieldsWhere(...forms: readonly (readonly [RegExp, Yield])[]) {
	return ({ words }: Invocation): Yield | undefined => {
		if (words.some((word) => !word.known || word.pattern || word.stream !== undefined)) return undefined;
		const line = words.map((word) => ` ${word.text}`).join('');
		return forms.find(([form]) => form.test(line))?.[1];
	};
}

/** The same for a filter that leaves lines out, and changes none: numbered lines stay numbered. */
export function linesWhere(form: RegExp) {
	const lines = yieldsWhere([form, 'lines']);
	const bytes = /-\w*c/;
	return (it: Invocation): Yield | undefined => {
		const found = lines(it);
		const isNumbered = it.stdin?.yields === 'numbered' && !it.words.some(({ text }) => bytes.test(text));
		return found !== undefined && isNumbered ? 'numbered' : found;
	};
}

/** One command of a pipeline, the parts that it made, and what it prints. */
export interface Stage {
	readonly command: SyntaxNode;
	readonly from: number;
	readonly to: number;
	readonly output: Stream;
}

/**
 * `env | wc -l` shows no variable. Threat: a value of several lines, such as a private key, has lines without a `=`, which pass for
 * names; so names ask.
 */
export function withoutShownEnvironment(stages: readonly Stage[], { parts, functions, aliases }: Analysis): void {
	// A function may stand for any of them.
	if (stages.some(({ command }) => command.type === 'Command' && isRenamed(command, functions, aliases))) return;
	stages.forEach((stage, i) => {
		const part = parts[stage.from];
		const [shown, ...others] = part?.effects ?? [];
		const isOnly = stage.to === stage.from + 1 && others.length === 0;
		if (part === undefined || !isOnly || shown?.kind !== 'secret.read' || shown.what !== wholeEnvironment) return;
		if (stage.output.yields !== 'environment' || !isPlain(stage.command)) return;
		const left = leftOfLines(stages.slice(i + 1));
		const why = 'names of variables, and whole lines of a value that has several';
		if (left === 'number') parts[stage.from] = { ...part, effects: [] };
		if (left === 'names') parts[stage.from] = { ...part, effects: [{ kind: 'opaque', why }] };
	});
}

function isRenamed({ name }: Command, ...tables: readonly ReadonlyMap<string, unknown>[]): boolean {
	return tables.some((table) => table.has(name?.value ?? ''));
}

/** What the next commands leave of the lines that they are fed. */
function leftOfLines(stages: readonly Stage[]): Yield | undefined {
	let isChosen = false;
	for (const { command, output } of stages) {
		const { yields } = output;
		if (yields === 'names') return yields;
		if (yields === 'number') return isChosen ? 'names' : yields;
		if ((yields !== 'lines' && yields !== 'chosen') || !isPlain(command)) return undefined;
		isChosen ||= yields === 'chosen';
	}
	return undefined;
}

/** What it prints goes into the pipe, and nowhere else. */
function isPlain(node: SyntaxNode): boolean {
	return node.type === 'Command' && node.redirects.every(silencesErrors);
}

function silencesErrors(redirect: Redirection): boolean {
	const { descriptor } = redirect;
	const isError = descriptor?.type === 'FileDescriptor' && descriptor.value === 2;
	return redirect.type === 'Redirect' && isError && redirect.target?.text === '/dev/null';
}
