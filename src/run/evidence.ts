import { digestOf, type EntryOf, type Ports, type ToolCall } from '../core/index.ts';
import { isCredential } from '../gate/index.ts';
import type { ShownChange, ShownScript } from '../report/index.ts';

/** What a person must see of the disk to judge a call, each file read once: what is shown is what a signature is bound to. */
export interface Evidence {
	readonly scripts: readonly ShownScript[];
	readonly rewrites?: {
		readonly path: string;
		readonly sha256: string | null;
		/** Undefined where no difference can be told: the arguments must do. */
		readonly change?: ShownChange;
	};
}

/** Looks at the files that a call would execute, and at the one that it would rewrite. */
export function evidenceOf(call: ToolCall, executes: readonly string[], ports: Ports): Evidence {
	const scripts = scriptsAt(executes, ports);
	const rewrite = ports.toolbox.rewrite?.(call);
	if (rewrite === undefined) return { scripts };
	const { path, determined } = rewrite;
	const file = ports.workspace.contentOf(path);
	const isShown = file === null || (file.text !== undefined && !isSecret(path, file.text, ports));
	const after = isShown ? rewrite.after(file?.text) : undefined;
	const change = after === undefined ? {} : { change: { path, before: file?.text, after, determined } };
	return { scripts, rewrites: { path, sha256: file?.sha256 ?? null, ...change } };
}

/** What the journal keeps of it. */
export function lookedAt({ scripts, rewrites }: Evidence): Pick<EntryOf<'tool_attempt'>, 'executes' | 'rewrites'> {
	return {
		executes: scripts.map(({ path, file }) => ({ path, hash: file?.sha256 ?? null })),
		...(rewrites === undefined ? {} : { rewrites: { path: rewrites.path, hash: rewrites.sha256 } }),
	};
}

/** Whether the files are those that were judged. */
export function isAsJudged(evidence: Evidence, { executes = [], rewrites }: EntryOf<'tool_attempt'>): boolean {
	const judged = { executes, ...(rewrites === undefined ? {} : { rewrites }) };
	return digestOf({ ...lookedAt(evidence) }) === digestOf(judged);
}

/** A text that is too long to be read by us is too long for a person; of a file that is no text its hash must do. */
export function canBeShown({ scripts }: Evidence): boolean {
	return scripts.every(({ file, isSecret }) => isSecret || file?.isText !== true || file.text !== undefined);
}

/** Files that a call would execute. */
export function scriptsAt(paths: readonly string[], ports: Ports): readonly ShownScript[] {
	const { workspace } = ports;
	return paths.map((path) => {
		const file = workspace.contentOf(path);
		const isNew = file !== null && workspace.facts.changedInRun(path);
		return { path, file, isNew, isSecret: isSecret(path, file?.text ?? '', ports) };
	});
}

/** A comment is as public as the thread. The name is judged as it is written and as links lead. */
function isSecret(path: string, text: string, { workspace, redactor }: Ports): boolean {
	const real = workspace.facts.realPath(path) ?? path;
	return isCredential(path) || isCredential(real) || /(^|\/)\.git\//.test(real) || redactor.holdsSecret(text);
}
