import {
	type Assignment,
	forEachChild,
	type ParameterExpansionPart,
	type SyntaxNode,
	type Word as SyntaxWord,
	type WordPart,
} from 'unbash';
import { type Analysis, addOpaque, type Run } from './analysis.ts';
import { assignedIn, inBase, namesIn, withoutSubstitutions } from './arithmetic-value.ts';
import { isInteger } from './attributes.ts';
import { costs, pay, payText } from './budget.ts';
import { expandedText } from './carried.ts';
import { createFolding } from './fold.ts';
import { heldBy, lookedUp, secretsIn, wordsOfHeld } from './held.ts';
import { withDigits } from './matched.ts';
import { noteDefault, noteObeyed } from './obeyed-by-shell.ts';
import { forgetVariables, fork, jumps, setElement, setVariable } from './state.ts';
import {
	constant,
	countOrNothing,
	isCount,
	isNumber,
	isNumberWord,
	numberWord,
	remains,
	unknown,
	type Word,
} from './word.ts';

/**
 * Judges the arithmetic in a node. Arithmetic assigns variables (`((x = 1))`), so their values become unknown. Threat: arithmetic and
 * `${x@P}` also evaluate the values of variables, so a command in such a value may run.
 */
export function readArithmetic(node: SyntaxNode, run: Run, analysis: Analysis): void {
	if (!pay(analysis.budget, costs.read)) return;
	if (node.type === 'ArithmeticWord') readOperand(node, run, analysis);
	if (node.type === 'ArithmeticExpansion' && node.expression === undefined) {
		mayFail(run);
		readText(node.text.slice(3, -2), run, analysis);
	}
	if (node.type === 'ArithmeticCommand' && node.expression === undefined) readText(node.body, run, analysis);
	if (node.type === 'ParameterExpansion') readExpansion(node, run, analysis);
	if (node.type === 'Assignment') readPlaces(node, run, analysis);
	if (node.type === 'TestBinary' && /^-(eq|ne|lt|le|gt|ge)$/.test(node.operator)) {
		for (const side of [node.left, node.right]) readWord(side, run, analysis);
	}
	if (node.type === 'TestUnary' && /^-[vR]$/.test(node.operator)) readName(node.operand, run, analysis);
	if (node.type === 'ArithmeticBinary') {
		// A division by zero skips the rest of the line.
		if (/^[/%*]/.test(node.operator) && !isSafeDivisor(node.operator, node.right)) mayFail(run);
		if (/^([-+*/%&|^]|<<|>>)?=$/.test(node.operator)) assignTo(node.left, run, analysis);
	}
	if (node.type === 'ArithmeticUnary' && /^(\+\+|--)$/.test(node.operator)) assignTo(node.operand, run, analysis);
	const before = chooses(node) ? new Set(run.state.variables.keys()) : undefined;
	if (node.type !== 'Statement') forEachChild(node, (child) => readArithmetic(child, run, analysis));
	if (before !== undefined) doubtNew(before, run);
}

/** Returns whether a part of the node may not be computed, as in `a ? b : c` and `a && b`. */
function chooses(node: SyntaxNode): boolean {
	return node.type === 'ArithmeticTernary' || (node.type === 'ArithmeticBinary' && /^(&&|\|\|)$/.test(node.operator));
}

/** If an uncertain part sets a variable for the first time, records that the variable is a number or empty. */
function doubtNew(before: ReadonlySet<string>, { state: { variables } }: Run): void {
	for (const [name, value] of variables)
		if (!before.has(name) && isNumber(value)) variables.set(name, [countOrNothing(name)]);
}

function isSafeDivisor(operator: string, divisor: SyntaxNode): boolean {
	return /^\*=?$/.test(operator) || (divisor.type === 'ArithmeticWord' && /^[1-9]\d*$/.test(divisor.value));
}

/** Records that an error may skip the rest of the line. */
function mayFail({ state }: Run): void {
	state.jump = jumps.all;
}

