import type { Delivery } from './hands.ts';
import { ApiError, type Call, notFound, ok, type Reply, unprocessable } from './http.ts';
import type { Repository } from './repository.ts';
import type { JsonObject } from './types.ts';
import type { Attempt, Webhooks } from './webhooks.ts';

const json = (delivery: Delivery): JsonObject => ({ ...delivery });
const cursorOf = ({ delivery }: Attempt) => `v1_${delivery.id}`;
const succeeded = ({ delivery }: Attempt) => delivery.status_code >= 200 && delivery.status_code < 400;

function checkApp({ who }: Call): void {
	if (!who?.isApp) throw new ApiError(401, 'A JSON web token could not be decoded');
}

/** Returns a page of the log. The cursor is the entry at which the page begins. */
function list(log: readonly Attempt[], call: Call): Reply {
	checkApp(call);
	const status = call.query.get('status');
	const fitting = log.filter((attempt) => status === null || succeeded(attempt) === (status === 'success'));
	const cursor = call.query.get('cursor');
	const start = cursor === null ? 0 : fitting.findIndex((attempt) => cursorOf(attempt) === cursor);
	if (start < 0) throw unprocessable('Invalid cursor');
	const perPage = Math.min(100, Number.parseInt(call.query.get('per_page') ?? '', 10) || 30);
	const body = fitting.slice(start, start + perPage).map(({ delivery }) => json(delivery));
	const next = fitting[start + perPage];
	if (!next) return ok(body);
	const address = new URL(call.address);
	address.searchParams.set('cursor', cursorOf(next));
	return { status: 200, body, headers: { link: `<${address.href}>; rel="next"` } };
}

function find(log: readonly Attempt[], call: Call): Attempt {
	checkApp(call);
	const found = log.find(({ delivery }) => String(delivery.id) === call.params['id']);
	if (!found) throw notFound();
	return found;
}

export function addDeliveryRoutes({ router }: Repository, webhooks: Webhooks): void {
	const path = '/app/hook/deliveries';
	router.on('GET', path, 'open', (call) => list(webhooks.log, call));
	router.on('GET', `${path}/:id`, 'open', (call) => {
		const { delivery, url, request, response } = find(webhooks.log, call);
		const sent = { headers: { ...request.headers }, payload: request.payload };
		return ok({ ...json(delivery), url, request: sent, response: { ...response, headers: { ...response.headers } } });
	});
	router.on('POST', `${path}/:id/attempts`, 'open', (call) => {
		webhooks.redeliver(find(webhooks.log, call));
		return { status: 202, body: {} };
	});
}
