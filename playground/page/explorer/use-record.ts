import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Head } from '../../../src/journal/chain.ts';
import { type OpenRun, openRun } from './open-run.ts';
import type { PickedFile } from './picked-file.ts';
import type { ContentsCheck } from './read-record.ts';
import { type RecordMessage, whyOf } from './record-messages.ts';
import { createWorkerReading, type RecordEvents } from './worker-reading.ts';

/** What the page knows about a record that a visitor chose. */
export type RecordState =
	| { readonly kind: 'none' }
	| { readonly kind: 'reading'; readonly read: number; readonly bytes: number | undefined }
	| { readonly kind: 'failed'; readonly why: string }
	| { readonly kind: 'open'; readonly run: OpenRun; readonly contents: ContentsCheck | undefined };

/** Returns the files. It is called again if the visitor gives another head. */
export type Picking = () => Promise<readonly PickedFile[]>;

export interface RecordHandle {
	readonly state: RecordState;
	readonly open: (pick: Picking, head?: Head) => void;
	readonly close: () => void;
}

/** Reads one record, compares its contents, and forgets it on request. A new record stops the reading of the previous one. */
export function useRecord(): RecordHandle {
	const [state, setState] = useState<RecordState>({ kind: 'none' });
	const reading = useRef<AbortController>(undefined);
	useEffect(() => () => reading.current?.abort(), []);
	const close = useCallback(() => {
		reading.current?.abort();
		setState({ kind: 'none' });
	}, []);
	const open = useCallback((pick: Picking, head?: Head) => {
		reading.current?.abort();
		const control = new AbortController();
		reading.current = control;
		const show = (next: RecordState): void => {
			if (!control.signal.aborted) setState(next);
		};
		readAll(pick, { show, signal: control.signal, head }).catch((thrown) =>
			show({ kind: 'failed', why: whyOf(thrown) }),
		);
	}, []);
	return { state, open, close };
}

interface Showing {
	readonly show: (state: RecordState) => void;
	readonly signal: AbortSignal;
	readonly head: Head | undefined;
}

async function readAll(pick: Picking, { show, signal, head }: Showing): Promise<void> {
	show({ kind: 'reading', read: 0, bytes: undefined });
	const { read, contents } = createWorkerReading(startWorker);
	const tell = (done: number, bytes: number | undefined): void => show({ kind: 'reading', read: done, bytes });
	const run = await openRun(await pick(), { tell, signal, head }, read);
	show({ kind: 'open', run, contents: undefined });
	show({ kind: 'open', run, contents: await contents });
}

function startWorker({ told, broken }: RecordEvents): Worker {
	const worker = new Worker('record-worker.js', { type: 'module' });
	worker.onmessage = ({ data }: MessageEvent<RecordMessage>) => told(data);
	worker.onerror = ({ message }) => broken(message || 'its worker cannot be loaded');
	return worker;
}
