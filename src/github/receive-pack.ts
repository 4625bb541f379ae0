import type { Post } from './git-door.ts';
import { flush, lineAt, packetLine } from './packet-lines.ts';

/** A ref to be moved from one commit to another; all zeros where there is none yet. */
export interface RefUpdate {
	readonly ref: string;
	readonly from: string;
	readonly to: string;
	readonly pack: Uint8Array;
}

/** What git said of it; `unreachable` where nobody knows whether it was done. */
export type Pushed = { readonly kind: 'moved' } | { readonly kind: 'refused' | 'unreachable'; readonly why: string };

/** Moves one ref together with the objects that it needs, in one request. */
export type Push = (update: RefUpdate) => Promise<Pushed>;

export const noCommit = '0'.repeat(40);

/** The server compares the ref with `from`, and takes nothing where it is another. */
export function pushBy(post: Post): Push {
	return async (update) => {
		const { ref, from, to, pack } = update;
		const command = packetLine(`${from} ${to} ${ref}\0report-status agent=countersign\n`);
		try {
			return reportOf(await post('git-receive-pack', Buffer.concat([command, flush, pack])), ref);
		} catch (error) {
			return { kind: 'unreachable', why: error instanceof Error ? error.message : String(error) };
		}
	};
}

/** Whether the server unpacked the objects and moved the ref: both lines, or it did not. */
function reportOf(answer: Buffer, ref: string): Pushed {
	const lines = linesOf(answer);
	if (lines.includes('unpack ok') && lines.includes(`ok ${ref}`)) return { kind: 'moved' };
	const said = lines.find((one) => one.startsWith(`ng ${ref} `)) ?? lines.find((one) => one.startsWith('unpack '));
	return said === undefined
		? { kind: 'unreachable', why: 'it gave no report' }
		: { kind: 'refused', why: said.slice(0, 200) };
}

function linesOf(answer: Buffer): readonly string[] {
	const lines: string[] = [];
	for (let line = lineAt(answer, 0); line?.text !== undefined; line = lineAt(answer, line.next)) lines.push(line.text);
	return lines;
}
