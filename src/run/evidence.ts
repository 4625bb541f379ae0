import { digestOf, type EntryOf, type Ports, type ToolCall, type Verdict } from '../core/index.ts';
import { declaredLines, isCredential } from '../gate/index.ts';
import type { ShownChange, ShownDeclared, ShownScript } from '../report/index.ts';
import { type DeliveryEvidence, deliveryEvidence, type WrittenDelivery } from './delivered-evidence.ts';
import { type Steering, steeringScripts } from './steering.ts';

/** What a person must see of the disk to judge a call, each file read once: what is shown is what a signature is bound to. */
export interface Evidence {
	readonly scripts: readonly ShownScript[];
	/** What stands behind the names of scripts that it would run. */
	readonly declared: readonly ShownDeclared[];
	readonly rewrites?: {
		readonly path: string;
		readonly sha256: string | null;
		/** Undefined where no difference can be told: the arguments must do. */
		readonly change?: ShownChange;
	};
	readonly delivers?: DeliveryEvidence;
	/** The other files that this run changed, where programs of the call may read them. */
	readonly others?: readonly string[];
}

/** What decides which files a person must see. */
export interface Looking {
	readonly executes: readonly string[];
	readonly verdict: Pick<Verdict, 'effects' | 'matches'>;
	/** What the call would deliver. */
	readonly delivery?: WrittenDelivery;
	/** What this run wrote that programs of the call would obey. */
	readonly steering?: Steering;
}

/** Looks at the files that a call would execute, at the one that it would rewrite, and at those that it would deliver. */
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

/** Only of files that the call is held to, and that may be shown. */
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

/** What the journal keeps of it. */
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

/** Whether the files are those that were judged. */
export function isAsJudged(evidence: Evidence, attempt: EntryOf<'tool_attempt'>): boolean {
	const { executes = [], rewrites, delivers } = attempt;
	const judged = {
		executes,
		...(rewrites === undefined ? {} : { rewrites }),
		...(delivers === undefined ? {} : { delivers }),
	};
	return digestOf({ ...lookedAt(evidence) }) === digestOf(judged);
}

/** A text that is too long to be read by us is too long for a person; of a file that is no text its hash must do. */
export function canBeShown({ scripts }: Evidence): boolean {
	return scripts.every(
		({ file, isSecret, isLong }) => isSecret || isLong || file?.isText !== true || file.text !== undefined,
	);
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