function assignTo(target: SyntaxNode, run: Run, analysis: Analysis): void {
	if (target.type !== 'ArithmeticWord') return;
	const [name = ''] = /^\w*/.exec(target.value) ?? [];
	noteObeyed(name, run, analysis);
	if (name === target.value) assignNumber(name, run);
	else if (name !== '' && target.value[name.length] === '[') countIn(name, run);
	else forgetVariables(run.state);
}

/** Assigns a number to an element of an array. An associative array that contained only numbers still contains only numbers. */
function countIn(name: string, { state }: Run): void {
	if (!state.attributes.keyed.has(name) || !isNumber(state.variables.get(name))) state.variables.set(name, undefined);
}

/**
 * Assigns a number to a variable. If the variable was a number or had no value, it is now a number, and any other variable becomes unknown.
 */
function assignNumber(name: string, { state }: Run): void {
	const isKnown = !state.variables.has(name) || isCount(state.variables.get(name));
	if (isKnown) setVariable(state, name, [numberWord]);
	else state.variables.set(name, undefined);
}

function readOperand(node: Extract<SyntaxNode, { type: 'ArithmeticWord' }>, run: Run, analysis: Analysis): void {
	if (/^(0|[1-9]\d{0,17}|0[xX][0-9a-fA-F]{1,15})$/.test(node.value)) return;
	if (inBase(node.value) !== undefined) return;
	if (/^\d/.test(node.value)) mayFail(run);
	runQuoted(node.parts, run, analysis);
	readText(node.value, run, analysis);
}

/** Judges an expansion. `${x:=1}` assigns; `${x:offset}` and `${x[index]}` compute; `${x@P}` runs commands in the value. */
function readExpansion(node: ParameterExpansionPart, run: Run, analysis: Analysis): void {
	const { operation, parameter, index } = node;
	const { variables } = run.state;
	if (isBroken(node, run)) mayFail(run);
	const isKey = run.state.attributes.keyed.has(parameter);
	if (index !== undefined && !isKey && !/^[@*]$/.test(index.text)) readWord(index, run, analysis);
	if (operation?.type === 'Slice') {
		readWord(operation.offset, run, analysis);
		if (operation.length !== undefined) readWord(operation.length, run, analysis);
	}
	if (operation?.type === 'Default' && operation.operator.endsWith('=')) {
		if (!/^[A-Za-z_]\w*$/.test(parameter)) mayFail(run);
		const [word] = variables.get(parameter) ?? [];
		noteDefault(parameter, run, analysis);
		const given = createFolding({ facts: analysis.facts, state: run.state, printed: new Map() });
		const chosen = given.unsplit(operation.operand);
		// The output of its substitutions is already judged.
		if (isInteger(run.state.attributes, parameter)) compute([{ ...chosen, substitutes: false }], run, analysis);
		if (index !== undefined) setElement(run.state, parameter, defaultOf(parameter, chosen, run));
		else if (word?.known !== true || word.text === '')
			setVariable(run.state, parameter, defaultOf(parameter, chosen, run));
		if (node.prefix === '!') forgetVariables(run.state);
	}
	if (node.prefix === '!') readIndirect(node, run, analysis);
	else if (operation?.type === 'Transform' && /P/.test(operation.operand.text)) {
		evaluate(variables.get(parameter) ?? [unknown(node.text)], run, analysis);
	}
}

/**
 * Judges `${!x…}`. The value of `x` is a name, and the shell evaluates the subscript of this name. `${!x@P}` runs commands in the value of
 * the named variable.
 */
