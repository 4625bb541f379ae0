import type { RecordedExchange } from '../../rehearsal/github/recording.ts';
import { accepted as everyAccepted } from './accepted.ts';
import { readDescription } from './description.ts';
import { type Accepted, type Deviation, type Settled, settle } from './deviation.ts';
import { EventJudge } from './event-deviations.ts';
import { type CommonAnswers, ExchangeJudge, nameOf } from './exchange-deviations.ts';
import type { Documents } from './fetch-descriptions.ts';
import { otherProtocols, protocolOf } from './other-protocols.ts';
import { type Grant, type NamedExchange, permissionDeviations } from './permission-deviations.ts';
import type { Traffic } from './read-recording.ts';

/** The API version that the product names in its requests, and the newest version. */
const ownVersion = '2022-11-28';
const newestVersion = '2026-03-10';

const error = { $ref: '#/components/schemas/basic-error' };

/** GitHub, Troubleshooting the REST API: any operation may answer with these, and most descriptions leave them out. */
const common: CommonAnswers = new Map([301, 307, 401, 403, 404, 410, 422, 429].map((status) => [status, error]));

/** The result of the check, with the counts for its report. */
export interface Judgement extends Settled {
	readonly requests: number;
	readonly operations: number;
	readonly events: number;
	readonly answersByTests: number;
	readonly otherProtocols: readonly (readonly [name: string, requests: number])[];
}

/** Compares the requests with a later version or an Enterprise Server. Returns what works now and would not work there. */
function elsewhere(
	judge: ExchangeJudge,
	edition: string,
	exchanges: readonly RecordedExchange[],
): readonly Deviation[] {
	return exchanges
		.flatMap((exchange) => judge.request(exchange))
		.map(({ where, what }) => ({ kind: 'other edition', where: `${edition}: ${where}`, what }));
}

function editionDeviations(documents: Documents, exchanges: readonly RecordedExchange[]): readonly Deviation[] {
	const editions = [
		[newestVersion, documents.github, newestVersion],
		['Enterprise Server 3.17', documents.oldestServer, ownVersion],
		['Enterprise Server 3.19', documents.newestServer, ownVersion],
	] as const;
	return editions.flatMap(([edition, document, version]) =>
		elsewhere(new ExchangeJudge(readDescription(document, version), common), edition, exchanges),
	);
}

function versionDeviations(exchanges: readonly RecordedExchange[]): readonly Deviation[] {
	return exchanges
		.filter(({ apiVersion }) => apiVersion !== null && apiVersion !== ownVersion)
		.map(({ method, path, apiVersion }) => ({
			kind: 'parameter',
			where: `${method} ${path}`,
			what: `asks for version ${apiVersion}, and is held against ${ownVersion}`,
		}));
}

/** Compares the requests and events of the end-to-end tests with GitHub's descriptions and permissions. */
export function judgeTraffic(
	{ exchanges, events }: Traffic,
	{ documents, grants }: { readonly documents: Documents; readonly grants: readonly Grant[] },
	accepted: readonly Accepted[] = everyAccepted,
): Judgement {
	const described = exchanges.filter((exchange) => protocolOf(exchange) === undefined);
	const judge = new ExchangeJudge(readDescription(documents.github, ownVersion), common);
	const eventJudge = new EventJudge(documents.webhooks);
	const named: NamedExchange[] = described.flatMap((exchange) => {
		const operation = judge.operation(exchange);
		return operation ? [{ operation: nameOf(operation), exchange }] : [];
	});
	const deviations = [
		...described.flatMap((exchange) => [...judge.request(exchange), ...judge.answer(exchange)]),
		...versionDeviations(described),
		...editionDeviations(documents, described),
		...events.flatMap((event) => eventJudge.deviations(event)),
		...permissionDeviations(grants, named),
	];
	return {
		...settle(deviations, accepted),
		requests: described.length,
		operations: new Set(named.map(({ operation }) => operation)).size,
		events: events.length,
		answersByTests: described.filter(({ byTest }) => byTest).length,
		otherProtocols: otherProtocols.map(
			(protocol) => [protocol.name, exchanges.filter((one) => protocolOf(one) === protocol).length] as const,
		),
	};
}
