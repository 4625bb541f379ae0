import { wordAfter } from '../carried.ts';
import { type Finding, type Invocation, opaque } from '../program.ts';
import { opensSocket, reads, talksTo, writes } from '../roles.ts';
import { constant, type Word } from '../word.ts';

/** Options of ssh whose value is a command line for this machine, or for the other one. */
const commands = /^\s*(proxycommand|localcommand|knownhostscommand|proxyusefdpass|remotecommand)\s*[=\s]\s*/i;
const loads = /^\s*(pkcs11provider|securitykeyprovider|include|match|xauthlocation)\b/i;
const readFiles = /^\s*(identityfile|certificatefile|globalknownhostsfile|revokedhostkeys)\s*[=\s]\s*/i;
const writtenFiles = /^\s*(userknownhostsfile|controlpath)\s*[=\s]\s*/i;

/** Judges the `-o` options of ssh and similar programs. They can run commands, load code, and read and write files. */
export function sshOptions(it: Invocation): readonly Finding[] {
	return it.values('-o').flatMap((word) => sshOption(word, it));
}

function sshOption(word: Word, { scope }: Invocation): readonly Finding[] {
	const after = (pattern: RegExp): Word | undefined => {
		const found = pattern.exec(word.text)?.[0];
		return found === undefined ? undefined : wordAfter(word, found.length);
	};
	const command = after(commands);
	if (command !== undefined) return [{ find: 'shell', source: command }, opaque('ssh runs a local command')];
	if (loads.test(word.text)) return [opaque('ssh loads what it is told')];
	const read = after(readFiles);
	if (read !== undefined) return reads(read, scope);
	const written = after(writtenFiles);
	if (written !== undefined && !/^(none|auto|no)$/i.test(written.text) && !/%/.test(written.text))
		return writes(written, scope);
	const jump = after(/^\s*proxyjump\s*[=\s]\s*/i);
	if (jump !== undefined) return hops(jump);
	return word.known ? [] : [opaque('an option of ssh that cannot be known')];
}

/** Returns the machines on the way of a connection. */
export function jumps(it: Invocation): readonly Finding[] {
	return it.values('-J').flatMap(hops);
}

function hops(word: Word): readonly Finding[] {
	if (!word.known) return talksTo('a host that cannot be known');
	return word.text.split(',').flatMap((hop) => talksTo(hop.replace(/^(ssh:\/\/)?([^@]*@)?/, '').replace(/:\d+$/, '')));
}

/**
 * Judges tunnels. `-L port:host:port` leads from this machine to a host, `-R` from the other
 * machine to a host near this one, and `-W` to a host.
 */
export function tunnels(it: Invocation): readonly Finding[] {
	return it.values('-L', '-R', '-W').flatMap((word) => {
		const socket = /:(\/[^:]+)$/.exec(word.text)?.[1];
		if (socket !== undefined) return opensSocket(constant(socket), it.scope);
		const host = /(?:^|:)(\[[^\]]*\]|[^:[\]]+):\d+$/.exec(word.text)?.[1];
		return host === undefined || /^\d+$/.test(host) ? [] : talksTo(host);
	});
}
