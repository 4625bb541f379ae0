import { isObject, type JsonObject } from './json.ts';

/** One step of a JSON patch (RFC 6902). GitHub's descriptions use these three kinds. */
export interface PatchStep {
	readonly op: 'add' | 'remove' | 'replace';
	readonly path: string;
	readonly value?: unknown;
}

const decoded = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

function inList(list: readonly unknown[], [head = '', ...rest]: readonly string[], step: PatchStep): unknown[] {
	const at = head === '-' ? list.length : Number(head);
	if (rest.length > 0) return list.with(at, changed(list[at], rest, step));
	if (step.op === 'replace') return list.with(at, step.value);
	return step.op === 'add' ? list.toSpliced(at, 0, step.value) : list.toSpliced(at, 1);
}

function inObject(object: JsonObject, [head = '', ...rest]: readonly string[], step: PatchStep): JsonObject {
	if (rest.length > 0) return { ...object, [head]: changed(object[head], rest, step) };
	if (step.op !== 'remove') return { ...object, [head]: step.value };
	const { [head]: _removed, ...others } = object;
	return others;
}

function changed(value: unknown, path: readonly string[], step: PatchStep): unknown {
	if (Array.isArray(value)) return inList(value, path, step);
	// A patch may name a part that this edition does not have.
	return isObject(value) ? inObject(value, path, step) : value;
}

/** Returns the value after the steps. The given value does not change. */
export function applyPatch(value: JsonObject, steps: readonly PatchStep[]): JsonObject {
	return steps.reduce<JsonObject>(
		(before, step) => changed(before, step.path.split('/').slice(1).map(decoded), step) as JsonObject,
		value,
	);
}
