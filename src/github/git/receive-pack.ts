import { flush, GitRefusal, lineAt, type Post, packetLine } from './packet-lines.ts';

/** A ref to move from one commit to another. `from` is all zeros if the ref does not exist yet. */
export interface RefUpdate {
	readonly ref: string;
	readonly from: string;
	readonly to: string;
}

/** The result of a push. `unreachable`: the push may or may not have happened. `shut`: this server accepts no pushes. */
export type Pushed =
	| { readonly kind: 'moved' }
	| { readonly kind: 'refused' | 'unreachable' | 'shut'; readonly why: string };

/** Moves refs in one request, and sends the objects that they need. All refs are moved, or none. */
export type Push = (updates: readonly RefUpdate[], pack: Uint8Array) => Promise<Pushed>;

export const noCommit = '0'.repeat(40);

/** Returns a function that pushes over `post`. The server compares each ref with `from`, and changes nothing if one of them differs. */
export function pushBy(post: Post): Push {
	return async (updates, pack) => {
		const commands = updates.map(({ ref, from, to }, index) =>
			packetLine(`${from} ${to} ${ref}${index === 0 ? '\0report-status atomic agent=countersign' : ''}\n`),
		);
		const refs = updates.map(({ ref }) => ref);
		try {
			return reportOf(await post('git-receive-pack', Buffer.concat([...commands, flush, pack])), refs);
		} catch (error) {
			if (error instanceof GitRefusal) return { kind: 'shut', why: error.message };
			return { kind: 'unreachable', why: error instanceof Error ? error.message : String(error) };
		}
	};
}

/** Returns the result of a push, from the server's report. A push is `moved` if the server unpacked the objects and moved every ref. */
function reportOf(answer: Buffer, refs: readonly string[]): Pushed {
	const lines = linesOf(answer);
	if (lines.includes('unpack ok') && refs.every((ref) => lines.includes(`ok ${ref}`))) return { kind: 'moved' };
	const said = lines.find((one) => one.startsWith('ng ')) ?? lines.find((one) => one.startsWith('unpack '));
	return said === undefined
		? { kind: 'unreachable', why: 'it gave no report' }
		: { kind: 'refused', why: said.slice(0, 200) };
}

function linesOf(answer: Buffer): readonly string[] {
	const lines: string[] = [];
	for (let line = lineAt(answer, 0); line?.text !== undefined; line = lineAt(answer, line.next)) lines.push(line.text);
	return lines;
}
