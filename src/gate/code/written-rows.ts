import { type Call, type Done, isUse, type Row, type Use } from './language.ts';
import type { Value } from './value.ts';

/** Reads a row that is written as text. */
export function readRow(row: string, about: Call): Done {
	const [wanted = '', gives] = row.split(' -> ');
	const list = wanted.split(' ').filter((word) => word !== '');
	const found: [Use, Value][] = [];
	let at = 0;
	for (const word of list) {
		const isSelf = word.startsWith('self:');
		const isRest = word.endsWith('...');
		const use = word.replace(/^self:|\.\.\.$/g, '');
		if (!isUse(use)) continue;
		if (isSelf) found.push([use, about.self ?? {}]);
		else if (use === 'words') found.push([use, { items: about.args.slice(at) }]);
		else if (isRest)
			for (const value of about.args.slice(at).flatMap((one) => one.items ?? [one])) found.push([use, value]);
		else {
			const value = about.args[at] ?? [...about.named.values()][0];
			at++;
			if (value !== undefined || use === 'variable') found.push([use, value ?? {}]);
		}
	}
	return { uses: found, ...(gives !== undefined && { gives: given(gives, about) }) };
}

function given(gives: string, { args: [first], self }: Call): Value {
	if (gives === 'fetched') return { fetched: true, name: '' };
	if (gives === 'decoded') return { decoded: true };
	if (gives === 'self') return self ?? {};
	const about = gives.endsWith('()') ? first : undefined;
	return {
		name: gives,
		...(about?.text !== undefined && { text: about.text }),
		...(about?.prefix !== undefined && { prefix: about.prefix }),
	};
}

/** Beside the paths, which are judged as they are used, it takes what a file gets. */
export function takesContent(row: Row): boolean {
	return typeof row === 'string' && /^(self:)?(read|write)( (read|write))*$/.test(row);
}
