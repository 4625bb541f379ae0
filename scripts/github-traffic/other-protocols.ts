import type { RecordedExchange } from '../../rehearsal/github/recording.ts';

/** A protocol at the stand-in's address that is not GitHub's REST API, and what checks it instead. */
export interface Protocol {
	readonly name: string;
	readonly path: RegExp;
	readonly reason: string;
}

export const otherProtocols: readonly Protocol[] = [
	{
		name: 'git over HTTP',
		path: /^\/[^/]+\/[^/]+\.git\/(?:info\/refs|git-(?:upload|receive)-pack)$/,
		reason: "git's own protocol: the stand-in answers with a real git",
	},
	{
		name: 'GraphQL',
		path: /^(?:\/api)?\/graphql$/,
		reason: 'test/github/graph-questions.test.ts validates every question against the published schema',
	},
	{
		name: 'OpenID Connect',
		path: /^\/(?:oidc\/token|\.well-known\/(?:jwks|openid-configuration))$/,
		reason: "the runner's token service, which no OpenAPI description has; jose verifies its tokens",
	},
	{
		name: 'a store of logs',
		path: /^\/store\/logs\/\d+$/,
		reason: "where GitHub redirects for a job's log: an address of another host, good for a minute",
	},
];

export const protocolOf = ({ path }: RecordedExchange): Protocol | undefined =>
	otherProtocols.find((one) => one.path.test(path));
