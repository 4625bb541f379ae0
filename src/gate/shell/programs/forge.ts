import { meaningsOf, type Saying, shellOf } from '../carried.ts';
import {
	configWrite,
	data,
	destroy,
	effect,
	exec,
	type Finding,
	type Invocation,
	network,
	opaque,
	type Program,
	privilege,
	role,
	rows,
	secret,
} from '../program.ts';
import { forgeRequest } from '../requests.ts';
import { reads, writes } from '../roles.ts';
import { constant, type Word } from '../word.ts';

/** Clients of forges. They make changes with the token of a user. */
export const forge = (): readonly Program[] => [
	rows('gh glab tea', { input: 'data', options, also: client }),
	// `hub` passes commands that it does not know to git.
	rows('hub', {
		input: 'data',
		options,
		also: (it) => [...client(it), { find: 'command', words: [constant('git'), ...it.words] }],
	}),
];

const options = {
	...data(
		'-R --repo -X --method -H --header -f --raw-field -F --field -q --jq -t --template -T -b --body --title -B --base -l --label -a --assignee -r --reviewer -m --message --hostname --cache -p --preview -L --limit -s --state -A --author -S --search --json -e --env -o --org -u --user --visibility',
	),
	...role('read', '--input --body-file --notes-file --env-file --recover --bundle'),
	...role('write', '-D --dir -O --output'),
};

/** Groups of commands that are neither an extension nor an alias. `auth` is missing, because its `-h` names a host. */
const ownAreas =
	/^(pr|mr|issue|repo|release|run|workflow|api|gist|label|search|cache|secret|variable|ruleset|browse|project|codespace|extension|ci|status|org)$/;

const reading =
	/^(view|list|ls|status|diff|checks|watch|search|browse|download|show|get|verify|verify-asset|trusted-root)$/;

const sayings: readonly Saying[] = [
	{ operands: /^(repo|project) (delete|archive)\b|^delete /, means: [destroy('a repository')] },
	{ operands: /^release delete\b/, means: [destroy('a release')] },
	{ operands: /^(repo|project) (transfer|rename)\b/, means: [destroy('the name of a repository')] },
	{ operands: /^(ruleset|protected-branch) delete\b/, means: [destroy('the protection of branches')] },
	{
		operands: /^repo edit\b/,
		words: / --visibility| --default-branch|--allow-forking/,
		means: [privilege('changes who may see or fork a repository, or its default branch')],
	},
	{
		operands: /^repo sync\b/,
		words: / --force\b/,
		means: [effect({ kind: 'git.push', remote: 'a fork', ref: 'default', force: true })],
	},
	{
		operands: /^(repo deploy-key add|ssh-key add|gpg-key add|deploy-key add)\b/,
		means: [privilege('lets somebody in with a key')],
	},
	{ operands: /^(extension|ext) (install|upgrade|exec)\b/, means: [opaque('runs an extension that is not inspected')] },
	{ operands: /^codespace ssh\b|^cs ssh\b/, means: [opaque('opens a shell elsewhere')] },
	{ operands: /^attestation|^variable get\b/, means: [] },
];

/** Judges a client. To read is network access; to change something is a write on the forge. */
function client(it: Invocation): readonly Finding[] {
	const [area, verb, ...rest] = it.operands;
	if (area === undefined) return [];
	const isKnown = area.known && verb?.known !== false;
	if (/^(version|help|completion)$/.test(area.text)) return [];
	if (asksHelp(it)) return [];
	if (area.text === 'auth') return signedIn(verb?.text, it);
	if (area.text === 'alias' || area.text === 'config') return configured(it);
	if (area.text === 'api') return api(it, verb);
	const changes = !isKnown || (!reading.test(verb?.text ?? '') && !/^(search|status|browse)$/.test(area.text));
	const name = `${area.text} ${verb?.text ?? ''}`;
	const cloned = /^(repo|gist) clone$/.test(name) ? clonedBy(rest, it) : [];
	const meant = meaningsOf(it, sayings);
	if (!changes) return [network('github.com'), ...meant];
	const what = verb?.text === 'comment' ? 'comment' : verb?.text === 'review' ? 'review' : 'other';
	const written = effect({ kind: 'forge.write', what, target: [area.text, verb?.text].join(' ') });
	return [network('github.com'), written, ...sentBy(name, rest, it), ...cloned, ...meant];
}

