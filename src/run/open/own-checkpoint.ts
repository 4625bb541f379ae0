import type { Checkpoint, EntryOf } from '../../core/index.ts';
import { checkpointFault, parseEntries, verifyChain } from '../../journal/index.ts';
import { replay } from '../state/apply.ts';
import { manifestDigest } from './checkpoint.ts';

/** The run and repository that a checkpoint must belong to. */
export interface Owner {
	readonly run: string;
	readonly repository?: string;
}

/**
 * Refuses a checkpoint that contains parts of other runs, or whose parts do not match its journal. Returns the run's header. @throws
 * CountersignError `checkpoint-forged`, `checkpoint-truncated`, `checkpoint-foreign`
 */
export function requireOwnCheckpoint(
	{ journal, label, manifest }: Checkpoint,
	{ run, repository }: Owner,
): EntryOf<'run_started'> {
	const report = verifyChain(journal);
	if (report.kind === 'torn') throw checkpointFault('checkpoint-truncated', 'its journal ends in the middle of a line');
	if (report.kind === 'broken')
		throw checkpointFault('checkpoint-forged', `line ${report.line} of its journal does not hold: ${report.why}`);
	const { header, tree } = replay(parseEntries(journal));
	if (repository !== undefined && header?.repository !== repository)
		throw checkpointFault('checkpoint-foreign', `its journal is one of ${header?.repository ?? 'no repository'}`);
	if (header?.run !== run || label.run !== run || label.thread !== header.request.thread)
		throw checkpointFault('checkpoint-foreign', 'it belongs to another run');
	if (label.count > report.head.count)
		throw checkpointFault('checkpoint-truncated', `its journal has ${report.head.count} of ${label.count} lines`);
	if (label.head !== report.head.hash || label.count !== report.head.count)
		throw checkpointFault('checkpoint-forged', 'its label is not that of its journal');
	const clean = manifestDigest({ baseSha: manifest.baseSha, entries: [] });
	if (manifest.baseSha !== header.base_sha || manifestDigest(manifest) !== (tree ?? clean))
		throw checkpointFault('checkpoint-forged', 'its workspace is not the one that the journal recorded');
	return header;
}
