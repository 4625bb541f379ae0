import { writeEffect } from '../path-effects.ts';
import { isCredential } from '../sensitive.ts';
import { type Finding, type Invocation, opaque, type Row } from './program.ts';
import { pathOf, reads } from './roles.ts';
import { constant, type Word } from './word.ts';

/**
 * What a program may do with words of which its row says nothing: the values of options that it does not name, what follows these, and
 * the file behind an `@`. Such a word that names an ordinary file passes; one that names what is obeyed later, or lies outside, asks.
 */
export function unnamedFindings(row: Row, it: Invocation): readonly Finding[] {
	if (row.onlyText === true || row.subcommands !== undefined) return [];
	const roles = row.options ?? {};
	const values = it.options.flatMap(({ name, value }) =>
		value === undefined || Object.hasOwn(roles, name) ? [] : [{ name, value }],
	);
	return [
		...values.flatMap(({ name, value }) => unnamedValue(name, value, it)),
		...following(row, it).flatMap(({ name, value }) => unnamedValue(name, value, it)),
		...dashed(row, it).flatMap(({ name, value }) => unnamedValue(name, value, it)),
		...argumentFiles(row, it),
	];
}

interface Unnamed {
	readonly name: string;
	readonly value: Word;
}

/** A word behind a long option that is not named may be its value. Where operands mean something, it is judged as one. */
function following({ options = {}, operands }: Row, { words }: Invocation): readonly Unnamed[] {
	if (operands !== undefined && operands !== 'data') return [];
	return words.flatMap((value, i) => {
		const name = words[i - 1]?.text ?? '';
		const isUnnamed = /^--\w[\w-]*$/.test(name) && !Object.hasOwn(options, name) && !value.text.startsWith('-');
		return isUnnamed ? [{ name, value }] : [];
	});
}

/** What a long name with one dash, or with a colon, brings along: `-debug-trace=x`, `-o:x`, `--out:x`. */
function dashed({ options = {} }: Row, { words }: Invocation): readonly Unnamed[] {
	return words.flatMap((word) => {
		const [whole, name = '', value = ''] = /^(-[A-Za-z][\w.-]*|--\w[\w.-]*(?=:))[=:](.+)$/s.exec(word.prefix) ?? [];
		const isNamed = whole === undefined || Object.hasOwn(options, name) || Object.hasOwn(options, name.slice(0, 2));
		return isNamed ? [] : [{ name, value: { ...word, ...constant(value), known: word.known } }];
	});
}

/** A path may stand behind what says in which form: `json:report.json`. */
export function unnamedValue(name: string, value: Word, it: Invocation): readonly Finding[] {
	if (/^[a-z][\w+.-]*:\/\//i.test(value.text)) return [];
	const texts = [value.text, ...value.text.split(/[,:;=]/).slice(1)];
	const words = texts.map((text) => (text === value.text ? value : constant(text)));
	const credentials = words.filter((word) => /[./]/.test(word.text) && isCredential(word.text));
	if (credentials.length > 0) return credentials.flatMap((word) => reads(word, it.scope));
	return words.some((word) => isProtected(word, it))
		? [opaque(`what \`${name}\` does with ${value.text.slice(0, 120)}`)]
		: [];
}

/** Obeyed later, or outside of the checkout and of what is temporary. */
function isProtected(word: Word, { scope }: Invocation): boolean {
	if (!/[./~]/.test(word.text)) return false;
	const path = pathOf(word, scope);
	if (path === undefined || /^\/(dev\/(null|stdout|stderr|stdin)$|(var\/)?tmp\/)/.test(path)) return false;
	return path.startsWith('/') || path.startsWith('~') || writeEffect(path).kind !== 'write';
}

function argumentFiles(row: Row, it: Invocation): readonly Finding[] {
	return it.words.flatMap((word) => {
		if (!/^@./.test(word.prefix)) return [];
		const file = { ...word, text: word.text.slice(1), prefix: word.prefix.slice(1) };
		if (row.argumentFiles === true) return [...reads(file, it.scope), opaque('arguments that stand in a file')];
		return isCredential(file.text) && /[./]/.test(file.text) ? reads(file, it.scope) : [];
	});
}
