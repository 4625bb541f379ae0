import type { CodeReading } from './reader.ts';
import type { Token } from './tokens.ts';
import type { Value } from './value.ts';

/**
 * Returns the arguments of the command line for `sys.argv[1]` and `sys.argv[1:]`. Undefined if the code changes lists, or if the
 * arguments are unknown.
 */
export function argumentAt(
	{ name }: Value,
	[key]: readonly Value[],
	source: readonly Token[],
	{ language, args, mutates }: CodeReading,
): Value | undefined {
	const { argumentList } = language;
	if (argumentList === undefined || name !== argumentList.name || args.length === 0 || mutates) return undefined;
	const written = source.map((token) => token.text).join('');
	if (/^\d+:$/.test(written)) {
		const rest = args.slice(Math.max(0, Number.parseInt(written, 10) - argumentList.before));
		return rest.length === 0 ? undefined : { each: { options: rest } };
	}
	return key?.isNumber ? args[Number(key.text) - argumentList.before] : undefined;
}
