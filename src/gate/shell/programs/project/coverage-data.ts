import { type Finding, type Invocation, opaque } from '../../program.ts';
import { pathOf } from '../../roles.ts';
import { isThere } from '../../unlisted.ts';
import { constant, type Word } from '../../word.ts';

/**
 * Judges a report that shows sources. Threat: the data name the sources by their paths, so data that are part of the repository can name
 * any file. Data that do not exist yet, or that this run made, come from the tests.
 */
export function showsSources({ scope }: Invocation, given: readonly Word[], usual: string): readonly Finding[] {
	const path = pathOf(constant(usual), scope);
	const isKept = isThere(constant(usual), scope) && (path === undefined || !scope.facts.changedInRun(path));
	return given.length > 0 || isKept ? [opaque('source files that the data of a report name')] : [];
}