function readIndirect(
	{ operation, parameter, index, text }: ParameterExpansionPart,
	run: Run,
	analysis: Analysis,
): void {
	const isKeys = operation === undefined && /^[@*]$/.test(index?.text ?? '');
	// `${!#}` is the last positional parameter.
	const held = operation?.type === 'Names' || isKeys ? 'unset' : heldBy(parameter === '#' ? '@' : parameter, run);
	if (held === 'unset') return;
	const names = wordsOfHeld(parameter, held);
	readHeldName(names, run, analysis);
	if (operation?.type !== 'Transform' || !/P/.test(operation.operand.text)) return;
	for (const name of names) {
		const isName = name.known && /^\w+$/.test(name.text);
		evaluate((isName ? run.state.variables.get(name.text) : undefined) ?? [unknown(text)], run, analysis);
	}
}

/** Returns the possible values after `${x:=word}`: the word, or the earlier value. */
function defaultOf(name: string, word: Word, { state }: Run): readonly Word[] | undefined {
	return remains(`$${name}`, [...(state.variables.get(name) ?? []), word]);
}

/** Judges a word as arithmetic. The shell expands quoted text in it a second time. */
function readWord(word: SyntaxWord, run: Run, analysis: Analysis): void {
	runQuoted(word.parts, run, analysis);
	readText(word.text, run, analysis);
}

/** Judges the indexes in `a[i]=1` and `a=([i]=1)`, which are arithmetic. */
function readPlaces(node: Assignment, run: Run, analysis: Analysis): void {
	const isKey = run.state.attributes.keyed.has(node.name);
	if (node.index !== undefined && !isKey) readWord(node.index, run, analysis);
	if (node.value.type !== 'ArrayValue') return;
	for (const { text, parts } of node.value.elements) {
		const place = /^\[(.*?)\]\+?=/s.exec(text)?.[1];
		if (text.startsWith('[')) runQuoted(parts, run, analysis);
		if (place !== undefined && !isKey) readText(place, run, analysis);
	}
}

/**
 * Judges the name in `[[ -v a[i] ]]`. Only its subscript is arithmetic. The subscript may be written in the command, or come from a
 * variable.
 */
