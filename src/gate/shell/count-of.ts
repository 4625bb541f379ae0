import { countOrNothing, isCount, isNumber, oneOf, type Word } from './word.ts';

type Variables = ReadonlyMap<string, readonly Word[] | undefined>;

/** What is a number after either of two ways, or nothing yet; undefined where it may be something else. */
export function countOf(name: string, one: Variables, other: Variables): readonly Word[] | undefined {
	const values = [one.get(name), other.get(name)];
	if (values.every(isNumber)) return [oneOf(values.flatMap((value) => value ?? []))];
	const isEither = [one, other].every((variables, i) => isCount(values[i]) || isUnset(name, variables));
	return isEither ? [countOrNothing(name)] : undefined;
}

/** A counter that nothing has set yet. Names in capitals may be set by whoever started the shell. */
function isUnset(name: string, variables: Variables): boolean {
	return !variables.has(name) && /^[a-z][a-z\d_]*$/.test(name);
}
