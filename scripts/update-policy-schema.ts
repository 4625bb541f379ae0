import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { policyJsonSchema } from '../src/gate/loading.ts';

const file = join(import.meta.dirname, '..', 'policies', 'policy.schema.json');

/** Returns the JSON Schema of policies for editors: the shipped text, and the text from the loader's own schema. */
export function shippedPolicySchema(): { readonly current: string; readonly wanted: string } {
	return { current: readFileSync(file, 'utf8'), wanted: policySchemaText() };
}

function policySchemaText(): string {
	return `${JSON.stringify(policyJsonSchema(), null, 2)}\n`;
}

if (import.meta.main) writeFileSync(file, policySchemaText());
