import type { Command, Redirection, SyntaxNode } from 'unbash';
import { type Effect, wholeEnvironment } from '../../core/index.ts';
import type { Analysis } from './analysis.ts';
import type { Invocation } from './program.ts';
import type { Stream, Yield } from './word.ts';

/** Creates the `yields` function of a row. Each form is matched against the arguments, with a blank before each argument. */
export function yieldsWhere(...forms: readonly (readonly [RegExp, Yield])[]) {
	return ({ words }: Invocation): Yield | undefined => {
		if (words.some((word) => !word.known || word.pattern || word.stream !== undefined)) return undefined;
		const line = words.map((word) => ` ${word.text}`).join('');
		return forms.find(([form]) => form.test(line))?.[1];
	};
}

/** As {@link yieldsWhere}, for a filter that removes lines but never changes one. So numbered lines stay numbered. */
export function linesWhere(form: RegExp) {
	const lines = yieldsWhere([form, 'lines']);
	const bytes = /-\w*c/;
	return (it: Invocation): Yield | undefined => {
		const found = lines(it);
		const isNumbered = it.stdin?.yields === 'numbered' && !it.words.some(({ text }) => bytes.test(text));
		return found !== undefined && isNumbered ? 'numbered' : found;
	};
}

/** One command of a pipeline, the range of its parts, and its output. */
export interface Stage {
	readonly command: SyntaxNode;
	readonly from: number;
	readonly to: number;
	readonly output: Stream;
}

/**
 * Removes the effect of a pipeline such as `env | wc -l`, which shows no variable. Threat: a value with several lines, such as a private
 * key, can have lines without `=`. Such lines look like names, so a pipeline that shows names still needs approval.
 */
export function withoutShownEnvironment(stages: readonly Stage[], { parts, functions, aliases }: Analysis): void {
	// A function or alias may replace any of these commands.
	if (stages.some(({ command }) => command.type === 'Command' && isRenamed(command, functions, aliases))) return;
	stages.forEach((stage, i) => {
		const part = parts[stage.from];
		const others = part?.effects.filter((effect) => !showsEnvironment(effect)) ?? [];
		const isShown = stage.to === stage.from + 1 && part?.effects.some(showsEnvironment) === true;
		// Another secret of the same command may stand in any line.
		if (part === undefined || !isShown || others.some(({ kind }) => kind === 'secret.read')) return;
		if (stage.output.yields !== 'environment' || !isPlain(stage.command)) return;
		const left = leftOfLines(stages.slice(i + 1));
		const why = 'names of variables, and whole lines of a value that has several';
		if (left === 'number') parts[stage.from] = { ...part, effects: others };
		if (left === 'names') parts[stage.from] = { ...part, effects: [...others, { kind: 'opaque', why }] };
	});
}

function showsEnvironment(effect: Effect): boolean {
	return effect.kind === 'secret.read' && effect.what === wholeEnvironment;
}

function isRenamed({ name }: Command, ...tables: readonly ReadonlyMap<string, unknown>[]): boolean {
	return tables.some((table) => table.has(name?.value ?? ''));
}

/** Returns which part of the lines the next commands still show. */
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

/** Returns whether a command writes only to the pipe. */
function isPlain(node: SyntaxNode): boolean {
	return node.type === 'Command' && node.redirects.every(silencesErrors);
}

function silencesErrors(redirect: Redirection): boolean {
	const { descriptor } = redirect;
	const isError = descriptor?.type === 'FileDescriptor' && descriptor.value === 2;
	return redirect.type === 'Redirect' && isError && redirect.target?.text === '/dev/null';
}
