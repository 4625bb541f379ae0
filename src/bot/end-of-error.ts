import { CountersignError } from '../core/index.ts';
import { ApiRefusal } from '../github/index.ts';
import type { DeliveryEnd } from './delivery-end.ts';
import { appPermissions } from './permissions.ts';

/** The permission that each kind of request needs, for servers whose refusal does not name it. The first match applies. */
const needed: readonly (readonly [RegExp, string])[] = [
	[/\/actions\b/, 'actions'],
	[/\/pulls\b/, 'pull_requests'],
	[/\/check-runs\b/, 'checks'],
	[/\/(?:issues|labels)\b/, 'issues'],
	[/\/(?:contents|commits|compare|git|releases)\b/, 'contents'],
	[/^\w+ \/orgs\//, 'members'],
	[/\/(?:collaborators|installation|rules)\b|^\w+ \/(?:repos\/[^/]+|repositories)\/[^/]+$/, 'metadata'],
];

/** Returns the end of a delivery whose handler threw an error. */
export function endOfError(error: unknown, signal: AbortSignal): DeliveryEnd {
	if (signal.aborted) return { kind: 'unavailable', why: 'out-of-time' };
	if (error instanceof ApiRefusal) return endOfRefusal(error);
	if (!(error instanceof CountersignError))
		return { kind: 'internal', why: error instanceof Error ? error.name : 'thrown' };
	return error.code === 'bad-event' ? { kind: 'malformed', why: 'payload' } : { kind: 'unavailable', why: error.code };
}

function endOfRefusal(refusal: ApiRefusal): DeliveryEnd {
	const { status, route } = refusal;
	if (isSuspended(refusal)) return { kind: 'gone', why: 'suspended' };
	if (lacksPermission(refusal)) return { kind: 'not-permitted', why: route, permission: permissionFor(refusal) };
	return { kind: 'unavailable', why: `${status} ${route}` };
}

/**
 * Whether GitHub refuses because the installation is suspended or does not have a permission. False for other reasons, such as a locked
 * thread.
 */
export function isSuspendedOrNotPermitted(refusal: ApiRefusal): boolean {
	return isSuspended(refusal) || lacksPermission(refusal);
}

export function isSuspended({ status, message }: ApiRefusal): boolean {
	return status === 403 && /\bsuspended\b/i.test(message);
}

function lacksPermission({ status, message }: ApiRefusal): boolean {
	return status === 403 && /not accessible by integration/i.test(message);
}

function permissionFor({ accepted, route }: ApiRefusal): string {
	const name = needed.find(([path]) => path.test(route))?.[1];
	return accepted ?? (name === undefined ? 'unknown' : `${name}=${appPermissions[name] ?? 'unknown'}`);
}
