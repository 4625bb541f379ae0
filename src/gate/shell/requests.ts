import { destroy, effect, type Finding, opaque, privilege, secret } from './program.ts';
import type { Word } from './word.ts';

/** A request to the API of a forge or a cloud. */
export interface Request {
	readonly method: string;
	/** Host and path, without the scheme: `api.github.com/repos/o/r`. */
	readonly address: string;
	/** The known part of the body; undefined if unknown. */
	readonly body: string | undefined;
}

interface Meaning {
	readonly methods: RegExp;
	readonly path: RegExp;
	readonly body?: RegExp;
	readonly means: (match: RegExpExecArray, request: Request) => readonly Finding[];
}

const pushed = (remote: string, ref: string, force: boolean): Finding =>
	effect({ kind: 'git.push', remote, ref: ref.replace(/%2f/gi, '/'), force });

/** The effects of requests to GitHub's API, by their path below `https://api.github.com/`. */
const github: readonly Meaning[] = [
	{
		methods: /^DELETE$/,
		path: /^repos\/([^/]+\/[^/]+)\/git\/refs\/(?:heads\/)?(.+)$/,
		means: ([, name = '', ref = '']) => [pushed(name, `:${ref}`, true)],
	},
	{
		methods: /^(PATCH|PUT|POST)$/,
		path: /^repos\/([^/]+\/[^/]+)\/git\/refs\/(?:heads\/)?(.+)$/,
		means: ([, name = '', ref = ''], { body }) => [pushed(name, ref, body === undefined || /force/.test(body))],
	},
	{
		methods: /^(PUT|DELETE)$/,
		path: /^repos\/([^/]+\/[^/]+)\/contents\//,
		means: ([, name = ''], { body }) => [
			pushed(name, /branch["']?\s*[=:]\s*["']?([\w./-]+)/.exec(body ?? '')?.[1] ?? 'default', false),
		],
	},
	{
		methods: /^DELETE$/,
		path: /^repos\/([^/]+\/[^/]+)\/(branches\/.+\/protection|rulesets\/\d+|environments\/[^/]+\/deployment-branch)/,
		means: ([, name = '']) => [destroy(`the protection of branches of ${name}`)],
	},
	{
		methods: /^DELETE$/,
		path: /^(repos\/[^/]+\/[^/]+|repositories\/\d+)$/,
		means: ([, name = '']) => [destroy(`the repository ${name.replace('repos/', '')}`)],
	},
	{
		methods: /^PATCH$/,
		path: /^repos\/([^/]+\/[^/]+)$/,
		body: /archived["']?\s*[=:]\s*["']?true/,
		means: ([, name = '']) => [destroy(`the repository ${name}, which it archives`)],
	},
	{
		methods: /^PATCH$/,
		path: /^repos\/([^/]+\/[^/]+)$/,
		body: /visibility|private["']?\s*[=:]\s*["']?false/,
		means: ([, name = '']) => [privilege(`changes who may see ${name}`)],
	},
	{
		methods: /^PATCH$/,
		path: /^(repos\/[^/]+\/[^/]+|orgs\/[^/]+)$/,
		body: /(secret_scanning\w*|advanced_security|dependabot_security_updates|code_security)["'\]]*\W+(status\W+)?disabled|_enabled_for_new_repositories["']?\s*[=:]\s*["']?false/,
		means: ([, name = '']) => [privilege(`switches off the scan of ${name}`)],
	},
	{
		methods: /^DELETE$/,
		path: /^(repos\/[^/]+\/[^/]+)\/(vulnerability-alerts|automated-security-fixes|private-vulnerability-reporting|code-security)/,
		means: ([, name = '']) => [privilege(`switches off the scan of ${name}`)],
	},
	{
		methods: /^POST$/,
		path: /^repos\/([^/]+\/[^/]+)\/transfer$/,
		means: ([, name = '']) => [destroy(`the repository ${name}, which it gives away`)],
	},
	{
		methods: /^DELETE$/,
		path: /^(repos\/[^/]+\/[^/]+\/(releases|environments|pages|deployments)\b.*|orgs\/[^/]+(\/(packages|teams|repos)\/.*)?|users?\/.*packages\/.*|teams\/.*|gists\/.*)$/,
		means: ([, what = '']) => [destroy(`${what} on the forge`)],
	},
	{
		methods: /^(PUT|POST|PATCH)$/,
		path: /(\/(collaborators|memberships)\/|\/keys$|^user\/(keys|gpg_keys|ssh_signing_keys)|\/invitations$|\/teams\/.*\/(repos|memberships)|\/hooks$|\/branches\/.*\/protection)/,
		means: () => [privilege('changes who may do what on the forge')],
	},
	{
		methods: /./,
		path: /(access_tokens|registration-token|remove-token|app-manifests\/.*\/conversions|jitconfig)$/,
		means: () => [secret('a token of the forge')],
	},
];

/** The effects of mutations in GitHub's GraphQL API, by their names. */
const mutations: readonly (readonly [RegExp, (name: string) => Finding])[] = [
	[/\b(deleteRef|updateRefs?)\b/, () => pushed('a remote', '*', true)],
	[/\b(createCommitOnBranch|mergeBranch)\b/, () => pushed('a remote', 'default', false)],
	[/\b(deleteBranchProtectionRule|deleteRepositoryRuleset)\b/, () => destroy('the protection of branches')],
	[
		/\b(archiveRepository|delete(Repository|Package\w*|Environment|Deployment|ProjectV2|Release)|transferRepository|removeEnterprise\w*)\b/,
		(name) => destroy(`what \`${name}\` names on the forge`),
	],
	[
		/\b(addCollaborator|updateBranchProtectionRule|createDeployKey|updateOrganization\w*|grant\w+)\b/,
		() => privilege('changes who may do what on the forge'),
	],
];

/** APIs of clouds, clusters and databases. A DELETE destroys a resource there. */
const resources =
	/^(api\.(digitalocean|heroku|cloudflare|vercel|netlify|linode|fly|render|railway|hetzner|machines|vultr|scaleway)\.|[\w.-]+\.googleapis\.com|management\.azure\.com|api\.hetzner\.cloud|gitlab\.|[^/]*\/api\/v4\/(projects|groups)\/|hub\.docker\.com|registry\.npmjs\.org|api\.supabase\.com)|:(9200|5984|6443|8001|8123|8529|7474|9000|8086|6333|19530)(\/|$)|\/api\/v1\/namespaces|\/apis\/|firebaseio\.com/;

/** Requests that destroy because of their path or query. */
const destructive =
	/\/_delete_by_query|\/v1\/kv\/[^?]*\?.*recurse|\/v3\/kv\/deleterange|\/_all\b|\?.*drop(%20|\+)(table|database)/i;

/** Returns the effects of a request to a URL, apart from contacting its host. */
export function requestTo(method: string, url: Word, body: string | undefined): readonly Finding[] {
	const address = url.text.replace(/^[a-z]+:\/\//i, '').replace(/^[^/@]*@/, '');
	return requestFindings({ method: method.toUpperCase(), address, body });
}

/** Returns the effects of a request, apart from contacting its host. */
export function requestFindings(request: Request): readonly Finding[] {
	const { method, address, body } = request;
	if (/^[^/]*:(2375|2376)(\/|$)/.test(address)) return [privilege('commands a daemon of the machine by its port')];
	const path = /^(?:(?:api\.)?github\.com|[^/]+\/api\/v3)\/(.*)$/.exec(address)?.[1];
	if (path !== undefined) return forgeRequest({ method, address: path, body });
	const isDelete = method === 'DELETE';
	const destroys = isDelete
		? resources.test(address) || destructive.test(address)
		: /^(POST|PUT)$/.test(method) && /_delete_by_query|deleterange/.test(address);
	return destroys ? [destroy(`what \`${address.slice(0, 80)}\` names`)] : [];
}

/** Returns the effects of a request to GitHub's API. The address is a path of the API. */
export function forgeRequest({ method, address, body }: Request): readonly Finding[] {
	const path = address.replace(/[?#].*$/, '').replace(/^\/+|\/+$/g, '');
	if (path === 'graphql') return graphql(body);
	const request = { method, address: path, body };
	const found = github.flatMap((meaning) => {
		const match = meaning.methods.test(method) ? meaning.path.exec(path) : null;
		return match === null || (meaning.body !== undefined && !meaning.body.test(body ?? ''))
			? []
			: [meaning.means(match, request)];
	});
	return found[0] ?? [];
}

function graphql(body: string | undefined): readonly Finding[] {
	if (body === undefined) return [opaque('a request to the forge that cannot be known')];
	return mutations.flatMap(([pattern, means]) => {
		const name = pattern.exec(body)?.[1];
		return name === undefined ? [] : [means(name)];
	});
}
