import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { leastNode } from '../src/commands/doctor/node-version.ts';
import { libraryDeclarations } from './declarations.ts';

const file = join(import.meta.dirname, '..', 'docs/api.md');

/** The introduction to each library. */
const introductions: Readonly<Record<string, string>> = {
	bot: 'The GitHub App for a Probot that you host yourself. It answers deliveries; `countersign bot` does that and more.',
	gate: 'One tool call in, one verdict out: [what the gate does](gate.md).',
	journal:
		'A log that shows whether anybody changed it. `countersign audit verify` checks these logs, too: [audit](audit.md).',
	skills: 'SKILL.md files, in [our format](skills.md) or in the open format of Agent Skills.',
};

interface Statement {
	readonly type: string;
	readonly start: number;
	readonly end: number;
	readonly id?: { readonly name: string };
	readonly declarations?: readonly { readonly id: { readonly name: string } }[];
	readonly specifiers?: readonly { readonly exported: { readonly name: string } }[];
}

interface Declaration {
	readonly name: string;
	readonly isFunction: boolean;
	readonly words: string;
	readonly signature: string;
}

/** Returns `docs/api.md`: the exports of each library, from its declarations. */
export function apiDocs(): string {
	const libraries = libraryDeclarations().map(([name, text]) => section(name, text));
	const opening = `# The libraries

\`npm run api\` writes this page from the types. The libraries are ES modules for Node ${leastNode}, and install nothing else. [examples/library](../examples/library) holds programs that run.
Errors are \`CountersignError\`s: \`message\` says what happened, \`code\` which kind of error it is, and \`fix\` what to do.`;
	return `${[opening, ...libraries].join('\n\n')}\n`;
}

function section(library: string, text: string): string {
	const { declared, exported } = read(text);
	const chosen = declared.filter(({ name }) => exported.has(name));
	const functions = chosen.filter(({ isFunction }) => isFunction);
	const types = chosen.filter(({ isFunction }) => !isFunction);
	const head = `## countersign/${library}\n\n${introductions[library] ?? ''}`;
	return [head, ...[...functions, ...types].map(shown)].join('\n\n');
}

function shown({ name, words, signature }: Declaration): string {
	return [`### ${name}`, ...(words === '' ? [] : [words]), `\`\`\`ts\n${signature}\n\`\`\``].join('\n\n');
}

function read(text: string): { declared: readonly Declaration[]; exported: ReadonlySet<string> } {
	const declared: Declaration[] = [];
	const exported = new Set<string>();
	let end = 0;
	for (const node of parseAst(text, { lang: 'dts' }).body as unknown as readonly Statement[]) {
		const words = plainWords(text.slice(end, node.start));
		end = node.end;
		for (const { exported: one } of node.specifiers ?? []) exported.add(one.name);
		const name = node.id?.name ?? node.declarations?.[0]?.id.name;
		if (name === undefined) continue;
		const signature = text
			.slice(node.start, node.end)
			.replace(/^declare /, '')
			.replaceAll('    ', '  ');
		declared.push({ name, isFunction: node.type === 'TSDeclareFunction', words, signature });
	}
	return { declared, exported };
}

/** Returns a docstring without its comment marks. */
function plainWords(comment: string): string {
	const lines = comment.replace(/^\s*\/\*\*|\*\/\s*$/g, '').split('\n');
	const words = lines
		.map((line) => line.replace(/^\s*\* ?/, '').trim())
		.join(' ')
		.trim();
	return words.replace(
		/@throws (?:\{(\w+)\}|(\w+))/g,
		(_, braced: string, bare: string) => `Throws \`${braced ?? bare}\``,
	);
}

if (import.meta.main) {
	const text = apiDocs();
	if (!process.argv.includes('--check')) writeFileSync(file, text);
	else if (readFileSync(file, 'utf8') !== text) {
		console.error('docs/api.md is not what the types say: run `npm run api` and commit it.');
		process.exitCode = 1;
	}
}
