import type { RecordedExchange, TokenKind } from '../../rehearsal/github/recording.ts';
import type { Deviation } from './deviation.ts';
import { operationPermissions } from './operation-permissions.ts';

/** Permissions as in workflows and manifests, for example `contents` with `write`. */
export type Permissions = Readonly<Record<string, string>>;

/** The permissions in one job of a workflow, or in the App's manifest. */
export interface Grant {
	/** The file and the job, such as `examples/workflows/agent.yml: agent`. */
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
// Every token may read metadata, and a workflow cannot request this permission.
const always: Permissions = { metadata: 'read' };

const rank = (level: string | undefined): number => levels.indexOf(level ?? 'none');

/** Whether permissions include one in the form `contents: write`. */
function isGranted(permissions: Permissions, wanted: string): boolean {
	const [scope = '', level = ''] = wanted.split(': ');
	return rank({ ...always, ...permissions }[scope]) >= rank(level);
}

const allows = (permissions: Permissions, options: readonly string[]): boolean =>
	options.length === 0 || options.some((wanted) => isGranted(permissions, wanted));

const isDone = ({ status, byTest }: RecordedExchange): boolean => status !== null && status < 400 && !byTest;

/** Whether a request needs no permission, because anybody may read a public repository. */
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

/**
 * Whether a request belongs to a grant. The App's requests belong to its manifest. A workflow's requests belong to the job that grants
 * exactly the permissions of the token.
 */
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

/** Compares the permissions of tokens and of their grants with those that GitHub requires. */
export function permissionDeviations(grants: readonly Grant[], all: readonly NamedExchange[]): readonly Deviation[] {
	const withGrants = all.filter(({ exchange: { token } }) => token === 'workflow' || token === 'installation');
	const ofTokens = withGrants.map(tokenDeviation).filter((one) => one !== undefined);
	return [...ofTokens, ...grants.flatMap((grant) => grantDeviations(grant, withGrants))];
}
