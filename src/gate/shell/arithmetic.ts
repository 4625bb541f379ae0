import {
	type Assignment,
	forEachChild,
	type ParameterExpansionPart,
	type SyntaxNode,
	type Word as SyntaxWord,
	type WordPart,
} from 'unbash';
import { type Analysis, addOpaque, type Run } from './analysis.ts';
import { inBase } from './arithmetic-value.ts';
import { isInteger } from './attributes.ts';
import { costs, pay, payText } from './budget.ts';
import { expandedText } from './carried.ts';
import { isShared } from './exported.ts';
import { createFolding } from './fold.ts';
import { heldBy, lookedUp, secretsIn, wordsOfHeld } from './held.ts';
import { withDigits } from './matched.ts';
import { settingFindings } from './settings.ts';
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
 * Arithmetic assigns (`((x = 1))`), so that a variable is no longer known; and it evaluates what variables hold,
 * as `${x@P}` does, so that text in them may run.
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
		if (/^([-+*/%&|^]|<<|>>)?=$/.test(node.operator)) assignTo(node.left, run);
	}
	if (node.type === 'ArithmeticUnary' && /^(\+\+|--)$/.test(node.operator)) assignTo(node.operand, run);
	const before = chooses(node) ? new Set(run.state.variables.keys()) : undefined;
	if (node.type !== 'Statement') forEachChild(node, (child) => readArithmetic(child, run, analysis));
	if (before !== undefined) doubtNew(before, run);
}

/** `a ? b : c`, `a && b`: a part of it may not be computed. */
function chooses(node: SyntaxNode): boolean {
	return node.type === 'ArithmeticTernary' || (node.type === 'ArithmeticBinary' && /^(&&|\|\|)$/.test(node.operator));
}

/** What a part set for the first time that may not be computed is a number, or nothing. */
function doubtNew(before: ReadonlySet<string>, { state: { variables } }: Run): void {
	for (const [name, value] of variables)
		if (!before.has(name) && isNumber(value)) variables.set(name, [countOrNothing(name)]);
}

function isSafeDivisor(operator: string, divisor: SyntaxNode): boolean {
	return /^\*=?$/.test(operator) || (divisor.type === 'ArithmeticWord' && /^[1-9]\d*$/.test(divisor.value));
}

/** What follows on the line may be skipped. */
function mayFail({ state }: Run): void {
	state.jump = jumps.all;
}

function assignTo(target: SyntaxNode, run: Run): void {
	if (target.type !== 'ArithmeticWord') return;
	const [name = ''] = /^\w*/.exec(target.value) ?? [];
	if (name === target.value) assignNumber(name, run);
	else if (name !== '' && target.value[name.length] === '[') countIn(name, run);
	else forgetVariables(run.state);
}

/** What arithmetic assigns is a number: a list with keys that held only numbers still does. */
function countIn(name: string, { state }: Run): void {
	if (!state.attributes.keyed.has(name) || !isNumber(state.variables.get(name))) state.variables.set(name, undefined);
}

/** A number stays a number, whether it was assigned or not; so does a name that held nothing. */
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

/** `${x:=1}` assigns; `${x:offset}` and `${x[index]}` compute; `${x@P}` runs what it finds. */
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
		// What its substitutions print has been judged.
		if (isInteger(run.state.attributes, parameter)) compute([{ ...chosen, substitutes: false }], run, analysis);
		if (index !== undefined) setElement(run.state, parameter, defaultOf(parameter, chosen, run));
		else if (word?.known !== true || word.text === '')
			setVariable(run.state, parameter, defaultOf(parameter, chosen, run));
		if (node.prefix === '!') forgetVariables(run.state);
	}
	if (operation?.type === 'Transform' && /P/.test(operation.operand.text)) {
		evaluate(variables.get(parameter) ?? [unknown(node.text)], run, analysis);
	}
}

/** What `${x:=word}` may leave: the word, or the value that was there. */
function defaultOf(name: string, word: Word, { state }: Run): readonly Word[] | undefined {
	return remains(`$${name}`, [...(state.variables.get(name) ?? []), word]);
}

/** `${PATH:=x}` sets what programs see only where this command line has exported or unset it before. */
function noteDefault(name: string, { state }: Run, analysis: Analysis): void {
	const seen = isShared(name, state);
	if (!seen && !state.variables.has(name)) return;
	if (settingFindings(name, undefined, { inShell: !seen }).length > 0)
		addOpaque(analysis, name, `sets \`${name}\` where it is unset`);
}

/** A word that is computed: what is quoted in it is text that the shell expands once more. */
function readWord(word: SyntaxWord, run: Run, analysis: Analysis): void {
	runQuoted(word.parts, run, analysis);
	readText(word.text, run, analysis);
}

/** `a[i]=1`, `a=([i]=1)`: places in a list are computed. */
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

/** `[[ -v a[i] ]]`: of a name only its subscript is computed, whether it is written here or held by a variable. */
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

