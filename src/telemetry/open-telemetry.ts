import { type Context, type Link, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { ATTR_SERVICE_NAME, ATTR_SERVICE_VERSION } from '@opentelemetry/semantic-conventions';
import { eventsOf, type Journal, subscribeToEvents } from '../journal/index.ts';
import { type Attributes, type Span, traceIdOf } from './span.ts';
import { Spans } from './spans.ts';

/** The receiver for spans of runs. */
export interface Telemetry {
	/** Follows a run from its first entry on. Spans are sent when they end. */
	watch(journal: Journal): Promise<void>;
	/** Sends the remaining spans. Waits at most two seconds. */
	close(): Promise<void>;
}

export interface TelemetryOptions {
	readonly program: string;
	/** Called once if spans cannot be sent. */
	readonly warn: (text: string) => void;
	/** Removes secrets from every text of a span. */
	readonly redact: (text: string) => string;
}

/** The longest time that a job waits for the receiver at its end, in milliseconds. */
const patience = 2000;

/**
 * Sends spans to a receiver of OTLP over HTTP, in JSON. The exporter itself reads address and headers from the environment, as
 * OpenTelemetry describes. A failure is reported once and has no other effect.
 */
export function openTelemetry({ program, warn, redact }: TelemetryOptions): Telemetry {
	let next = { trace: '', span: '' };
	const tell = once(warn);
	const provider = new TracerProvider({
		resource: resourceFromAttributes({ [ATTR_SERVICE_NAME]: 'countersign', [ATTR_SERVICE_VERSION]: program }).merge(
			detectResources({ detectors: [envDetector] }),
		),
		idGenerator: { generateTraceId: () => next.trace, generateSpanId: () => next.span },
		spanProcessors: [new BatchSpanProcessor({ exporter: telling(tell), exportTimeoutMillis: patience })],
	});
	const tracer = provider.getTracer('countersign', program);
	const send = (span: Span, run: string): void => {
		next = { trace: traceIdOf(run), span: span.id };
		const { name, kind, start, end, failed, attributes, events } = cleanSpan(span, redact);
		const sent = tracer.startSpan(
			name,
			{
				kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL,
				startTime: new Date(start),
				attributes: { ...attributes },
				links: span.after === undefined ? [] : [linkTo(span.after, run)],
			},
			contextOf(span, run),
		);
		for (const { name, at, attributes } of events) sent.addEvent(name, { ...attributes }, new Date(at));
		if (failed) sent.setStatus({ code: SpanStatusCode.ERROR });
		sent.end(new Date(end));
	};
	const open: (() => void)[] = [];
	return {
		watch: async (journal) => void open.push(watching(journal, send)),
		close: async () => {
			for (const end of open.splice(0)) end();
			// The exporter's own timeout ends only a connection that is silent. This limit also ends an answer that goes on forever.
			if (!(await within(patience, provider.shutdown()))) tell('the receiver does not come to an end');
		},
	};
}

function cleanSpan(span: Span, redact: (text: string) => string): Span {
	const events = span.events.map((event) => ({ ...event, attributes: cleanAttributes(event.attributes, redact) }));
	return { ...span, name: redact(span.name), attributes: cleanAttributes(span.attributes, redact), events };
}

function cleanAttributes(attributes: Attributes, redact: (text: string) => string): Attributes {
	const clean = Object.entries(attributes).map(([name, value]) => {
		if (Array.isArray(value)) return [name, value.map(redact)] as const;
		return [name, typeof value === 'string' ? redact(value) : value] as const;
	});
	return Object.fromEntries(clean);
}

/** Watches a journal. Spans that ended before this process are not sent, because the earlier process sent them. */
function watching(journal: Journal, send: (span: Span, run: string) => void): () => void {
	const spans = new Spans();
	for (const entry of journal.entries()) for (const event of eventsOf(entry)) spans.take(event, entry);
	subscribeToEvents(journal, (event, entry) => {
		for (const span of spans.take(event, entry)) send(span, spans.run);
	});
	return () => {
		for (const span of spans.close()) send(span, spans.run);
	};
}

function contextOf({ parent }: Span, run: string): Context {
	return parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, spanContext(parent, run));
}

function linkTo(span: string, run: string): Link {
	return { context: spanContext(span, run) };
}

function spanContext(spanId: string, run: string): Link['context'] {
	return { traceId: traceIdOf(run), spanId, traceFlags: TraceFlags.SAMPLED };
}

/** Returns a function that reports only the first problem. */
function once(warn: (text: string) => void): (why: string) => void {
	let told = false;
	return (why) => {
		if (!told) warn(`Spans could not be sent: ${why}. The run is not concerned.`);
		told = true;
	};
}

function telling(tell: (why: string) => void): SpanExporter {
	const exporter = new OTLPTraceExporter({ timeoutMillis: patience });
	return {
		export: (spans, done) =>
			exporter.export(spans, (result) => {
				if (result.error !== undefined) tell(result.error.message);
				done(result);
			}),
		shutdown: () => exporter.shutdown(),
	};
}

/** Whether the work ended in that time. The exporter's failures are reported elsewhere. */
async function within(milliseconds: number, work: Promise<void>): Promise<boolean> {
	const { promise, resolve } = Promise.withResolvers<boolean>();
	const timer = setTimeout(resolve, milliseconds, false);
	const ended = work.then(
		() => true,
		() => true,
	);
	const isOver = await Promise.race([promise, ended]);
	clearTimeout(timer);
	return isOver;
}
