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

/** Clients of forges: what they change, they change by somebody's own token. */
export const forge = (): readonly Program[] => [
	rows('gh hub glab tea', {
		input: 'data',
		options: {
			...data(
				'-R --repo -X --method -H --header -f --raw-field -F --field -q --jq -t --template -b --body --title -B --base -l --label -a --assignee -r --reviewer -m --message --hostname --cache -p --preview -L --limit -s --state -A --author -S --search --json -e --env -o --org -u --user --visibility',
			),
			...role('read', '--input --body-file --notes-file --env-file --recover'),
			...role('write', '-D --dir -O --output'),
		},
		also: client,
	}),
];

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
		means: [privilege('changes who may see a repository')],
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

/** What is read is network, what is changed is a write on the forge. */
function client(it: Invocation): readonly Finding[] {
	const [area, verb, ...rest] = it.operands;
	if (area === undefined) return [];
	const isKnown = area.known && verb?.known !== false;
	if (/^(version|help|completion)$/.test(area.text)) return [];
	if (area.text === 'auth') return signedIn(verb?.text, it);
	if (area.text === 'alias' || area.text === 'config') return configured(it);
	if (area.text === 'api') return api(it, verb);
	const changes = !isKnown || (!reading.test(verb?.text ?? '') && !/^(search|status|browse)$/.test(area.text));
	const uploads = /^(gist create|release upload|release create|gist edit)$/.test(`${area.text} ${verb?.text ?? ''}`)
		? rest.flatMap((word) => sentFile(word, it))
		: [];
	const bodies = /^(pr|issue|release)$/.test(area.text) ? it.values('-F').flatMap((word) => reads(word, it.scope)) : [];
	const cloned =
		area.text === 'repo' && verb?.text === 'clone' ? rest.slice(1, 2).flatMap((word) => writes(word, it.scope)) : [];
	const meant = meaningsOf(it, sayings);
	if (!changes) return [network('github.com'), ...meant];
	const what = verb?.text === 'comment' ? 'comment' : verb?.text === 'review' ? 'review' : 'other';
	const written = effect({ kind: 'forge.write', what, target: [area.text, verb?.text].join(' ') });
	return [network('github.com'), written, ...uploads, ...bodies, ...cloned, ...meant];
}

function sentFile(word: Word, it: Invocation): readonly Finding[] {
	const named = /[./]/.test(word.text) ? reads(word, it.scope) : [];
	return named.filter((finding) => finding.find === 'effect' && finding.effect.kind !== 'opaque');
}

function signedIn(verb: string | undefined, it: Invocation): readonly Finding[] {
	const isShown = verb !== 'status' || it.has('-t', '--show-token');
	return isShown ? [secret('a token of the forge')] : [network('github.com')];
}

/** An alias that begins with `!` is a command line; so are the pager, the editor and the browser. */
function configured(it: Invocation): readonly Finding[] {
	const [area, verb, name, value] = it.operands;
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
