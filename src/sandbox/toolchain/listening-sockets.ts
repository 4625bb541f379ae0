import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const list = '/proc/net/unix';

/**
 * The real paths of sockets that processes have open now, from the kernel's list. The result has no sockets of another network namespace,
 * and none with a relative path.
 */
export function listeningSockets(): readonly string[] {
	const text = existsSync(list) ? readFileSync(list, 'utf8') : '';
	const named = new Set([...text.matchAll(/^(?:\S+\s+){7}(\/.*)$/gm)].map(([, path = '']) => path));
	return [...named].flatMap(socketAt);
}

/**
 * The socket at a path. Empty if it is gone. If this process cannot access it, a command cannot either, because it runs as the same user.
 */
function socketAt(path: string): readonly string[] {
	try {
		return lstatSync(path).isSocket() ? [join(realpathSync(dirname(path)), basename(path))] : [];
	} catch (error) {
		if (error instanceof Error && 'code' in error) return [];
		throw error;
	}
}
