import { meaningsOf, type Saying } from '../carried.ts';
import { destroy, exec, network, type Program, role, rows, secret } from '../program.ts';
import { credentialFiles } from '../roles.ts';

const gone = [destroy('objects of a store')];

const sayings: readonly Saying[] = [
	{ operands: /^(rb|mb-rm|remove-bucket|delete-bucket|bucket (rm|delete)|purge|nuke|multi-delete)\b/, means: gone },
	{
		operands: /^(rm|del|delete|remove|undo)\b/,
		words: / (-\w*[rR]\w*|--recursive\S*|--force|--all\S*|--dangerous)( |$)|\*/,
		means: gone,
	},
	{ operands: /^(rm|del|delete|remove|delete-file-version|file delete)\b/, listed: true, means: gone },
	{
		operands: /^(mirror|sync)\b/,
		words: / (--remove|--delete-removed|--delete-destination(=true)?|--delete)( |$)/,
		means: gone,
	},
	{ operands: /^(admin|idp|ilm|replicate|tag|quota|version) \S*\s?(rm|remove|reset|purge|delete)\b/, means: gone },
	{
		operands:
			/^(admin (user|accesskey|policy|service)|alias (ls|list|export)|config (host )?(ls|list|get)|accesskey (ls|create))\b/,
		means: [secret('credentials of the cloud')],
	},
];

/** Clients of object stores. No pull request can restore the objects that they remove. */
export const objectStores = (): readonly Program[] => [
	rows('mc mcli s3cmd s5cmd s4cmd azcopy ossutil ossutil64 obsutil coscmd coscli b2 swift-client s3-cli stu', {
		input: 'data',
		options: {
			...role('script', '-c --config -C --config-dir --config-file'),
			...role('read', '--ca-certs --access-token-file'),
		},
		also: (it) => [network('a cloud'), exec(it), ...meaningsOf(it, sayings), ...credentialFiles(it)],
	}),
];
