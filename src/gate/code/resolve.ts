import type { Places } from './language.ts';
import { known } from './meanings.ts';
import { isOwnMethod } from './own-methods.ts';
import { resolveFrom } from './places.ts';
import { type CodeReading, doubt } from './reader.ts';
import { refer, type Value } from './value.ts';

/** Returns the value of a name: the value that the code set, or the one that the language knows. Undefined if there is neither. */
export function resolve(name: string, reading: CodeReading): Value | undefined {
	const { names, declared, language, mutates } = reading;
	const bound = names.get(name);
	if (bound !== undefined) {
		noteObeyed(bound.name, reading);
		const isList = bound.items !== undefined || bound.entries !== undefined || bound.each !== undefined;
		const isText = (language.hasMutableTexts === true || bound.isBytes === true) && bound.text !== undefined;
		return mutates && (isList || isText) ? { ...bound, unsure: true } : bound;
	}
	if (known(language, name) === undefined && Object.hasOwn(language.hidden ?? {}, name)) {
		doubt(reading, name);
		return refer(name);
	}
	const spelling = constantOf(name, undefined, reading);
	if (spelling !== undefined) return spelling;
	const isExact = !language.isCaseless || known(language, name) !== undefined;
	const spelled = isExact ? name : name.toLowerCase().replace(/^\\/, '');
	if (known(language, spelled) !== undefined || language.roots?.has(name)) return refer(spelled);
	if (declared.has(name)) {
		reading.early.add(name);
		return refer('');
	}
	return language.callsByName === true && isOwnMethod(`.${name}`, reading) ? refer('') : undefined;
}

/** Returns the known value of a name, unless the code sets another value. */
export function constantOf(name: string, self: Value | undefined, reading: CodeReading): Value | undefined {
	const { constants = {} } = reading.language;
	if (!Object.hasOwn(constants, name) || reading.declared.has(name)) return undefined;
	return constants[name]?.({ name, self, args: [], named: new Map(), source: [], places: placesOf(reading) });
}

/** Returns the places, with the directory that the code changed to. */
export function placesOf({ places, directory }: CodeReading): Places {
	return directory === undefined ? places : { ...places, cwd: resolveFrom([directory.text], places) };
}

/**
 * Records a possible change of the list from which modules are loaded. Threat: code that changes a list in place may change this list.
 */
export function noteObeyed(name: string | undefined, reading: CodeReading): void {
	if (reading.mutates && name !== undefined && reading.language.obeyed?.has(name))
		doubt(reading, `a change of ${name}`);
}

/** Returns whether a value may have effects, or is a method that takes a path or code. */
export function acts({ name }: Value, { language }: CodeReading): boolean {
	if (name === undefined || name === '') return false;
	if (name.startsWith('.')) return Object.hasOwn(language.rows, name) || language.acting?.has(name.slice(1)) === true;
	return known(language, name) !== 'pure';
}

/** Returns whether a global name has effects. Code that gives the name another meaning may still use the original one. */
export function isReserved(name: string, { language }: CodeReading): boolean {
	if (language.refused.has(name) || language.environments.has(name)) return true;
	const meaning = known(language, name);
	return meaning !== undefined && meaning !== 'pure';
}

export function isEnvironment(value: Value, { language }: CodeReading): boolean {
	return value.name !== undefined && language.environments.has(value.name);
}