/** Returns whether a call only prints help, such as `gh pr create --help`. With more words, `--help` may be the value of an option. */
function asksHelp({ words }: Invocation): boolean {
	const [area, ...rest] = words.map((word) => (word.known ? word.text : ''));
	const isPlain = rest.slice(0, -1).every((text) => /^[a-z]+(-[a-z]+)*$/.test(text));
	return ownAreas.test(area ?? '') && rest.length <= 2 && isPlain && /^(-h|--help)$/.test(rest.at(-1) ?? '');
}

/** Judges the files that a command sends. */
function sentBy(name: string, rest: readonly Word[], it: Invocation): readonly Finding[] {
	const isUpload = /^(gist create|release upload|release create|gist edit)$/.test(name);
	const named = [
		...(/^(pr|issue|release|agent-task) /.test(name) ? it.values('-F', '-T') : []),
		...(/^(secret|variable) set$/.test(name) ? it.values('-f') : []),
	];
	return [
		...(isUpload ? rest.flatMap((word) => sentFile(word, it)) : []),
		...named.flatMap((word) => reads(word, it.scope)),
	];
}

/** Judges a clone: the folder that it writes, and the words after `--`, which go to git. */
function clonedBy(rest: readonly Word[], it: Invocation): readonly Finding[] {
	const dashes = it.words.findIndex((word) => word.known && word.text === '--');
	const handed = dashes < 0 ? [] : it.words.slice(dashes + 1);
	const [source, place] = rest.filter((word) => !handed.includes(word));
	const written = place === undefined ? [] : writes(place, it.scope);
	const words = [...['git', 'clone'].map(constant), ...handed, source ?? constant('repository')];
	return handed.length === 0 ? written : [...written, { find: 'command', words }];
}

function sentFile(word: Word, it: Invocation): readonly Finding[] {
	const named = /[./]/.test(word.text) ? reads(word, it.scope) : [];
	return named.filter((finding) => finding.find === 'effect' && finding.effect.kind !== 'opaque');
}

function signedIn(verb: string | undefined, it: Invocation): readonly Finding[] {
	const isShown = verb !== 'status' || it.has('-t', '--show-token');
	return isShown ? [secret('a token of the forge')] : [network('github.com')];
}

/** Judges settings. An alias that begins with `!` is a command line; so are the pager, the editor and the browser. */
function configured(it: Invocation): readonly Finding[] {
	const [area, verb, name, value] = it.operands;
	const isPlain = it.words.length === 3 && /^(git_protocol|editor|prompt|pager|browser)$/.test(name?.text ?? '');
	if (area?.text === 'config' && verb?.text === 'get' && isPlain) return [];
	if (verb === undefined || /^(list|get|ls)$/.test(verb.text)) return [exec(it)];
	const target = configWrite('~/.config/gh');
	if (value === undefined) return [target];
	const isLine =
		area?.text === 'alias'
			? value.text.startsWith('!') || it.has('-s', '--shell')
			: /^(pager|editor|browser)$/.test(name?.text ?? '');
	return isLine ? [target, shellOf([{ ...value, text: value.text.replace(/^!/, '') }])] : [target];
}

const fields = ['-f', '--raw-field', '-F', '--field'];

function api(it: Invocation, path: Word | undefined): readonly Finding[] {
	const given = it.values(...fields);
	const isFed = it.has('--input');
	const method = (it.values('-X', '--method')[0]?.text ?? (given.length > 0 || isFed ? 'POST' : 'GET')).toUpperCase();
	const isKnown = !isFed && given.every((word) => word.known && !/=@/.test(word.text));
	const body = isKnown ? given.map((word) => word.text).join('&') : undefined;
	const address = (path?.text ?? '')
		.replace(/^https?:\/\/[^/]*\/(api\/v3\/)?/, '')
		.replace(/^repos\/\$\{?\w+\}?(?=\/?(git|branches|contents|rulesets)\/|$)/, 'repos/owner/repository');
	const files = it.values('-F', '--field').flatMap((word) => {
		const file = /^[^=]*=@(?!-$)(.+)/.exec(word.text)?.[1];
		return file === undefined ? [] : reads({ ...constant(file), known: word.known }, it.scope);
	});
	const project = method === 'DELETE' && /^\/?projects\/[^/]+$/.test(address) ? [destroy('a repository')] : [];
	const isQuery = address === 'graphql' && body !== undefined && !/\bmutation\b/.test(body);
	const meant = [...files, ...project, ...(isQuery ? [] : forgeRequest({ method, address, body }))];
	if (method === 'GET' || method === 'HEAD' || isQuery) return [network('github.com'), ...meant];
	const written = effect({ kind: 'forge.write', what: 'other', target: `api ${path?.text ?? ''}` });
	return [network('github.com'), written, ...meant];
}
