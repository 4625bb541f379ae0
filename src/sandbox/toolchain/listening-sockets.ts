import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const list = '/proc/net/unix';

/**
 * The sockets with a name on the disk that somebody has open, by the kernel's own list and by their real paths. What another network namespace
 * has open, and what was named relative to a folder, is not among them.
 */
export function listeningSockets(): readonly string[] {
	const text = existsSync(list) ? readFileSync(list, 'utf8') : '';
	const named = new Set([...text.matchAll(/^(?:\S+\s+){7}(\/.*)$/gm)].map(([, path = '']) => path));
	return [...named].flatMap(socketAt);
}

/** None where it is gone. What we may not look at, no command may either: it runs as the same user. */
function socketAt(path: string): readonly string[] {
	try {
		return lstatSync(path).isSocket() ? [join(realpathSync(dirname(path)), basename(path))] : [];
	} catch (error) {
		if (error instanceof Error && 'code' in error) return [];
		throw error;
	}
}
