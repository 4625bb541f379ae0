import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configJsonSchema } from '../src/config/index.ts';

const file = join(import.meta.dirname, '..', 'countersign.schema.json');

/** Returns the JSON Schema of a repository's configuration for editors: the shipped text, and the text from the loader's own schema. */
export function shippedConfigSchema(): { readonly current: string; readonly wanted: string } {
	return { current: readFileSync(file, 'utf8'), wanted: configSchemaText() };
}

function configSchemaText(): string {
	return `${JSON.stringify(configJsonSchema(), null, 2)}\n`;
}

if (import.meta.main) writeFileSync(file, configSchemaText());
