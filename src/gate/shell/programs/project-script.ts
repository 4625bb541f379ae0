import { isProjectKind } from '../declared.ts';
import { effect, exec, type Finding, type Invocation, opaque } from '../program.ts';
import { listens } from './listens.ts';

/** Judges a script or target that the project declares: its own test, lint, type check or build, or something else. */
export function projectScript(
	it: Invocation,
	declared: { readonly script: string; readonly kind: string; readonly definedIn: string },
): readonly Finding[] {
	const { script, kind, definedIn } = declared;
	if (!isProjectKind(kind)) return [exec(it, script), { find: 'executes', path: definedIn }];
	return ownTool(it, { script, definedIn });
}

/** Judges a tool that runs on the project's code as the project configures it. */
export function ownTool(
	it: Invocation,
	{ script, definedIn }: { readonly script: string; readonly definedIn: string },
): readonly Finding[] {
	const unclear = it.words.some((word) => !word.known) ? [opaque('an argument that cannot be known')] : [];
	// An approval covers the content of the file that defines the script. A directory has no content.
	const executes: readonly Finding[] = definedIn === '.' ? [] : [{ find: 'executes', path: definedIn }];
	return [effect({ kind: 'exec.project', script, definedIn }), ...executes, ...unclear, ...listens(it.words)];
}
