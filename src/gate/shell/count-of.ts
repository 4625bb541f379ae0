import { countOrNothing, isCount, isNumber, oneOf, type Word } from './word.ts';

type Variables = ReadonlyMap<string, readonly Word[] | undefined>;

/** Returns the value after either of two branches, if it is a number or unset. Returns undefined if it may be something else. */
export function countOf(name: string, one: Variables, other: Variables): readonly Word[] | undefined {
	const values = [one.get(name), other.get(name)];
	if (values.every(isNumber)) return [oneOf(values.flatMap((value) => value ?? []))];
	const isEither = [one, other].every((variables, i) => isCount(values[i]) || isUnset(name, variables));
	return isEither ? [countOrNothing(name)] : undefined;
}

/** Returns whether a variable is a counter that nothing has set yet. The environment may set names in capitals. */
function isUnset(name: string, variables: Variables): boolean {
	return !variables.has(name) && /^[a-z][a-z\d_]*$/.test(name);
}
