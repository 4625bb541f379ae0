import { posix } from 'node:path';
import { type Finding, type Invocation, privilege, secret } from '../program.ts';
import { credentialsIn } from '../roles.ts';
import { constant } from '../word.ts';

/** Settings that give a service rights on the machine. */
const rights =
	/(?:^|[\s{,"'-])(?:privileged["']?\s*:\s*["']?(?:true|yes|on)\b|(?:pid|ipc|uts|userns_mode|network_mode|cgroup)["']?\s*:\s*["']?host\b|hostPID["']?\s*:\s*true)/im;
const capabilities = /\bcap_add\b[^#]*?\b(?:ALL|(?:CAP_)?(?:SYS_|DAC_|NET_ADMIN)\w*)/i;
const mount =
	/["'\s[-](?:(?:source|path)["']?\s*:\s*["']?)?(\/(?:etc|root|home|var|proc|sys|dev|boot|usr|run|bin|lib|opt|srv)?(?:\/[\w./-]*)?|~[\w./-]*|\$\{?HOME\}?[\w./-]*)(?::\/|["']?\s*(?:$|[,}\]]))/gm;

/** Reports rights on the machine and folders of it that a service gets, as in `docker compose -f -` and `kubectl apply -f -`. */
export function composeText(it: Invocation): readonly Finding[] {
	const named = it.values('-f', '--file', '--filename', '-c', '--compose-file');
	const isFed = [...named, ...it.operands].some((word) => /^(-|\/dev\/stdin|\/proc\/self\/fd\/0)$/.test(word.text));
	const text = isFed ? (it.stdin?.text ?? '') : named.map((word) => word.stream?.text ?? '').join('\n');
	const volumes = /\b(?:volumes|hostPath)\b["']?\s*:([\s\S]*)/.exec(text)?.[1] ?? '';
	const isMounted = [...volumes.matchAll(mount)].some(
		([, source = '']) => !source.startsWith(`${it.scope.facts.root}/`),
	);
	return [
		...(rights.test(text) || capabilities.test(text)
			? [privilege('runs a container with the rights of the machine')]
			: []),
		...(isMounted ? [privilege('mounts the machine into a container')] : []),
	];
}

/** Reports credentials that `docker build -f -` copies into the image. */
export function copiedIn(it: Invocation): readonly Finding[] {
	const isFed = [...it.values('-f', '--file'), ...it.operands].some((word) => /^(-|\/dev\/stdin)$/.test(word.text));
	const text = isFed ? it.stdin?.text : undefined;
	const context = it.operands.find((word) => word.text !== '-');
	if (text === undefined || context === undefined) return [];
	const sources = [...text.matchAll(/^\s*(?:COPY|ADD)\s+(.+)$/gim)].flatMap(([, rest = '']) =>
		rest
			.replace(/[[\]",]/g, ' ')
			.split(/\s+/)
			.filter((word) => word !== '' && !word.startsWith('--'))
			.slice(0, -1),
	);
	// The whole home directory, with everything in it.
	const isWhole = sources.some(
		(source) => posix.join(context.text, source).replace(/(?<=.)\/$/, '') === it.scope.facts.home,
	);
	if (isWhole) return [secret('what lies in the home')];
	return credentialsIn(
		sources.map((source) => constant(posix.join(context.text, source))),
		it.scope,
	);
}
