import { z } from 'zod';
import type { RunStore } from '../core/index.ts';
import { allNumbers, incompatibleMarker, incompatibleNotice, isRequestOf } from '../report/index.ts';
import type { JobForge } from './job-context.ts';

/** The part of a journal's first line that must be readable even if the journal cannot be replayed. */
const header = z.object({ request: z.object({ task: z.string() }) });

/** Writes one comment: another version created this run, these steps waited, and this is what to write now. The claims of the run stay. */
export async function tellIncompatible(
	run: string,
	{ store, forge }: { readonly store: Pick<RunStore, 'load'>; readonly forge: JobForge },
): Promise<void> {
	const checkpoint = await store.load(run);
	if (checkpoint === undefined) return;
	const { thread, status } = checkpoint.label;
	const requests = (await forge.comments(thread)).filter(({ mine, body }) => mine && isRequestOf(body, run));
	const numbers = status === 'waiting' ? allNumbers(requests.at(-1)?.body ?? '') : [];
	const pending = numbers.map((number) => `A${number}`);
	const notice = incompatibleNotice({ run, pending, task: taskIn(checkpoint.journal) });
	await forge.upsertComment(thread, incompatibleMarker(run), notice);
}

function taskIn(journal: Uint8Array): string | undefined {
	const [line = ''] = Buffer.from(journal).toString().split('\n', 1);
	const parsed = header.safeParse(jsonOrUndefined(line));
	return parsed.success ? parsed.data.request.task : undefined;
}

function jsonOrUndefined(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
