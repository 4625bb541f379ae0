import type { Saying } from '../carried.ts';
import { data, destroy, exec, network, type Program, type Role, role, rows, secret } from '../program.ts';
import { cloud, remoteShell } from './clouds.ts';

/** Command-line tools of services that host sites, functions and databases. */
export const hosting = (): readonly Program[] => [
	host('vercel netlify fly flyctl wrangler firebase now', {}),
	host('heroku', role('write', '-o --output')),
	host('supabase', role('write', '-f --file')),
	rows('aws-nuke cloud-nuke', {
		input: 'data',
		options: role('read', '-c --config'),
		also: (it) => [
			network('a cloud'),
			exec(it),
			...(it.has('--no-dry-run', '--force') ? [destroy('all resources of an account')] : []),
		],
	}),
];

function host(names: string, more: Readonly<Record<string, Role>>): Program {
	return cloud(names, {
		options: {
			...data('-a --app --token --project --site -c --config -t --org -r --remote --env --cwd -P -s'),
			...role('read', '--local-config --env-file'),
			...role('shell', '--exec'),
			...more,
		},
		sayings,
		also: (it) => remoteShell(it, /^(ssh console|run|ps:exec|ssh)\b/, ['-C', '--command']),
	});
}

const sayings: readonly Saying[] = [
	{
		operands:
			/(^|[ :])(delete|destroy|remove|rm|reset|purge|wipe|unpublish|disable)( |$)|^db reset|^(apps|addons|pg|sites|functions|firestore|database|hosting|volumes|projects?):(delete|destroy|reset|remove)\b/,
		unless:
			/ --local\b|(env|secrets?|domains?|alias|certs?|dns|cache|config|labs|features) (rm|remove|delete|unset|purge)|env:unset|secrets:destroy/,
		means: [destroy('what a cloud hosts')],
	},
	{
		operands:
			/auth[: ]token|login:ci|^config(\s|$)|config:get|env[: ](pull|list|get)|credentials(:url)?|api-keys|^secrets get|authorizations:create|access-token|^variables\b/,
		unless: /config:set|--help/,
		means: [secret('credentials of the cloud')],
	},
];
