import { verifyJournalFile } from '../journal/index.ts';
import { oneRecord } from './audit-record.ts';
import { readCommandLine, type Surroundings } from './command-line.ts';

/** `countersign audit verify`: exits 1 when the record does not hold. @throws CountersignError `bad-input` */
export async function auditVerify(args: readonly string[], { print }: Surroundings): Promise<number> {
	const { values, positionals } = readCommandLine(args, { head: { type: 'string' }, json: { type: 'boolean' } });
	const { ok, text, kind, ...found } = await verifyJournalFile(oneRecord('verify', positionals), values.head);
	print(values.json === true ? JSON.stringify({ result: kind, ...found }) : text);
	return ok ? 0 : 1;
}
