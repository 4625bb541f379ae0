import { type Call, type Done, isUse, type Row, type Use } from './language.ts';
import type { Value } from './value.ts';

/** Reads a row that is a string. */
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
			const value = about.args[at];
			at++;
			const given = value === undefined ? namedFor(use, about, list) : [value];
			found.push(...given.map((one): [Use, Value] => [use, one]));
			if (given.length === 0 && use === 'variable') found.push([use, {}]);
		}
	}
	return { uses: found, ...(gives !== undefined && { gives: given(gives, about) }) };
}

/** Arguments that say how something is done: a mode, an encoding, a default. */
const manner =
	/^(mode|encoding|errors|default|buffering|newline|length|dir_fd|src_dir_fd|dst_dir_fd|follow_symlinks|exist_ok|parents|ignore_errors|onerror|onexc|symlinks|dirs_exist_ok|cwd|env|timeout|headers|params|data|json|auth|cookies|verify|stream|allow_redirects|target_is_directory|device)$/;

/**
 * Returns the named arguments that may be the value of a use. Named arguments come in any order, so each of them is possible. If a row has
 * a source and a target, the names of the arguments show which one is the source.
 */
function namedFor(use: Use, { named }: Call, list: readonly string[]): readonly Value[] {
	const hasBoth = list.length > 1;
	const isTarget = use === 'write';
	return [...named].flatMap(([name, value]) => {
		const isOther = hasBoth && (isTarget ? /^(src|source|url)$/ : /^(dst|dest|target|filename)$/).test(name);
		return isOther || manner.test(name) || isPlain(value) ? [] : [value];
	});
}

/** Returns whether a value is a number or a switch. */
function isPlain({ isNumber, name }: Value): boolean {
	return isNumber === true || /^(True|False|None|true|false|null|nil)$/.test(name ?? '');
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

/** Returns whether a row only reads or writes files. Its paths are judged when they are used, and its other arguments are content. */
export function takesContent(row: Row): boolean {
	return typeof row === 'string' && /^(self:)?(read|write)( (read|write))*$/.test(row);
}
