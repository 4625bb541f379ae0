import { verifyJournalFile } from '../journal/index.ts';
import { readCommandLine, type Surroundings } from './command-line.ts';

/** `countersign audit verify <journal | folder>`: exits 1 when the journal does not hold. */
export function audit(args: readonly string[], { print }: Surroundings): number {
	const { values, positionals } = readCommandLine(args, { head: { type: 'string' } });
	const [verb, path] = positionals;
	if (verb !== 'verify' || path === undefined) {
		print('Usage: countersign audit verify <journal.jsonl | folder> [--head <lines>:<sha256>]');
		return 2;
	}
	const report = verifyJournalFile(path, values.head);
	print(report.text);
	return report.ok ? 0 : 1;
}