function readName(word: SyntaxWord, run: Run, analysis: Analysis): void {
	runQuoted(word.parts, run, analysis);
	const subscript = /\[(.*)\]/s.exec(word.text)?.[1];
	if (subscript !== undefined) readText(subscript, run, analysis);
	for (const [, name = ''] of word.text.matchAll(/\$\{?(\w+)/g)) {
		const value = heldBy(name, run);
		if (value !== 'unset') readHeldName(wordsOfHeld(name, value), run, analysis);
	}
}

function readHeldName(value: readonly Word[], run: Run, analysis: Analysis): void {
	evaluate(
		value.filter((word) => !word.known || word.pattern || word.text.includes('[')),
		run,
		analysis,
	);
	for (const { text } of value) readText(/\[(.*)\]/s.exec(text)?.[1] ?? '', run, analysis);
}

/** Judges substitutions in quoted text. The parser does not see them there, but arithmetic runs them. */
function runQuoted(parts: readonly WordPart[] | undefined, run: Run, analysis: Analysis): void {
	const text = parts?.map((part) => quotedText(part)).join('') ?? '';
	if (holdsSubstitution.test(text)) evaluate([constant(text)], run, analysis);
}

function quotedText(part: WordPart): string {
	if (part.type === 'SingleQuoted' || part.type === 'AnsiCQuoted') return part.value;
	// A literal contains a substitution only if the substitution is escaped by a backslash.
	if (part.type === 'Literal') return part.value;
	return part.type === 'DoubleQuoted' ? part.parts.map((child) => quotedText(child)).join('') : '0';
}

const holdsSubstitution = /\$[({]|`/;

/**
 * Judges values as arithmetic: the value of a number variable, or the operands of `let`. Also judges the known parts of an unknown value.
 */
export function compute(value: readonly Word[] | undefined, run: Run, analysis: Analysis): void {
	for (const word of value ?? []) {
		if (isNumberWord(word) || word.counts === true) continue;
		if (word.known ? holdsSubstitution.test(word.text) : word.substitutes) evaluate([word], run, analysis);
		readText(word.known ? word.text : withoutSubstitutions(word.text), run, analysis);
	}
}

/** Returns whether an expansion is an error that skips the rest of the line: `${}`, `${!x}` if `x` names nothing, `${x:0:-9}`. */
function isBroken({ operation, parameter, prefix }: ParameterExpansionPart, { state }: Run): boolean {
	if (!/^(\w+|[@*#?$!-])$/.test(parameter) || operation?.type === 'Unknown') return true;
	if (operation?.type === 'Slice' && operation.length?.text.includes('-') === true) return true;
	if (operation?.type === 'Transform' && !/^[UuLQEPAKak]$/.test(operation.operand.text)) return true;
	if (prefix !== '!' || operation?.type === 'Names') return false;
	const [word] = state.variables.get(parameter) ?? [];
	return word?.known !== true || !/^[A-Za-z_]\w*$/.test(word.text);
}

/** `${#x}`, `${#x[@]}`: always a number. */
const lengths = /\$\{#\w+(\[[@*]\])?\}/g;

/** `${m[$k]}`, `${m[$k]:-0}`: the shell inserts the value from an associative array. It does not evaluate the key. */
const elements = /\$\{(\w+)\[(?:\w+|"?\$(?:\w+|\{\w+\})"?)\](?::?-\d*)?\}/g;

const isKeyed = (name: string, { state }: Run): boolean => state.attributes.keyed.has(name);

/** Judges a text as arithmetic: the names in it, their values, and the names in those values. */
export function readText(text: string, run: Run, analysis: Analysis, seen: Set<string> = new Set()): void {
	if (!payText(analysis.budget, text.length)) return;
	const assigned = assignedIn(text);
	const before = assigned.length === 0 ? [] : namesIn(text).filter((name) => !assigned.includes(name));
	const told = before.flatMap((name) => secretsIn(name, heldBy(name, run)));
	for (const one of told)
		analysis.parts.push({ text, effects: [{ kind: 'secret.read', what: `$${one}` }], traits: run.traits });
	for (const name of assigned) noteObeyed(name, run, analysis);
	forgetComputed(text, run);
	if (/^\s*$|^\s*-?\d+\s*$/.test(text)) return;
	const plain = withDigits(text, run.state)
		.replace(lengths, '0')
		.replace(elements, (whole, name: string) => (isKeyed(name, run) ? name : whole));
	for (const name of lookedUp(plain)) {
		if (seen.has(name) || !pay(analysis.budget, costs.node)) continue;
		seen.add(name);
		const value = heldBy(name, run);
		// An error message shows a value that is not a number.
		for (const one of secretsIn(name, value))
			analysis.parts.push({ text, effects: [{ kind: 'secret.read', what: `$${one}` }], traits: run.traits });
		if (value === 'unset') continue;
		evaluate(wordsOfHeld(name, value), run, analysis);
		for (const word of value ?? []) {
			if (!word.known || isNumberWord(word)) continue;
			if (!isNumber([word]) && word.text !== '') mayFail(run);
			readText(word.text, run, analysis, seen);
		}
	}
}

function forgetComputed(text: string, run: Run): void {
	if (!/(^|[^=!<>])=(?!=)|\+\+|--/.test(text)) return;
	for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) assignNumber(name, run);
	if (text.includes('$')) forgetVariables(run.state);
}

/** Judges the text of a variable as shell text, because its substitutions run. */
export function evaluate(value: readonly Word[] | undefined, run: Run, analysis: Analysis): void {
	// A file may be called `$(…)`.
	const isCode = (word: Word) => !word.known || word.pattern || /[[$`]/.test(word.text);
	const code = value?.filter((word) => isCode(word) && !isNumberWord(word) && word.counts !== true) ?? [];
	for (const word of code) {
		addOpaque(analysis, word.text, 'the value of a variable is evaluated as shell text');
		if (word.known) analysis.runText(expandedText(word.text), { ...run, state: fork(run.state) });
	}
}
