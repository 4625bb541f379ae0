import type { Part } from '../part.ts';

const forgets = /\breflog\b.* expire\b.*--expire(-unreachable)?[= ](now|all)\b|\bstash clear\b/;
const collects = /\bgc\b.*--prune[= ](now|all)\b|\bprune\b(?!.*--expire)|\bprune\b.*--expire[= ](now|all)\b/;

/**
 * `git reflog expire --expire=now --all && git gc --prune=now`: after one of the two commands, git can still restore commits. Both together
 * destroy them.
 */
export function namePurges(parts: readonly Part[]): readonly Part[] {
	const first = parts.findIndex((part) => drops(part, forgets));
	if (first < 0) return parts;
	return parts.map((part, i) =>
		i > first && drops(part, collects)
			? { ...part, effects: [...part.effects, { kind: 'destroy', what: 'all that git could restore' }] }
			: part,
	);
}

function drops({ effects, argv = [] }: Part, pattern: RegExp): boolean {
	return effects.some(({ kind }) => kind === 'git.rewrite') && pattern.test(argv.join(' ').slice(0, 1_000));
}
