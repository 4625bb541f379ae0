import type { Case, SyntaxNode, Word as SyntaxWord, TestBinaryExpression, TestUnaryExpression } from 'unbash';
import type { Analysis, Run } from './analysis.ts';
import { report } from './command.ts';
import { noteDigits } from './matched.ts';
import type { Folding } from './piece.ts';
import type { Finding } from './program.ts';
import { isPart, isSecret, oracle } from './tested-secrets.ts';
import { remains, type Word } from './word.ts';

/** Reports comparisons that reveal secrets, such as `[[ $TOKEN == a* ]]`, and records the match of `=~` in `BASH_REMATCH`. */
export function judgeTest(node: SyntaxNode, folding: Folding, run: Run, analysis: Analysis): void {
	if (node.type !== 'TestCommand') return;
	const { binary, unary } = comparisonsOf(node.expression);
	const sides = binary.map((one) => ({ one, left: folding.unsplit(one.left), right: folding.unsplit(one.right) }));
	const operands = unary.map((one) => ({ one, word: folding.unsplit(one.operand) }));
	const matches = sides.filter(({ one }) => one.operator === '=~');
	const matched = matches.flatMap(({ left, right }) => [left, right]);
	const found = [
		...sides.filter(({ one, left, right }) => isOracle(one, left, right)),
		...operands.filter(({ one, word }) => /^-[nz]$/.test(one.operator) && isPart(word)),
	];
	const words = [...sides.flatMap(({ left, right }) => [left, right]), ...operands.map(({ word }) => word)];
	keepMatched(matched, run);
	if (matches.length > 0) noteDigits(node, matches[0]?.right, run.state);
	note(found.length > 0 ? [oracle] : [], words, run, analysis);
}

function keepMatched(matched: readonly Word[], { state }: Run): void {
	const kept = remains('$BASH_REMATCH', matched);
	if (kept === undefined) state.variables.delete('BASH_REMATCH');
	else
		state.variables.set(
			'BASH_REMATCH',
			kept.map((word) => ({ ...word, partial: true })),
		);
}

function comparisonsOf(expression: SyntaxNode) {
	const binary: TestBinaryExpression[] = [];
	const unary: TestUnaryExpression[] = [];
	const waiting: SyntaxNode[] = [expression];
	for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
		if (node.type === 'TestBinary') binary.push(node);
		if (node.type === 'TestUnary') unary.push(node);
		if (node.type === 'TestLogical') waiting.push(...node.operands);
		if (node.type === 'TestNot') waiting.push(node.operand);
		if (node.type === 'TestGroup') waiting.push(node.expression);
	}
	return { binary, unary };
}

function isOracle({ operator, right: source }: TestBinaryExpression, left: Word, right: Word): boolean {
	if (!isSecret(left) && !isSecret(right)) return false;
	if (operator === '=~') return isPart(left) || !/^(\.[+*]?|\^?\.[+*]\$?)$/.test(right.text);
	if (/^[<>]$/.test(operator)) return true;
	return /^[!=]?=$/.test(operator) && (isPart(left) || isPart(right) || isLoose(source, right));
}

/** Returns whether a pattern may match more than one text. */
function isLoose(source: SyntaxWord, word: Word): boolean {
	const isQuoted = /^"[^"]*"$/.test(source.text);
	return !isQuoted && (word.known ? word.pattern && !tellsSet(word) : !isSecret(word));
}

/** Returns whether a pattern (`*`, `?*`) tests only if the text is empty. */
function tellsSet({ text }: Word): boolean {
	return /^\*$|^\?\*$|^\*\?$/.test(text);
}

/** Reports patterns that reveal secrets: `case $TOKEN in a*) …`. */
export function judgeCase(node: Case, folding: Folding, run: Run, analysis: Analysis): void {
	const word = folding.unsplit(node.word);
	const patterns = node.items.flatMap(({ pattern }) => pattern);
	const isTold = isSecret(word)
		? isPart(word) || patterns.some((one) => isLoose(one, folding.unsplit(one)))
		: patterns.some((one) => isSecret(folding.unsplit(one)));
	note(isTold ? [oracle] : [], [word], run, analysis);
}

/** Reports the findings about a test. A shell that prints each command also prints the words of the test. */
function note(findings: readonly Finding[], words: readonly Word[], run: Run, analysis: Analysis): void {
	const shown = run.state.traces ? words.filter(isSecret) : [];
	if (findings.length + shown.length > 0) report({ text: '[[', words: shown, findings }, run, analysis);
}

/** Variables that the shell itself prints. */
const shownNames = /^(PS[0-4]|TIMEFORMAT|BASH_ARGV0)$/;

/** Returns secret values that an assignment shows. */
export function shownValues(
	values: readonly { readonly name: string; readonly value: Word | undefined }[],
	{ state }: Run,
): readonly Word[] {
	return values.flatMap(({ name, value }) =>
		value !== undefined && isSecret(value) && (state.traces || shownNames.test(name)) ? [value] : [],
	);
}
