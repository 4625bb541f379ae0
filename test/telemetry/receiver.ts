import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Value = { readonly stringValue?: string; readonly intValue?: number | string; readonly boolValue?: boolean };

/** A span in the JSON of OTLP. */
export interface ReceivedSpan {
	readonly traceId: string;
	readonly spanId: string;
	readonly parentSpanId?: string;
	readonly name: string;
	readonly attributes: readonly { readonly key: string; readonly value: Value }[];
	readonly events: readonly { readonly name: string }[];
	readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
	readonly status: { readonly code?: number };
}

interface Body {
	readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[] }[];
}

/** An OTLP receiver over HTTP: it stores the spans, never answers, or never ends its answer. */
export async function startReceiver(manner: 'answers' | 'hangs' | 'drips' | 'refuses' = 'answers') {
	const requests: { readonly url: string; readonly headers: string; readonly body: string }[] = [];
	const server = createServer((request, response) => {
		let body = '';
		request.on('data', (part: Buffer) => {
			body += part.toString();
		});
		request.on('end', () => {
			requests.push({ url: request.url ?? '', headers: JSON.stringify(request.rawHeaders), body });
			if (manner === 'drips') drip(response);
			else if (manner !== 'hangs') response.writeHead(manner === 'answers' ? 200 : 400).end('{}');
		});
	});
	await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		spans: (): readonly ReceivedSpan[] =>
			requests
				.flatMap(({ body }) => (JSON.parse(body) as Body).resourceSpans)
				.flatMap(({ scopeSpans }) => scopeSpans)
				.flatMap(({ spans }) => spans),
		[Symbol.asyncDispose]: async (): Promise<void> => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
}

function drip(response: ServerResponse): void {
	response.writeHead(200);
	const timer = setInterval(() => response.write(' '), 200);
	response.on('close', () => clearInterval(timer));
}

/** The value of a span's attribute, as text. */
export function attribute({ attributes }: ReceivedSpan, name: string): string | undefined {
	const value = attributes.find(({ key }) => key === name)?.value;
	const [first] = Object.values(value ?? {});
	return first === undefined ? undefined : String(first);
}
