import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedEvent, RecordedExchange } from '../../rehearsal/github/recording.ts';

/** The requests and events of all stand-ins in a test run. */
export interface Traffic {
	readonly files: number;
	readonly exchanges: readonly RecordedExchange[];
	readonly events: readonly RecordedEvent[];
}

/** Reads the files that a test run wrote to `TRAFFIC_FOLDER`. @throws if the folder is missing. */
export function readRecording(folder: string): Traffic {
	const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
	const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
	const records = lines.filter(Boolean).map((line) => JSON.parse(line) as RecordedExchange | RecordedEvent);
	return {
		files: files.length,
		exchanges: records.filter((record) => record.kind === 'exchange'),
		events: records.filter((record) => record.kind === 'event'),
	};
}
