import { type Finding, network } from '../program.ts';
import type { Word } from '../word.ts';

const debugging = /^--(inspect(-?(brk|wait|port))?|debug-port)$/i;
const serving = /^--([\w-]+\.)*(api|host|hostname|ui-host)$/i;
/** Returns whether an option names an address at which a tool waits for connections. */
export function isAddressOption(name: string): boolean {
	return debugging.test(name) || serving.test(name);
}

const address = /^((\d{1,3}\.){3}\d{1,3}|\[[\da-f:]*\]|::|[\w-]+(\.[\w-]+)+)(:\d+)?$|^[\w.-]+:\d+$/i;
const thisMachine = /^((localhost|127(\.\d{1,3}){3}|\[::1\]|::1)(:\d+)?|:?\d+|true|false|)$/i;

/**
 * Returns the addresses at which a test waits for connections, as network effects. Threat: if other machines can reach a debugger or a test
 * server, anybody on the network can make it run code.
 */
export function listens(words: readonly Word[]): readonly Finding[] {
	return words.flatMap((word, i) => {
		const [, name = '', attached] = /^(--[\w.-]+)(?:=(.*))?$/s.exec(word.text) ?? [];
		if (!debugging.test(name) && !serving.test(name)) return [];
		const next = words[i + 1]?.text ?? '';
		const isHost = /host(name)?$/i.test(name);
		const value = attached ?? (address.test(next) || (isHost && !next.startsWith('-')) ? next : '');
		// Without an address, every machine can reach the server.
		if (value === '') return isHost ? [network('whoever reaches this machine')] : [];
		return thisMachine.test(value) ? [] : [network(value)];
	});
}
