import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { CountersignError, type Mode, nearestWord } from '../core/index.ts';

/** Where the repository's configuration lies on the default branch. */
export const configPath = '.github/countersign.yml';

/** The repository's configuration, from the base sha. */
export interface RepositoryConfig {
	readonly enabled: boolean;
	readonly model: string;
	readonly mode: Mode;
	readonly maxIterations: number;
	readonly approvalTimeoutSeconds: number;
	/** Policy files of the repository, beside the shipped ones. */
	readonly policies: readonly string[];
}

const schema = z
	.strictObject({
		enabled: z.boolean().default(true),
		model: z
			.string()
			.regex(/^[a-z-]+:.+$/, 'must be provider:name')
			.default('anthropic:claude-sonnet-5-5'),
		mode: z.enum(['plan', 'default', 'edit', 'auto']).default('edit'),
		max_iterations: z.number().int().min(1).max(50).default(8),
		approval_timeout_seconds: z.number().int().min(1).max(2_592_000).default(86_400),
		policies: z
			.array(z.string().regex(/^(?!\/|.*\.\.)[\w./-]+\.ya?ml$/, 'must be a path in the repository that ends in .yml'))
			.readonly()
			.default([]),
	})
	.readonly();

const keys = ['enabled', 'model', 'mode', 'max_iterations', 'approval_timeout_seconds', 'policies'];

/** Reads `.github/countersign.yml`; without one, the defaults. @throws CountersignError `bad-config` with line and nearest key. */
export function readRepositoryConfig(text: string | undefined): RepositoryConfig {
	const lines = new LineCounter();
	const document = parseDocument(text ?? '', { schema: 'core', merge: false, uniqueKeys: true, lineCounter: lines });
	const [fault] = document.errors;
	if (fault !== undefined)
		throw badConfig(fault.linePos?.[0].line ?? 1, fault.message.split('\n')[0] ?? 'malformed YAML');
	const parsed = schema.safeParse(contentsOf(document) ?? {});
	if (!parsed.success) throw fromIssue(parsed.error.issues[0], (path) => lineOf(document, path, lines));
	const { data } = parsed;
	return {
		enabled: data.enabled,
		model: data.model,
		mode: data.mode,
		maxIterations: data.max_iterations,
		approvalTimeoutSeconds: data.approval_timeout_seconds,
		policies: data.policies,
	};
}

/** Only here the parser looks at aliases: at one that names nothing, or too many. */
function contentsOf(document: Document): unknown {
	try {
		return document.toJS({ maxAliasCount: 10 });
	} catch (error) {
		throw badConfig(1, error instanceof Error ? error.message : 'malformed YAML');
	}
}

function fromIssue(
	issue: z.core.$ZodIssue | undefined,
	line: (path: readonly PropertyKey[]) => number,
): CountersignError {
	if (issue === undefined) return badConfig(1, 'malformed');
	if (issue.code !== 'unrecognized_keys')
		return badConfig(line(issue.path), `\`${issue.path.join('.') || 'the file'}\`: ${issue.message}`);
	const [key = ''] = issue.keys;
	const near = nearestWord(key, keys);
	return badConfig(
		line([key]),
		`\`${key}\` is not a key of the configuration${near === undefined ? '' : `; did you mean \`${near}\`?`}`,
	);
}

/** The line of a key, which its value may follow on the next one, or of an item of a list. */
function lineOf(document: Document, path: readonly PropertyKey[], lines: LineCounter): number {
	const map = document.contents;
	const key = isMap(map)
		? map.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === path[0])
		: undefined;
	const node = path.length === 1 ? key?.key : document.getIn(path, true);
	return isNode(node) && node.range ? lines.linePos(node.range[0]).line : 1;
}

function badConfig(line: number, what: string): CountersignError {
	return new CountersignError({
		code: 'bad-config',
		message: `${configPath}:${line}: ${what}.`,
		fix: 'Correct the file on the default branch; no run starts until it is right.',
	});
}
