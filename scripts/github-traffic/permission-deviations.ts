import type { RecordedExchange, TokenKind } from '../../rehearsal/github/recording.ts';
import type { Deviation } from './deviation.ts';
import { operationPermissions } from './operation-permissions.ts';

/** `contents` to `write`, as workflows and manifests say it. */
export type Permissions = Readonly<Record<string, string>>;

/** What one workflow's job, or the App's manifest, asks for. */
export interface Grant {
	/** `examples/workflows/agent.yml: agent`. */
	readonly name: string;
	readonly token: Extract<TokenKind, 'workflow' | 'installation'>;
	readonly permissions: Permissions;
}

/** A request of an installation or a workflow with the name of its operation. */
export interface NamedExchange {
	readonly operation: string;
	readonly exchange: RecordedExchange;
}

const levels = ['none', 'read', 'write'];
// Every token may read metadata, and a workflow cannot name it.
const always: Permissions = { metadata: 'read' };

const rank = (level: string | undefined): number => levels.indexOf(level ?? 'none');

/** The table wants lines like `contents: write`. */
function isGranted(permissions: Permissions, wanted: string): boolean {
	const [scope = '', level = ''] = wanted.split(': ');
	return rank({ ...always, ...permissions }[scope]) >= rank(level);
}

const allows = (permissions: Permissions, options: readonly string[]): boolean =>
	options.length === 0 || options.some((wanted) => isGranted(permissions, wanted));

const isDone = ({ status, byTest }: RecordedExchange): boolean => status !== null && status < 400 && !byTest;

/** Without these GitHub lets anybody read a public repository. */
const isPublicReading = ({ method, isPrivate }: RecordedExchange): boolean => method === 'GET' && !isPrivate;

function tokenDeviation({ operation, exchange }: NamedExchange): Deviation | undefined {
	const needs = operationPermissions[operation];
	if (needs === undefined)
		return { kind: 'permission', where: operation, what: 'its permissions are not in the table' };
	const { grants, token } = exchange;
	if (grants === null || !isDone(exchange) || isPublicReading(exchange) || allows(grants, needs)) return undefined;
	return {
		kind: 'permission',
		where: operation,
		what: `GitHub refuses a token (${token}) without ${needs.join(' or ')}`,
	};
}

const scopes = ['actions', 'checks', 'contents', 'issues', 'pull_requests'];

const sameGrants = (exchange: RecordedExchange, permissions: Permissions): boolean =>
	scopes.every((scope) => rank(exchange.grants?.[scope]) === rank(permissions[scope]));

/** The App's requests belong to its manifest; a workflow's to the one that grants exactly what its token has. */
const isBy = ({ token, permissions }: Grant, { exchange }: NamedExchange): boolean =>
	exchange.token === token && (token === 'installation' || sameGrants(exchange, permissions));

function grantDeviations(grant: Grant, all: readonly NamedExchange[]): readonly Deviation[] {
	const { name, permissions } = grant;
	const deviation = (what: string): Deviation => ({ kind: 'permission', where: name, what });
	const own = all.filter((one) => isBy(grant, one));
	if (own.length === 0) return [deviation('no traffic with exactly these permissions')];
	const used = [...new Set(own.map(({ operation }) => operation))];
	const missing = used
		.filter((operation) => !allows(permissions, operationPermissions[operation] ?? []))
		.map((operation) => deviation(`${operation} needs ${(operationPermissions[operation] ?? []).join(' or ')}`));
	const needed = new Set(used.flatMap((operation) => operationPermissions[operation] ?? []));
	const surplus = Object.entries(permissions)
		.map(([scope, level]) => `${scope}: ${level}`)
		.filter((given) => given !== 'metadata: read' && !needed.has(given))
		.map((given) => deviation(`no operation needs ${given}`));
	return [...missing, ...surplus];
}

/** Holds tokens and what grants their permissions against what GitHub asks for. */
export function permissionDeviations(grants: readonly Grant[], all: readonly NamedExchange[]): readonly Deviation[] {
	const withGrants = all.filter(({ exchange: { token } }) => token === 'workflow' || token === 'installation');
	const ofTokens = withGrants.map(tokenDeviation).filter((one) => one !== undefined);
	return [...ofTokens, ...grants.flatMap((grant) => grantDeviations(grant, withGrants))];
}
