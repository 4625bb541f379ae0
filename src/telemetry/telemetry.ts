import type { Journal } from '../journal/index.ts';

/** Where spans of runs go. */
export interface Telemetry {
	/** Follows a run from its first entry on; spans are sent as they end. */
	watch(journal: Journal): Promise<void>;
	/** Sends what is left, waiting two seconds at most. */
	close(): Promise<void>;
}

export interface TelemetryOptions {
	readonly program: string;
	/** Told once where spans cannot be sent. */
	readonly warn: (text: string) => void;
	/** Takes secrets out of every word of a span. */
	readonly redact: (text: string) => string;
}

/** Spans where the environment names a receiver. They are loaded with the first run, since most jobs have none. Never throws: what is wrong is told. */
export function telemetryFor(env: NodeJS.ProcessEnv, options: TelemetryOptions): Telemetry {
	const endpoint = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_ENDPOINT'];
	const isWanted = Boolean(endpoint) && !/^true$/i.test(env['OTEL_SDK_DISABLED'] ?? '');
	let opened: Telemetry | undefined;
	return {
		watch: async (journal) => {
			if (!isWanted) return;
			try {
				opened ??= (await import('./open-telemetry.ts')).openTelemetry(options);
				await opened.watch(journal);
			} catch (error) {
				options.warn(`Spans are not sent: ${error instanceof Error ? error.message : String(error)}`);
			}
		},
		close: async () => opened?.close(),
	};
}

/** Credentials for the receiver, as the environment spells them: `name=value` pairs with commas between, percent-encoded. */
export function telemetrySecrets(env: NodeJS.ProcessEnv): readonly string[] {
	const headers = [env['OTEL_EXPORTER_OTLP_HEADERS'], env['OTEL_EXPORTER_OTLP_TRACES_HEADERS']].join(',').split(',');
	const values = headers.map((header) => header.slice(header.indexOf('=') + 1).trim());
	// Of `Bearer abc` the word behind the scheme is the secret.
	return values
		.map(decoded)
		.flatMap((value) => [value, value.split(' ').at(-1) ?? ''])
		.filter(isLongEnough);
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** A shorter one would take ordinary words out of what is shown. */
function isLongEnough({ length }: string): boolean {
	return length >= 8;
}
