import type { Effect } from '../core/index.ts';
import { isCredential, isExecutedLater } from './sensitive.ts';

/** Reading a path: a credential is its own effect. */
export function readEffect(path: string): Effect {
	return isCredential(path) ? { kind: 'secret.read', what: path } : { kind: 'read', path };
}

/** Writing a path: what executes later is its own effect. */
export function writeEffect(path: string): Effect {
	return isExecutedLater(path) ? { kind: 'config.write', path } : { kind: 'write', path };
}
