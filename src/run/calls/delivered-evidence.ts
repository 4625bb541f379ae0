import {
	type DeliveredFile,
	type Delivery,
	describeEffect,
	type FileState,
	isBulkClass,
	type Redactor,
	sha256,
	type Verdict,
} from '../../core/index.ts';
import { isCredential, lockfileChanges, utf8Text } from '../../gate/index.ts';
import type { FileWriter, ShownDelivered, ShownDelivery, ShownState } from '../../report/index.ts';
import { manifestDigest } from '../open/checkpoint.ts';

/** The parts of a delivery that a person must see, and the digest of the whole delivery. */
export interface DeliveryEvidence extends ShownDelivery {
	readonly digest: string;
}

/** A delivery, and who wrote its files. */
export interface WrittenDelivery extends Delivery {
	readonly writtenBy?: (path: string) => FileWriter;
}

/**
 * Returns the files of a delivery for which a rule requires approval. A rule can name a file's class or its path. The result has each
 * file's content in the base commit and after the delivery.
 */
export function deliveryEvidence(
	{ manifest, files, writtenBy }: WrittenDelivery,
	verdict: Pick<Verdict, 'effects' | 'matches'>,
	redactor: Redactor,
): DeliveryEvidence {
	const paths = askedPaths(verdict);
	const bulk = bulkPaths(verdict);
	const asked = files.filter(({ path }) => paths.has(path));
	return {
		digest: manifestDigest(manifest),
		files: asked.map((file) => ({
			...shownFile(file, redactor),
			...(bulk.has(file.path) && { isBulk: true as const }),
			...(writtenBy && { writtenBy: writtenBy(file.path) }),
		})),
		others: files.length - asked.length,
	};
}

/** Returns all files of a delivery, for the run's audit files. */
export function shownFiles({ files }: Delivery, redactor: Redactor): readonly ShownDelivered[] {
	return files.map((file) => shownFile(file, redactor));
}

/**
 * Returns the paths that rules ask about. It finds them by the last words of each match's evidence, which describe the effect. The result
 * may contain extra paths, which does no harm.
 */
export function askedPaths({ effects, matches }: Pick<Verdict, 'effects' | 'matches'>): ReadonlySet<string> {
	const asking = matches.filter(({ decision }) => decision === 'confirm').map(({ evidence }) => evidence);
	const delivered = effects.flatMap((effect) => (effect.kind === 'deliver' ? [effect] : []));
	const asked = delivered.filter((effect) => {
		const words = describeEffect(effect);
		return asking.some((evidence) => evidence.endsWith(`: ${words}`));
	});
	return new Set(asked.map(({ path }) => path));
}

/**
 * Returns the files whose only classes say that they are too long or too many to read, or that they are generated. A file with another
 * class must be shown completely, so the result does not contain it.
 */
function bulkPaths({ effects }: Pick<Verdict, 'effects'>): ReadonlySet<string> {
	const delivered = effects.flatMap((effect) => (effect.kind === 'deliver' ? [effect] : []));
	const others = new Set(delivered.flatMap(({ path, what }) => (isBulkClass[what] ? [] : [path])));
	return new Set(delivered.flatMap(({ path }) => (others.has(path) ? [] : [path])));
}

function shownFile(file: DeliveredFile, redactor: Redactor): ShownDelivered {
	const { path } = file;
	const [before, after] = [shownState(file.before), shownState(file.after)];
	const lock = lockfileChanges(file);
	return {
		path,
		...(before !== undefined && { before }),
		...(after !== undefined && { after }),
		isSecret: isSecretFile({ path, texts: [before?.text, after?.text] }, redactor),
		...(lock !== undefined && { lock }),
	};
}

function shownState(state: FileState | undefined): ShownState | undefined {
	if (state === undefined) return undefined;
	const text = utf8Text(state.bytes);
	return {
		mode: state.mode,
		size: state.bytes.length,
		sha256: sha256(state.bytes),
		...(text !== undefined && { text }),
	};
}

/** Signs of authentication data in a settings file. */
const authenticates = /auth|passw|token|secret|cert|key|:\/\/[^\s/]*@/i;

/**
 * Returns whether a file must stay hidden, because a comment is as public as the thread. A file with a credential's name is usually hidden.
 * Exception: a settings file of a package manager or a shell is shown if no part of it looks like a credential. In such a file, a person
 * must see where packages come from and what runs.
 */
export function isSecretFile(
	{ path, texts }: { readonly path: string; readonly texts: readonly (string | undefined)[] },
	redactor: Redactor,
): boolean {
	const all = texts.map((text) => text ?? '');
	if (all.some((text) => redactor.holdsSecret(text))) return true;
	return (
		isCredential(path) &&
		!(/(^|\/)\.(npmrc|yarnrc\.yml|envrc)$/i.test(path) && !all.some((one) => authenticates.test(one)))
	);
}
