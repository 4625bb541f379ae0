import type { Finding, Scope } from '../shell/program.ts';
import { deletes, pathOf } from '../shell/roles.ts';
import type { CodeReading } from './reader.ts';

/** Code that chooses files by a name or a pattern. */
const chooses =
	/endswith|startswith|ends_with|endsWith|startsWith|start_with|end_with|end_with\?|fnmatch|\bre\.|\.suffix|extname|splitext|\.match|\.test\(|includes|=~|\bgrep\b|preg_match|\.filter\b|\bif\b.*['"/]/;
const commands = /^\s*(?:(?:sudo|exec|command)\s+)?(?:\/\S*\/)?(?:rm|rmdir|unlink|shred|find)\s/;

/** Returns whether a command line with this beginning deletes the paths that follow. */
export function deletesRest(beginning: string): boolean {
	return commands.test(beginning);
}

/**
 * Returns the deletions of code that lists places and deletes unknown paths: everything below the places. If the code chooses files of the
 * checkout by their names, the deletions are too uncertain for a block. They are then left out, and the code is only opaque.
 */
export function deletedByWalking({ signs, listed }: CodeReading, code: string, scope: Scope): readonly Finding[] {
	if (!signs.deletesUnknown) return [];
	return listed.flatMap((word) => {
		const path = pathOf(word, scope);
		const isOutside = path?.startsWith('/') === true;
		if (path === undefined || (!isOutside && chooses.test(code.slice(0, 8_000)))) return [];
		return deletes(word, scope, true);
	});
}
