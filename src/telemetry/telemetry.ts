import type { Journal } from '../journal/index.ts';

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

/**
 * Opens telemetry if the environment names a receiver. The code is loaded with the first run, because most jobs do not need it. Never
 * throws. Problems are reported as warnings.
 */
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

/** The receiver's credentials in the environment. They are `name=value` pairs, separated by commas and percent-encoded. */
export function telemetrySecrets(env: NodeJS.ProcessEnv): readonly string[] {
	const headers = [env['OTEL_EXPORTER_OTLP_HEADERS'], env['OTEL_EXPORTER_OTLP_TRACES_HEADERS']].join(',').split(',');
	const values = headers.map((header) => header.slice(header.indexOf('=') + 1).trim());
	// In `Bearer abc`, the word after the scheme is the secret.
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

/** Whether a secret is long enough. A shorter one would remove ordinary words from texts. */
function isLongEnough({ length }: string): boolean {
	return length >= 8;
}
