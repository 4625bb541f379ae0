import { nearFile } from '../../declared.ts';
import type { Scope } from '../../program.ts';

/**
 * Returns whether the `CMakeLists.txt` of the current folder declares the target as a program or a library that a build without a target
 * also builds. Threat: a custom target runs commands, and a program can depend on one.
 */
export function isCompiledTarget(name: string, scope: Scope): boolean {
	const text = nearFile(scope, ['CMakeLists.txt'])?.text.replace(/#.*$/gm, '') ?? '';
	const declared = [...text.matchAll(/\badd_(?:executable|library)\s*\(\s*([\w.+-]+)([^()]*)\)/gi)];
	const depending = [...text.matchAll(/\badd_dependencies\s*\(\s*([\w.+-]+|\S*\$)/gi)];
	const isBuilt = declared.some(([, target, rest = '']) => target === name && !/EXCLUDE_FROM_ALL/.test(rest));
	return isBuilt && depending.every(([, target = '']) => target !== name && !target.endsWith('$'));
}
