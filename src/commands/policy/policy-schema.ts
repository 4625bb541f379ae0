import { policyJsonSchema } from '../../gate/loading.ts';
import { type CliContext, readCommandLine } from '../command-line.ts';

/** `countersign policy schema`: prints the JSON Schema of a policy file. */
export function policySchema(args: readonly string[], { print }: CliContext): number {
	readCommandLine(args, {}, 0);
	print(JSON.stringify(policyJsonSchema(), null, 2));
	return 0;
}
