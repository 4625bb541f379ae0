import type { Telemetry, TelemetryOptions } from './open-telemetry.ts';

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
