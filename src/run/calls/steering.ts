import {
	type DeliveredFile,
	deliveredClasses,
	type Ports,
	runsPrograms,
	steersPrograms,
	type Verdict,
} from '../../core/index.ts';
import { type DeliverEffect, deliverEffects, isCredential, isDelivering } from '../../gate/index.ts';
import type { ShownScript } from '../../report/index.ts';
import type { Stage } from '../stage.ts';
import { modeOf } from '../state/pull-state.ts';
import { isSecretFile } from './delivered-evidence.ts';
import { provenWalls } from './walls.ts';

/** Files that this run wrote and that would change how the programs of a call behave. */
export interface Steering {
	/** The files that change what programs do, in order. */
	readonly files: readonly SteeringFile[];
	/** The other files that the run changed. */
	readonly others: readonly string[];
}

interface SteeringFile {
	readonly file: DeliveredFile;
	/** How programs use the file. */
	readonly as: string;
}

/**
 * How many characters of such files one request shows. For the remaining files it shows only the digest, so a long file does not prevent
 * the request.
 */
const mostShown = 60_000;

/**
 * Returns the files to show with a call that runs programs in mode `contained`. The run's earlier calls wrote these files, and no person
 * has seen them. Undefined for other calls and modes.
 */
export async function steeringOf(
	tool: string,
	verdict: Pick<Verdict, 'effects'>,
	{ state, ports }: Stage,
): Promise<Steering | undefined> {
	const isContained = modeOf(state) === 'contained' && provenWalls(state).walls !== undefined;
	if (!isContained || isDelivering(tool) || !runsPrograms(verdict.effects)) return undefined;
	// Files from a pull request's head are included too.
	const { files, tracked } = await ports.workspace.delivery([]);
	const effects = deliverEffects(files, tracked).filter(({ what }) => steersPrograms[what]);
	const reasons = new Map(files.map(({ path }) => [path, effects.filter((one) => one.path === path).map(wordsOf)]));
	const isSteering = ({ path }: DeliveredFile): boolean => (reasons.get(path) ?? []).length > 0;
	return {
		files: files.filter(isSteering).map((file) => ({ file, as: (reasons.get(file.path) ?? []).join('; ') })),
		others: files.filter((file) => !isSteering(file)).map(({ path }) => path),
	};
}

function wordsOf({ what, detail }: DeliverEffect): string {
	const words = deliveredClasses[what];
	return detail === undefined ? words : `${words}, ${detail}`;
}

/** Returns the files for the request, without those that it already shows as scripts of the call. */
export function steeringScripts(
	{ files }: Steering,
	already: readonly string[],
	ports: Pick<Ports, 'workspace' | 'redactor'>,
): readonly ShownScript[] {
	let left = mostShown;
	return files.flatMap(({ file, as }) => {
		const { path } = file;
		if (already.includes(path)) return [];
		const content = ports.workspace.contentOf(path);
		const length = content?.text?.length ?? (content?.isText === true ? mostShown : 0);
		const isLong = length > left;
		if (!isLong) left -= length;
		const isSecret = isSecretFile({ path, texts: [content?.text] }, ports.redactor) || leadsToSecret(file, ports);
		return [{ path, file: content, isNew: content !== null, isSecret, steers: as, ...(isLong && { isLong }) }];
	});
}

/** Returns whether a file is a link to a secret. The name of the link does not show this. */
function leadsToSecret({ path, after }: DeliveredFile, { workspace }: Pick<Ports, 'workspace'>): boolean {
	if (after?.mode !== '120000') return false;
	const real = workspace.facts.realPath(path) ?? path;
	return isCredential(real) || /(^|\/)\.git\//.test(real);
}