/** What stands in quotes is no substitution to the shell's parser, and one to its arithmetic. */
function runQuoted(parts: readonly WordPart[] | undefined, run: Run, analysis: Analysis): void {
	const text = parts?.map((part) => quotedText(part)).join('') ?? '';
	if (holdsSubstitution.test(text)) evaluate([constant(text)], run, analysis);
}

function quotedText(part: WordPart): string {
	if (part.type === 'SingleQuoted' || part.type === 'AnsiCQuoted') return part.value;
	// Without a backslash it would not have been text.
	if (part.type === 'Literal') return part.value;
	return part.type === 'DoubleQuoted' ? part.parts.map((child) => quotedText(child)).join('') : '0';
}

const holdsSubstitution = /\$[({]|`/;

/** Values that are computed: what a variable gets that is a number, the operands of `let`. Of one that is not known, what it is made of. */
export function compute(value: readonly Word[] | undefined, run: Run, analysis: Analysis): void {
	for (const word of value ?? []) {
		if (isNumberWord(word) || word.counts === true) continue;
		if (word.known ? holdsSubstitution.test(word.text) : word.substitutes) evaluate([word], run, analysis);
		readText(word.known ? word.text : withoutSubstitutions(word.text), run, analysis);
	}
}

/** A text without what stands in substitutions, of which what they print is judged. */
function withoutSubstitutions(text: string): string {
	return text.replace(/\$\([^()]*\)|`[^`]*`/g, '0');
}

/** `${}`, `${!x}` where `x` names nothing, `${x:0:-9}`: an error, and what follows on the line does not run. */
function isBroken({ operation, parameter, prefix }: ParameterExpansionPart, { state }: Run): boolean {
	if (!/^(\w+|[@*#?$!-])$/.test(parameter) || operation?.type === 'Unknown') return true;
	if (operation?.type === 'Slice' && operation.length?.text.includes('-') === true) return true;
	if (operation?.type === 'Transform' && !/^[UuLQEPAKak]$/.test(operation.operand.text)) return true;
	if (prefix !== '!' || operation?.type === 'Names') return false;
	const [word] = state.variables.get(parameter) ?? [];
	return word?.known !== true || !/^[A-Za-z_]\w*$/.test(word.text);
}

/** `${#x}`, `${#x[@]}`: a number, whatever is counted. */
const lengths = /\$\{#\w+(\[[@*]\])?\}/g;

/** `${m[$k]}`, `${m[$k]:-0}`: the shell puts in what a list with keys holds, and computes no key. */
const elements = /\$\{(\w+)\[(?:\w+|"?\$(?:\w+|\{\w+\})"?)\](?::?-\d*)?\}/g;

const isKeyed = (name: string, { state }: Run): boolean => state.attributes.keyed.has(name);

/** Text that is computed: the names in it, what they hold, and the names in that. */
export function readText(text: string, run: Run, analysis: Analysis, seen: Set<string> = new Set()): void {
	if (!payText(analysis.budget, text.length)) return;
	const assigned = assignedIn(text);
	const before = assigned.length === 0 ? [] : namesIn(text).filter((name) => !assigned.includes(name));
	const told = before.flatMap((name) => secretsIn(name, heldBy(name, run)));
	for (const one of told)
		analysis.parts.push({ text, effects: [{ kind: 'secret.read', what: `$${one}` }], traits: run.traits });
	forgetComputed(text, run);
	if (/^\s*$|^\s*-?\d+\s*$/.test(text)) return;
	const plain = withDigits(text, run.state)
		.replace(lengths, '0')
		.replace(elements, (whole, name: string) => (isKeyed(name, run) ? name : whole));
	for (const name of lookedUp(plain)) {
		if (seen.has(name) || !pay(analysis.budget, costs.node)) continue;
		seen.add(name);
		const value = heldBy(name, run);
		// What is no number is shown in the message of the error.
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

/** The names that a text certainly assigns: `x = 1`, `x += 1`, `x++`. */
function assignedIn(text: string): readonly string[] {
	const found = text.matchAll(/(\w+)\s*(?:([-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)|(?:\+\+|--)\s*(\w+)/g);
	return [...found].map(([, before = '', , after = '']) => before || after);
}

function namesIn(text: string): readonly string[] {
	return text.match(/[A-Za-z_]\w*/g) ?? [];
}

function forgetComputed(text: string, run: Run): void {
	if (!/(^|[^=!<>])=(?!=)|\+\+|--/.test(text)) return;
	for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) assignNumber(name, run);
	if (text.includes('$')) forgetVariables(run.state);
}

/** Judges the text in a variable as what the shell makes of it: its substitutions run. */
export function evaluate(value: readonly Word[] | undefined, run: Run, analysis: Analysis): void {
	// A file may be called `$(…)`.
	const isCode = (word: Word) => !word.known || word.pattern || /[[$`]/.test(word.text);
	const code = value?.filter((word) => isCode(word) && !isNumberWord(word) && word.counts !== true) ?? [];
	for (const word of code) {
		addOpaque(analysis, word.text, 'the value of a variable is evaluated as shell text');
		if (word.known) analysis.runText(expandedText(word.text), { ...run, state: fork(run.state) });
	}
}
