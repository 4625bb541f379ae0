import { data, exec, type Finding, type Invocation, network, type Program, role, rows } from '../program.ts';
import { credentialsIn, reads } from '../roles.ts';
import { constant } from '../word.ts';
import { sessionFindings } from './sessions.ts';

/** Programs that send mail. */
export const mailers = (): readonly Program[] => [
	rows('mail mailx s-nail', {
		input: 'judged',
		options: {
			...data('-s -c -b -r -S --to --from --server -X -Y -E --exec -T -u'),
			...role('read', '-a -A --attach -q -f --file'),
		},
		also: (it) => [
			...sent(it),
			...sessionFindings(it, { isMail: true }),
			...sessionFindings({ ...it, stdin: undefined }, { given: it.values('-X', '-Y', '--exec') }),
		],
	}),
	rows('mutt neomutt', {
		input: 'data',
		options: {
			...data('-s -c -b -Q -m'),
			...role('read', '-a -i -H -f'),
			...role('script', '-F'),
			...role('code', '-e'),
		},
		also: sent,
	}),
	rows('sendmail ssmtp', {
		input: 'data',
		options: {
			...data('-f -r -F -au -ap -am -N -h -B -R -V'),
			...role('script', '-C'),
			...role('write', '-X'),
			...role('code', '-O'),
		},
		also: sent,
	}),
	rows('msmtp', {
		input: 'data',
		options: {
			...data('-a --account -f --from --host --port --user'),
			...role('script', '-C --file'),
			...role('write', '-X --logfile'),
			...role('shell', '--passwordeval'),
			...role('read', '--tls-key-file --tls-cert-file --tls-trust-file'),
		},
		also: sent,
	}),
	rows('swaks', {
		input: 'data',
		options: {
			...data(
				'-t --to -f --from -s --server -p --port -au -ap --auth-user --auth-password -h --helo --header -d --data',
			),
			...data('--body --attach --attach-body'),
			...role('script', '--config'),
			...role('write', '-o --output --output-file'),
			...role('shell', '--pipe'),
		},
		also: (it) => [...sent(it), ...attached(it)],
	}),
];

function sent(it: Invocation): readonly Finding[] {
	return [network('mail'), exec(it), ...credentialsIn(it.operands, it.scope)];
}

/** Judges `@file`, which sends the content of a file. */
function attached(it: Invocation): readonly Finding[] {
	return it.values('-d', '--data', '--body', '--attach', '--attach-body').flatMap((word) => {
		const path = /^@(.+)$/.exec(word.text)?.[1];
		return path === undefined ? [] : reads({ ...constant(path), known: word.known }, it.scope);
	});
}
