import { isProjectKind } from '../declared.ts';
import { effect, exec, type Finding, type Invocation, opaque } from '../program.ts';

/** A script or target that the project declares: its own test, lint, type check or build, or something else. */
export function projectScript(
	it: Invocation,
	declared: { readonly script: string; readonly kind: string; readonly definedIn: string },
): readonly Finding[] {
	const { script, kind, definedIn } = declared;
	const executes: Finding = { find: 'executes', path: definedIn };
	if (!isProjectKind(kind)) return [exec(it, script), executes];
	const unclear = it.words.some((word) => !word.known) ? [opaque('an argument that cannot be known')] : [];
	return [effect({ kind: 'exec.project', script, definedIn }), executes, ...unclear];
}
