import { parseDocument } from 'yaml';
import { z } from 'zod';
import { CountersignError } from '../core/index.ts';

const play = {
	text: z.string().exactOptional(),
	calls: z
		.array(
			z.strictObject({
				tool: z.string().min(1),
				args: z.record(z.string(), z.json()).default({}),
				/** Arguments whose value is the number that follows a text in an earlier result, such as the id of a remark. */
				number_after: z.record(z.string(), z.string().min(1)).default({}),
			}),
		)
		.default([]),
};

const saysSomething = (turn: { readonly text?: string; readonly calls: readonly unknown[] }) =>
	turn.text !== undefined || turn.calls.length > 0;

const when = z.strictObject({
	/** Text that one of the last results contains, or the text for each named tool. */
	last_result_contains: z.union([z.string().min(1), z.record(z.string(), z.string().min(1))]).exactOptional(),
	/** True: every last result is a success. False: at least one is not. */
	last_result_ok: z.boolean().exactOptional(),
});

const part = z.strictObject(play).refine(saysSomething, { error: 'a turn has `text`, `calls`, or both' });

const turn = z
	.strictObject({ when: when.exactOptional(), ...play, otherwise: part.exactOptional() })
	.refine(saysSomething, { error: 'a turn has `text`, `calls`, or both' });

const script = z.strictObject({ turns: z.array(turn).min(1) });

export type Turn = z.infer<typeof turn>;
export type Part = z.infer<typeof part>;
export type When = z.infer<typeof when>;

/** Parses the script of a scripted model. @throws CountersignError `model-script` */
export function readScript(file: string, text: string): readonly Turn[] {
	const document = parseDocument(text, { schema: 'core', merge: false, prettyErrors: true });
	const [broken] = [...document.errors, ...document.warnings];
	if (broken !== undefined) throw scriptError(`\`${file}\` is not plain YAML or JSON: ${broken.message}`);
	const parsed = script.safeParse(document.toJS({ maxAliasCount: 100 }));
	if (parsed.success) return parsed.data.turns;
	const faults = parsed.error.issues.map((issue) => `${showPath(issue.path)}: ${issue.message}`);
	throw scriptError(`\`${file}\` is no script of turns: ${faults.join('; ')}.`);
}

function scriptError(message: string): CountersignError {
	return new CountersignError({
		code: 'model-script',
		message,
		fix: 'Write `turns:`, a list of `{when?, text?, calls?: [{tool, args}], otherwise?}`.',
	});
}

/** The path for people, who count turns from 1. */
function showPath(path: readonly PropertyKey[]): string {
	const [first, index, ...rest] = path;
	if (first === 'turns' && typeof index === 'number') return [`turn ${index + 1}`, ...rest.map(String)].join(' ');
	return path.length === 0 ? 'the file' : path.map(String).join(' ');
}
