import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configJsonSchema } from '../src/config/index.ts';

const file = join(import.meta.dirname, '..', 'countersign.schema.json');

/** The JSON Schema that editors check a repository's configuration by, as it is shipped, and as the loader's own schema says. */
export function shippedConfigSchema(): { readonly current: string; readonly wanted: string } {
	return { current: readFileSync(file, 'utf8'), wanted: configSchemaText() };
}

function configSchemaText(): string {
	return `${JSON.stringify(configJsonSchema(), null, 2)}\n`;
}

if (import.meta.main) writeFileSync(file, configSchemaText());
