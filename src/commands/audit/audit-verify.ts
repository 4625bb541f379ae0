import { jsonLine } from '../../core/index.ts';
import { openAuditSource, readHead, verifySource } from '../../journal/index.ts';
import { type CliContext, readCommandLine } from '../command-line.ts';
import { steerless } from '../paint.ts';
import { oneRecord } from './audit-record.ts';
import { readShown } from './shown-reading.ts';

/** The options of `countersign audit verify`. */
export const auditVerifyOptions = { head: { type: 'string' }, json: { type: 'boolean' } } as const;

/** `countersign audit verify`: verifies a record. Exits with 1 if it is broken. @throws CountersignError `bad-input` */
export async function auditVerify(args: readonly string[], { print }: CliContext): Promise<number> {
	const { values, positionals } = readCommandLine(args, auditVerifyOptions);
	const place = oneRecord('verify', positionals);
	const head = values.head === undefined ? undefined : readHead(values.head);
	const { ok, text, kind, ...found } = await readShown(openAuditSource(place), {
		contents: true,
		read: (source) => verifySource(source, head),
	});
	print(values.json === true ? jsonLine({ result: kind, ...found }) : steerless(text));
	return ok ? 0 : 1;
}
