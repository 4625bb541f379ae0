import files from './example-record.json' with { type: 'json' };
import type { PickedFile } from './picked-file.ts';

/** Returns the files of a small record with made-up names. */
export function exampleFiles(): readonly PickedFile[] {
	return Object.entries(files).map(([path, text]) => ({ path: `example/${path}`, file: new File([text], path) }));
}
