import { digestOf, type EntryOf, type Ports, type ToolCall, type Verdict } from '../../core/index.ts';
import { declaredLines, isCredential } from '../../gate/index.ts';
import type { ShownChange, ShownDeclared, ShownScript } from '../../report/index.ts';
import { type DeliveryEvidence, deliveryEvidence, type WrittenDelivery } from './delivered-evidence.ts';
import { type Steering, steeringScripts } from './steering.ts';

/**
 * The files that a person must see to judge a call. The content that is shown and the digest that an approval covers come from the same
 * reading of a file.
 */
export interface Evidence {
	readonly scripts: readonly ShownScript[];
	/** The definitions of the scripts that the call would run by name. */
	readonly declared: readonly ShownDeclared[];
	readonly rewrites?: {
		readonly path: string;
		readonly sha256: string | null;
		/**
		 * How the call would change this file. Undefined for a secret file, or if it cannot be computed. Then the person sees only the
		 * arguments.
		 */
		readonly change?: ShownChange;
	};
	readonly delivers?: DeliveryEvidence;
	/** Other files that this run changed and that programs of the call may read. */
	readonly others?: readonly string[];
}

/** The input for choosing the files that a person must see. */
export interface Looking {
	readonly executes: readonly string[];
	readonly verdict: Pick<Verdict, 'effects' | 'matches'>;
	/** The delivery of the call. */
	readonly delivery?: WrittenDelivery;
	/** Files that this run wrote, and that programs of the call would read as settings. */
	readonly steering?: Steering;
}

/** Reads the files that a call would execute, rewrite or deliver. */
export function evidenceOf(call: ToolCall, { executes, verdict, delivery, steering }: Looking, ports: Ports): Evidence {
	const scripts = [...scriptsAt(executes, ports), ...steeringAt(executes, steering, ports)];
	if (delivery !== undefined)
		return { scripts, declared: [], delivers: deliveryEvidence(delivery, verdict, ports.redactor) };
	const others = steering === undefined ? {} : { others: steering.others };
	return { scripts, declared: declaredBy(call, scripts, ports), ...rewriteBy(call, ports), ...others };
}

function steeringAt(already: readonly string[], steering: Steering | undefined, ports: Ports): readonly ShownScript[] {
	return steering === undefined ? [] : steeringScripts(steering, already, ports);
}

/**
 * Returns the definitions of the scripts that a call runs by name. Only definitions in files that the approval covers and that may be
 * shown.
 */
function declaredBy(call: ToolCall, scripts: readonly ShownScript[], { workspace }: Ports): readonly ShownDeclared[] {
	const shown = new Set(scripts.flatMap(({ path, isSecret }) => (isSecret ? [] : [path])));
	if (shown.size === 0) return [];
	return declaredLines(call, workspace.facts).filter(({ path }) => shown.has(path));
}

function rewriteBy(call: ToolCall, ports: Ports): Pick<Evidence, 'rewrites'> {
	const rewrite = ports.toolbox.rewrite?.(call);
	if (rewrite === undefined) return {};
	const { path, determined } = rewrite;
	const file = ports.workspace.contentOf(path);
	const isShown = file === null || (file.text !== undefined && !isSecret(path, file.text, ports));
	const after = isShown ? rewrite.after(file?.text) : undefined;
	const change = after === undefined ? {} : { change: { path, before: file?.text, after, determined } };
	return { rewrites: { path, sha256: file?.sha256 ?? null, ...change } };
}

type LookedAt = Pick<EntryOf<'tool_attempt'>, 'executes' | 'rewrites' | 'delivers'>;

/** Returns the part of the evidence that the journal keeps. */
export function lookedAt({ scripts, rewrites, delivers }: Evidence): LookedAt {
	return {
		executes: scripts.map(({ path, file, steers }) => ({
			...{ path, hash: file?.sha256 ?? null },
			...(steers !== undefined && { steers: true as const }),
		})),
		...(rewrites === undefined ? {} : { rewrites: { path: rewrites.path, hash: rewrites.sha256 } }),
		...(delivers === undefined ? {} : { delivers: delivers.digest }),
	};
}

/** Returns whether the files are the same as when the call was judged. */
export function isAsJudged(evidence: Evidence, attempt: EntryOf<'tool_attempt'>): boolean {
	const { executes = [], rewrites, delivers } = attempt;
	const judged = {
		executes,
		...(rewrites === undefined ? {} : { rewrites }),
		...(delivers === undefined ? {} : { delivers }),
	};
	return digestOf({ ...lookedAt(evidence) }) === digestOf(judged);
}

/**
 * Returns whether all files that the call would execute can be shown to a person. A text that is too long for us to read is also too long
 * for a person. For a secret file, a long settings file or a binary file, the hash is enough.
 */
export function canBeShown({ scripts }: Evidence): boolean {
	return scripts.every(
		({ file, isSecret, isLong }) => isSecret || isLong || file?.isText !== true || file.text !== undefined,
	);
}

/** Reads the files that a call would execute. */
export function scriptsAt(paths: readonly string[], ports: Ports): readonly ShownScript[] {
	const { workspace } = ports;
	return paths.map((path) => {
		const file = workspace.contentOf(path);
		const isNew = file !== null && workspace.facts.changedInRun(path);
		return { path, file, isNew, isSecret: isSecret(path, file?.text ?? '', ports) };
	});
}

/**
 * Returns whether a file must stay hidden, because a comment is as public as the thread. It checks the text, the name as written, and the
 * real path after following links.
 */
function isSecret(path: string, text: string, { workspace, redactor }: Ports): boolean {
	const real = workspace.facts.realPath(path) ?? path;
	return isCredential(path) || isCredential(real) || /(^|\/)\.git\//.test(real) || redactor.holdsSecret(text);
}
