import type { Row } from './language.ts';
import { known } from './meanings.ts';
import { prints } from './noted-output.ts';
import { type CodeReading, doubt } from './reader.ts';
import { isEnvironment } from './resolve.ts';
import type { Value } from './value.ts';

/** Judges the use of a value as data. A function with effects, or a value with secrets, is not harmless there. */
export function consume(value: Value, reading: CodeReading): void {
	for (const item of [...(value.items ?? []), ...(value.entries?.values() ?? [])]) consume(item, reading);
	const { name } = value;
	if (prints(name, reading)) reading.printed.push(undefined);
	if (value.dynamic) doubt(reading, 'a member that cannot be known');
	if (isActingMethod(name, reading) && reading.language.isHarmlessMethod?.(value) !== true)
		doubt(reading, `${name} as a value`);
	if (name === undefined || name === '' || /^\.|\(\)$|\[\]$/.test(name)) return;
	if (isEnvironment(value, reading)) reading.use({ use: 'variable', value: {} });
	else if (known(reading.language, name) !== 'pure') {
		const row = reading.language.rows[name];
		if (executes(row)) reading.signs.runsUnknown = true;
		if (row === 'delete' || row === 'delete...' || row === 'delete-tree...') reading.signs.deletesUnknown = true;
		doubt(reading, `${name} as a value`, value.isOwn);
	}
}

/**
 * Returns whether a member of an unknown value may have effects. Known harmless methods and the code's own methods have none. In
 * JavaScript, data has members of any name, so only the listed members have effects. Threat: a function that gets such a member may call
 * it: `map(p.read_text, …)`.
 */
function isActingMethod(name: string | undefined, { language, ownMethods }: CodeReading): boolean {
	if (name?.startsWith('.') !== true || language.pathMethods === undefined) return false;
	const { acting, hidden = {}, pathMethods, methods } = language;
	const method = name.slice(1);
	if (pathMethods.has(name) || Object.hasOwn(hidden, name) || acting?.has(method) === true) return true;
	return language.hasOpenProperties !== true && !methods.has(method) && !ownMethods.has(method);
}

/** Drops a value at the end of a statement. An assigned value is judged when its name is used. */
export function drop(value: Value, reading: CodeReading): void {
	if (!value.isAssigned || reading.language.bare === 'all') consume(value, reading);
}

/** Judges a value if only its text or a known method is used. */
export function consumeAsText(value: Value, reading: CodeReading): void {
	consume(value.dynamic ? { ...value, dynamic: false } : value, reading);
}

/** Judges a value that is only shown. Showing a method does not call it, and a value may also have data with this name. */
export function consumeAsShown(value: Value, reading: CodeReading): void {
	const isData = value.name?.startsWith('.') === true && reading.language.pathMethods?.has(value.name) === false;
	if (!isData) consumeAsText(value, reading);
	else consumeAsText({ ...value, name: '' }, reading);
}

/** Returns the function that judges both sides of an operator. If the code defines the operator, the result may be one of the sides. */
export function useOfOperand(
	operator: string,
	[left, right]: readonly [Value, Value],
	reading: CodeReading,
): typeof consume {
	if (/^(=>|\?|:|if|else)$/.test(operator)) return consume;
	const isOfText = [left, right].some((side) => side.text !== undefined && side.unsure !== true);
	return isOfText || hasOnlyKnownOperators(reading) ? consumeAsShown : consumeAsText;
}

/** Returns whether operators and indices have their usual results, because no class of the code defines its own. */
export function hasOnlyKnownOperators({ language, ownMethods }: CodeReading): boolean {
	const { pathMethods, hasOpenProperties } = language;
	if (pathMethods === undefined || hasOpenProperties === true) return false;
	return ![...ownMethods].some((name) => operatorMethod.test(name));
}

const operatorMethod = /^__(?!(init|post_init|repr|str|len|hash|bool|int|float|iter|next|enter|exit|call)__)/;

function executes(row: Row | undefined): boolean {
	return typeof row === 'string' && /\b(shell|argv|words|code)\b/.test(row);
}
